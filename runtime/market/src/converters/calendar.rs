//! Calendar: earnings, public offerings, economic events and filings by day, from the service of the host's
//! calendars.

mod types;

use serde_json::{Number, Value};
use virtual_finance_core::{
    Context, ConversionError, Converted, Date, DateTime, Fault, Field, QueryPairs, RawReply, SkippedRow,
    at_least_one,
};

use super::params::calendar::{Params, Query};
use crate::read::adapted::Adapted;
use crate::read::collapse::Collapsed;
use crate::read::envelope::Finance;
use crate::read::json::Entries;
use crate::read::listed::{TWICE, none_of, taken};
use crate::read::new_york::{day, midnight, today};
use crate::read::span::{DAY, Span};
use crate::read::{Conversion, instrument, json, times};

pub use crate::records::calendar::*;

/// The number of days without an end.
const DAYS: i64 = 7;
/// The most days that a reply may have.
const MAX_DAYS: usize = 370;

/// Returns the query for the days, whose limits are midnights in New York.
pub fn prepare(query: Query<'_>, now: DateTime) -> QueryPairs<'_> {
    let start = query.start.map_or_else(|| today(now), day);
    let end = query.end.map_or_else(|| start.saturating_add(jiff::Span::new().days(DAYS)), day);
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

/// The calendars of tickers. The replies to parts of the tickers all have the others whole.
const OF_TICKERS: [&str; 2] = ["earnings", "secReports"];

/// Converts the replies of the service, to parts of the tickers each.
///
/// # Errors
/// 422: the reply is not the service's, has none of the calendars that were asked for, has other days than those that were
/// asked for, or has earnings or filings of other tickers.
pub fn convert(_: &Context<'_>, replies: &[RawReply<'_>], params: Params<'_>) -> Conversion<Response> {
    at_least_one(replies)?;
    let (mut whole, mut skipped) = (Response::default(), Vec::new());
    for (index, reply) in replies.iter().enumerate() {
        add(&mut whole, read(*reply, &params, index == 0, &mut skipped)?);
    }
    if replies.len() > 1 {
        whole.earnings.sort_by_key(|row| row.start.get().copied());
        whole.filings.sort_by_key(|row| row.date.get().copied());
        whole.days.sort_by_key(|day| (ALL.iter().position(|name| *name == day.module), day.date.clone()));
    }
    let span = Span { start: params.start.map(times::of_date), end: params.end.map(times::of_date) };
    let days = whole.days.iter().filter_map(|day| day.date.parse().ok().map(times::of_date));
    span.require(days, DAY)?;
    if let Some(asked) = params.tickers {
        let earnings = whole.earnings.iter().filter_map(|entry| entry.ticker.get());
        let filings = whole.filings.iter().filter_map(|entry| entry.ticker.get());
        instrument::require_asked(earnings.chain(filings), &asked)?;
    }
    Ok(Converted::from(whole).with_skipped(skipped))
}

/// Adds what a reply has.
fn add(whole: &mut Response, part: Response) {
    let Response { earnings, ipos, economic_events, filings, days } = part;
    whole.earnings.extend(earnings);
    whole.ipos.extend(ipos);
    whole.economic_events.extend(economic_events);
    whole.filings.extend(filings);
    for day in days {
        let is_same = |known: &&mut Day| known.module == day.module && known.date == day.date;
        match whole.days.iter_mut().find(is_same) {
            Some(known) => {
                known.count = sum(&known.count, &day.count).unwrap_or_else(|| known.count.clone());
                known.total = known.total.as_ref().zip(day.total.as_ref()).and_then(|(a, b)| sum(a, b));
            }
            None => whole.days.push(day),
        }
    }
}

/// Returns the sum of two numbers of entries.
fn sum(one: &Number, other: &Number) -> Option<Number> {
    one.as_u64()?.checked_add(other.as_u64()?).map(Number::from)
}

/// Reads a reply, and adds the rows that are left out; of a reply that is not the first only the calendars of tickers.
fn read(
    raw: RawReply<'_>,
    params: &Params<'_>,
    is_first: bool,
    skipped: &mut Vec<SkippedRow>,
) -> Result<Response, ConversionError> {
    let reply: Finance<Entries<Collapsed>> = json::document(raw, "the calendar")?;
    let Entries(mut found) = reply.envelope(raw)?.result(RESULT)?;
    let is_asked = |name: &str| params.calendars.as_ref().is_none_or(|names| names.contains(&name));
    let says_nothing = found.is_empty();
    found.retain(|(name, _)| ALL.contains(&name.as_str()) && is_asked(name));
    if found.is_empty() && !says_nothing {
        let first = ALL.iter().find(|name| is_asked(name)).copied().unwrap_or_default();
        return Err(Fault::missing(format!("{RESULT}.{first}")).into());
    }
    let is_read = |name: &str| is_first || OF_TICKERS.contains(&name);
    found.retain(|(name, _)| is_read(name));
    let mut read = Read::default();
    let is_there = |name: &str| found.iter().any(|(found, Collapsed(days))| found == name && !days.is_null());
    // Of all calendars a host names those that have something.
    let missing = params.calendars.iter().flatten().filter(|name| is_read(name) && !is_there(name));
    let missing = missing.map(|name| SkippedRow::at(format!("{RESULT}.{name}"), "it is missing"));
    let missing: Vec<SkippedRow> = missing.filter(|_| !says_nothing).collect();
    let response = Response {
        earnings: entries(&mut found, "earnings", |row: &Earnings| &row.start, &mut read),
        ipos: entries(&mut found, "ipoEvents", |row: &Offering| &row.start, &mut read),
        economic_events: entries(&mut found, "economicEvents", |row: &EconomicEvent| &row.time, &mut read),
        filings: entries(&mut found, "secReports", |row: &Filing| &row.date, &mut read),
        days: read.days,
    };
    // Rows of which none can be read are those of another service, whose parts have names of these calendars.
    let Response { earnings, ipos, economic_events, filings, .. } = &response;
    let is_empty = earnings.is_empty() && ipos.is_empty() && economic_events.is_empty() && filings.is_empty();
    if is_empty && !read.skipped.is_empty() {
        return Err(none_of(RESULT, &read.skipped).into());
    }
    skipped.extend(read.skipped);
    skipped.extend(missing);
    Ok(response)
}

/// The path of the calendars.
const RESULT: &str = "finance.result";

/// The days of the calendars, and the rows that were skipped.
#[derive(Default)]
struct Read {
    days: Vec<Day>,
    skipped: Vec<SkippedRow>,
}

/// Returns the entries of a calendar, and adds its days.
fn entries<T: Adapted>(
    found: &mut [(String, Collapsed)],
    calendar: &'static str,
    time: fn(&T) -> &Field<i64>,
    read: &mut Read,
) -> Vec<T> {
    let mut entries = Vec::new();
    let days = found.iter_mut().find(|(name, _)| name == calendar).map(|(_, Collapsed(days))| days.take());
    let days = match days.unwrap_or_default() {
        Value::Null => return entries,
        Value::Array(days) if days.len() <= MAX_DAYS => days,
        _ => {
            let reason = "it is no list of at most 370 days";
            read.skipped.push(SkippedRow::at(format!("{RESULT}.{calendar}"), reason));
            return entries;
        }
    };
    for (index, day) in days.into_iter().enumerate() {
        let path = format!("{RESULT}.{calendar}[{index}]");
        let Value::Object(mut day) = day else {
            read.skipped.push(SkippedRow::at(path, "it is no object"));
            continue;
        };
        let date = match day.get("timestampString").and_then(Value::as_str) {
            None => Err("its timestampString is missing"),
            Some(date) if read.days.iter().any(|day| day.module == calendar && day.date == date) => {
                Err(TWICE)
            }
            Some(date) => date.parse().map_err(|_| "its timestampString is no date"),
        };
        let date: Date = match date {
            Ok(date) => date,
            Err(reason) => {
                read.skipped.push(SkippedRow::at(path, reason));
                continue;
            }
        };
        if day.get("records").is_none_or(Value::is_null) {
            read.skipped.push(SkippedRow::at(&*path, "its records is missing"));
        }
        let records: Field<Vec<T>> = taken(&mut day, "records", &path, &mut read.skipped);
        let mut records = records.into_value().unwrap_or_default();
        let given = u64::try_from(records.len()).unwrap_or_default();
        let number = |name| day.get(name).and_then(Value::as_number).cloned();
        read.days.push(Day {
            date: date.to_string(),
            module: calendar.to_owned(),
            count: number("count").unwrap_or_else(|| given.into()),
            total: number("totalCount"),
        });
        // Days are those of New York, or of the exchange.
        let start = times::of_date(date);
        let span = Span { start: Some(start), end: Some(start.saturating_add(DAY)) };
        let before = records.len();
        records.retain(|row| span.require(time(row).get().copied(), DAY).is_ok());
        let other = |_| SkippedRow::at(format!("{path}.records"), "its time is not of that day");
        read.skipped.extend((records.len()..before).map(other));
        entries.extend(records);
    }
    entries
}
