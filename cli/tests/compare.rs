//! The subcommand `compare`: prices from 100 and figures of several tickers beside each other.

use expect_test::expect_file;
use serde_json::{Value, json};

use crate::support::{said, vfapi};

fn run(line: &str) -> (Option<i32>, String, String) {
    said(vfapi(format!("--sample {line}").split(' ')).output().unwrap())
}

fn found(line: &str) -> Value {
    let (code, stdout, stderr) = run(line);
    assert_eq!((code, &*stderr), (Some(0), ""), "{line}");
    serde_json::from_str(&stdout).unwrap()
}

fn rows<'v>(result: &'v Value, table: &str) -> &'v [Value] {
    result[table].as_array().unwrap()
}

fn rebased(line: &str) -> Vec<f64> {
    let history = found(&format!("history {line}"));
    let closes: Vec<f64> =
        history["ohlcdata"]["close"].as_array().unwrap().iter().filter_map(Value::as_f64).collect();
    closes.iter().map(|close| (close / closes[0] * 10_000.0).round() / 100.0).collect()
}

#[test]
fn prices_begin_at_100_and_figures_are_those_of_their_endpoints() {
    let result = found("compare IBM MSFT");
    let (figures, prices) = (rows(&result, "figures"), rows(&result, "prices"));
    assert_eq!(figures.len(), 2);
    assert_eq!(prices[0], json!({"timestamp": prices[0]["timestamp"], "IBM": 100.0, "MSFT": 100.0}));
    for (place, symbol) in ["IBM", "MSFT"].into_iter().enumerate() {
        let expected = rebased(&format!("{symbol} --range 1y"));
        let column: Vec<f64> = prices.iter().filter_map(|row| row[symbol].as_f64()).collect();
        assert_eq!(column, expected, "{symbol}");
        let quote = &found(&format!("quote {symbol}"))["quotes"][0];
        let company = found(&format!("key-figures {symbol}"));
        let row = &figures[place];
        assert_eq!(
            (&row["ticker"], row["rebasedPrice"].as_f64()),
            (&json!(symbol), expected.last().copied())
        );
        for name in ["regularMarketPrice", "currency", "marketCap", "trailingPE", "fiftyTwoWeekHigh"] {
            assert!(row[name] == quote[name] && !row[name].is_null(), "{symbol} {name}: {row} {quote}");
        }
        for name in ["totalRevenue", "revenueGrowth", "grossMargins", "profitMargins", "debtToEquity"] {
            assert!(row[name] == company[name] && !row[name].is_null(), "{symbol} {name}: {row} {company}");
        }
        // A line is for people.
        assert!(row.get("course").is_none(), "{row}");
    }
}

#[test]
fn people_see_a_column_for_each_ticker() {
    let (code, stdout, stderr) = run("compare IBM MSFT BHP.AX --range 6mo --format table");
    assert_eq!((code, &*stderr), (Some(0), ""));
    expect_file!["compare/people.txt"].assert_eq(&stdout);
}

#[test]
fn the_prices_are_a_table_of_their_own() {
    let (code, stdout, _) = run("compare IBM,MSFT --range 5d --interval 1d --table prices --format csv");
    let lines: Vec<&str> = stdout.lines().collect();
    assert_eq!((code, lines.len(), lines[0]), (Some(0), 6, "timestamp,IBM,MSFT"));
    assert!(lines[1].ends_with(",100.0,100.0"), "{stdout}");
    let (_, figures, _) = run("compare IBM,MSFT --columns ticker,trailingPE --format csv");
    assert!(figures.starts_with("ticker,trailingPE\nIBM,"), "{figures}");
}

/// Ranges have the bars of the page, and dates take the place of its range.
#[test]
fn the_span_is_that_of_a_history() {
    for (options, history) in [
        ("--range 5y", "--range 5y --interval 1wk"),
        ("--range 5y --interval 1mo", "--range 5y --interval 1mo"),
        ("--range 3mo --adjust auto", "--range 3mo --adjust auto"),
        ("--start 2024-02-01 --end 2024-05-01", "--start 2024-02-01 --end 2024-05-01"),
    ] {
        let result = found(&format!("compare IBM MSFT {options}"));
        let column: Vec<f64> = rows(&result, "prices").iter().filter_map(|row| row["IBM"].as_f64()).collect();
        assert_eq!(column, rebased(&format!("IBM {history}")), "{options}");
    }
    let (code, _, stderr) = run("compare IBM MSFT --range 1y --start 2024-02-01");
    assert!(code == Some(2) && stderr.contains("'range' and 'start' contradict each other"), "{stderr}");
}

/// Exchanges trade on days of their own, and what is no company has no figures of one.
#[test]
fn days_without_a_price_and_figures_that_are_not_there_are_null() {
    let result = found("compare IBM BHP.AX EURUSD=X --range 6mo");
    let (figures, prices) = (rows(&result, "figures"), rows(&result, "prices"));
    let times: Vec<&str> = prices.iter().map(|row| row["timestamp"].as_str().unwrap()).collect();
    assert!(times.is_sorted_by(|one, next| one < next), "{times:?}");
    assert!(prices.iter().any(|row| row["IBM"].is_null() && row["BHP.AX"].is_number()), "{times:?}");
    assert!(figures[2]["profitMargins"].is_null() && figures[2]["regularMarketPrice"].is_number());
}

#[test]
fn an_unknown_ticker_is_told_and_the_others_are_shown() {
    let (code, stdout, stderr) = run("compare IBM NOTFOUND MSFT");
    assert_eq!(code, Some(7));
    assert!(stderr.starts_with("error: 1 of 3 requests failed:\n  History NOTFOUND: "), "{stderr}");
    assert_eq!(stderr.lines().count(), 2, "{stderr}");
    let result: Value = serde_json::from_str(&stdout).unwrap();
    let names: Vec<&Value> = rows(&result, "figures").iter().map(|row| &row["ticker"]).collect();
    assert_eq!(names, ["IBM", "MSFT"]);
    assert!(rows(&result, "prices")[0].get("NOTFOUND").is_none());

    let (code, stdout, stderr) = run("compare NOTFOUND");
    assert_eq!((code, &*stdout), (Some(3), ""), "{stderr}");
    let (code, _, stderr) = run("compare IBM 1y");
    assert!(code == Some(2) && stderr.contains("write --range 1y"), "{stderr}");
}
