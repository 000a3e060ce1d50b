//! Dividends, splits and capital gains on the bars of their time, as yfinance has them.

use serde_json::{Value, json};
use virtual_finance::http::StatusCode;
use virtual_finance::transport::{Transport, TransportFuture, TransportReply, TransportRequest};
use virtual_finance::{EventKind, Interval, Range};
use virtual_finance_compat::polars::prelude::DataFrame;
use virtual_finance_compat::{Adjust, History, download};
use virtual_finance_tests::hosts::client_builder;

use crate::support::{cells, names};

/// 2024-06-03 09:30 in New York, a Monday, and its midnight.
const MONDAY: i64 = 1_717_421_400;
const MIDNIGHT: i64 = 1_717_387_200;
const DAY: i64 = 86_400;

/// A host with five bars of each ticker: `FUND` is one, and a ticker of another interval says so in its name.
struct Host;

impl Transport for Host {
    fn send(&self, request: TransportRequest) -> TransportFuture<'_, TransportReply> {
        let ticker = request.url().path().rsplit('/').next().unwrap().to_owned();
        let query = request.url().query().unwrap_or_default().to_owned();
        Box::pin(async move {
            let body = reply(&ticker, &query).to_string().into_bytes();
            Ok(TransportReply::new(StatusCode::OK, body))
        })
    }
}

fn reply(ticker: &str, query: &str) -> Value {
    let is_weekly = query.contains("interval=1wk");
    let (start, step, interval) = if is_weekly { (MIDNIGHT, 7 * DAY, "1wk") } else { (MONDAY, DAY, "1d") };
    // The first minute of Tuesday has no trade.
    let minutes = [MONDAY, MONDAY + 60, MONDAY + DAY + 60, MONDAY + DAY + 120, MONDAY + 2 * DAY];
    let (interval, range, times) = match query.contains("interval=1m&") {
        true => ("1m", "5d", minutes.to_vec()),
        false => (interval, "1mo", (0..5).map(|bar| start + bar * step).collect()),
    };
    let is_late = ticker == "LATE";
    let kind = if ticker == "FUND" { "MUTUALFUND" } else { "EQUITY" };
    let event = |time: i64, amount: f64| json!({ "date": time, "amount": amount });
    let split = |time: i64, new: i64, old: i64| json!({ "date": time, "numerator": new, "denominator": old });
    let events = json!({
        "dividends": {
            "1": event(MONDAY + DAY, 0.25), "2": event(MONDAY + DAY, 0.5),
            // Before the first bar, and after the last.
            "3": event(MONDAY - 30 * DAY, 9.0), "4": event(if is_late { MONDAY + 36 * DAY } else { MONDAY + 60 * DAY }, 9.0),
        },
        "splits": { "1": split(MONDAY + 2 * DAY, 2, 1), "2": split(MONDAY + 2 * DAY + 60, 3, 2) },
        "capitalGains": { "1": event(MONDAY + 3 * DAY, 1.5) },
    });
    let list = [7.0; 5];
    json!({"chart": {"error": null, "result": [{
        "meta": {
            "symbol": ticker, "instrumentType": kind, "dataGranularity": interval,
            "exchangeTimezoneName": "America/New_York", "range": range,
        },
        "timestamp": times,
        "events": events,
        "indicators": {
            "quote": [{"open": list, "high": list, "low": list, "close": list, "volume": [1, 2, 3, 4, 5]}],
            "adjclose": [{"adjclose": list}],
        },
    }]}})
}

async fn history(ticker: &str, set: impl FnOnce(History) -> History) -> DataFrame {
    let client = client_builder(&[], "").transport(Host).build().unwrap();
    let request = set(History::new(ticker).adjust(Adjust::Unadjusted));
    request.fetch(&client).await.unwrap().history().unwrap()
}

fn column(frame: &DataFrame, name: &str) -> Vec<Value> {
    cells(frame.column(name).unwrap())
}

