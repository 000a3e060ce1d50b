//! Calendar: its days, and its replies.

use virtual_finance::request::Request as _;
use virtual_finance::{Calendar, CalendarKind, Country, Date};

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
