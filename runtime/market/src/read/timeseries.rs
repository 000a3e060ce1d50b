//! The fundamentals time series: one list of figures by date for each name, where the name's prefix says
//! how long a period each covers (`annualNetIncome`).

use std::collections::btree_map::Entry as Slot;
use std::collections::{BTreeMap, BTreeSet};

use serde::de::{Deserialize, DeserializeOwned, Deserializer, IgnoredAny, MapAccess, Visitor};
use serde_json::{Number, Value, json};
use virtual_finance_core::read::is_time;
use virtual_finance_core::{
    ConversionError, Date, DateTime, Fault, QueryPairs, RawReply, SkippedRow, expecting,
};

use crate::read::collapse::Untyped;
use crate::read::envelope::{self, Envelope};
use crate::read::listed::{at, none_of};
use crate::read::span::DAY;
use crate::read::{Key, amounts, instrument, json, members, times};

/// The period that a figure covers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Period {
    /// A fiscal year.
    Year,
    /// A quarter.
    Quarter,
    /// A month.
    Month,
    /// The twelve months up to a day.
    Trailing,
}

impl Period {
    const ALL: [Self; 4] = [Self::Year, Self::Quarter, Self::Month, Self::Trailing];

    /// Returns the beginning of the name of a series.
    pub(crate) const fn prefix(self) -> &'static str {
        match self {
            Self::Year => "annual",
            Self::Quarter => "quarterly",
            Self::Month => "monthly",
            Self::Trailing => "trailing",
        }
    }

    /// Returns the name of the period in the points of a series.
    const fn code(self) -> &'static str {
        match self {
            Self::Year => "12M",
            Self::Quarter => "3M",
            Self::Month => "1M",
            Self::Trailing => "TTM",
        }
    }

    /// Returns the period of a series and its name without the prefix.
    fn split(name: &str) -> Option<(Self, &str)> {
        Self::ALL.into_iter().find_map(|period| Some((period, name.strip_prefix(period.prefix())?)))
    }
}

/// The path of the entries of a reply in messages.
pub(crate) const RESULT: &str = "timeseries.result";

/// Reads the series of a company from the reply of the service. What cannot be read is added to what is skipped.
///
/// # Errors
/// 422: the reply is not the service's, is the host's own error, or is about another company.
pub(crate) fn read(
    raw: RawReply<'_>,
    name: &'static str,
    ticker: &str,
    skipped: &mut Vec<SkippedRow>,
) -> Result<Vec<Series>, ConversionError> {
    let reply: Reply = document(raw, name, skipped)?;
    let envelope = reply.series.ok_or_else(|| envelope::missing(raw, "timeseries"))?;
    Ok(of_company(envelope.result(RESULT)?, ticker, skipped)?)
}

/// Returns the fault for a reply without a requested figure: with what was skipped, if anything was.
pub(crate) fn none(fault: Fault, skipped: &[SkippedRow]) -> Fault {
    if skipped.is_empty() { fault } else { none_of(RESULT, skipped) }
}

/// Reads a reply entry by entry where an entry is unreadable, which then has no figure. `name` names the reply in
/// messages.
///
/// # Errors
/// 422: the reply cannot be read, or is the host's own error.
pub(crate) fn document<T: DeserializeOwned>(
    raw: RawReply<'_>,
    name: &'static str,
    skipped: &mut Vec<SkippedRow>,
) -> Result<T, ConversionError> {
    json::document(raw, name).or_else(|error| {
        let before = skipped.len();
        // Point by point: that takes longer.
        let mended = mended(raw, name, skipped).and_then(|reply| serde_json::from_value(reply).ok());
        mended.ok_or_else(|| {
            skipped.truncate(before);
            error
        })
    })
}

/// Returns a reply without the entries that are none, and with points that have no figure in place of what is no point.
fn mended(raw: RawReply<'_>, name: &'static str, skipped: &mut Vec<SkippedRow>) -> Option<Value> {
    let mut reply: Value = json::document(raw, name).ok()?;
    let entries = reply.pointer_mut("/timeseries/result").and_then(Value::as_array_mut)?;
    for entry in &mut *entries {
        // Its keys name the series all the same.
        if let Some(meta) = entry.get_mut("meta").filter(|meta| !meta.is_object()) {
            *meta = Value::Null;
        }
        let series = entry.as_object_mut().into_iter().flatten();
        for (_, points) in series.filter(|(name, _)| Period::split(name).is_some()) {
            match points {
                Value::Null => {}
                Value::Array(points) => points.iter_mut().for_each(make_point),
                other => *other = Value::from_iter([unreadable(None)]),
            }
        }
    }
    let mut place = 0_usize;
    entries.retain(|entry| {
        let is_kept = Entry::deserialize(entry).is_ok();
        if !is_kept {
            skipped.push(at(RESULT, place, "it is no series"));
        }
        place = place.saturating_add(1);
        is_kept
    });
    Some(reply)
}

