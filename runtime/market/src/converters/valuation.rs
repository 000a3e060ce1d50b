//! Valuation: the value of a company and its ratios over time, from the fundamentals time series, or from the page of
//! its quote, which carries a reply of it.

use std::collections::BTreeMap;

use serde::Deserialize as _;
use serde_json::{Map, Value};
use virtual_finance_core::{
    Context, Converted, Date, DateTime, Fault, QueryPairs, RawReply, SkippedRow, exactly_one,
};

use super::params::valuation::{Params, Query};
use crate::fault::MarketFault;
use crate::read::script::Embedded;
use crate::read::timeseries::{self, Figure, Period, Series};
use crate::read::{Conversion, Queries, amounts, carried, instrument, json, times};

pub use crate::records::valuation::*;

/// The service's names of the measures; the first two are money.
const MEASURES: [&str; 9] = [
    "MarketCap",
    "EnterpriseValue",
    "PeRatio",
    "ForwardPeRatio",
    "PegRatio",
    "PsRatio",
    "PbRatio",
    "EnterprisesValueRevenueRatio",
    "EnterprisesValueEBITDARatio",
];
const MONEY: [&str; 2] = ["MarketCap", "EnterpriseValue"];

/// The member with the currency of the money of a date.
const CURRENCY: &str = "currency";

/// The periods without any that are asked for, which pages have too.
const USUAL: [&str; 2] = ["quarterly", "trailing"];

/// The path that a page has the reply from, before the ticker.
const PATH: &str = "/ws/fundamentals-timeseries/v1/finance/timeseries/";

/// Returns the query for all measures of the periods, up to now.
pub fn prepare(query: Query<'_>, now: DateTime) -> QueryPairs<'_> {
    let periods = query.periods.unwrap_or_else(|| USUAL.to_vec());
    let types: Vec<String> = periods
        .iter()
        .flat_map(|period| MEASURES.iter().map(move |measure| format!("{period}{measure}")))
        .collect();
    let mut pairs = timeseries::query(&types, now);
    pairs.extend([("merge", "false".into()), ("padTimeSeries", "true".into())]);
    pairs
}

/// Asks for a page, where one has what was asked for.
///
/// # Errors
/// 422: no page has it.
pub fn page_queries<'a>(_: &Context<'_>, _: &[RawReply<'_>], params: Params<'a>) -> Queries<'a> {
    let is_there = params.periods.is_none_or(|periods| periods.iter().all(|period| USUAL.contains(period)));
    carried::page_query(is_there, "the valuations of quarters and of the twelve months up to a day")
}

/// Converts the reply of the fundamentals time series, or the page of a quote.
///
/// # Errors
/// 404: the host has no figure of the requested periods. 422: the reply cannot be read, is the host's own error or about
/// another company.
pub fn convert(_: &Context<'_>, replies: &[RawReply<'_>], params: Params<'_>) -> Conversion<Response> {
    let is_wanted = |script: &Embedded<'_>| {
        script.after(PATH).is_some_and(|symbol| instrument::is_same(&symbol, params.ticker))
            && script.parameter("type").is_some_and(|types| types.contains("MarketCap"))
    };
    let document = carried::document(exactly_one(replies)?, "the valuation of the page", is_wanted)?;
    let asked = params.periods.unwrap_or_else(|| USUAL.to_vec());
    from_service(document.reply(), params.ticker, &asked)
}

fn from_service(raw: RawReply<'_>, ticker: &str, asked: &[&str]) -> Conversion<Response> {
    let mut skipped = Vec::new();
    let mut series = timeseries::read(raw, "the valuation", ticker, &mut skipped)?;
    series.retain(|series| MEASURES.contains(&series.name.as_str()));
    let trailing = by_date(&series, Period::Trailing, &mut skipped);
    let response = Response {
        ticker: ticker.to_owned(),
        current: current(&trailing, &mut skipped)?,
        quarterly: newest_first(by_date(&series, Period::Quarter, &mut skipped))?,
        annual: newest_first(by_date(&series, Period::Year, &mut skipped))?,
        monthly: newest_first(by_date(&series, Period::Month, &mut skipped))?,
        trailing: newest_first(trailing)?,
    };
    let Response { quarterly, annual, monthly, trailing, .. } = &response;
    let lists = [
        (Period::Quarter, quarterly),
        (Period::Year, annual),
        (Period::Month, monthly),
        (Period::Trailing, trailing),
    ];
    // The figures of other periods answer another question.
    if !lists.iter().any(|(period, list)| asked.contains(&period.prefix()) && !list.is_empty()) {
        let nothing = MarketFault::NoData { of: "valuation of any period", quote_type: None };
        return Err(timeseries::none(nothing.into(), &skipped).into());
    }
    Ok(Converted::from(response).with_skipped(skipped))
}

