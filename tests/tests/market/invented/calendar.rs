//! Calendar: its days, and its replies.

use serde_json::{Value, json};
use virtual_finance::request::Request as _;
use virtual_finance::{Calendar, CalendarKind, Country, Date};
use virtual_finance_tests::convert;

/// Returns a limit of the query at a time.
fn limit(request: &Calendar, name: &str, now: i64) -> i64 {
    let pairs = request.query(now.into());
    pairs.iter().find(|(key, _)| *key == name).unwrap().1.parse().unwrap()
}

/// Days are those of New York, in summer and in winter; the limits are in milliseconds.
#[test]
fn days_are_those_of_new_york() {
    let day = |text: &str| text.parse::<Date>().unwrap();
    // 2024-06-29T02:00:00Z is the evening of the 28th in New York.
    let evening = 1_719_626_400;
    assert_eq!(limit(&Calendar::new(), "startDate", evening), 1_719_547_200_000);
    assert_eq!(limit(&Calendar::new(), "endDate", evening), 1_720_152_000_000);
    // Summer time ends on 2024-11-03: a week from 04:00 UTC to 05:00 UTC.
    let week = Calendar::new().start(day("2024-11-01"));
    assert_eq!(limit(&week, "startDate", evening), 1_730_433_600_000);
    assert_eq!(limit(&week, "endDate", evening), 1_731_042_000_000);
    let one = Calendar::new().start(day("2024-07-01")).end(day("2024-07-02"));
    assert_eq!(limit(&one, "endDate", evening) - limit(&one, "startDate", evening), 86_400_000);
}

#[test]
fn filters_are_sent_where_they_are_set() {
    let all = Calendar::new();
    let pairs = all.query(0.into());
    assert!(pairs.contains(&("modules", "earnings,ipoEvents,economicEvents,secReports".into())));
    assert!(pairs.iter().all(|(name, _)| !["tickersFilter", "economicEventsRegionFilter"].contains(name)));
    let some = Calendar::new()
        .calendars([CalendarKind::Earnings])
        .tickers(["IBM", "ACME"])
        .country(Country::UnitedStates);
    let pairs = some.query(0.into());
    assert!(pairs.contains(&("tickersFilter", "IBM,ACME".into())));
    assert!(pairs.contains(&("economicEventsRegionFilter", "US".into())));
}

fn reply(name: &str, record: &Value) -> String {
    let day =
        json!({"timestamp": 1_719_806_400_000_i64, "timestampString": "2024-07-01", "records": [record]});
    json!({"finance": {"result": {name: [day]}, "error": null}}).to_string()
}

/// The names are the ones that other clients know; no real reply of these calendars is at hand.
#[test]
fn offerings_and_filings() {
    let offering = json!({"ticker": "ACME", "companyShortName": "Acme", "exchangeShortName": "NYSE",
        "startDateTime": 1_719_842_400_000_i64, "currencyName": "USD", "dealType": "Priced", "dealId": "7"});
    let found = convert(&Calendar::new(), reply("ipoEvents", &offering)).unwrap();
    assert_eq!(
        found["ipos"],
        json!([{"ticker": "ACME", "companyName": "Acme", "exchange": "NYSE", "start": 1_719_842_400,
            "currency": "USD", "dealType": "Priced", "dealId": "7"}])
    );
    // Without the counts of the host, those of the reply stand.
    assert_eq!(
        found["days"],
        json!([{"date": "2024-07-01", "module": "ipoEvents", "count": 1, "total": null}])
    );
    let filing = json!({"id": "7", "type": "Periodic Financial Reports", "filingDate": 1_719_806_400_000_i64,
        "ticker": "ACME", "formType": "10-Q", "exhibits": [{"type": "10-Q", "url": "https://a.example"}]});
    let found = convert(&Calendar::new(), reply("secReports", &filing)).unwrap();
    assert_eq!(found["filings"][0]["date"], 1_719_806_400);
    assert_eq!(found["filings"][0]["exhibits"][0]["type"], "10-Q");
}

#[test]
fn only_the_tickers_that_were_asked_for() {
    let earnings = json!({"ticker": "ACME", "startDateTimeType": "", "fiscalYear": 2024});
    let found = convert(&Calendar::new().tickers(["acme"]), reply("earnings", &earnings)).unwrap();
    assert_eq!(found["earnings"], json!([{"ticker": "ACME", "startType": null, "fiscalYear": "2024"}]));
    let other = convert(&Calendar::new().tickers(["IBM"]), reply("earnings", &earnings)).unwrap_err();
    assert!(other.to_string().contains("the reply is about \"ACME\""));
}

/// An empty calendar is no error.
#[test]
fn days_without_entries() {
    let empty = r#"{"finance": {"result": {}, "error": null}}"#;
    assert_eq!(convert(&Calendar::new(), empty).unwrap()["days"], json!([]));
    let said = convert(
        &Calendar::new(),
        r#"{"finance": {"result": null, "error": {"code": "Bad Request", "description": "no"}}}"#,
    );
    assert!(said.unwrap_err().to_string().contains("the host answers \"Bad Request\""));
}