/// Makes a point without a figure of what is no point.
fn make_point(point: &mut Value) {
    if Option::<Point>::deserialize(&*point).is_err() {
        *point = unreadable(point.get("asOfDate").and_then(Value::as_str));
    }
}

fn unreadable(date: Option<&str>) -> Value {
    json!({"asOfDate": date, "reportedValue": "unreadable"})
}

/// Returns the series of a company, of entries each of which says whose it is. One that does not is skipped beside others.
///
/// # Errors
/// An entry is about another company, or none says about which.
pub(crate) fn of_company(
    entries: Vec<Entry>,
    ticker: &str,
    skipped: &mut Vec<SkippedRow>,
) -> Result<Vec<Series>, Fault> {
    let mut series = Vec::new();
    if !entries.is_empty() && entries.iter().all(|entry| entry.symbols.is_empty()) {
        return Err(Fault::missing("timeseries.result[].meta.symbol"));
    }
    for (index, entry) in entries.into_iter().enumerate() {
        if entry.symbols.is_empty() {
            skipped.push(at(RESULT, index, "its meta.symbol is missing"));
            // They are there and nobody knows whose they are: no sum does without them.
            series.extend(entry.series.into_iter().map(|series| Series { points: None, ..series }));
            continue;
        }
        instrument::require_same(entry.symbols.iter().map(String::as_str), ticker)?;
        if entry.is_of_other {
            skipped.push(at(RESULT, index, "its meta.type is that of another series"));
            // Nobody knows which of the two it is.
            series.extend(entry.series.into_iter().map(|series| Series { points: None, ..series }));
            continue;
        }
        series.extend(entry.series);
    }
    Ok(series)
}

members! {
    struct Reply {
        series: "timeseries" => Option<Envelope<Vec<Entry>>>,
    }
}

/// An entry of the reply: the series of a name, and whose they are.
pub(crate) struct Entry {
    symbols: Vec<String>,
    /// True if the host says beside the series that it is another one.
    is_of_other: bool,
    series: Vec<Series>,
}

/// The figures of one name.
pub(crate) struct Series {
    pub(crate) period: Period,
    /// The name without its prefix, for example `NetIncome`.
    pub(crate) name: String,
    /// None where the host names the series and gives nothing of it.
    points: Option<Vec<Option<Point>>>,
    /// The days of the points, in epoch seconds; empty where there is a point of each, which says it itself.
    times: Vec<Option<i64>>,
}

impl Series {
    /// Returns true for its full name, for example `annualNetIncome`.
    fn has_name(&self, name: &str) -> bool {
        name.strip_prefix(self.period.prefix()) == Some(&self.name)
    }

    /// Returns the figures with the last days of their periods, in the host's order. Dates that the host has no figure for
    /// are passed over.
    pub(crate) fn figures(&self) -> impl Iterator<Item = Result<Figure<'_>, SkippedRow>> {
        let points = self.points.iter().flatten().enumerate();
        points.filter_map(|(index, point)| {
            Some(self.figure(index, point.as_ref()?)?.map_err(|reason| self.skip(index, reason)))
        })
    }

    /// Returns a figure that is skipped because its date had one before.
    pub(crate) fn second(&self, index: usize) -> SkippedRow {
        self.skip(index, "its asOfDate is there twice")
    }

    /// Returns a figure that is skipped because others of its date are in another currency.
    pub(crate) fn in_other_currency(&self, index: usize) -> SkippedRow {
        self.skip(index, "its currencyCode is another one than that of its date")
    }

    /// Returns a point that is skipped, by its place in the series.
    fn skip(&self, index: usize, reason: &str) -> SkippedRow {
        at(&format!("{}{}", self.period.prefix(), self.name), index, reason)
    }

    /// Returns the figure of a point or the reason why there is none, unless the host has none.
    fn figure<'a>(&self, index: usize, point: &'a Point) -> Option<Result<Figure<'a>, &'static str>> {
        let number = match &point.value.as_ref()?.0 {
            Value::Null => return None,
            Value::Number(number) => number,
            _ => return Some(Err("its reportedValue is no number")),
        };
        // Companies that report twice a year have half-years among their quarters.
        let may_be_other = self.period == Period::Quarter;
        if point
            .covered
            .is_some_and(|Covered(found)| found.map_or(!may_be_other, |found| found != self.period))
        {
            return Some(Err("its periodType is that of another period"));
        }
        Some(match point.date {
            Some(Day(Some(date))) => Ok(Figure { index, date, number, currency: point.currency() }),
            Some(Day(None)) => Err("its asOfDate is no date such as 2024-09-30"),
            None => Err("its asOfDate is missing"),
        })
    }
}

