//! Dates of a history, which are days of the exchange, and the sessions of its bars.

use serde_json::{Value, json};
use virtual_finance::notes::{LiveQuote, OutsideSession, PartOfDays};
use virtual_finance::request::{Converted, Request as _};
use virtual_finance::responses::history::Response;
use virtual_finance::{Date, DateTime, History, Interval, Span};
use virtual_finance_tests::{NOW, converted};

const HOUR: i64 = 3600;
const DAY: i64 = 24 * HOUR;

fn seconds(text: &str) -> i64 {
    text.parse::<DateTime>().unwrap().epoch_seconds()
}

fn day(text: &str) -> DateTime {
    DateTime::from(text.parse::<Date>().unwrap())
}

fn history(interval: Interval, start: impl Into<DateTime>, end: Option<DateTime>) -> History {
    History::new("AAA").interval(interval).span(Span::dates(start.into(), end))
}

fn reply(zone: (&str, i64), interval: &str, times: &[i64]) -> Value {
    let list = vec![1.5; times.len()];
    json!({"chart": {"error": null, "result": [{
        "meta": {
            "symbol": "AAA", "currency": "USD", "exchangeTimezoneName": zone.0, "gmtoffset": zone.1,
            "dataGranularity": interval, "range": "",
        },
        "timestamp": times,
        "indicators": {"quote": [{"open": list, "high": list, "low": list, "close": list, "volume": vec![1; times.len()]}]},
    }]}})
}

fn with(mut reply: Value, name: &str, value: Value) -> Value {
    reply["chart"]["result"][0]["meta"][name] = value;
    reply
}

fn found(request: &History, reply: &Value) -> Converted<Response> {
    converted(request, &[reply.to_string()]).unwrap()
}

fn times(request: &History, reply: &Value) -> Vec<i64> {
    let bars = found(request, reply).response.ohlcdata;
    assert_eq!(bars.close.map(|closes| closes.len()), Some(bars.timestamp.len()));
    bars.timestamp
}

/// Whatever the zone, and wherever in its day a bar begins: a host that is asked for a day more on both sides has bars of six
/// days, of which three were asked for.
#[test]
fn dates_are_days_of_the_exchange() {
    // The offset is that of the time at which the host is asked.
    for (exchange, zone, first, begins) in [
        ("a currency in summer", ("Europe/London", 0), "2024-06-10", -HOUR),
        ("a currency in winter", ("Europe/London", 3600), "2024-01-10", 0),
        ("a fund in summer", ("Europe/Berlin", 3600), "2024-06-10", -2 * HOUR),
        ("a fund in winter, counted as in summer", ("Europe/Berlin", 7200), "2024-01-10", -2 * HOUR),
        ("Auckland in its summer", ("Pacific/Auckland", 43_200), "2024-01-10", -3 * HOUR),
        ("Auckland in its winter", ("Pacific/Auckland", 46_800), "2024-06-10", -2 * HOUR),
        ("a fund of Auckland", ("Pacific/Auckland", 43_200), "2024-01-10", -13 * HOUR),
        ("Sydney in its summer", ("Australia/Sydney", 36_000), "2024-01-10", -HOUR),
        ("a zone without a name", ("AEDT", 39_600), "2024-01-10", -HOUR),
        ("Tokyo", ("Asia/Tokyo", 32_400), "2024-06-10", 0),
        ("cryptocurrencies", ("UTC", 0), "2024-06-10", 0),
        ("New York in summer", ("America/New_York", -18_000), "2024-06-10", 13 * HOUR + 1800),
        ("a future of New York", ("America/New_York", -18_000), "2024-06-10", 4 * HOUR),
        ("an index of Honolulu", ("Pacific/Honolulu", -36_000), "2024-06-10", 20 * HOUR),
    ] {
        let bars: Vec<i64> = (0..6).map(|number| seconds(first) + begins + number * DAY).collect();
        let sent = reply(zone, "1d", &bars);
        let limit = |number: i64| DateTime::from(seconds(first) + number * DAY).to_string()[..10].to_owned();
        let request = |end| history(Interval::OneDay, day(&limit(1)), end);
        assert_eq!(times(&request(Some(day(&limit(4)))), &sent), bars[1..4], "{exchange}");
        assert_eq!(times(&request(None), &sent), bars[1..], "{exchange}");
        assert_eq!(times(&request(Some(day(&limit(2)))), &sent), bars[1..2], "{exchange}");
    }
}

