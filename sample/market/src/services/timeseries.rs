//! The fundamentals of a company as time series: a list for each type that is asked for.

use std::ops::RangeInclusive;

use serde_json::{Map, Value, json};

use crate::agreed::error_envelope;
use crate::asked::RoutedRequest;
use crate::calendar;
use crate::company::{self, Instrument};
use crate::facts::statements::{self, Period};
use crate::numbers::{count, real, seeded};
use crate::reply::{Reply, in_envelope};
use crate::services::valuation;

/// The envelope.
const KEY: &str = "timeseries";

/// The series of the number of shares.
const SHARES: &str = "shares_out";

/// Returns the asked types within the asked time.
pub(crate) fn reply(asked: &RoutedRequest<'_>) -> Reply {
    // Without a type the host counts shares.
    let types = asked.sent.query.get("type").unwrap_or(SHARES);
    let epoch = |name, default: i64| asked.sent.query.get(name).map_or(Ok(default), str::parse);
    let (Ok(start), Ok(end)) = (epoch("period1", 0), epoch("period2", asked.now)) else {
        let text = "Invalid input - period1 and period2 are numbers of seconds";
        return error_envelope(KEY, 400, "Bad Request", text);
    };
    let types: Vec<&str> = types.split(',').map(str::trim).collect();
    let span = start..=end;
    let entries: Vec<Value> = types.iter().map(|name| entry(asked.subject, name, &span, asked.now)).collect();
    in_envelope(KEY, &entries)
}

fn entry(ticker: &str, name: &str, span: &RangeInclusive<i64>, now: i64) -> Value {
    let mut entry = Map::new();
    entry.insert("meta".into(), json!({"symbol": [ticker], "type": [name]}));
    if name == SHARES {
        return shares(entry, ticker, span, now);
    }
    if let Some(value) = valuation::entry(&entry, ticker, name, span, now) {
        return value;
    }
    let period = [("annual", Period::Year), ("quarterly", Period::Quarter), ("trailing", Period::Year)]
        .into_iter()
        .find_map(|(prefix, period)| Some((period, name.strip_prefix(prefix)?)));
    let Some((period, item)) = period else { return entry.into() };
    let id = seeded(item, "time series").u32(20_000..30_000);
    let mut times = Vec::new();
    let mut points = Vec::new();
    for (end, amount) in statements::amounts(ticker, item, period, now) {
        let time = calendar::midnight(end);
        if !span.contains(&time) {
            continue;
        }
        // The host's figures are floats here, and here alone.
        let text = count(amount).get("fmt").cloned();
        times.push(time);
        points.push(json!({
            "dataId": id,
            "asOfDate": end.to_string(),
            "periodType": match period {
                Period::Year if name.starts_with("trailing") => "TTM",
                Period::Year => "12M",
                Period::Quarter => "3M",
            },
            "currencyCode": Instrument::of(ticker).currency_of_companies(),
            "reportedValue": {"raw": real(amount), "fmt": text},
        }));
    }
    if !points.is_empty() {
        entry.insert("timestamp".into(), times.into());
        entry.insert(name.to_owned(), points.into());
    }
    entry.into()
}

/// Returns the number of shares at the ends of months; each second month has a second count.
fn shares(mut entry: Map<String, Value>, ticker: &str, span: &RangeInclusive<i64>, now: i64) -> Value {
    const MONTHS: i32 = 36;
    let today = calendar::date_of(now);
    let (mut times, mut counts) = (Vec::new(), Vec::new());
    for back in (0..MONTHS).rev() {
        let date = calendar::months_later(today.first_of_month(), back.saturating_neg());
        let time = calendar::midnight(date);
        if !span.contains(&time) {
            continue;
        }
        let count = company::shares(ticker).saturating_add(i64::from(back).saturating_mul(100_000));
        times.push(time);
        counts.push(count);
        if back % 2 == 0 {
            times.push(time);
            counts.push(count.saturating_add(1_000));
        }
    }
    if !times.is_empty() {
        entry.insert("timestamp".into(), times.into());
        entry.insert(SHARES.into(), counts.into());
    }
    entry.into()
}
