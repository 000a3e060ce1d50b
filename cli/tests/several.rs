//! Several tickers in one command: one result for all or a file each, and what fails.

mod added;
mod failures;
mod files;
mod lacking;
mod run;

use crate::support;
use std::fs;
use std::io::Write as _;
use std::process::{Command, Output, Stdio};

use expect_test::expect;
use serde_json::{Value, json};
use virtual_finance_loopback::{LoopbackHost, reply, target};
use virtual_finance_sample::{DEFAULT_NOW, reply as sample_reply};

fn vfapi(line: &str) -> Command {
    support::vfapi(line.split_whitespace())
}

fn run(line: &str) -> Output {
    vfapi(&format!("--sample {line}")).output().unwrap()
}

fn good(line: &str) -> String {
    let output = run(line);
    assert_eq!(output.status.code(), Some(0), "{line}: {}", stderr(&output));
    String::from_utf8(output.stdout).unwrap()
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

fn fails(line: &str, code: i32, message: &str) {
    let output = run(line);
    assert_eq!(output.status.code(), Some(code), "{line}: {}", stderr(&output));
    assert!(stderr(&output).contains(message), "{line}: {}", stderr(&output));
}

#[test]
fn one_table_names_the_ticker_of_each_row() {
    const LINE: &str = "history IBM AAPL --range 5d --adjust auto";
    let csv = good(&format!("{LINE} --format csv"));
    let one = |ticker: &str| good(&format!("history {ticker} --range 5d --adjust auto --format csv"));
    let mut expected = String::new();
    for (ticker, csv) in [("IBM", one("IBM")), ("AAPL", one("AAPL"))] {
        let (header, rows) = csv.split_once('\n').unwrap();
        if expected.is_empty() {
            expected = format!("ticker,{header}\n");
        }
        expected.extend(rows.lines().map(|row| format!("{ticker},{row}\n")));
    }
    assert_eq!(csv, expected);
    let lines = good(&format!("{LINE} --format jsonl"));
    assert_eq!(lines.lines().count(), 10);
    assert!(lines.starts_with(r#"{"ticker":"IBM","timestamp":"2024-06-24","#), "{lines}");
    expect![[r#"
        dividends
        ticker  date        amount
        ──────  ──────────  ──────
        IBM     2024-05-08    0.67
        AAPL    2024-05-08    1.23
    "#]]
    .assert_eq(&good("history IBM AAPL --range 3mo --adjust auto --format table --table dividends"));
}

/// A contract of several companies says of which it is, and when it ends.
#[test]
fn contracts_say_their_company_and_their_expiration() {
    for table in ["options.calls", "options.puts"] {
        let shown = good(&format!("options IBM AAPL --format table --table {table}"));
        let heads: Vec<&str> = shown.lines().nth(1).unwrap().split_whitespace().collect();
        assert!(["ticker", "expires"].iter().all(|head| heads.contains(head)), "{shown}");
    }
    let csv = good("options IBM AAPL --format csv");
    let heads: Vec<&str> = csv.lines().next().unwrap().split(',').collect();
    assert!(["ticker", "expiration"].iter().all(|head| heads.contains(head)), "{heads:?}");
}

#[test]
fn json_has_a_member_for_each_ticker() {
    let joint: Value = serde_json::from_str(&good("profile AAPL IBM")).unwrap();
    for ticker in ["AAPL", "IBM"] {
        let one: Value = serde_json::from_str(&good(&format!("profile {ticker}"))).unwrap();
        assert_eq!(joint[ticker], one, "{ticker}");
    }
    // In the order of the command line, each once.
    let splits = good("history IBM AAPL IBM --table splits --adjust auto");
    assert_eq!(splits, "{\"IBM\":[],\n\"AAPL\":[]}\n");
}

#[test]
fn every_endpoint_with_one_subject_takes_several() {
    for line in ["screener day_gainers most_actives", "isin IBM AAPL", "index ^DJI ^GSPC", "holders IBM AAPL"]
    {
        let joint: Value = serde_json::from_str(&good(line)).unwrap();
        assert_eq!(joint.as_object().unwrap().len(), 2, "{line}");
    }
}

#[test]
fn tickers_come_from_standard_input_too() {
    for tickers in ["--tickers -", "-", "MSFT -"] {
        let line = format!("--sample history {tickers} --range 1d --adjust auto --format csv");
        let mut child = vfapi(&line).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        child.stdin.take().unwrap().write_all("\u{feff}IBM\r\nAAPL;MSFT\tIBM".as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        let rows: Vec<_> = text.lines().skip(1).map(|row| row.split(',').next().unwrap()).collect();
        let first = tickers.starts_with("MSFT");
        assert_eq!(rows, if first { ["MSFT", "IBM", "AAPL"] } else { ["IBM", "AAPL", "MSFT"] }, "{tickers}");
    }
}

/// A reply with five bars of `TICKER`.
fn history_of() -> String {
    let query = "range=5d&interval=1d&includePrePost=false&events=div%2Csplits";
    sample_reply("/v8/finance/chart/TICKER", query, DEFAULT_NOW).body
}

/// A fund lacks parts of a profile, which are null as for one ticker.
#[test]
fn what_is_no_company_gets_the_parts_that_it_has() {
    let fund =
        r#"{"quoteSummary":{"result":[{"quoteType":{"symbol":"FND","quoteType":"ETF"}}],"error":null}}"#;
    let host = LoopbackHost::start(move |request| match target(request) {
        "/" => reply(200, &[("set-cookie", "A3=a; Path=/")], ""),
        "/v1/test/getcrumb" => reply(200, &[], "c.rumb"),
        path if path.contains("/FND?") => reply(200, &[], fund),
        path => {
            let (path, query) = path.split_once('?').unwrap();
            reply(200, &[], sample_reply(path, query, DEFAULT_NOW).body)
        }
    });
    let url = host.url();
    let line = format!("--source api --query-url {url} --cookie-url {url} --no-session-file profile IBM FND");
    let output = vfapi(&line).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(stderr(&output).starts_with("note: FND is of the kind ETF"), "{}", stderr(&output));
    let both: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(both["IBM"]["info"].is_object() && both["FND"]["recommendations"].is_null());
}

/// Prices of a joint table have as many decimals as the most precise of them.
#[test]
fn decimals_of_a_joint_table() {
    let history = history_of();
    let host = LoopbackHost::start(move |request| {
        let ticker = target(request).split(['/', '?']).nth(4).unwrap();
        let hint = if ticker == "PRECISE" { "\"priceHint\":4" } else { "\"priceHint\":2" };
        reply(200, &[], history.replace("TICKER", ticker).replace("\"priceHint\":2", hint))
    });
    let line = format!("--query-url {} history IBM PRECISE --adjust auto --format table", host.url());
    let output = vfapi(&line).output().unwrap();
    let table = String::from_utf8(output.stdout).unwrap();
    let column = table.lines().nth(1).unwrap().split_whitespace().position(|name| name == "close").unwrap();
    let closes = table.lines().skip(3).map(|line| line.split_whitespace().nth(column).unwrap());
    let decimals: Vec<usize> = closes.map(|close| close.split_once('.').unwrap().1.len()).collect();
    assert_eq!(decimals, [4; 10], "{table}");
}

/// A table that has a column with the parameter's name keeps it.
#[test]
fn a_column_with_the_name_of_the_parameter() {
    let csv = good("screener day_gainers most_actives --table Screener --format csv");
    assert!(csv.starts_with("request,name,value\n"), "{csv}");
    assert!(csv.contains("DAY_GAINERS,total,") && csv.contains("MOST_ACTIVES,total,"), "{csv}");
}

#[test]
fn a_request_for_a_list_takes_its_parts_as_arguments() {
    assert_eq!(good("quote IBM AAPL,MSFT"), good("quote IBM,AAPL,MSFT"));
    assert_eq!(good("quote IBM AAPL --format csv --table quotes").lines().count(), 3);
}

/// A host of closes that knows every symbol and refuses a batch with the symbol REFUSED.
fn closes() -> LoopbackHost {
    LoopbackHost::start(|request| {
        let list = target(request).split_once("symbols=").map(|(_, rest)| rest.split('&').next().unwrap());
        let symbols: Vec<&str> = list.unwrap_or_default().split("%2C").collect();
        if list.is_none() || symbols.iter().any(|symbol| symbol.ends_with("REFUSED")) {
            return reply(403, &[], "refused");
        }
        let row = |symbol: &&str| {
            let chart = json!({"meta": {"symbol": symbol}, "timestamp": [1], "indicators": {"quote": [{"close": [2.5]}]}});
            json!({"symbol": symbol, "response": [chart]})
        };
        let rows: Vec<Value> = symbols.iter().map(row).collect();
        reply(200, &[], json!({"spark": {"result": rows, "error": null}}).to_string())
    })
}

#[test]
fn a_list_of_any_length_has_one_result() {
    let host = closes();
    let symbols: Vec<String> = (1..=200).map(|number| format!("T{number}")).collect();
    let result = good(&format!("--query-url {} spark {}", host.url(), symbols.join(" ")));
    let result: Value = serde_json::from_str(&result).unwrap();
    let found: Vec<&str> = result["series"]
        .as_array()
        .unwrap()
        .iter()
        .map(|series| series["symbol"].as_str().unwrap())
        .collect();
    assert_eq!(found, symbols);
    assert_eq!(host.requests().len(), 10);
}

/// The file of failures names the tickers to try again.
#[test]
fn a_list_in_json_names_tickers() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("failures.json");
    let wanted = good("history IBM AAPL --range 5d --adjust auto");
    let line = format!("history --tickers {} --range 5d --adjust auto", file.display());
    for list in [
        r#"["IBM", "AAPL"]"#,
        r#"[{"ticker": "IBM", "kind": "Timeout"}, {"kind": "Other", "Symbol": "AAPL"}]"#,
    ] {
        fs::write(&file, list).unwrap();
        assert_eq!(good(&line), wanted, "{list}");
    }
    for list in [r#"[{"name": "IBM"}]"#, "[7]"] {
        fs::write(&file, list).unwrap();
        fails(&line, 2, "is JSON whose items have no ticker; name a text file of tickers");
    }
}

/// Wherever several are taken, commas, arguments and a file mean the same.
#[test]
fn lists_are_the_same_everywhere() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("tickers.txt");
    fs::write(&file, "IBM\nAAPL\n").unwrap();
    for line in ["quote {}", "history {} --range 5d --adjust auto", "spark {} --range 5d", "profile {}"] {
        let wanted = good(&line.replace("{}", "IBM AAPL"));
        assert_eq!(good(&line.replace("{}", "IBM,AAPL")), wanted, "{line}");
        assert_eq!(good(&line.replace("{}", &format!("--tickers {}", file.display()))), wanted, "{line}");
    }
    // A shell keeps what stands in quotes together.
    let quoted = support::vfapi(["--sample", "quote", "IBM AAPL"].to_vec()).output().unwrap();
    assert_eq!(String::from_utf8(quoted.stdout).unwrap(), good("quote IBM AAPL"));
    assert_eq!(good("history IBM, --range 5d --adjust auto"), good("history IBM --range 5d --adjust auto"));
    // The words of a query are one query, and queries with spaces hold together.
    let query = |words: &[&str]| {
        let output = support::vfapi([&["--sample", "custom-screener"], words].concat()).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{words:?}: {}", stderr(&output));
        output.stdout
    };
    let wanted = query(&["region = us and beta > 1"]);
    assert_eq!(query(&["region", "=", "us", "and", "beta", ">", "1"]), wanted);
    assert_eq!(query(&["region = us", "beta > 1"]), wanted);
}

#[test]
fn columns_and_the_order_of_rows_are_chosen() {
    expect![[r#"
        timestamp,close
        2024-06-28,72.55138397216797
        2024-06-25,72.38383483886719
    "#]]
    .assert_eq(&{
        let csv =
            good("history IBM --range 5d --adjust none --columns Timestamp,close --sort -close --format csv");
        csv.lines().take(3).map(|line| format!("{line}\n")).collect::<String>()
    });
    // The column that names the ticker is one, too, although the tables of each ticker lack it.
    let tickers = |line: &str| -> Vec<String> {
        let csv = good(&format!("history KO AAPL MSFT --range 5d --adjust none {line} --format csv"));
        let mut tickers: Vec<_> =
            csv.lines().skip(1).map(|row| row.split(',').next().unwrap().to_owned()).collect();
        tickers.dedup();
        tickers
    };
    assert_eq!(tickers("--sort ticker"), ["AAPL", "KO", "MSFT"]);
    assert_eq!(tickers("--sort -Ticker --columns ticker,close"), ["MSFT", "KO", "AAPL"]);
    // The order is that of all rows, whichever company they are of.
    let several = "profile KO AAPL MSFT --columns beta --sort -beta";
    for format in ["csv", "jsonl"] {
        let rows = good(&format!("{several} --format {format}"));
        let places = ["KO", "AAPL", "MSFT"].map(|ticker| rows.find(ticker).unwrap());
        assert!(places.is_sorted(), "{rows}");
    }
    fails(
        "history IBM --columns timestamp, close",
        2,
        "--columns ends with a comma: write the names without spaces between them, or in quotes",
    );
    assert_eq!(
        good("quote IBM --columns symbol,price"),
        "[{\"symbol\":\"IBM\",\"regularMarketPrice\":72.55}]\n"
    );
    fails(
        "history IBM --columns clos",
        2,
        "the table ohlcdata has no column \"clos\": did you mean \"close\"?",
    );
    // What a page writes as percent is in the order of the numbers.
    let words =
        ["--sample", "index", "sp500", "--sort", "-% Change", "--columns", "% Change", "--format", "jsonl"];
    let changes = support::vfapi(words.to_vec()).output().unwrap().stdout;
    let changes: Vec<f64> = String::from_utf8(changes)
        .unwrap()
        .lines()
        .map(|row| row.split('"').nth(3).unwrap().trim_end_matches('%').parse().unwrap())
        .collect();
    assert!(
        changes.is_sorted_by(|one, next| one >= next) && changes.iter().any(|change| *change < 0.0),
        "{changes:?}"
    );
    // Each ticker has that number of rows; of prices in the order of time the newest.
    expect![[r#"
        ticker,timestamp
        IBM,2024-06-27
        IBM,2024-06-28
        KO,2024-06-27
        KO,2024-06-28
    "#]]
    .assert_eq(&good("history IBM KO --range 5d --limit 2 --columns timestamp --format csv"));
    let lowest = "history IBM --range 5d --adjust none --sort close --limit 1 --columns timestamp";
    assert_eq!(good(lowest), "[{\"timestamp\":\"2024-06-26\"}]\n");
    let first = "history IBM --range 1y --table dividends --columns date --format csv";
    let all = good(first);
    let two: String = all.split_inclusive('\n').take(3).collect();
    assert_eq!(good(&format!("{first} --limit 2")), two);
    fails("history IBM --limit 0", 2, "write an integer of 1 or more");
    // Some requests have a parameter of one of these names.
    assert!(good("custom-screener region=us --sort ticker --count 1").contains("\"rows\""));
}

/// A run of many begins with its time, for whoever watches.
#[test]
fn the_time_of_a_long_run_is_told() {
    let many: Vec<String> = (0..12).map(|number| format!("T{number}")).collect();
    let line = format!("history {} --range 1d --adjust auto", many.join(","));
    let first =
        |more: &str| stderr(&run(&format!("{line} {more}"))).lines().next().unwrap_or_default().to_owned();
    assert_eq!(first(""), "", "nothing limits the sample host");
    assert_eq!(
        first("--rate 4 -v"),
        "note: 12 requests take about 3 s at 4 a second to a host; --rate changes that"
    );
    assert_eq!(first("--rate 4"), "", "a log needs none");
}
