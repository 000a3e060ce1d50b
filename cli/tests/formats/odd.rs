//! Rows that say odd things: texts among numbers, bars that start before midnight, contracts of one strike.

use std::fs;

use serde_json::{Value, json};

use crate::support;

#[track_caller]
fn converted(line: &str, reply: &Value) -> (String, String) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("reply.json");
    fs::write(&file, reply.to_string()).unwrap();
    let words = ["convert"].into_iter().chain(line.split(' ')).chain(file.to_str());
    let output = support::vfapi(words).output().unwrap();
    let [stdout, stderr] = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
    assert_eq!(output.status.code(), Some(0), "{stderr}");
    (stdout, stderr)
}

/// Returns a chart of closes 1, 2 and so on at these times.
fn chart(symbol: &str, zone: &str, offset: i64, granularity: &str, times: &[i64]) -> Value {
    let closes: Vec<usize> = (1..=times.len()).collect();
    let meta = json!({"symbol": symbol, "exchangeTimezoneName": zone, "gmtoffset": offset, "dataGranularity": granularity});
    let bars = json!({"meta": meta, "timestamp": times, "indicators": {"quote": [{"close": closes}]}});
    json!({"chart": {"result": [bars], "error": null}})
}

/// More rows than those for which the standard library looks whether an order is one.
#[test]
fn a_text_among_numbers_is_sorted_behind_them() {
    for rows in [3, 21, 60] {
        let row = |row: usize| {
            let ratio = if row == rows / 2 { json!("high") } else { json!(row * 7 % rows) };
            json!({"symbol": format!("S{row}"), "trailingPE": ratio})
        };
        let reply =
            json!({"quoteResponse": {"result": (0..rows).map(row).collect::<Vec<_>>(), "error": null}});
        let symbols: Vec<String> = (0..rows).map(|row| format!("S{row}")).collect();
        let line = format!("quote {} --sort trailingPE --columns trailingPE --format csv", symbols.join(","));
        let (found, _) = converted(&line, &reply);
        let ratios: Vec<&str> = found.lines().skip(1).collect();
        let (last, numbers) = ratios.split_last().unwrap();
        assert_eq!((*last, numbers.len()), ("high", rows - 1));
        let numbers: Vec<u32> = numbers.iter().map(|number| number.parse().unwrap()).collect();
        assert!(numbers.is_sorted(), "{numbers:?}");
    }
}

/// Some hosts count with the offset of another time of the year: 2022-01-03T02:00Z is Sunday, 23:00 in São Paulo.
#[test]
fn a_bar_just_before_midnight_is_of_the_next_day() {
    let reply = chart("ACME.SA", "America/Sao_Paulo", -10_800, "1wk", &[1_641_175_200, 1_641_780_000]);
    let (found, _) = converted("history ACME.SA --interval 1wk --columns timestamp --format csv", &reply);
    assert_eq!(found, "timestamp\n2022-01-03\n2022-01-10\n");
}

/// Sydney trades from 23:00Z of the day before: a host that is asked from midnight UTC has no Monday.
#[test]
fn the_first_week_between_dates_has_all_of_its_days() {
    for ticker in ["BHP.AX", "EURUSD=X", "IBM"] {
        let bars = |options: &str| {
            let line =
                format!("history {ticker} --start 2024-02-05 --columns timestamp,open,volume {options}");
            let found = super::text(&format!("{line} --format jsonl"));
            found.lines().map(|bar| serde_json::from_str(bar).unwrap()).collect::<Vec<Value>>()
        };
        let (weeks, days) = (bars("--end 2024-02-19 --interval 1wk"), bars("--end 2024-02-12"));
        assert_eq!(weeks.len(), 2, "{ticker}: {weeks:?}");
        assert_eq!(weeks[0]["timestamp"], "2024-02-05", "{ticker}");
        assert_eq!(weeks[0]["open"], days[0]["open"], "{ticker}");
        let volume: u64 = days.iter().filter_map(|day| day["volume"].as_u64()).sum();
        assert_eq!(weeks[0]["volume"], volume, "{ticker}");
    }
}

