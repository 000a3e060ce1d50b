//! Repairs of histories that are fetched: the column, the note, the adjustment after the repair, and the hours of a gap.

use std::sync::{Arc, Mutex};

use serde_json::{Value, json};
use virtual_finance::http::StatusCode;
use virtual_finance::transport::{Transport, TransportFuture, TransportReply, TransportRequest};
use virtual_finance::{Client, Interval, Range};
use virtual_finance_compat::repair::Reason;
use virtual_finance_compat::{Adjust, Error, History, download};
use virtual_finance_tests::hosts::client_builder;

use crate::support::{Counting, column, names};

const DAY: i64 = 86_400;
/// 2024-06-03, 09:30 in New York.
const BEGIN: i64 = 1_717_421_400;

/// A host with eight days of a company, whose fifth day lacks prices, and the hours of all of them.
#[derive(Clone, Default)]
struct Gap {
    asked: Arc<Mutex<Vec<String>>>,
    /// The hours cannot be had.
    has_no_hours: bool,
}

impl Gap {
    fn client(&self) -> Client {
        client_builder(&[], "").transport(self.clone()).build().unwrap()
    }

    fn reply(&self, query: &str) -> Option<Value> {
        let closes = [100.0, 101.0, 102.0, 101.0, 100.0, 101.0, 102.0, 103.0];
        let is_hours = query.contains("interval=1h");
        if is_hours && self.has_no_hours {
            return None;
        }
        let rows: Vec<(i64, f64)> =
            closes.iter().zip(0..).map(|(close, day)| (BEGIN + day * DAY, *close)).collect();
        let (times, bars): (Vec<i64>, Vec<[Value; 6]>) = if is_hours {
            let hours = |(time, close): &(i64, f64)| {
                let bar = |price: f64| {
                    [
                        json!(price),
                        json!(price + 0.5),
                        json!(price - 0.5),
                        json!(price),
                        json!(500),
                        Value::Null,
                    ]
                };
                [(*time, bar(close - 1.0)), (time + 3600, bar(*close))]
            };
            rows.iter().flat_map(hours).unzip()
        } else {
            let day = |(time, close): &(i64, f64)| {
                let is_gap = *time == BEGIN + 4 * DAY;
                let price = |price: f64| if is_gap { Value::Null } else { json!(price) };
                let volume = if is_gap { json!(0) } else { json!(2000) };
                let low = if *time == BEGIN { (close - 1.5) * 100.0 } else { close - 1.5 };
                (
                    *time,
                    [
                        price(close - 1.0),
                        price(close + 0.5),
                        price(low),
                        price(*close),
                        volume,
                        price(close * 0.9),
                    ],
                )
            };
            rows.iter().map(day).unzip()
        };
        let list = |index: usize| bars.iter().map(|bar| bar[index].clone()).collect::<Vec<_>>();
        let quote =
            json!({"open": list(0), "high": list(1), "low": list(2), "close": list(3), "volume": list(4)});
        let meta = json!({
            "symbol": "ACME", "currency": "USD", "instrumentType": "EQUITY", "exchangeTimezoneName": "America/New_York",
            "dataGranularity": if is_hours { "1h" } else { "1d" },
        });
        let mut indicators = json!({"quote": [quote]});
        if !is_hours {
            indicators["adjclose"] = json!([{"adjclose": list(5)}]);
        }
        Some(
            json!({"chart": {"result": [{"meta": meta, "timestamp": times, "indicators": indicators}], "error": null}}),
        )
    }
}

impl Transport for Gap {
    fn send(&self, request: TransportRequest) -> TransportFuture<'_, TransportReply> {
        Box::pin(async move {
            let query = request.url().query().unwrap_or_default().to_owned();
            let reply = self.reply(&query);
            self.asked.lock().unwrap().push(query);
            Ok(match reply {
                Some(reply) => TransportReply::new(StatusCode::OK, reply.to_string().into_bytes()),
                None => TransportReply::new(StatusCode::INTERNAL_SERVER_ERROR, b"broken".to_vec()),
            })
        })
    }
}

