//! Several tickers fetched together, against a client that counts its requests.

use crate::support;
use crate::support::Counting;
use polars_core::prelude::{AnyValue, DataFrame};
use serde_json::json;
use virtual_finance::http::StatusCode;
use virtual_finance::transport::{Transport, TransportFuture, TransportReply, TransportRequest};
use virtual_finance::{Interval, Range};
use virtual_finance_compat::{Adjust, Error, History, blocking, download, polars as polars_core};
use virtual_finance_sample as sample;
use virtual_finance_tests::hosts::client_builder;

fn strings(frame: &DataFrame, name: &str) -> Vec<String> {
    let column = frame.column(name).unwrap().as_materialized_series().clone();
    column.iter().map(|cell| cell.str_value().into_owned()).collect()
}

#[tokio::test]
async fn one_frame_names_the_ticker_of_each_row() {
    let host = Counting::default();
    let tickers = ["IBM", "NOTFOUND", "AAPL", "IBM"];
    let prices = download(&host.client(), tickers, |history| history.range(Range::FiveDays)).await;
    assert_eq!(host.count(), 3, "a ticker that is given twice is fetched once");
    let frame = prices.history().unwrap();
    let expected = "Ticker, Date, Open, High, Low, Close, Adj Close, Volume, Dividends, Stock Splits";
    assert_eq!(support::names(&frame).join(", "), expected);
    assert_eq!(strings(&frame, "Ticker"), [["IBM"; 5], ["AAPL"; 5]].concat());
    // The rows are those of the tickers by themselves.
    for (ticker, from) in [("IBM", 0), ("AAPL", 5)] {
        let one = History::new(ticker).range(Range::FiveDays).fetch(&host.client()).await.unwrap();
        let rows = frame.slice(from, 5).drop("Ticker").unwrap();
        assert!(rows.equals_missing(&one.history().unwrap()), "{ticker}");
        assert!(prices.get(ticker).unwrap().history().unwrap().equals_missing(&rows));
    }
    let failed: Vec<_> = prices.failures().collect();
    assert!(matches!(failed[..], [("NOTFOUND", Error::Request(error))] if error.status() == Some(404)));
    assert!(prices.get("NOTFOUND").is_none() && prices.get("MSFT").is_none());
    assert_eq!(prices.iter().map(|(ticker, _)| ticker).collect::<Vec<_>>(), ["IBM", "AAPL"]);
}

#[tokio::test]
async fn actions_of_all_tickers() {
    let host = Counting::default();
    let set = |history: History| history.range(Range::OneYear).adjust(Adjust::Unadjusted);
    let all = download(&host.client(), ["IBM", "AAPL"], set).await.actions().unwrap();
    let one =
        History::new("AAPL").range(Range::OneYear).fetch(&host.client()).await.unwrap().actions().unwrap();
    let named = strings(&all, "Ticker");
    let rows = named.iter().filter(|ticker| *ticker == "AAPL").count();
    assert_eq!(rows, one.height());
    assert!(rows > 0 && named.len() > rows);
}

/// The sample host, at which `ALL.AX` is of another exchange.
struct Exchanges;

impl Transport for Exchanges {
    fn send(&self, request: TransportRequest) -> TransportFuture<'_, TransportReply> {
        let url = request.url();
        let reply = sample::reply(url.path(), url.query().unwrap_or_default(), sample::DEFAULT_NOW);
        let is_other = url.path().ends_with("/ALL.AX");
        let zone = if is_other { "Australia/Sydney" } else { "America/New_York" };
        let body = reply.body.replace("America/New_York", zone).into_bytes();
        Box::pin(async move { Ok(TransportReply::new(StatusCode::OK, body)) })
    }
}

#[tokio::test]
async fn timestamps_of_several_zones_are_in_utc() {
    let client = client_builder(&[], "").transport(Exchanges).build().unwrap();
    let set = |history: History| history.range(Range::OneDay).interval(Interval::OneHour);
    let both = download(&client, ["IBM", "ALL.AX"], set).await;
    let frame = both.history().unwrap();
    assert_eq!(support::zone(&frame, "Date"), "UTC");
    let alone = both.get("IBM").unwrap().history().unwrap();
    assert_ne!(support::zone(&alone, "Date"), "UTC");
    let millis = |frame: &DataFrame| match frame.column("Date").unwrap().get(0).unwrap() {
        AnyValue::Datetime(millis, ..) => millis,
        other => panic!("{other:?}"),
    };
    assert_eq!(millis(&frame), millis(&alone), "the instant stays");
    let same = download(&client, ["IBM", "AAPL"], set).await.history().unwrap();
    assert_ne!(support::zone(&same, "Date"), "UTC");
}

#[tokio::test]
async fn nothing_to_fetch_and_nothing_fetched() {
    let host = Counting::default();
    let none = download(&host.client(), [""; 0], |history| history).await;
    assert_eq!((none.history().unwrap().width(), none.failures().count()), (0, 0));
    let failed = download(&host.client(), ["NOTFOUND", ".."], |history| history).await;
    assert_eq!((failed.history().unwrap().width(), failed.failures().count()), (0, 2));
    assert_eq!(json!(host.asked().len()), json!(1));
}

#[test]
fn the_blocking_form_is_the_same() {
    let host = Counting::default();
    let client = host.builder().build_blocking().unwrap();
    let prices =
        blocking::download(&client, ["IBM", "AAPL"], |history| history.range(Range::FiveDays)).unwrap();
    assert_eq!(prices.history().unwrap().height(), 10);
}
