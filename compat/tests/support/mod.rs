//! Helpers of the tests: conversion without a network, frames as JSON, and a client that counts its requests.

#![allow(dead_code, reason = "each test program uses a part of it")]
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::as_conversions,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    clippy::print_stderr,
    reason = "a test fails by panicking"
)]

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use serde_json::{Value, json};
use virtual_finance::http::header::SET_COOKIE;
use virtual_finance::http::{HeaderMap, HeaderValue, StatusCode};
use virtual_finance::request::Endpoint;
use virtual_finance::transport::{Transport, TransportFuture, TransportReply, TransportRequest};
use virtual_finance::{Client, ClientBuilder};
use virtual_finance_compat::polars::prelude::{AnyValue, Column, DataFrame, DataType};
use virtual_finance_sample as sample;
use virtual_finance_tests::converted;
use virtual_finance_tests::hosts::client_builder;

/// The names of yfinance's `fast_info`, in its order.
pub(crate) const FAST_INFO: &str = "currency, dayHigh, dayLow, exchange, fiftyDayAverage, lastPrice, \
     lastVolume, marketCap, open, previousClose, quoteType, regularMarketPreviousClose, shares, \
     tenDayAverageVolume, threeMonthAverageVolume, timezone, twoHundredDayAverage, yearChange, yearHigh, \
     yearLow";

pub(crate) fn convert<E: Endpoint>(request: &E, body: impl AsRef<[u8]>) -> E::Response {
    converted(request, &[body]).unwrap().response
}

/// Returns the captured replies, or none where the test is to be skipped.
pub(crate) fn captures() -> Option<PathBuf> {
    match virtual_finance_tests::captures() {
        Ok(folder) => Some(folder),
        Err(reason) if virtual_finance_tests::captures_required() => panic!("{reason}"),
        Err(reason) => {
            eprintln!("skipped: {reason}");
            None
        }
    }
}

pub(crate) fn names(frame: &DataFrame) -> Vec<String> {
    frame.columns().iter().map(|column| column.name().to_string()).collect()
}

/// Returns the columns with their types, as a frame prints them: `Date: datetime[ms, America/New_York]`.
pub(crate) fn schema(frame: &DataFrame) -> Vec<String> {
    frame.columns().iter().map(|column| format!("{}: {}", column.name(), column.dtype())).collect()
}

/// Returns [`schema`] with commas between the columns.
pub(crate) fn columns(frame: &DataFrame) -> String {
    schema(frame).join(", ")
}

/// Returns the cells of a column; times as epoch milliseconds, days too.
pub(crate) fn cells(column: &Column) -> Vec<Value> {
    (0..column.len()).map(|row| cell(&column.get(row).unwrap())).collect()
}

pub(crate) fn column(frame: &DataFrame, name: &str) -> Vec<Value> {
    cells(frame.column(name).unwrap())
}

pub(crate) fn rows(frame: &DataFrame) -> Vec<Value> {
    let columns: Vec<_> = frame.columns().iter().map(cells).collect();
    (0..frame.height()).map(|row| columns.iter().map(|column| column[row].clone()).collect()).collect()
}

fn cell(value: &AnyValue<'_>) -> Value {
    match value {
        AnyValue::Null => Value::Null,
        AnyValue::Int64(number) => json!(number),
        AnyValue::Float64(number) => json!(number),
        AnyValue::Boolean(truth) => json!(truth),
        AnyValue::String(text) => json!(text),
        AnyValue::StringOwned(text) => json!(text.as_str()),
        AnyValue::Date(days) => json!(i64::from(*days) * 86_400_000),
        AnyValue::Datetime(millis, ..) | AnyValue::DatetimeOwned(millis, ..) => json!(millis),
        other => panic!("a cell of another kind: {other:?}"),
    }
}

pub(crate) fn zone(frame: &DataFrame, name: &str) -> String {
    match frame.column(name).unwrap().dtype() {
        DataType::Datetime(_, Some(zone)) => zone.to_string(),
        other => panic!("{name} is {other}"),
    }
}