/// The names of the figures of a period that are there and cannot be read. They are neither zero nor absent, so that no
/// sum may do without them.
#[derive(Default)]
pub(crate) struct Unreadable<'a> {
    /// By the midnight UTC at which their day begins, in epoch seconds.
    days: BTreeMap<i64, BTreeSet<&'a str>>,
    /// The names whose series is null as a whole, or has a figure of a day that nobody knows.
    always: BTreeSet<&'a str>,
}

impl<'a> Unreadable<'a> {
    /// Returns the points of a period.
    pub(crate) fn of(series: &'a [Series], period: Period) -> Self {
        let mut unreadable = Self::default();
        for series in series.iter().filter(|series| series.period == period) {
            let Some(points) = &series.points else {
                unreadable.always.insert(&series.name);
                continue;
            };
            // A day that the host counts and of which no point has a figure.
            let mut days: BTreeSet<i64> =
                series.times.iter().flatten().filter_map(|time| midnight(*time)).collect();
            for (index, point) in points.iter().enumerate() {
                let figure = point.as_ref().and_then(|point| series.figure(index, point));
                if let Some(Ok(figure)) = figure {
                    days.remove(&times::of_date(figure.date));
                    continue;
                }
                let date = point.as_ref().and_then(Point::day);
                let time = date.map(times::of_date);
                let time = time.or_else(|| series.times.get(index).copied().flatten());
                match time.and_then(midnight) {
                    Some(day) => drop(unreadable.days.entry(day).or_default().insert(&series.name)),
                    None if figure.is_some() => drop(unreadable.always.insert(&series.name)),
                    None => {}
                }
            }
            for day in days {
                unreadable.days.entry(day).or_default().insert(&series.name);
            }
        }
        unreadable
    }

    /// Returns true if the figure of a name on a day is there and cannot be read. The day is its midnight UTC, in epoch
    /// seconds.
    pub(crate) fn has(&self, day: i64, name: &str) -> bool {
        self.always.contains(name) || self.days.get(&day).is_some_and(|names| names.contains(name))
    }
}

/// Returns the midnight UTC before a time.
fn midnight(time: i64) -> Option<i64> {
    time.checked_sub(time.checked_rem_euclid(DAY)?)
}

/// The figures of one date, with their currencies, by the names of their series.
pub(crate) type Figures<'a> = BTreeMap<&'a str, (Number, Option<&'a str>)>;

/// The figures of a period by date, whole ones as integers. Those that cannot be read are added to what is skipped, and of
/// two figures for one name and date the second one.
pub(crate) fn by_date<'a>(
    series: &'a [Series],
    period: Period,
    skipped: &mut Vec<SkippedRow>,
) -> BTreeMap<Date, Figures<'a>> {
    let mut dates = BTreeMap::<Date, Figures<'_>>::new();
    for series in series.iter().filter(|series| series.period == period) {
        for figure in series.figures() {
            match figure {
                Err(row) => skipped.push(row),
                Ok(Figure { index, date, number, currency }) => {
                    match dates.entry(date).or_default().entry(&series.name) {
                        Slot::Vacant(slot) => drop(slot.insert((amounts::whole(number.clone()), currency))),
                        Slot::Occupied(_) => skipped.push(series.second(index)),
                    }
                }
            }
        }
    }
    dates
}

