//! The calendars of the market.

use jiff::civil::Date;
use jiff::{Timestamp, tz::TimeZone};
use serde_json::{Map, Value, json};

use crate::asked::RoutedRequest;
use crate::calendar::{self, DAY};
use crate::company;
use crate::numbers::{between, cents, seeded};
use crate::reply::{JSON_TYPE, Reply};

/// The calendars, by the host's names.
const ALL: [&str; 4] = ["earnings", "ipoEvents", "economicEvents", "secReports"];
/// The most days that are answered.
const MAX_DAYS: usize = 31;
/// The entries that a calendar has a day.
const ENTRIES: usize = 3;

/// Returns the days of the calendars that are asked for.
pub(crate) fn reply(asked: &RoutedRequest<'_>) -> Reply {
    let time = |name: &str| asked.sent.query.get(name).and_then(|time| time.parse::<i64>().ok());
    let start = time("startDate").map_or(asked.now, |time| time / 1000);
    let end = time("endDate").map_or(start, |time| time / 1000);
    let most = asked.sent.query.get("countPerDay").and_then(|count| count.parse().ok()).unwrap_or(ENTRIES);
    let tickers: Option<Vec<&str>> =
        asked.sent.query.get("tickersFilter").map(|list| list.split(',').collect());
    let names =
        asked.sent.query.get("modules").map_or_else(|| ALL.to_vec(), |list| list.split(',').collect());
    let days =
        std::iter::successors(Some(start), |time| time.checked_add(DAY)).take_while(|time| *time < end);
    let days: Vec<i64> = days.take(MAX_DAYS).collect();
    let known = ALL.into_iter().filter(|name| names.contains(name));
    let calendars = known.map(|name| {
        let days: Value = days.iter().map(|time| day(name, *time, most, tickers.as_deref())).collect();
        (name.to_owned(), days)
    });
    let result: Map<_, _> = calendars.collect();
    Reply::new(200, JSON_TYPE, json!({"finance": {"result": result, "error": null}}).to_string())
}

fn day(name: &str, time: i64, most: usize, tickers: Option<&[&str]>) -> Value {
    // The limits are midnights in New York, so that twelve hours later it is the same day everywhere.
    let date = calendar::date_of(time.saturating_add(DAY / 2));
    let all = records(name, date, tickers);
    let records: Vec<&Value> = all.iter().take(most).collect();
    json!({
        "timestamp": calendar::local_midnight(date).saturating_mul(1000), "timestampString": date.to_string(),
        "timezone": "America/New_York", "count": records.len(), "totalCount": all.len(), "records": records,
    })
}

/// Returns the entries of a calendar on a day in New York.
pub(super) fn records(name: &str, date: Date, tickers: Option<&[&str]>) -> Vec<Value> {
    let midnight = calendar::local_midnight(date);
    let mut rng = seeded(name, &date.to_string());
    let all: Vec<String> = match tickers.filter(|_| ["earnings", "secReports"].contains(&name)) {
        Some(tickers) => tickers.iter().map(|ticker| (*ticker).to_uppercase()).collect(),
        None => company::tickers(&mut rng).take(ENTRIES).collect(),
    };
    let mut at = |hour: i64| midnight.saturating_add(hour.saturating_mul(3600)).saturating_mul(1000);
    all.iter().map(|ticker| record(name, ticker, &mut at)).collect()
}

fn record(name: &str, ticker: &str, at: &mut impl FnMut(i64) -> i64) -> Value {
    let company = company::of(ticker).name;
    let mut rng = seeded(ticker, name);
    match name {
        "earnings" => json!({
            "ticker": ticker, "companyShortName": company, "startDateTime": at(16), "startDateTimeType": "AMC",
            "dateIsEstimate": false, "fiscalYear": year(at(0)), "quarter": "Q2",
            "epsEstimate": cents(between(&mut rng, 0.2, 5.0)), "gmtOffsetMilliSeconds": -14_400_000,
        }),
        "ipoEvents" => json!({
            "ticker": ticker, "companyShortName": company, "exchangeShortName": "NYSE", "startDateTime": at(9),
            "currencyName": "USD", "dealType": "Expected", "dealId": rng.u32(1_000..9_000).to_string(),
        }),
        "economicEvents" => json!({
            "economicEvents": true, "event": format!("Harbor Traffic Index of {company}"), "countryCode": "US", "eventTime": at(10),
            "period": "May", "prior": "48.7", "description": "The traffic of invented harbors.",
        }),
        _ => json!({
            "id": format!("0000099999-24-{:06}", rng.u32(0..999_999)), "type": "Periodic Financial Reports",
            "description": "Quarterly report", "filingDate": at(8), "ticker": ticker, "companyName": company,
            "category": "Periodic", "formType": "10-Q", "exhibits": [{"type": "10-Q", "url": "https://filings.example/q"}],
        }),
    }
}

/// Returns the year of a time in epoch milliseconds.
fn year(milliseconds: i64) -> String {
    let time = Timestamp::from_millisecond(milliseconds).unwrap_or_default();
    time.to_zoned(TimeZone::UTC).year().to_string()
}
