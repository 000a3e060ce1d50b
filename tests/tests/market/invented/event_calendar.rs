//! EventCalendar: what is asked of the service.

use serde_json::{Value, json};
use virtual_finance::request::{Request as _, RequestBody};
use virtual_finance::{Country, Date, EventCalendar, EventCalendarKind};

/// 2024-06-29T02:00:00Z, the evening of the 28th in New York.
const EVENING: i64 = 1_719_626_400;

fn body(request: &EventCalendar) -> Value {
    match request.body(EVENING.into()).unwrap() {
        Some(RequestBody::Json(body)) => body,
        other => panic!("{other:?}"),
    }
}

fn date(text: &str) -> Date {
    text.parse().unwrap()
}

fn condition(operator: &str, operands: &Value) -> Value {
    json!({"operator": operator, "operands": operands})
}

#[test]
fn the_week_from_today_in_new_york_is_asked_for() {
    let body = body(&EventCalendar::new(EventCalendarKind::EconomicEvents));
    let days = json!([
        condition("gte", &json!(["startdatetime", "2024-06-28"])),
        condition("lte", &json!(["startdatetime", "2024-07-05"])),
    ]);
    assert_eq!(body["query"], condition("and", &days));
    assert_eq!(
        (&body["entityIdType"], &body["size"], &body["offset"]),
        (&json!("economic_event"), &json!(100), &json!(0))
    );
    assert_eq!((&body["sortField"], &body["sortType"]), (&json!("startdatetime"), &json!("DESC")));
    // A column of that name is always null.
    assert!(!body["includeFields"].as_array().unwrap().contains(&json!("count")));
}

/// An offering counts by the day on which it was filed or changed, too.
#[test]
fn offerings_have_three_times() {
    let request =
        EventCalendar::new(EventCalendarKind::Offerings).start(date("2024-07-01")).end(date("2024-07-03"));
    let within = |column: &str| condition("gtelt", &json!([column, "2024-07-01", "2024-07-03"]));
    let columns = json!([within("startdatetime"), within("filingdate"), within("amendeddate")]);
    assert_eq!(body(&request)["query"], condition("or", &columns));
}

#[test]
fn earnings_have_filters() {
    let all =
        EventCalendar::new(EventCalendarKind::Earnings).start(date("2024-07-01")).end(date("2024-07-03"));
    let is = |column: &str, value: &str| condition("eq", &json!([column, value]));
    let kinds = condition("or", &json!([is("eventtype", "EAD"), is("eventtype", "ERA")]));
    let days = [
        condition("gte", &json!(["startdatetime", "2024-07-01"])),
        condition("lte", &json!(["startdatetime", "2024-07-03"])),
    ];
    let usual = json!([is("region", "us"), kinds, days[0], days[1]]);
    assert_eq!(body(&all)["query"], condition("and", &usual));
    let some = all.clone().tickers(["IBM", "SAP.DE"]).min_market_cap(5_000_000_000);
    let least = condition("gte", &json!(["intradaymarketcap", 5_000_000_000_i64]));
    let tickers = condition("or", &json!([is("ticker", "IBM"), is("ticker", "SAP.DE")]));
    let filtered = json!([kinds, days[0], days[1], least, tickers]);
    assert_eq!(body(&some)["query"], condition("and", &filtered));
    let german = body(&all.country(Country::Germany));
    assert_eq!(german["query"]["operands"][0], is("region", "de"));
}

#[test]
fn filters_of_earnings_are_for_earnings_alone() {
    let splits = EventCalendar::new(EventCalendarKind::Splits);
    for (request, param) in [
        (splits.clone().tickers(["IBM"]), "'tickers' is \"IBM\""),
        (splits.clone().min_market_cap(7), "'min_market_cap' is \"7\""),
        (splits.country(Country::UnitedStates), "'country' is \"US\""),
    ] {
        let said = request.body(EVENING.into()).unwrap_err().to_string();
        assert_eq!(said, format!("EventCalendar: {param}: leave it out, or ask for sp_earnings"));
    }
}
