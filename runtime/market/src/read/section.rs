//! Parts that several sections of a summary have in common: rows under one name, and the kind of the instrument.

use serde_json::{Map, Value};
use virtual_finance_core::read::shortened;
use virtual_finance_core::{ConversionError, SkippedRow};

use crate::fault::MarketFault;
use crate::read::adapted::Adapted;
use crate::read::collapse::Untyped;
use crate::read::listed::{Listed, none_of};
use crate::read::members;

/// The rows of a section, where it has them.
pub(crate) type Rows<T> = Option<Listed<T>>;

members! {
    /// A section that is a list of rows.
    pub(crate) struct Section[T] {
        pub(crate) rows: "trend" | "estimates" | "history" | "filings" | "transactions" | "holders" | "ownershipList"
            => Option<T>,
    }
}

members! {
    /// The section with the kind of the instrument.
    #[derive(Debug, Default)]
    pub(crate) struct QuoteType {
        kind: "quoteType" => Option<String>,
    }
}

impl QuoteType {
    /// Returns the kind, for example `ETF`.
    pub(crate) fn into_kind(self) -> Option<String> {
        self.kind.map(shortened)
    }
}

members! {
    /// The section of the price: the latest one, and its currency.
    #[derive(Default)]
    pub(crate) struct Price {
        currency: "currency" => Option<Untyped>,
        latest: "regularMarketPrice" => Option<Untyped>,
    }
}

impl Price {
    /// Returns the code of the currency, for example `GBp`.
    pub(crate) fn currency(&self) -> Option<&str> {
        let Untyped(currency) = self.currency.as_ref()?;
        currency.as_str().filter(|code| !code.is_empty())
    }

    /// Returns the latest price.
    pub(crate) fn into_latest(self) -> Option<Value> {
        self.latest.map(|Untyped(price)| price)
    }
}

/// Returns the rows of a section, and counts unreadable ones as skipped; `None` where there is no such section, it
/// lacks the member with the rows, or no row is readable.
pub(crate) fn rows<T: Adapted>(
    section: Option<Section<Listed<T>>>,
    path: &'static str,
    skipped: &mut Vec<SkippedRow>,
) -> Option<Vec<T>> {
    match section?.rows {
        Some(found) => found.part(path, skipped),
        None => {
            skipped.push(SkippedRow::at(path, "it is missing"));
            None
        }
    }
}

/// Returns the members of a section; `None` where it is absent, null or empty. One that is no object is added to what is skipped.
pub(crate) fn object(
    path: &'static str,
    section: Option<Untyped>,
    skipped: &mut Vec<SkippedRow>,
) -> Option<Map<String, Value>> {
    match section?.0 {
        Value::Null => None,
        Value::Object(mut members) => {
            members.shift_remove("maxAge");
            Some(members).filter(|members| members.values().any(says_something))
        }
        _ => {
            skipped.push(SkippedRow::at(path, "it is no object"));
            None
        }
    }
}

/// Returns true for a value, or one within it, that is not null.
fn says_something(value: &Value) -> bool {
    match value {
        Value::Null => false,
        Value::Array(values) => values.iter().any(says_something),
        Value::Object(members) => members.values().any(says_something),
        _ => true,
    }
}

/// Returns the error for an instrument about which the reply has nothing of that kind, or nothing that can be read.
pub(crate) fn no_data(
    of: &'static str,
    quote_type: Option<QuoteType>,
    skipped: &[SkippedRow],
) -> ConversionError {
    if !skipped.is_empty() {
        return none_of(of, skipped).into();
    }
    let quote_type = quote_type.and_then(QuoteType::into_kind);
    MarketFault::NoData { of, quote_type }.into()
}