/// Bars of more than a day are those that begin from the first day on and before the last one, by midnights of the exchange.
#[test]
fn weeks_and_months_are_those_that_begin_between_the_dates() {
    let weeks = ["2024-06-04", "2024-06-11", "2024-06-18", "2024-06-25"];
    let months = ["2024-05-01", "2024-06-01", "2024-07-01", "2024-08-01"];
    let quarters = ["2024-01-01", "2024-04-01", "2024-07-01", "2024-10-01"];
    for (exchange, zone, offsets) in [
        ("EURUSD=X", ("Europe/London", 0), [0, 1]),
        ("AIR.NZ", ("Pacific/Auckland", 46_800), [13, 12]),
        ("BHP.AX", ("Australia/Sydney", 39_600), [11, 10]),
        ("a fund of Frankfurt", ("Europe/Berlin", 3600), [1, 2]),
        ("a fund of Frankfurt, counted as in summer", ("Europe/Berlin", 3600), [2, 2]),
        ("New York", ("America/New_York", -18_000), [-5, -4]),
    ] {
        for (interval, name, firsts) in [
            (Interval::OneWeek, "1wk", weeks),
            (Interval::OneMonth, "1mo", months),
            (Interval::ThreeMonths, "3mo", quarters),
        ] {
            // Winter is over by April in the north, and begins then in the south.
            let offset = |first: &str| offsets[usize::from(first[5..7].parse::<u8>().unwrap() > 3)];
            let bars = firsts.map(|first| seconds(first) - offset(first) * HOUR);
            let sent = reply(zone, name, &bars);
            let request = |start, end: Option<&str>| history(interval, day(start), end.map(day));
            let found = |request: History| times(&request, &sent);
            assert_eq!(found(request(firsts[1], Some(firsts[3]))), bars[1..3], "{exchange} {name}");
            assert_eq!(found(request(firsts[1], None)), bars[1..], "{exchange} {name}");
            let later = DateTime::from(seconds(firsts[1]) + DAY).to_string()[..10].to_owned();
            assert_eq!(found(request(&later, Some(firsts[3]))), bars[2..3], "{exchange} {name}");
        }
    }
}

#[test]
fn bars_of_less_than_a_day_are_of_days_of_the_exchange() {
    // A currency through the night on which summer begins, asked for in winter.
    let bars: Vec<i64> = (0..96).map(|hour| seconds("2024-03-30T00:00:00Z") + hour * HOUR).collect();
    let sent = reply(("Europe/London", 0), "1h", &bars);
    let request = history(Interval::OneHour, day("2024-03-31"), Some(day("2024-04-01")));
    let found = times(&request, &sent);
    // The day has 23 hours.
    assert_eq!((found.len(), found[0]), (23, seconds("2024-03-31T00:00:00Z")));
    assert_eq!(found[22], seconds("2024-03-31T22:00:00Z"));
    let tokyo = times(&request, &reply(("Asia/Tokyo", 32_400), "1h", &bars));
    assert_eq!((tokyo.len(), tokyo[0]), (24, seconds("2024-03-30T15:00:00Z")));
}

#[test]
fn a_host_is_asked_for_more_than_dates_and_for_no_more_than_it_has() {
    let sent = |request: History| {
        let pairs = request.query(DateTime::from(NOW));
        let value =
            |name: &str| pairs.iter().find(|(known, _)| *known == name).unwrap().1.parse::<i64>().unwrap();
        (value("period1"), value("period2"))
    };
    let (first, last) = (seconds("2020-01-02"), seconds("2020-01-04"));
    let between = |interval| sent(history(interval, day("2020-01-02"), Some(day("2020-01-04"))));
    assert_eq!(between(Interval::OneDay), (first - DAY, last + DAY));
    assert_eq!(between(Interval::OneMonth), (first - DAY, last));
    assert_eq!(between(Interval::ThreeMonths), (first - DAY, last));
    // The week before begins on the same weekday.
    assert_eq!(between(Interval::OneWeek), (first - 7 * DAY, last));
    assert_eq!(between(Interval::FiveDays), (first, last));
    assert_eq!(sent(history(Interval::OneDay, day("2020-01-02"), None)), (first - DAY, NOW));
    assert_eq!(sent(history(Interval::OneDay, first, Some(last.into()))), (first, last));
    // Of minutes a host has eight days at once, and thirty of all.
    let midnight = NOW - NOW.rem_euclid(DAY);
    let date = |ago: i64| day(&DateTime::from(midnight - ago * DAY).to_string()[..10]);
    let minutes = |start, end| {
        let (first, last) = sent(history(Interval::OneMinute, date(start), Some(date(end))));
        (midnight - start * DAY - first, last - (midnight - end * DAY))
    };
    assert_eq!(minutes(20, 19), (DAY / 2, DAY / 2));
    assert_eq!(minutes(20, 13), (DAY / 2, DAY / 2));
    assert_eq!(minutes(20, 12), (0, 0));
    assert_eq!(minutes(30, 29), (0, DAY / 2));
    let (first, last) = sent(history(Interval::OneHour, date(729), None));
    assert!(first >= NOW - 730 * DAY && last == NOW, "{first}");
}

