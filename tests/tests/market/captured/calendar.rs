//! Calendar.

use serde_json::{Value, json};
use virtual_finance::{Calendar, CalendarKind};
use virtual_finance_tests::convert;

use super::plain::{named, replace, rows, seconds};
use super::verdict::Verdict::{Gives, Says};
use super::verdict::{Case, captured, check};

const PAGE: &str = "further/calendar/gramistella-yfinance-rs__profile_html_AAPL.html--34-ws_screeners_v1_finance_calendar-events_AAPL.json";

#[rustfmt::skip]
const CASES: &[Case] = &[
    (PAGE, "economicEvents", Gives(&[("/economicEvents", 11), ("/days", 2), ("/earnings", 0)])),
    // What was not asked for is left out.
    ("further/calendar/bradjacobs-java-yahoo-finance-api__earn_event_response.json", "earnings", Says("the calendar cannot be read")),
];

#[test]
fn every_reply_has_a_verdict() {
    check("calendar", &["further/calendar"], CASES, expected);
}

#[test]
fn calendars_that_were_not_asked_for_are_left_out() {
    let Some(reply) = captured(PAGE) else { return };
    let mut reply: Value = serde_json::from_slice(&reply).unwrap();
    let request = Calendar::new().calendars([CalendarKind::Earnings]);
    // A reply that has only another calendar is that of another question.
    let said = convert(&request, reply.to_string()).unwrap_err().to_string();
    assert!(said.contains("finance.result.earnings is missing"), "{said}");
    reply["finance"]["result"]["earnings"] = json!([]);
    let found = convert(&request, reply.to_string()).unwrap();
    assert_eq!(found["economicEvents"], json!([]));
}

/// Figures that were read off the reply by eye.
#[test]
fn figures_and_units() {
    let Some(reply) = captured(PAGE) else { return };
    let found = convert(&Calendar::new(), reply).unwrap();
    let event = &found["economicEvents"][0];
    assert_eq!((&event["event"], &event["time"]), (&json!("Unemployment Rate"), &json!(1_761_696_000)));
    assert_eq!((&event["prior"], event.get("actual")), (&json!("4.3"), None));
    assert_eq!(
        found["days"][0],
        json!({"date": "2025-10-28", "module": "economicEvents", "count": 4, "total": 4})
    );
}

fn expected(reply: &Value, _: &str) -> Value {
    let days = &reply["finance"]["result"]["economicEvents"];
    let event = |row: &Value| {
        let mut row = named(row, &[("eventTime", "time")]);
        replace(&mut row, "time", seconds);
        assert_eq!(row.as_object_mut().unwrap().shift_remove("economicEvents"), Some(true.into()));
        row
    };
    let of_day = |day: &Value| rows(&day["records"], event).as_array().unwrap().clone();
    let events: Vec<Value> = days.as_array().unwrap().iter().flat_map(of_day).collect();
    let days = rows(days, |day| {
        json!({
            "date": day["timestampString"],
            "module": "economicEvents",
            "count": day["count"],
            "total": day["totalCount"],
        })
    });
    json!({"earnings": [], "ipos": [], "economicEvents": events, "filings": [], "days": days})
}
