//! The fundamentals time series: one list of figures by date for each name, where the name's prefix says
//! how long a period each covers (`annualNetIncome`).

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, Visitor};
use serde_json::{Number, Value};
use virtual_finance_core::{Date, DateTime, Fault, QueryPairs};

use crate::read::amounts;
use crate::read::collapse::Collapsed;
use crate::read::{Key, instrument, members};

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

    /// Returns the period of a series and its name without the prefix.
    fn split(name: &str) -> Option<(Self, &str)> {
        Self::ALL.into_iter().find_map(|period| Some((period, name.strip_prefix(period.prefix())?)))
    }
}

/// An entry of the reply: the series of a name, and whose they are.
pub(crate) struct Entry {
    symbols: Vec<String>,
    pub(crate) series: Vec<Series>,
}

impl Entry {
    /// Returns true if the entry says whose figures it has.
    pub(crate) const fn is_named(&self) -> bool {
        !self.symbols.is_empty()
    }

    /// Refuses the figures of another company.
    ///
    /// # Errors
    /// The entry is about another ticker, or does not say about which.
    pub(crate) fn require_about(&self, ticker: &str) -> Result<(), Fault> {
        if self.symbols.is_empty() {
            return Err(Fault::missing("timeseries.result[].meta.symbol"));
        }
        instrument::require_same(self.symbols.iter().map(String::as_str), ticker)
    }
}

/// The figures of one name.
pub(crate) struct Series {
    pub(crate) period: Period,
    /// The name without its prefix, for example `NetIncome`.
    pub(crate) name: String,
    /// None where the host names the series and gives nothing of it.
    points: Option<Vec<Option<Point>>>,
    /// The days of the points, in epoch seconds; empty where a point says its day itself.
    times: Vec<Option<i64>>,
}

impl Series {
    /// Returns the figures with the last days of their periods, in the host's order. Dates that the host has no
    /// figure for are passed over.
    pub(crate) fn figures(&self) -> impl Iterator<Item = Result<Figure<'_>, Fault>> {
        self.points.iter().flatten().flatten().filter_map(|point| {
            let path = |member| format!("the {member} of the time series {}", self.name);
            let number = match point.value.as_ref()? {
                Collapsed(Value::Null) => return None,
                Collapsed(Value::Number(number)) => number,
                Collapsed(_) => return Some(Err(Fault::wrong_type(path("reportedValue"), "a number"))),
            };
            let date = point.date.as_deref().ok_or_else(|| Fault::missing(path("asOfDate")));
            let date = date.and_then(|date| {
                date.parse().map_err(|_| Fault::wrong_type(path("asOfDate"), "a date such as 2024-09-30"))
            });
            let currency = point.currency.as_deref();
            Some(date.map(|date| Figure { date, number, currency }))
        })
    }
}

/// The names of the figures of a period that are there and cannot be read: they are null or empty. They are neither
/// zero nor absent, so that no sum may do without them.
#[derive(Default)]
pub(crate) struct Unreadable<'a> {
    /// By the midnight UTC at which their day begins, in epoch seconds.
    days: BTreeMap<i64, BTreeSet<&'a str>>,
    /// The names whose series is null as a whole.
    always: BTreeSet<&'a str>,
}

impl<'a> Unreadable<'a> {
    /// Returns those of a period.
    pub(crate) fn of(series: &'a [Series], period: Period) -> Self {
        let mut unreadable = Self::default();
        for series in series.iter().filter(|series| series.period == period) {
            let Some(points) = &series.points else {
                unreadable.always.insert(&series.name);
                continue;
            };
            for (index, point) in points.iter().enumerate() {
                let figure = point.as_ref().and_then(|point| point.value.as_ref());
                if figure.is_some_and(|Collapsed(figure)| !figure.is_null()) {
                    continue;
                }
                let date = point.as_ref().and_then(|point| point.date.as_deref()?.parse::<Date>().ok());
                let time = date.map(|date| DateTime::from(date).epoch_seconds());
                let time = time.or_else(|| series.times.get(index).copied().flatten());
                if let Some(day) = time.and_then(midnight) {
                    unreadable.days.entry(day).or_default().insert(&series.name);
                }
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
    const DAY: i64 = 86_400;
    time.checked_sub(time.checked_rem_euclid(DAY)?)
}

/// The figures of one date, with their currencies, by the names of their series.
pub(crate) type Figures<'a> = BTreeMap<&'a str, (Number, Option<&'a str>)>;

/// The figures of a period by date, whole ones as integers. Of two figures for one name and date the first stands.
///
/// # Errors
/// A figure is no number, or has no date.
pub(crate) fn by_date(series: &[Series], period: Period) -> Result<BTreeMap<Date, Figures<'_>>, Fault> {
    let mut dates = BTreeMap::<Date, Figures<'_>>::new();
    for series in series.iter().filter(|series| series.period == period) {
        for figure in series.figures() {
            let Figure { date, number, currency } = figure?;
            let figure = || (amounts::whole(number.clone()), currency);
            dates.entry(date).or_default().entry(&series.name).or_insert_with(figure);
        }
    }
    Ok(dates)
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
    /// The last day of its period.
    pub(crate) date: Date,
    pub(crate) number: &'a Number,
    pub(crate) currency: Option<&'a str>,
}

members! {
    struct Point {
        date: "asOfDate" => Option<String>,
        value: "reportedValue" => Option<Collapsed>,
        currency: "currencyCode" => Option<String>,
    }
}

members! {
    struct Meta {
        symbol: "symbol" => Option<Vec<String>>,
    }
}

impl<'de> Deserialize<'de> for Entry {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Object;

        impl<'de> Visitor<'de> for Object {
            type Value = Entry;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Entry, A::Error> {
                let mut entry = Entry { symbols: Vec::new(), series: Vec::new() };
                let mut times = Value::Null;
                while let Some(Key(key)) = members.next_key()? {
                    if key == "meta" {
                        let meta: Option<Meta> = members.next_value()?;
                        entry.symbols = meta.and_then(|meta| meta.symbol).unwrap_or_default();
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
                // They matter only where a point does not say its day.
                let lacks_day =
                    |point: &Option<Point>| point.as_ref().is_none_or(|point| point.date.is_none());
                for series in &mut entry.series {
                    if series.points.iter().flatten().any(lacks_day) {
                        series.times = times.as_array().into_iter().flatten().map(Value::as_i64).collect();
                    }
                }
                Ok(entry)
            }
        }

        deserializer.deserialize_map(Object)
    }
}
