//! Fx: reference rates of currencies, from the euro's rates of the European Central Bank.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Number;
use virtual_finance_core::catalogue::RawKind;
use virtual_finance_core::read::{DataPath, declared};
use virtual_finance_core::{Context, ConversionError, Converted, Date, Fault, RawReply};

use super::params::fx::Params;
use crate::read::Conversion;

pub use crate::records::fx::*;

/// The currency whose rates the bank has.
const EURO: &str = "EUR";

/// A row of the bank: the units of a currency for one euro.
#[derive(Deserialize)]
struct Row {
    #[serde(rename = "TIME_PERIOD")]
    date: Date,
    #[serde(rename = "CURRENCY")]
    currency: String,
    #[serde(rename = "OBS_VALUE")]
    rate: Option<Number>,
}

/// Converts the rates for the euro into the rates for the base.
///
/// # Errors
/// 404 where no currency has a rate, or the base has none; 422 where the reply is no table of rates.
pub fn convert(
    _: &Context<'_>,
    replies: &[RawReply<'_>],
    Params { currencies, base }: Params<'_>,
) -> Conversion<Response> {
    let place = DataPath::new("the rates", "", "").raw(RawKind::Csv);
    let rows: Converted<Vec<Row>> = declared(replies, &place)?;
    let mut of_euro: BTreeMap<&str, BTreeMap<Date, Option<Number>>> = BTreeMap::new();
    for row in &rows.response {
        of_euro.entry(&row.currency).or_default().insert(row.date, row.rate.clone());
    }
    if of_euro.is_empty() {
        return Err(none_of(&currencies));
    }
    // The euro has the days of the others.
    let days = of_euro.values().flat_map(BTreeMap::keys).map(|day| (*day, Some(1.into()))).collect();
    of_euro.insert(EURO, days);
    let of_base = of_euro.get(base).ok_or_else(|| none_of(&[base]))?;
    let (mut rates, mut unknown) = (Vec::new(), Vec::new());
    for &currency in &currencies {
        match of_euro.get(currency).filter(|days| !days.is_empty()) {
            Some(days) => rates.extend(days.iter().map(|(date, rate)| {
                let of_day = of_base.get(date).and_then(Option::as_ref);
                let rate = rate.as_ref().zip(of_day).and_then(|(rate, base)| quotient(rate, base));
                Rate { date: *date, currency: currency.to_owned(), rate }
            })),
            None => unknown.push(currency.to_owned()),
        }
    }
    if rates.is_empty() {
        return Err(none_of(&currencies));
    }
    Ok(Response { base: base.to_owned(), rates, unknown }.into())
}

/// Returns a rate for another base than the euro; the rate itself where the base is the euro.
fn quotient(rate: &Number, base: &Number) -> Option<Number> {
    match base.as_f64()? {
        1.0 => Some(rate.clone()),
        base => Number::from_f64(rate.as_f64()? / base),
    }
}

fn none_of(currencies: &[&str]) -> ConversionError {
    Fault::none_known(currencies.iter().copied(), None).into()
}