/// The measures of each date under the names of the response.
type ByDate = BTreeMap<Date, Map<String, Value>>;

/// Returns the figures of a period, and counts unreadable ones as skipped.
fn by_date(series: &[Series], period: Period, skipped: &mut Vec<SkippedRow>) -> ByDate {
    let mut dates = ByDate::new();
    for series in series.iter().filter(|series| series.period == period) {
        let is_money = MONEY.contains(&series.name.as_str());
        for figure in series.figures() {
            let Figure { index, date, number, currency } = match figure {
                Ok(figure) => figure,
                Err(row) => {
                    skipped.push(row);
                    continue;
                }
            };
            let (members, name) = (dates.entry(date).or_default(), name(&series.name));
            if members.contains_key(&name) {
                skipped.push(series.second(index));
                continue;
            }
            members.insert("date".to_owned(), times::of_date(date).into());
            // Some ratios have a currency too, which says nothing.
            if let Some(currency) = currency.filter(|_| is_money) {
                let known = members.entry(CURRENCY).or_insert_with(|| currency.into());
                if *known != currency {
                    skipped.push(series.in_other_currency(index));
                    continue;
                }
            }
            let number = if is_money { amounts::whole(number.clone()) } else { number.clone() };
            members.insert(name, number.into());
        }
    }
    dates
}

/// The longest time by which a current figure is older than the newest one, in seconds: hosts count measures on different days.
const MAX_BEHIND: i64 = 7 * 24 * 3600;

/// Returns the newest figure of each measure. One that ends more than a week before the newest, as the earnings of a company that
/// makes losses now, is none, nor is money of a currency of before; both are added to what is skipped.
fn current(trailing: &ByDate, skipped: &mut Vec<SkippedRow>) -> Result<Option<Measures>, Fault> {
    let newest = trailing.last_key_value().map(|(date, _)| times::of_date(*date));
    let is_old =
        |date: &Date| newest.is_some_and(|newest| newest.saturating_sub(times::of_date(*date)) > MAX_BEHIND);
    let of = |age| {
        trailing.iter().filter(move |(date, _)| is_old(date) == age).map(|(_, members)| members.clone())
    };
    let mut ended = Map::new();
    of(true).for_each(|older| ended.extend(older));
    let current = of(false).reduce(|mut older, newer| {
        let currencies = older.get(CURRENCY).zip(newer.get(CURRENCY));
        if currencies.is_some_and(|(old, new)| old != new) {
            for name in MONEY.map(name) {
                if older.shift_remove(&name).is_some() && !newer.contains_key(&name) {
                    let reason = "its newest figure is in another currency";
                    skipped.push(SkippedRow::at(format!("current.{name}"), reason).as_null());
                }
            }
        }
        older.extend(newer);
        older
    });
    let is_measure = |name: &str| MEASURES.iter().any(|measure| self::name(measure) == name);
    let is_current = |name: &str| current.as_ref().is_some_and(|current| current.contains_key(name));
    let old = ended.keys().filter(|name| is_measure(name) && !is_current(name));
    skipped.extend(old.map(|name| {
        SkippedRow::at(
            format!("current.{name}"),
            "its newest figure is of more than a week before the others",
        )
        .as_null()
    }));
    current.map(measures).transpose()
}

fn newest_first(dates: ByDate) -> Result<Vec<Measures>, Fault> {
    dates.into_values().rev().map(measures).collect()
}

fn measures(members: Map<String, Value>) -> Result<Measures, Fault> {
    Measures::deserialize(Value::Object(members)).map_err(|error| json::malformed("the valuation", &error))
}

/// Returns the name of a measure in the response: the service's name in camel case.
fn name(measure: &str) -> String {
    let mut chars = measure.chars();
    chars.next().into_iter().map(|first| first.to_ascii_lowercase()).chain(chars).collect()
}
