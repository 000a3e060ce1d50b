//! EventCalendar and EarningsDates. The one captured reply of their service is of the calendar that came before: it
//! shows the form, and is of another calendar and of many companies.

use serde_json::{Map, Value, json};
use virtual_finance::{DateTime, EventCalendar, EventCalendarKind};
use virtual_finance_tests::convert;

use super::verdict::Verdict::Says;
use super::verdict::{Case, captured, check};

const OLDER: &str = "further/calendar/bradjacobs-java-yahoo-finance-api__earn_event_response.json";
const BY_DAY: &str = "further/calendar/gramistella-yfinance-rs__profile_html_AAPL.html--34-ws_screeners_v1_finance_calendar-events_AAPL.json";

#[rustfmt::skip]
const CASES: &[Case] = &[
    (OLDER, "sp_earnings", Says("the reply is about \"calendar EARNINGS\"")),
    (BY_DAY, "economic_event", Says("the calendar cannot be read")),
];

#[test]
fn every_reply_has_a_verdict() {
    check("event-calendar", &["further/calendar"], CASES, |_, _| Value::Null);
    // It has the earnings of many companies.
    let of_others = Says("the reply is about \"EGHT\"");
    check("earnings-dates", &[], &[(OLDER, "BGFV", of_others), (BY_DAY, "AAPL", CASES[1].2)], |_, _| {
        Value::Null
    });
}

/// The same table under the name of today's calendar.
#[test]
fn rows_are_read_by_the_ids_of_their_columns() {
    let Some(reply) = captured(OLDER) else { return };
    let mut reply: Value = serde_json::from_slice(&reply).unwrap();
    let table = &mut reply["finance"]["result"][0]["documents"][0];
    table["entityIdType"] = json!("SP_EARNINGS");
    let ids: Vec<String> = table["columns"]
        .as_array()
        .unwrap()
        .iter()
        .map(|column| name(column["id"].as_str().unwrap()))
        .collect();
    let event = |row: &Value| {
        let cells = ids.iter().zip(row.as_array().unwrap()).map(|(id, cell)| match id.as_str() {
            "startDateTime" => {
                let time: DateTime = cell.as_str().unwrap().parse().unwrap();
                (id.clone(), time.epoch_seconds().into())
            }
            _ => (id.clone(), cell.clone()),
        });
        Value::from(cells.collect::<Map<_, _>>())
    };
    let events: Vec<Value> = table["rows"].as_array().unwrap().iter().map(event).collect();
    assert_eq!(events.len(), 100);
    let found = convert(&EventCalendar::new(EventCalendarKind::Earnings), reply.to_string()).unwrap();
    assert_eq!(found, json!({"kind": "sp_earnings", "total": 383, "events": events}));
    // Figures that were read off the reply by eye: midnight UTC, and a surprise in percent.
    assert_eq!(found["events"][0]["startDateTime"], json!(1_635_811_200));
    assert_eq!(found["events"][0]["epsSurprisePct"], json!(-5.31));
}

fn name(id: &str) -> String {
    let names = [
        ("companyshortname", "companyShortName"),
        ("startdatetime", "startDateTime"),
        ("startdatetimetype", "startDateTimeType"),
        ("epsestimate", "epsEstimate"),
        ("epsactual", "epsActual"),
        ("epssurprisepct", "epsSurprisePct"),
        ("eventname", "eventName"),
    ];
    names.iter().find(|(host, _)| *host == id).map_or(id, |(_, own)| own).to_owned()
}
