//! The dates of earnings and the calendars: the columns of yfinance, and the requests behind them.

use crate::support::{column, columns, convert, rows, schema};
use serde_json::{Value, json};
use virtual_finance::{Date, EventCalendar, EventCalendarKind};
use virtual_finance_compat::polars::prelude::DataFrame;
use virtual_finance_compat::{Calendars, EarningsDatesFrames, Error, Ticker, blocking, frames};
use virtual_finance_sample::SampleHost;

fn reply(entity: &str, ids: &[&str], rows: &Value) -> String {
    let kind = |id: &str| if id.ends_with("date") || id == "startdatetime" { "DATE" } else { "STRING" };
    let columns: Vec<Value> = ids.iter().map(|id| json!({"id": id, "type": kind(id)})).collect();
    let table = json!({"entityIdType": entity, "columns": columns, "rows": rows});
    let total = rows.as_array().map_or(0, Vec::len);
    json!({"finance": {"result": [{"total": total, "documents": [table]}], "error": null}}).to_string()
}

fn is(frame: &DataFrame, expected: &str) {
    assert_eq!(columns(frame), expected);
}

const DATES: &str = "Earnings Date: datetime[ms, America/New_York], EPS Estimate: f64, Reported EPS: f64, \
     Surprise(%): f64";

#[test]
fn earnings_dates_are_sorted_newest_first() {
    let ids = ["startdatetime", "epsestimate", "epsactual", "epssurprisepct"];
    let some = json!([
        ["1970-01-01T00:01:00.000Z", 1, 0, -100],
        [null, 4, null, null],
        ["1970-01-02T00:00:00.000Z", 2, null, null],
    ]);
    let request = virtual_finance::EarningsDates::new("IBM").offset(1);
    let frames =
        |list: Value| EarningsDatesFrames::from(convert(&request, reply("SP_EARNINGS", &ids, &list)));
    let frame = frames(some).earnings_dates().unwrap();
    is(&frame, DATES);
    assert_eq!(
        rows(&frame),
        [
            json!([86_400_000, 2.0, null, null]),
            json!([60_000, 1.0, 0.0, -100.0]),
            json!([null, 4.0, null, null]),
        ]
    );
    is(&frames(json!([])).earnings_dates().unwrap(), DATES);
}

/// The frame of one event with the values of some columns, and that of none.
fn frame(
    kind: EventCalendarKind,
    ids: &[&str],
    row: &Value,
    of: fn(&virtual_finance::responses::event_calendar::Response) -> Result<DataFrame, Error>,
) -> DataFrame {
    let request = EventCalendar::new(kind);
    let entity = kind.as_str();
    let some = of(&convert(&request, reply(entity, ids, &json!([row])))).unwrap();
    let none = of(&convert(&request, reply(entity, ids, &json!([])))).unwrap();
    assert_eq!((some.height(), none.height(), schema(&some)), (1, 0, schema(&none)));
    some
}

#[test]
fn each_calendar_has_its_columns() {
    let earnings = frame(
        EventCalendarKind::Earnings,
        &["ticker", "intradaymarketcap", "startdatetime", "epssurprisepct"],
        &json!(["ACME", 7, "1970-01-01T00:01:00.000Z", 5.5]),
        frames::calendars::earnings_calendar,
    );
    is(
        &earnings,
        "Symbol: str, Company: str, Marketcap: f64, Event Name: str, \
             Event Start Date: datetime[ms, America/New_York], Timing: str, EPS Estimate: f64, \
             Reported EPS: f64, Surprise(%): f64",
    );
    assert_eq!(rows(&earnings), [json!(["ACME", null, 7.0, null, 60_000, null, null, null, 5.5])]);
    let offerings = frame(
        EventCalendarKind::Offerings,
        &["companyshortname", "startdatetime", "filingdate", "amendeddate", "offerprice", "dealtype"],
        &json!(["Acme Inc", null, "1970-01-01T00:01:00.000Z", "", 12.5, "Priced"]),
        frames::calendars::ipo_info_calendar,
    );
    is(
        &offerings,
        "Symbol: str, Company: str, Exchange: str, Filing Date: datetime[ms, America/New_York], \
             Date: datetime[ms, America/New_York], Amended Date: datetime[ms, America/New_York], \
             Price From: f64, Price To: f64, Price: f64, Currency: str, Shares: f64, Action: str",
    );
    let found = json!([null, "Acme Inc", null, 60_000, null, null, null, null, 12.5, null, null, "Priced"]);
    assert_eq!(rows(&offerings), [found]);
    let events = frame(
        EventCalendarKind::EconomicEvents,
        &[
            "econ_release",
            "startdatetime",
            "consensus_estimate",
            "after_release_actual",
            "prior_release_actual",
        ],
        &json!(["Invented Index", null, "49.1", "", "48.7"]),
        frames::calendars::economic_events_calendar,
    );
    is(
        &events,
        "Event: str, Region: str, Event Time: datetime[ms, America/New_York], For: str, Actual: str, \
             Expected: str, Last: str, Revised: str",
    );
    assert_eq!(rows(&events), [json!(["Invented Index", null, null, null, null, "49.1", "48.7", null])]);
    let splits = frame(
        EventCalendarKind::Splits,
        &["ticker", "startdatetime", "optionable", "old_share_worth", "share_worth"],
        &json!(["ACME", null, false, 1, 4]),
        frames::calendars::splits_calendar,
    );
    is(
        &splits,
        "Symbol: str, Company: str, Payable On: datetime[ms, America/New_York], Optionable: bool, \
             Old Share Worth: f64, Share Worth: f64",
    );
    assert_eq!(rows(&splits), [json!(["ACME", null, null, false, 1.0, 4.0])]);
}

#[tokio::test]
async fn calendars_come_over_http() {
    let host = SampleHost::start().unwrap();
    let client = host.client_builder().build().unwrap();
    let day = |day| Date::new(2024, 7, day).unwrap();
    let week = Calendars::new().start(day(1)).end(day(8));
    for frame in [
        week.earnings_calendar(&client).await.unwrap(),
        week.ipo_info_calendar(&client).await.unwrap(),
        week.economic_events_calendar(&client).await.unwrap(),
    ] {
        assert_eq!(frame.height(), 12, "{frame}");
    }
    assert_eq!(week.splits_calendar(&client).await.unwrap().height(), 7);
    let rest = week.clone().limit(5).offset(4).splits_calendar(&client).await.unwrap();
    assert_eq!(rest.height(), 3);
    assert!(week.clone().limit(101).splits_calendar(&client).await.is_err());
    let dates = Ticker::new(&client, "IBM").get_earnings_dates(5, 1).await.unwrap();
    assert!(column(&dates, "Reported EPS").iter().all(Value::is_number), "{dates}");
}

#[test]
fn the_blocking_forms_are_the_same() {
    let host = SampleHost::start().unwrap();
    let client = host.client_builder().build_blocking().unwrap();
    let week = Calendars::new();
    assert_eq!(client.wait(week.earnings_calendar(client.asynchronous())).unwrap().height(), 12);
    assert_eq!(client.wait(week.ipo_info_calendar(client.asynchronous())).unwrap().height(), 12);
    assert_eq!(client.wait(week.economic_events_calendar(client.asynchronous())).unwrap().height(), 12);
    assert_eq!(client.wait(week.splits_calendar(client.asynchronous())).unwrap().height(), 7);
    assert_eq!(blocking::Ticker::new(&client, "IBM").get_earnings_dates(40, 0).unwrap().height(), 40);
}