#[tokio::test]
async fn every_bar_has_what_was_paid_in_its_time() {
    let days = history("IBM", |request| request).await;
    assert_eq!(names(&days)[6..], ["Volume", "Dividends", "Stock Splits"]);
    // Two of a day are joined.
    // What is before the first bar and after the last has a row of its own.
    assert_eq!(json!(column(&days, "Dividends")), json!([9.0, 0.0, 0.75, 0.0, 0.0, 0.0, 9.0]));
    assert_eq!(json!(column(&days, "Stock Splits")), json!([0.0, 0.0, 0.0, 3.0, 0.0, 0.0, 0.0]));
    assert_eq!(json!(column(&days, "Close")), json!([null, 7.0, 7.0, 7.0, 7.0, 7.0, null]));
    assert_eq!(json!(column(&days, "Volume")), json!([null, 1, 2, 3, 4, 5, null]));
    let weeks = history("IBM", |request| request.interval(Interval::OneWeek)).await;
    assert_eq!(json!(column(&weeks, "Dividends")), json!([0.75, 0.0, 0.0, 0.0, 0.0]));
    assert_eq!(json!(column(&weeks, "Stock Splits")), json!([3.0, 0.0, 0.0, 0.0, 0.0]));
    // One in the time of the bar that would be next has a row.
    let late = history("LATE", |request| request.interval(Interval::OneWeek)).await;
    assert_eq!(json!(column(&late, "Dividends")), json!([0.75, 0.0, 0.0, 0.0, 0.0, 9.0]));
    assert_eq!(column(&late, "Close").last(), Some(&Value::Null));
    // An event is on the first minute of its day, which may be after it.
    let minutes =
        history("IBM", |request| request.interval(Interval::OneMinute).range(Range::FiveDays)).await;
    assert_eq!(json!(column(&minutes, "Dividends")), json!([0.0, 0.0, 0.75, 0.0, 0.0]));
    assert_eq!(json!(column(&minutes, "Stock Splits")), json!([0.0, 0.0, 0.0, 0.0, 3.0]));
    let fund = history("FUND", |request| request).await;
    assert_eq!(names(&fund)[7..], ["Dividends", "Stock Splits", "Capital Gains"]);
    assert_eq!(json!(column(&fund, "Capital Gains")), json!([0.0, 0.0, 0.0, 0.0, 1.5, 0.0, 0.0]));
}

#[tokio::test]
async fn actions_of_a_fund_have_its_capital_gains() {
    let client = client_builder(&[], "").transport(Host).build().unwrap();
    let fund = History::new("FUND").fetch(&client).await.unwrap();
    let (gains, actions) = (fund.capital_gains().unwrap(), fund.actions().unwrap());
    assert_eq!(names(&gains), ["Date", "Capital Gains"]);
    assert_eq!(json!(column(&gains, "Capital Gains")), json!([1.5]));
    assert_eq!(names(&actions), ["Date", "Dividends", "Stock Splits", "Capital Gains"]);
    assert_eq!(json!(column(&actions, "Dividends")), json!([9.0, 0.25, 0.5, null, null, null, 9.0]));
    assert_eq!(json!(column(&actions, "Stock Splits")), json!([null, null, null, 2.0, 1.5, null, null]));
    assert_eq!(json!(column(&actions, "Capital Gains")), json!([null, null, null, null, null, 1.5, null]));
    let company = History::new("IBM").fetch(&client).await.unwrap();
    assert_eq!(names(&company.actions().unwrap()), ["Date", "Dividends", "Stock Splits"]);
}

#[tokio::test]
async fn events_that_were_not_asked_for_have_no_column() {
    let without = history("FUND", |request| request.actions(false)).await;
    assert_eq!(names(&without).last().unwrap(), "Volume");
    let splits = history("FUND", |request| request.events([EventKind::Splits])).await;
    assert_eq!(names(&splits)[6..], ["Volume", "Stock Splits"]);
    let marked = history("FUND", |request| request.repair(true)).await;
    assert_eq!(names(&marked)[7..], ["Dividends", "Stock Splits", "Capital Gains", "Repaired?"]);
    assert_eq!(json!(column(&marked, "Repaired?")), json!(vec![false; 7]));
}

/// A column that a ticker lacks is null on its rows, whichever comes first.
#[tokio::test]
async fn a_fund_and_a_company_have_a_joint_frame() {
    let client = client_builder(&[], "").transport(Host).build().unwrap();
    for tickers in [["FUND", "IBM"], ["IBM", "FUND"]] {
        let set = |history: History| history.range(Range::OneMonth).adjust(Adjust::Unadjusted);
        let both = download(&client, tickers, set).await.history().unwrap();
        assert_eq!(both.height(), 14);
        assert_eq!(both.column("Capital Gains").unwrap().null_count(), 7, "{tickers:?}");
    }
}