/// The latest price is in the bar of a day that was not asked for.
#[test]
fn the_latest_price_of_another_day_is_left_out() {
    let bars = ["2024-06-27T13:30:00Z", "2024-06-28T13:30:00Z", "2024-06-28T20:00:01Z"].map(seconds);
    let sent = with(reply(("America/New_York", -14_400), "1d", &bars), "regularMarketTime", json!(bars[2]));
    let until = |end: &str| found(&history(Interval::OneDay, day("2024-06-27"), Some(day(end))), &sent);
    let (before, with) = (until("2024-06-28"), until("2024-06-29"));
    assert_eq!((before.response.ohlcdata.timestamp, before.notes.get::<LiveQuote>()), (vec![bars[0]], None));
    assert_eq!(with.response.ohlcdata.timestamp, bars[..2]);
    assert!(with.notes.get::<LiveQuote>().is_some());
}

/// A day with an early close, as hosts name its sessions, and the bars that they send after it.
#[test]
fn bars_outside_the_session_are_left_out_with_a_note() {
    let session = |start: &str, end: &str| json!([{"timezone": "EST", "start": seconds(start), "end": seconds(end), "gmtoffset": -18_000}]);
    let (wednesday, friday) = (
        session("2024-11-27T14:30:00Z", "2024-11-27T21:00:00Z"),
        session("2024-11-29T14:30:00Z", "2024-11-29T18:00:00Z"),
    );
    let hours = |day: &str, count: i64| {
        let first = seconds(&format!("2024-11-{day}T14:30:00Z"));
        (0..count).map(move |hour| first + hour * HOUR)
    };
    let before = seconds("2024-11-29T13:30:00Z");
    let bars: Vec<i64> = hours("27", 7).chain([before]).chain(hours("29", 6)).collect();
    let sent = reply(("America/New_York", -18_000), "1h", &bars);
    let request = History::new("AAA").interval(Interval::OneHour);
    let mut usual = bars.clone();
    usual.truncate(12);
    usual.remove(7);
    for periods in
        [json!([wednesday, friday]), json!({"pre": [], "regular": [wednesday, friday], "post": []})]
    {
        let sent = with(sent.clone(), "tradingPeriods", periods);
        let reply = found(&request, &sent);
        assert_eq!(reply.response.ohlcdata.timestamp, usual);
        let note = reply.notes.get::<OutsideSession>().unwrap();
        assert_eq!(note.to_string(), "3, the first of 2024-11-29T13:30:00Z");
        let all = found(&request.clone().prepost(true), &sent);
        assert_eq!(
            (all.response.ohlcdata.timestamp, all.notes.get::<OutsideSession>()),
            (bars.clone(), None)
        );
        // The latest price is no bar, and a day that the host names no session of has all of its bars.
        let latest = with(sent.clone(), "regularMarketTime", json!(bars[7]));
        assert_eq!(found(&request, &latest).notes.get::<OutsideSession>().unwrap().bars, 2);
        let thursday = seconds("2024-11-28T15:30:00Z");
        let more = with(reply_of(&[thursday]), "tradingPeriods", json!([wednesday, friday]));
        assert_eq!(times(&request, &more), [thursday]);
    }
    // Without sessions nothing is known.
    assert_eq!(times(&request, &sent), bars);
}

fn reply_of(times: &[i64]) -> Value {
    reply(("America/New_York", -18_000), "1h", times)
}