#[tokio::test]
async fn a_gap_is_filled_from_the_hours_of_its_day() {
    let host = Gap::default();
    let request = History::new("ACME").repair(true).adjust(Adjust::Unadjusted);
    let found = request.fetch(&host.client()).await.unwrap();
    let frame = found.history().unwrap();
    assert_eq!(names(&frame).last().unwrap(), "Repaired?");
    // The open of the first hour, the highest and lowest price, and the close of the last one; twice the volume, as the
    // days near it have twice that of their hours.
    assert_eq!(column(&frame, "Open")[4], json!(99.0));
    assert_eq!(column(&frame, "High")[4], json!(100.5));
    assert_eq!(column(&frame, "Low")[4], json!(98.5));
    assert_eq!(column(&frame, "Close")[4], json!(100.0));
    assert_eq!(column(&frame, "Adj Close")[4], json!(90.0));
    assert_eq!(column(&frame, "Volume")[4], json!(2000));
    assert_eq!(column(&frame, "Low")[0], json!(98.5));
    let marked = column(&frame, "Repaired?");
    assert_eq!(marked.iter().filter(|cell| **cell == json!(true)).count(), 2);
    assert!(marked[0] == json!(true) && marked[4] == json!(true));
    let repairs = found.repairs().unwrap();
    assert!(repairs.undecided.is_empty(), "{repairs}");
    assert_eq!(repairs.made.iter().filter(|made| made.reason == Reason::Hours).count(), 5);
    let asked = host.asked.lock().unwrap().clone();
    assert_eq!(asked.len(), 3);
    assert!(asked[0].contains("events=div%2Csplits%2CcapitalGains"), "{asked:?}");
    assert!(asked[1].contains("interval=1h"), "{asked:?}");
}

#[tokio::test]
async fn a_gap_without_hours_is_told() {
    let host = Gap { has_no_hours: true, ..Gap::default() };
    let found = History::new("ACME").repair(true).fetch(&host.client()).await.unwrap();
    assert_eq!(column(&found.history().unwrap(), "Close")[4], Value::Null);
    assert_eq!(found.adjustment(), Adjust::Auto);
    // A day without any price and volume may be a day without trades.
    assert!(found.repairs().unwrap().undecided.is_empty(), "{}", found.repairs().unwrap());
}

#[tokio::test]
async fn prices_are_adjusted_after_the_repair() {
    let found = History::new("ACME").repair(true).fetch(&Gap::default().client()).await.unwrap();
    assert_eq!(found.adjustment(), Adjust::Auto);
    let frame = found.history().unwrap();
    // The low of 98.5, which was times 100 in the reply, times 0.9.
    assert!((column(&frame, "Low")[0].as_f64().unwrap() - 88.65).abs() < 1e-9);
    assert_eq!(column(&frame, "Close")[4], json!(90.0));
    let lines: Vec<String> = found.notes().lines().collect();
    assert!(lines.iter().any(|line| line == "adjustment: auto"), "{lines:?}");
    assert!(
        lines[0].starts_with("repairs: 7 made, 0 undecided\n")
            && lines[0].contains("\n  2024-06-03T13:30:00Z Low was in another unit"),
        "{lines:?}"
    );
}

/// Over the sample host, whose histories are right.
#[tokio::test]
async fn a_history_that_is_right_is_the_same_with_a_repair() {
    let host = Counting::default();
    let client = host.client();
    for adjust in Adjust::ALL {
        for interval in [Interval::OneDay, Interval::OneWeek, Interval::FiveMinutes] {
            let range = if interval == Interval::FiveMinutes { Range::OneDay } else { Range::TenYears };
            let request = History::new("IBM").range(range).interval(interval).adjust(adjust);
            if interval == Interval::FiveMinutes && adjust == Adjust::Back {
                continue;
            }
            let plain = request.fetch(&client).await.unwrap();
            let repaired = request.clone().repair(true).fetch(&client).await.unwrap();
            let repairs = repaired.repairs().unwrap();
            assert!(repairs.made.is_empty(), "{adjust:?} {interval}: {repairs}");
            assert_eq!(repaired.adjustment(), plain.adjustment());
            let (plain, repaired) = (plain.history().unwrap(), repaired.history().unwrap());
            assert_eq!(repaired.drop("Repaired?").unwrap(), plain, "{adjust:?} {interval}");
        }
    }
}

#[tokio::test]
async fn several_histories_are_repaired_too() {
    let client = Counting::default().client();
    let prices = download(&client, ["IBM", "ACME"], |history| history.repair(true)).await;
    assert_eq!(names(&prices.history().unwrap()).last().unwrap(), "Repaired?");
}

#[tokio::test]
async fn what_is_adjusted_is_not_repaired() {
    let adjusted = virtual_finance::History::new("IBM").adjust(virtual_finance::AdjustType::Auto);
    let error = History::from(adjusted).repair(true).fetch(&Counting::default().client()).await.unwrap_err();
    assert!(matches!(error, Error::AlreadyAdjusted { .. }), "{error}");
}

