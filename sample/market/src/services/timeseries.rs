//! The fundamentals and the value of a company as time series: a list for each type that is asked for.

use jiff::civil::Date;
use serde_json::{Map, Value, json};

use crate::agreed::error_envelope;
use crate::asked::RoutedRequest;
use crate::calendar::{self, DAY};
use crate::company::{self, Instrument};
use crate::facts::known;
use crate::facts::statements;
use crate::numbers::{cents, count, price, real, seeded};
use crate::reply::{Reply, in_envelope};

/// The envelope.
const KEY: &str = "timeseries";
/// The series of the number of shares, and its months.
const SHARES: &str = "shares_out";
const MONTHS: i32 = 36;
/// The periods with their months; none for the day of the question.
const PERIODS: [(&str, i32, &str); 4] =
    [("quarterly", 3, "3M"), ("annual", 12, "12M"), ("monthly", 1, "1M"), ("trailing", 0, "TTM")];
/// Ends of periods whose values the host keeps.
const KEPT: i32 = 6;
/// The facts that are values at the end of a period: first amounts, then ratios.
const AMOUNTS: [(&str, &str); 2] = [("MarketCap", "cap"), ("EnterpriseValue", "enterprise")];
const RATIOS: [(&str, &str); 7] = [
    ("PeRatio", "pe"),
    ("ForwardPeRatio", "forwardPe"),
    ("PegRatio", "peg"),
    ("PsRatio", "priceToSales"),
    ("PbRatio", "priceToBook"),
    ("EnterprisesValueRevenueRatio", "enterpriseToRevenue"),
    ("EnterprisesValueEBITDARatio", "enterpriseToEbitda"),
];

/// Returns the asked types within the asked time.
pub(crate) fn reply(asked: &RoutedRequest<'_>) -> Reply {
    // Without a type the host counts shares.
    let types = asked.sent.query.get("type").unwrap_or(SHARES);
    let epoch = |name, default: i64| asked.sent.query.get(name).map_or(Ok(default), str::parse);
    let (Ok(start), Ok(end)) = (epoch("period1", 0), epoch("period2", asked.now)) else {
        let text = "Invalid input - period1 and period2 are numbers of seconds";
        return error_envelope(KEY, 400, "Bad Request", text);
    };
    let entry = |name: &str| {
        let mut entry =
            Map::from_iter([("meta".to_owned(), json!({"symbol": [asked.subject], "type": [name]}))]);
        let points = points(asked.subject, name, asked.now).unwrap_or_default().into_iter();
        let points = points.map(|(date, point)| (calendar::midnight(date), point));
        let (times, points): (Vec<i64>, Vec<Value>) =
            points.filter(|(time, _)| (start..=end).contains(time)).unzip();
        // Without figures it says no more than whose and what it is.
        if !points.is_empty() {
            entry.insert("timestamp".into(), times.into());
            entry.insert(name.to_owned(), points.into());
        }
        entry.into()
    };
    let entries: Vec<Value> = types.split(',').map(|name| entry(name.trim())).collect();
    in_envelope(KEY, &entries)
}

/// Returns the points of a type, oldest first; none of what is no type.
fn points(ticker: &str, name: &str, now: i64) -> Option<Vec<(Date, Value)>> {
    if name == SHARES {
        return Some((0..MONTHS).rev().flat_map(|back| shares(ticker, back, now)).collect());
    }
    let (item, months, kind) = PERIODS
        .iter()
        .find_map(|(prefix, months, kind)| Some((name.strip_prefix(prefix)?, *months, *kind)))?;
    let id = seeded(item, "time series").u32(20_000..30_000);
    let currency = Instrument::of(ticker).currency_of_companies();
    let point = |date: Date, value: Value| {
        (
            date,
            json!({"dataId": id, "asOfDate": date.to_string(), "periodType": kind, "currencyCode": currency, "reportedValue": value}),
        )
    };
    // The host's amounts are floats here, and here alone.
    let amount = |amount: i64| json!({"raw": real(amount), "fmt": count(amount).get("fmt")});
    let known = AMOUNTS.iter().chain(&RATIOS).find(|(measure, _)| *measure == item);
    let Some((measure, fact)) = known else {
        // Of a month there is no statement.
        let months =
            Some(if months == 0 { statements::YEAR } else { months }).filter(|months| *months > 1)?;
        let amounts = statements::amounts(ticker, item, months, now);
        return Some(amounts.into_iter().map(|(end, figure)| point(end, amount(figure))).collect());
    };
    let ends = (0..KEPT).rev().map(|back| calendar::period_end(now, months, back));
    let ends: Vec<Date> = if months == 0 { vec![calendar::date_of(now)] } else { ends.collect() };
    let value = |date: Date| {
        let then = now.min(calendar::midnight(date).saturating_add(DAY));
        let number = known::of(ticker, then).get(fact).as_f64()?;
        let is_amount = AMOUNTS.iter().any(|(name, _)| name == measure);
        Some(point(
            date,
            if is_amount { amount(crate::numbers::millions(number)) } else { price(cents(number)) },
        ))
    };
    Some(ends.into_iter().filter_map(value).collect())
}

/// Returns the number of shares at the beginning of a month; each second month has a second number.
fn shares(ticker: &str, back: i32, now: i64) -> impl Iterator<Item = (Date, Value)> {
    let date = calendar::months_later(calendar::date_of(now).first_of_month(), back.saturating_neg());
    let count = company::shares(ticker).saturating_add(i64::from(back).saturating_mul(100_000));
    let second = (back % 2 == 0).then(|| count.saturating_add(1_000));
    [Some(count), second].into_iter().flatten().map(move |count| (date, count.into()))
}
