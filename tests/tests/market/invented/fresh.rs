//! Tests of the time until which a history is fresh.

use serde_json::{Value, json};
use virtual_finance::catalogue::Freshness;
use virtual_finance::notes::FreshUntil;
use virtual_finance::request::{Context, Endpoint as _, RawReply};
use virtual_finance::{DateTime, ENDPOINTS, History, Interval};

/// The session of Friday, 2024-06-28 in New York: from 9:30 to 16:00.
const OPEN: i64 = 1_719_581_400;
const CLOSE: i64 = 1_719_604_800;
const HOUR: i64 = 3600;
const DAY: i64 = 24 * HOUR;

fn meta() -> Value {
    json!({
        "symbol": "IBM",
        "dataGranularity": "1d",
        "currentTradingPeriod": {"regular": {"start": OPEN, "end": CLOSE}},
    })
}

/// Returns until when a history that came at `now` is fresh.
fn until(history: &History, meta: &Value, now: i64) -> Option<i64> {
    let reply = json!({"chart": {"result": [{"meta": meta, "indicators": {}}], "error": null}}).to_string();
    let reply = [RawReply::new(reply.as_bytes())];
    let converted = history.convert(&Context::new(&[], DateTime::from(now)), &reply).unwrap();
    converted.notes.get::<FreshUntil>().map(|FreshUntil(end)| end.epoch_seconds())
}

#[test]
fn bars_of_days_are_fresh_until_the_next_close() {
    let daily = |now| until(&History::new("IBM"), &meta(), now);
    // Before the session and in it.
    assert_eq!(daily(OPEN - 5 * HOUR), Some(CLOSE));
    assert_eq!(daily(OPEN), Some(CLOSE));
    assert_eq!(daily(CLOSE - 1), Some(CLOSE));
    // The last bar settles for half an hour.
    assert_eq!(daily(CLOSE), Some(CLOSE + HOUR / 2));
    assert_eq!(daily(CLOSE + HOUR / 2 - 1), Some(CLOSE + HOUR / 2));
    // Then the next close is a day later, or an hour less where clocks change.
    assert_eq!(daily(CLOSE + HOUR / 2), Some(CLOSE + DAY - HOUR));
    assert_eq!(daily(CLOSE + DAY - HOUR - 1), Some(CLOSE + DAY - HOUR));
    assert_eq!(daily(CLOSE + DAY - HOUR), Some(CLOSE + DAY));
    assert_eq!(daily(CLOSE + 2 * DAY + 1), Some(CLOSE + 3 * DAY - HOUR));
}

#[test]
fn shorter_bars_are_fresh_for_one_bar() {
    let with = |interval: &str| {
        let mut meta = meta();
        meta["dataGranularity"] = interval.into();
        until(&History::new("IBM"), &meta, OPEN)
    };
    assert_eq!(with("1m"), Some(OPEN + 60));
    assert_eq!(with("90m"), Some(OPEN + 90 * 60));
    assert_eq!(with("1h"), Some(OPEN + HOUR));
    for days in ["1d", "5d", "1wk", "1mo", "3mo"] {
        assert_eq!(with(days), Some(CLOSE), "{days}");
    }
    // The one that was asked for, where the reply does not say it.
    let minutes = History::new("IBM").interval(Interval::FiveMinutes);
    let mut silent = meta();
    silent["dataGranularity"] = Value::Null;
    assert_eq!(until(&minutes, &silent, OPEN), Some(OPEN + 300));
    // The host widened it.
    assert_eq!(until(&minutes, &meta(), OPEN), Some(CLOSE));
}

#[test]
fn what_a_reply_does_not_say_is_not_known() {
    let daily = |period: Value| {
        let mut meta = meta();
        meta["currentTradingPeriod"] = period;
        until(&History::new("IBM"), &meta, OPEN)
    };
    for period in [Value::Null, json!({}), json!({"regular": null}), json!({"regular": {"end": null}})] {
        assert_eq!(daily(period), None);
    }
    // Nor is a close that is far away.
    assert_eq!(daily(json!({"regular": {"end": OPEN + 6 * DAY}})), None);
    assert_eq!(daily(json!({"regular": {"end": i64::MAX}})), None);
    assert!(
        daily(json!({"regular": {"end": i64::MIN}})).is_none_or(|end| end > OPEN && end <= OPEN + 5 * DAY)
    );
}

/// A word in the table needs a converter that says the time.
#[test]
fn every_endpoint_has_a_time_and_words_have_their_note() {
    for info in ENDPOINTS {
        let word = match info.fresh_for {
            None => unreachable!("{} has no fresh_for", info.name),
            Some(Freshness::Until(word)) => word,
            Some(_) => continue,
        };
        assert_eq!((info.name, word), ("History", "next_close"));
    }
}