/// A host with a year of a company that pays every 40 days: the newest 30 days for the range `1mo`, and all for any
/// other. Its last dividend came as a hundredth, which the price does not show.
#[derive(Clone, Default)]
struct Long {
    asked: Arc<Mutex<Vec<String>>>,
    /// The whole history has other bars.
    is_other: bool,
}

impl Long {
    fn reply(&self, query: &str) -> Value {
        let is_whole = !query.contains("range=1mo");
        let first = if is_whole { 0 } else { 220 };
        let shift = if is_whole && self.is_other { 1.5 } else { 1.0 };
        let close = |row: i64| (50.0 + (row % 2) as f64 * 0.1) * shift;
        let paid = |row: i64| row % 40 == 36;
        let (mut adjusted, mut factor) = (Vec::new(), 1.0);
        for row in (0..250).rev() {
            adjusted.push(close(row) * factor);
            if paid(row) {
                factor *= 1.0 - 0.4 / close(row - 1);
            }
        }
        adjusted.reverse();
        let rows: Vec<i64> = (first..250).collect();
        let times: Vec<i64> = rows.iter().map(|row| BEGIN + row * DAY).collect();
        let closes: Vec<f64> = rows.iter().copied().map(close).collect();
        let adjusted: Vec<f64> = adjusted[usize::try_from(first).unwrap()..].to_vec();
        let dividends: serde_json::Map<_, _> = rows
            .iter()
            .filter(|row| paid(**row))
            .map(|row| {
                let amount = if *row == 236 { 0.004 } else { 0.4 };
                let time = BEGIN + row * DAY;
                (time.to_string(), json!({"amount": amount, "date": time}))
            })
            .collect();
        let volumes = vec![1000; rows.len()];
        json!({"chart": {"error": null, "result": [{
            "meta": {
                "symbol": "ACME", "currency": "USD", "instrumentType": "EQUITY", "dataGranularity": "1d",
                "exchangeTimezoneName": "America/New_York",
            },
            "timestamp": times, "events": {"dividends": dividends},
            "indicators": {
                "quote": [{"open": closes, "high": closes, "low": closes, "close": closes, "volume": volumes}],
                "adjclose": [{"adjclose": adjusted}],
            },
        }]}})
    }
}

impl Transport for Long {
    fn send(&self, request: TransportRequest) -> TransportFuture<'_, TransportReply> {
        Box::pin(async move {
            let query = request.url().query().unwrap_or_default().to_owned();
            let reply = self.reply(&query).to_string().into_bytes();
            self.asked.lock().unwrap().push(query);
            Ok(TransportReply::new(StatusCode::OK, reply))
        })
    }
}

#[tokio::test]
async fn a_short_history_is_repaired_within_all_bars_and_cut_out() {
    for is_other in [false, true] {
        let host = Long { is_other, ..Long::default() };
        let client = client_builder(&[], "").transport(host.clone()).build().unwrap();
        let request = History::new("ACME").range(Range::OneMonth).adjust(Adjust::Unadjusted).repair(true);
        let found = request.fetch(&client).await.unwrap();
        let asked = host.asked.lock().unwrap().clone();
        assert!(asked.len() == 2 && !asked[1].contains("range=1mo"), "{asked:?}");
        let frame = found.history().unwrap();
        assert_eq!(frame.height(), 30);
        let paid: Vec<f64> = column(&frame, "Dividends")
            .iter()
            .map(|cell| cell.as_f64().unwrap())
            .filter(|paid| *paid > 0.0)
            .collect();
        let repairs = found.repairs().unwrap();
        if is_other {
            // One dividend alone has no others that say which record is right.
            assert_eq!(paid, [0.004], "{repairs}");
            assert!(repairs.made.is_empty() && !repairs.undecided.is_empty(), "{repairs}");
        } else {
            assert_eq!(paid, [0.4], "{repairs}");
            assert_eq!(repairs.made.iter().map(|made| made.column).collect::<Vec<_>>(), ["Dividends"]);
            let marked = column(&frame, "Repaired?").iter().position(|cell| *cell == json!(true));
            assert_eq!(marked, Some(16));
        }
    }
}

#[tokio::test]
async fn a_right_short_history_has_nothing_to_tell() {
    let request = History::new("IBM").range(Range::FiveDays).repair(true);
    let found = request.fetch(&Counting::default().client()).await.unwrap();
    assert!(found.repairs().unwrap().is_empty(), "{}", found.repairs().unwrap());
}