/// 2024-07-07T23:00Z is Monday in London, and nothing in the table says so.
#[test]
fn times_of_an_evening_without_a_zone_are_no_dates() {
    let times = [1_720_393_200, 1_720_479_600];
    let meta =
        json!({"symbol": "EURUSD=X", "exchangeTimezoneName": "Europe/London", "dataGranularity": "1d"});
    let series = json!({"meta": meta, "timestamp": times, "indicators": {"quote": [{"close": [1, 2]}]}});
    let reply = json!({"spark": {"result": [{"symbol": "EURUSD=X", "response": [series]}], "error": null}});
    let (found, _) = converted("spark EURUSD=X --interval 1d --format table", &reply);
    assert!(found.contains("2024-07-07 23:00 UTC") && found.contains("2024-07-08 23:00 UTC"), "{found}");
}

/// An index has contracts of two roots, and none of them may be left out.
#[test]
fn contracts_of_one_strike_are_all_shown() {
    let contract = |symbol: &str, strike: i64, price: f64| json!({"contractSymbol": symbol, "strike": strike, "lastPrice": price});
    let chain = json!({
        "expirationDate": 1_718_928_000, "hasMiniOptions": false,
        "calls": [contract("SPX240621C05000000", 5000, 11.1), contract("SPXW240621C05000000", 5000, 12.2)],
        "puts": [contract("SPXW240621P05000000", 5000, 22.2), contract("SPX240621P05000000", 5000, 21.1)],
    });
    let result = json!({"underlyingSymbol": "^SPX", "expirationDates": [1_718_928_000], "strikes": [5000],
        "hasMiniOptions": false, "quote": {"symbol": "^SPX"}, "options": [chain]});
    let reply = json!({"optionChain": {"result": [result], "error": null}});
    let (found, _) = converted("options ^SPX --format table", &reply);
    for shown in ["11.1", "12.2", "21.1", "22.2"] {
        assert!(found.contains(shown), "{shown}: {found}");
    }
}

/// A host that is asked for a day more on both sides sends what was not asked for: in Tokyo a day begins at midnight UTC, in
/// Sydney an hour before it.
#[test]
fn dates_are_days_of_the_exchange() {
    const DAY: i64 = 86_400;
    for (ticker, zone, offset, first) in [
        ("BTC-USD", "UTC", 0, 1_730_592_000),
        ("7203.T", "Asia/Tokyo", 32_400, 1_730_592_000),
        ("BHP.AX", "Australia/Sydney", 39_600, 1_730_588_400),
        ("IBM", "America/New_York", -18_000, 1_730_644_200),
    ] {
        let days: Vec<i64> = (0..4).map(|day| first + day * DAY).collect();
        let line = format!("history {ticker} --start 2024-11-04 --end 2024-11-06 --format csv");
        let (csv, told) = converted(&line, &chart(ticker, zone, offset, "1d", &days));
        let dates: Vec<&str> = csv.lines().skip(1).filter_map(|row| row.split(',').next()).collect();
        assert_eq!(dates, ["2024-11-04", "2024-11-05"], "{ticker}: {csv} {told}");
    }
}

/// Dividends of London may be in pounds beside prices in pence.
#[test]
fn a_dividend_in_another_currency_is_told() {
    let told = |currency: Value| {
        let mut reply = chart("VOD.L", "Europe/London", 0, "1d", &[1_730_764_800, 1_730_851_200]);
        let chart = &mut reply["chart"]["result"][0];
        chart["meta"]["currency"] = json!("GBp");
        let dividend = json!({"amount": 0.045, "date": 1_730_851_200, "currency": currency});
        chart["events"] = json!({"dividends": {"1730851200": dividend}});
        converted("history VOD.L --range 5d --format csv", &reply).1
    };
    assert!(told(json!("GBP")).contains("dividends are in GBP, and prices in GBp"), "{}", told(json!("GBP")));
    for currency in [json!("GBp"), Value::Null] {
        assert!(!told(currency.clone()).contains("dividends are in"), "{currency}");
    }
}

/// Without the offset nobody knows on which day of the exchange a bar is.
#[test]
fn a_bar_at_the_latest_time_stays_a_bar_without_an_offset() {
    let days = [1_730_674_800, 1_730_761_200, 1_730_847_600];
    let mut reply = chart("BHP.AX", "Australia/Sydney", 39_600, "1d", &days);
    let meta = reply["chart"]["result"][0]["meta"].as_object_mut().unwrap();
    meta.insert("regularMarketTime".to_owned(), json!(days[2]));
    meta.remove("gmtoffset");
    let (csv, _) = converted("history BHP.AX --range 5d --format csv", &reply);
    assert_eq!(csv.lines().count(), 4, "{csv}");
}