/// The query for series by their full names, up to now.
pub(crate) fn query(types: &[String], now: DateTime) -> QueryPairs<'static> {
    /// 1985-01-01, before any statement that the host has.
    const FIRST: &str = "473385600";
    vec![
        ("type", types.join(",").into()),
        ("period1", FIRST.into()),
        ("period2", now.epoch_seconds().to_string().into()),
    ]
}

/// A figure of a series.
pub(crate) struct Figure<'a> {
    /// The place of its point in the series.
    pub(crate) index: usize,
    /// The last day of its period.
    pub(crate) date: Date,
    pub(crate) number: &'a Number,
    pub(crate) currency: Option<&'a str>,
}

members! {
    struct Point {
        date: "asOfDate" => Option<Day>,
        value: "reportedValue" => Option<Untyped>,
        currency: "currencyCode" => Option<String>,
        covered: "periodType" => Option<Covered>,
    }
}

impl Point {
    fn currency(&self) -> Option<&str> {
        self.currency.as_deref().filter(|code| !code.trim().is_empty())
    }

    fn day(&self) -> Option<Date> {
        self.date.as_ref()?.0
    }
}

/// The day of a point; none for a text that is no date.
struct Day(Option<Date>);

impl<'de> Deserialize<'de> for Day {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Key(date) = Key::deserialize(deserializer)?;
        let is_time = |date: &Date| is_time(times::of_date(*date));
        Ok(Self(date.parse().ok().filter(is_time)))
    }
}

/// The period that a point says that it covers; `None` for a period that names no series.
#[derive(Clone, Copy)]
struct Covered(Option<Period>);

impl<'de> Deserialize<'de> for Covered {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Key(code) = Key::deserialize(deserializer)?;
        Ok(Self(Period::ALL.into_iter().find(|period| period.code() == code)))
    }
}

members! {
    struct Meta {
        symbol: "symbol" => Option<Names>,
        kind: "type" => Option<Names>,
    }
}

/// The names that are beside a series: usually a list of one.
#[derive(serde::Deserialize)]
#[serde(untagged)]
pub(crate) enum Names {
    /// The names of a list.
    List(Vec<String>),
    /// A name alone.
    One(String),
    /// Something else, which names nothing.
    Other(IgnoredAny),
}

impl Names {
    pub(crate) fn into_list(self) -> Vec<String> {
        match self {
            Self::List(names) => names,
            Self::One(name) => vec![name],
            Self::Other(_) => Vec::new(),
        }
    }
}

impl<'de> Deserialize<'de> for Entry {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Object;

        impl<'de> Visitor<'de> for Object {
            type Value = Entry;

            expecting!("an object");

            fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Entry, A::Error> {
                let mut entry = Entry { symbols: Vec::new(), is_of_other: false, series: Vec::new() };
                let mut kind = None;
                let mut times = Value::Null;
                while let Some(Key(key)) = members.next_key()? {
                    if key == "meta" {
                        let meta: Option<Meta> = members.next_value()?;
                        let Some(Meta { symbol, kind: named }) = meta else { continue };
                        entry.symbols = symbol.map(Names::into_list).unwrap_or_default();
                        kind = named.and_then(|names| names.into_list().into_iter().next());
                    } else if let Some((period, name)) = Period::split(&key) {
                        let points: Option<Vec<Option<Point>>> = members.next_value()?;
                        entry.series.push(Series {
                            period,
                            name: name.to_owned(),
                            points,
                            times: Vec::new(),
                        });
                    } else if key == "timestamp" {
                        times = members.next_value()?;
                    } else {
                        members.next_value::<IgnoredAny>()?;
                    }
                }
                if let (Some(kind), [series]) = (kind, entry.series.as_slice()) {
                    entry.is_of_other = !series.has_name(&kind);
                }
                // They matter only where a point does not say its day, says it wrong, or is missing.
                let times = times.as_array().map(Vec::as_slice).unwrap_or_default();
                let lacks_day =
                    |point: &Option<Point>| point.as_ref().is_none_or(|point| point.day().is_none());
                for series in &mut entry.series {
                    let points = series.points.as_deref().unwrap_or_default();
                    let is_short = !points.is_empty() && points.len() < times.len();
                    if is_short || points.iter().any(lacks_day) {
                        series.times = times.iter().map(Value::as_i64).collect();
                    }
                }
                Ok(entry)
            }
        }

        deserializer.deserialize_map(Object)
    }
}