/// A transport that answers as the sample host does, gives whoever asks a session, and counts what is asked, by the
/// address's path.
#[derive(Clone, Default)]
pub(crate) struct Counting {
    asked: Arc<Mutex<BTreeMap<String, usize>>>,
    /// The number of next messages that get a 500.
    failing: Arc<Mutex<usize>>,
}

impl Counting {
    pub(crate) fn builder(&self) -> ClientBuilder {
        client_builder(&[], "").transport(self.clone())
    }

    pub(crate) fn client(&self) -> Client {
        self.builder().build().unwrap()
    }

    pub(crate) fn asked(&self) -> BTreeMap<String, usize> {
        self.asked.lock().unwrap().clone()
    }

    pub(crate) fn count(&self) -> usize {
        self.asked().values().sum()
    }

    /// Lets the next messages fail.
    pub(crate) fn fail(&self, messages: usize) {
        *self.failing.lock().unwrap() = messages;
    }

    fn fails(&self) -> bool {
        let mut failing = self.failing.lock().unwrap();
        let fails = *failing > 0;
        *failing = failing.saturating_sub(1);
        fails
    }
}

impl Transport for Counting {
    fn send(&self, request: TransportRequest) -> TransportFuture<'_, TransportReply> {
        Box::pin(async move {
            let url = request.url();
            *self.asked.lock().unwrap().entry(url.path().to_owned()).or_default() += 1;
            // Others get their turn to ask for the same meanwhile.
            for _ in 0..32 {
                tokio::task::yield_now().await;
            }
            if self.fails() {
                return Ok(TransportReply::new(StatusCode::INTERNAL_SERVER_ERROR, b"broken".to_vec()));
            }
            if let Some(reply) = session(url.host_str(), url.path()) {
                return Ok(reply);
            }
            let sent = sample::SampleRequest {
                method: request.method().as_str(),
                path: url.path(),
                query: url.query().unwrap_or_default(),
                headers: &[],
                body: str::from_utf8(request.body().unwrap_or_default()).unwrap(),
            };
            let reply = sample::reply_to(&sent, sample::DEFAULT_NOW);
            let status = StatusCode::from_u16(reply.status).unwrap();
            Ok(TransportReply::new(status, reply.body.into_bytes()))
        })
    }
}

/// Returns the cookie or the crumb of a session, where that is asked for.
fn session(host: Option<&str>, path: &str) -> Option<TransportReply> {
    if path.ends_with("/getcrumb") {
        return Some(TransportReply::new(StatusCode::OK, b"crumb".to_vec()));
    }
    let domain = host?.strip_prefix("fc.")?;
    let cookie = HeaderValue::from_str(&format!("A3=invented; Domain={domain}; Path=/")).unwrap();
    let headers = HeaderMap::from_iter([(SET_COOKIE, cookie)]);
    Some(TransportReply::new(StatusCode::OK, Vec::new()).headers(headers))
}

pub(crate) fn long_history(rows: usize) -> virtual_finance::responses::history::Response {
    let list = |first: f64| -> Vec<Value> {
        (0..rows)
            .map(|row| if row % 97 == 5 { Value::Null } else { json!(first + row as f64 / 8.0) })
            .collect()
    };
    let times: Vec<_> = (0..rows).map(|row| -252_322_200 + 86_400 * row as i64).collect();
    let volumes: Vec<_> = (0..rows).map(|row| json!(1_000_000 + row)).collect();
    let quote = json!({
        "open": list(7.0), "high": list(9.0), "low": list(6.0), "close": list(8.0), "volume": volumes,
    });
    let result = json!({
        "meta": {"symbol": "IBM", "exchangeTimezoneName": "America/New_York"},
        "timestamp": times,
        "indicators": {"quote": [quote], "adjclose": [{"adjclose": list(4.0)}]},
    });
    let reply = json!({"chart": {"result": [result], "error": null}});
    convert(&virtual_finance::History::new("IBM"), reply.to_string())
}
