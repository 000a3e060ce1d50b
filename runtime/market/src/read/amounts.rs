//! Amounts of money and shares: whole ones are integers, and sums of integers are exact.

use serde_json::{Map, Number, Value};
use virtual_finance_core::Field;
use virtual_finance_core::read::integer;

pub(crate) use virtual_finance_core::read::whole;

/// Fields of quotes and profiles that are amounts of money or of shares, and so whole wherever the host's are.
const FIELDS: [&str; 28] = [
    "askSize",
    "averageDailyVolume10Day",
    "averageDailyVolume3Month",
    "averageVolume",
    "averageVolume10days",
    "bidSize",
    "circulatingSupply",
    "enterpriseValue",
    "floatShares",
    "impliedSharesOutstanding",
    "marketCap",
    "maxSupply",
    "netAssets",
    "netIncomeToCommon",
    "openInterest",
    "regularMarketVolume",
    "revenueAverage",
    "revenueHigh",
    "revenueLow",
    "sharesOutstanding",
    "sharesShort",
    "sharesShortPriorMonth",
    "totalAssets",
    "totalSupply",
    "volume",
    "volume24Hr",
    "volumeAllCurrencies",
    "volumeLastDay",
];

/// Makes integers of the whole amounts among the members.
pub(crate) fn whole_members(members: &mut Map<String, Value>) {
    for (name, value) in members {
        if value.is_f64() && FIELDS.contains(&name.as_str()) {
            whole_value(value);
        }
    }
}

/// Makes an integer of a whole amount.
pub(crate) fn whole_value(value: &mut Value) {
    if let Some(integer) = value.as_number().and_then(integer) {
        *value = integer.into();
    }
}

/// Makes an integer of a whole amount.
pub(crate) fn whole_field(field: &mut Field<Number>) {
    if let Some(integer) = field.get().and_then(integer) {
        *field = Field::Value(integer);
    }
}

/// Returns the sum of two amounts; none where JSON has no number for it.
pub(crate) fn sum(a: &Number, b: &Number) -> Option<Number> {
    exact(a, b, i128::checked_add).or_else(|| Number::from_f64(a.as_f64()? + b.as_f64()?))
}

/// Returns an amount less another; none where JSON has no number for it.
pub(crate) fn difference(a: &Number, b: &Number) -> Option<Number> {
    exact(a, b, i128::checked_sub).or_else(|| Number::from_f64(a.as_f64()? - b.as_f64()?))
}

fn exact(a: &Number, b: &Number, operation: fn(i128, i128) -> Option<i128>) -> Option<Number> {
    Number::from_i128(operation(a.as_i128()?, b.as_i128()?)?)
}
