//! The value of a company and its ratios at the ends of periods.

use std::ops::RangeInclusive;

use jiff::civil::Date;
use serde_json::{Map, Value, json};

use crate::calendar;
use crate::company::{self, Instrument};
use crate::numbers::{between, cents, count, millions, price, real, seeded};
use crate::prices;

/// The ratios with the least and the most of each.
const RATIOS: [(&str, f64, f64); 7] = [
    ("PeRatio", 12.0, 40.0),
    ("ForwardPeRatio", 10.0, 35.0),
    ("PegRatio", 0.5, 3.0),
    ("PsRatio", 1.0, 9.0),
    ("PbRatio", 1.0, 20.0),
    ("EnterprisesValueRevenueRatio", 1.0, 9.0),
    ("EnterprisesValueEBITDARatio", 6.0, 25.0),
];
/// The periods with their months; none for the day of the question.
const PERIODS: [(&str, i32, &str); 4] =
    [("quarterly", 3, "3M"), ("annual", 12, "12M"), ("monthly", 1, "1M"), ("trailing", 0, "TTM")];
/// Ends of periods that the host keeps.
const KEPT: i32 = 5;

/// Returns the entry of a measure, if the name is that of one. Indices have none.
pub(crate) fn entry(
    about: &Map<String, Value>,
    ticker: &str,
    name: &str,
    span: &RangeInclusive<i64>,
    now: i64,
) -> Option<Value> {
    let (measure, months, kind) = PERIODS
        .iter()
        .find_map(|(prefix, months, kind)| Some((name.strip_prefix(prefix)?, *months, *kind)))?;
    let is_money = ["MarketCap", "EnterpriseValue"].contains(&measure);
    if !is_money && !RATIOS.iter().any(|(ratio, ..)| *ratio == measure) {
        return None;
    }
    let (mut times, mut points) = (Vec::new(), Vec::new());
    for date in ends(months, now) {
        let time = calendar::midnight(date);
        let Some(value) = value(ticker, measure, date).filter(|_| span.contains(&time)) else { continue };
        times.push(time);
        let mut point = json!({"dataId": 14_008, "asOfDate": date.to_string(), "periodType": kind});
        if let Some(members) = point.as_object_mut() {
            if is_money {
                members.insert("currencyCode".into(), Instrument::of(ticker).currency_of_companies().into());
            }
            members.insert("reportedValue".into(), value);
        }
        points.push(point);
    }
    let mut entry = about.clone();
    if !points.is_empty() {
        entry.insert("timestamp".into(), times.into());
        entry.insert(name.to_owned(), points.into());
    }
    Some(entry.into())
}

/// Returns the ends of periods up to now, oldest first.
fn ends(months: i32, now: i64) -> Vec<Date> {
    let today = calendar::date_of(now);
    if months == 0 {
        return vec![today];
    }
    let year = today.first_of_year();
    let ends = (0..KEPT.saturating_mul(months).saturating_add(12)).rev().filter_map(|back| {
        let first = calendar::months_later(year, 12_i32.saturating_sub(back));
        let since = 12_i32.saturating_sub(back).rem_euclid(months);
        let end = calendar::days_later(first, -1);
        (since == 0 && end < today).then_some(end)
    });
    ends.collect()
}

fn value(ticker: &str, measure: &str, date: Date) -> Option<Value> {
    if ticker.starts_with('^') {
        return None;
    }
    if let Some((_, low, high)) = RATIOS.iter().find(|(ratio, ..)| *ratio == measure) {
        let mut rng = seeded(ticker, &format!("{measure} {date}"));
        return Some(price(cents(between(&mut rng, *low, *high))));
    }
    let (bar, _) = prices::latest(ticker, calendar::midnight(date))?;
    let debt = if measure == "MarketCap" { 1.0 } else { 1.1 };
    let amount = millions(bar.close * real(company::shares(ticker)) * debt);
    // The host's amounts are floats here.
    Some(json!({"raw": real(amount), "fmt": count(amount).get("fmt")}))
}