/// A host is asked for eight days of minutes at once: no hour is left for the days of an exchange away from UTC.
#[test]
fn days_of_minutes_that_are_not_whole_are_told() {
    let (first, last) = ("2024-06-20T00:00:00Z", "2024-06-27T23:59:00Z");
    let request = history(Interval::OneMinute, day("2024-06-20"), Some(day("2024-06-28")));
    for (zone, times, is_told) in [
        (("Pacific/Auckland", 43_200), [first, last], true),
        (("Europe/London", 3600), [first, last], true),
        (("America/New_York", -14_400), ["2024-06-20T13:30:00Z", "2024-06-27T19:59:00Z"], false),
        (("America/New_York", -14_400), ["2024-06-20T08:00:00Z", last], true),
    ] {
        let sent = reply(zone, "1m", &times.map(seconds));
        let note = found(&request, &sent).notes.get::<PartOfDays>().copied();
        let asked = note.map(|note| (note.start, note.end));
        let expected = (seconds("2024-06-20T00:00:00Z"), seconds("2024-06-28T00:00:00Z"));
        assert_eq!(asked, is_told.then_some(expected), "{zone:?} {times:?}");
    }
    // A time is asked for as it is.
    let time = history(Interval::OneMinute, first.parse::<DateTime>().unwrap(), Some(day("2024-06-28")));
    let sent = reply(("America/New_York", -14_400), "1m", &[first, "2024-06-27T19:59:00Z"].map(seconds));
    assert!(found(&time, &sent).notes.get::<PartOfDays>().is_none());
    let fewer = history(Interval::OneMinute, day("2024-06-21"), Some(day("2024-06-28")));
    let sent = reply(("Pacific/Auckland", 43_200), "1m", &[first, last].map(seconds));
    assert!(found(&fewer, &sent).notes.get::<PartOfDays>().is_none());
}

/// A day more is asked for than the request has: the close before the first day is the close of a bar that is left out.
#[test]
fn the_previous_close_is_of_the_day_before_the_first() {
    let bars: Vec<i64> = (10..14).map(|day| seconds(&format!("2024-06-{day}T13:30:00Z"))).collect();
    let mut sent = reply(("America/New_York", -14_400), "1d", &bars);
    sent["chart"]["result"][0]["indicators"]["quote"][0]["close"] = json!([106.5, 107.5, 108.5, 109.5]);
    let sent = with(sent, "chartPreviousClose", json!(105.5));
    let close = |first: &str| {
        let request = history(Interval::OneDay, day(first), Some(day("2024-06-14")));
        found(&request, &sent).response.meta.chart_previous_close.as_f64()
    };
    assert_eq!(
        (close("2024-06-11"), close("2024-06-12"), close("2024-06-10")),
        (Some(106.5), Some(107.5), Some(105.5))
    );
}

#[test]
fn the_previous_close_of_a_week_is_of_the_week_before_it() {
    let bars = ["2024-06-03T04:00:00Z", "2024-06-10T04:00:00Z", "2024-06-17T04:00:00Z"].map(seconds);
    let mut sent = reply(("America/New_York", -14_400), "1wk", &bars);
    sent["chart"]["result"][0]["indicators"]["quote"][0]["close"] = json!([106.5, 107.5, 108.5]);
    let sent = with(sent, "chartPreviousClose", json!(105.5));
    let close = |first: &str| {
        let request = history(Interval::OneWeek, day(first), None);
        found(&request, &sent).response.meta.chart_previous_close.as_f64()
    };
    // A week that the first day divides ends after it.
    assert_eq!(
        (close("2024-06-10"), close("2024-06-12"), close("2024-06-03")),
        (Some(106.5), None, Some(105.5))
    );
}

/// Trading in Auckland begins before midnight UTC of its day.
#[test]
fn events_of_weeks_are_those_of_the_days_of_the_exchange() {
    let bars = ["2024-06-03T12:00:00Z", "2024-06-10T12:00:00Z", "2024-06-17T12:00:00Z"].map(seconds);
    let mut sent = reply(("Pacific/Auckland", 43_200), "1wk", &bars);
    let paid = ["2024-06-09T22:00:00Z", "2024-06-10T22:00:00Z", "2024-06-17T22:00:00Z"].map(seconds);
    let dividends: Value =
        paid.map(|time| (time.to_string(), json!({"amount": 0.5, "date": time}))).into_iter().collect();
    sent["chart"]["result"][0]["events"] = json!({ "dividends": dividends });
    let request = history(Interval::OneWeek, day("2024-06-11"), Some(day("2024-06-18")));
    let response = found(&request, &sent).response;
    let dates = response.dividends.unwrap().into_iter().map(|dividend| dividend.date.get().copied());
    assert_eq!(response.ohlcdata.timestamp, bars[1..2]);
    assert_eq!(dates.collect::<Vec<_>>(), [Some(paid[1])]);
}
