//! Calendar: earnings, public offerings, economic events and filings by day, from the service of the host's
//! calendars.

mod types;

use jiff::Span;
use serde_json::Number;
use virtual_finance_core::{
    Context, ConversionHookError, Converted, Date, DateTime, Fault, QueryPairs, RawReply, exactly_one,
};

use crate::read::envelope::{self, Envelope};
use crate::read::json::List;
use crate::read::new_york::{day, midnight, today};
use crate::read::renamed::{OfHost, Renamed};
use crate::read::{instrument, json, members};

pub use types::{Day, Earnings, EconomicEvent, Filing, Offering, Response};

/// The number of days without an end.
const DAYS: i64 = 7;
/// The most days, and the most entries of a day, that a reply may have.
const MAX_DAYS: usize = 370;
const MAX_ENTRIES: usize = 250;

/// The parameters that the query is made of.
#[derive(Debug, Clone)]
pub struct Query<'a> {
    /// The calendars, by the host's names; all without them.
    pub calendars: Option<Vec<&'a str>>,
    /// The first day; today without it.
    pub start: Option<Date>,
    /// The day after the last; a week later without it.
    pub end: Option<Date>,
    /// The number of entries of a day in each calendar.
    pub count_per_day: i64,
    /// The tickers whose earnings and filings are wanted; all without them.
    pub tickers: Option<Vec<&'a str>>,
    /// True for important economic events only.
    pub important: bool,
    /// The country of the economic events; all without it.
    pub country: Option<&'a str>,
}

/// The parameters of the request that the conversion needs.
#[derive(Debug, Clone)]
pub struct Params<'a> {
    /// The calendars that were asked for; all without them.
    pub calendars: Option<Vec<&'a str>>,
    /// The tickers that were asked for; all without them.
    pub tickers: Option<Vec<&'a str>>,
}

/// Returns the query for the days, whose limits are midnights in New York.
#[must_use]
pub fn prepare(query: Query<'_>, now: DateTime) -> QueryPairs<'_> {
    let start = query.start.map_or_else(|| today(now), day);
    let end = query.end.map_or_else(|| start.saturating_add(Span::new().days(DAYS)), day);
    let mut pairs = vec![
        ("modules", query.calendars.map_or_else(|| ALL.join(","), |names| names.join(",")).into()),
        ("startDate", midnight(start).as_millisecond().to_string().into()),
        ("endDate", midnight(end).as_millisecond().to_string().into()),
        ("countPerDay", query.count_per_day.to_string().into()),
        ("economicEventsHighImportanceOnly", query.important.to_string().into()),
    ];
    pairs.extend(query.tickers.map(|tickers| ("tickersFilter", tickers.join(",").into())));
    pairs.extend(query.country.map(|country| ("economicEventsRegionFilter", country.into())));
    pairs
}

/// The calendars, by the host's names.
const ALL: [&str; 4] = ["earnings", "ipoEvents", "economicEvents", "secReports"];

/// Converts the reply of the service.
///
/// # Errors
/// 422: the reply is not the service's, or has earnings or filings of other tickers than those that were asked for.
pub fn convert(
    _: &Context<'_>,
    replies: &[RawReply<'_>],
    params: Params<'_>,
) -> Result<Converted<Response>, ConversionHookError> {
    let raw = exactly_one(replies)?;
    let reply: Reply = json::document(raw, "the calendar")?;
    let envelope = reply.finance.ok_or_else(|| envelope::missing(raw, "finance"))?;
    let found = envelope.result("finance.result")?;
    let is_asked = |name| params.calendars.as_ref().is_none_or(|names| names.contains(&name));
    let mut days = Vec::new();
    let response = Response {
        earnings: entries(found.earnings.filter(|_| is_asked("earnings")), "earnings", &mut days)?,
        ipos: entries(found.ipos.filter(|_| is_asked("ipoEvents")), "ipoEvents", &mut days)?,
        economic_events: entries(
            found.economic_events.filter(|_| is_asked("economicEvents")),
            "economicEvents",
            &mut days,
        )?,
        filings: entries(found.filings.filter(|_| is_asked("secReports")), "secReports", &mut days)?,
        days,
    };
    if let Some(asked) = params.tickers {
        let earnings = response.earnings.iter().filter_map(|entry| entry.ticker.get());
        let filings = response.filings.iter().filter_map(|entry| entry.ticker.get());
        let mut found = earnings.chain(filings);
        if let Some(other) = found.find(|found| !asked.iter().any(|asked| instrument::is_same(found, asked)))
        {
            return Err(instrument::other(other.clone()).into());
        }
    }
    Ok(response.into())
}

/// Returns the entries of a calendar, and adds its days.
fn entries<T: Renamed>(
    found: Option<Days<T>>,
    calendar: &'static str,
    days: &mut Vec<Day>,
) -> Result<Vec<T>, Fault> {
    let mut entries = Vec::new();
    let List(found) = found.unwrap_or_else(|| List(Vec::new()));
    for day in found {
        let missing = |name: &str| Fault::missing(format!("finance.result.{calendar}[].{name}"));
        let List(records) = day.records.ok_or_else(|| missing("records"))?;
        let given = || u64::try_from(records.len()).unwrap_or_default().into();
        days.push(Day {
            date: day.date.ok_or_else(|| missing("timestampString"))?,
            module: calendar.to_owned(),
            count: day.count.unwrap_or_else(given),
            total: day.total,
        });
        entries.extend(records.into_iter().map(|OfHost(record)| record));
    }
    Ok(entries)
}

/// The days of a calendar.
type Days<T> = List<DayOf<OfHost<T>>, MAX_DAYS>;

members! {
    struct DayOf[T] {
        date: "timestampString" => Option<String>,
        count: "count" => Option<Number>,
        total: "totalCount" => Option<Number>,
        records: "records" => Option<List<T, MAX_ENTRIES>>,
    }
}

members! {
    struct Reply {
        finance: "finance" => Option<Envelope<Calendars>>,
    }
}

members! {
    struct Calendars {
        earnings: "earnings" => Option<Days<Earnings>>,
        ipos: "ipoEvents" => Option<Days<Offering>>,
        economic_events: "economicEvents" => Option<Days<EconomicEvent>>,
        filings: "secReports" => Option<Days<Filing>>,
    }
}
