//! The fundamentals of a company as time series: a list for each type that is asked for.

use std::ops::RangeInclusive;

use serde_json::{Map, Value, json};

use crate::agreed::error_envelope;
use crate::asked::Asked;
use crate::calendar;
use crate::facts::statements::{self, Period};
use crate::numbers::{count, real, seeded};
use crate::reply::{JSON_TYPE, Reply};

/// The envelope.
const KEY: &str = "timeseries";

/// Returns the asked types within the asked time.
pub(crate) fn reply(asked: &Asked<'_>) -> Reply {
    let Some(types) = asked.sent.query.get("type") else {
        return error_envelope(KEY, 400, "Bad Request", "Missing required query parameter=type");
    };
    let epoch = |name, default: i64| asked.sent.query.get(name).map_or(Ok(default), str::parse);
    let (Ok(start), Ok(end)) = (epoch("period1", 0), epoch("period2", asked.now)) else {
        let text = "Invalid input - period1 and period2 are numbers of seconds";
        return error_envelope(KEY, 400, "Bad Request", text);
    };
    let types: Vec<&str> = types.split(',').map(str::trim).collect();
    let body = body(asked.subject, &types, &(start..=end), asked.now);
    Reply::new(200, JSON_TYPE, body.to_string())
}

/// Returns the reply with one entry a type; without figures it says no more than whose and what it is.
pub(crate) fn body(ticker: &str, types: &[&str], span: &RangeInclusive<i64>, now: i64) -> Value {
    let entries: Vec<Value> = types.iter().map(|name| entry(ticker, name, span, now)).collect();
    json!({KEY: {"result": entries, "error": null}})
}

fn entry(ticker: &str, name: &str, span: &RangeInclusive<i64>, now: i64) -> Value {
    let mut entry = Map::new();
    entry.insert("meta".into(), json!({"symbol": [ticker], "type": [name]}));
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
            "currencyCode": "USD",
            "reportedValue": {"raw": real(amount), "fmt": text},
        }));
    }
    if !points.is_empty() {
        entry.insert("timestamp".into(), times.into());
        entry.insert(name.to_owned(), points.into());
    }
    entry.into()
}
