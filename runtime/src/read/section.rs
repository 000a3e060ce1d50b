//! Parts that several sections of a summary have in common: rows under one name, and the kind of the instrument.

use serde_json::Value;
use virtual_finance_core::read::shortened;
use virtual_finance_core::{ConversionHookError, Fault};

use crate::fault::MarketFault;
use crate::read::collapse::Collapsed;
use crate::read::json::List;
use crate::read::members;
use crate::read::renamed::OfHost;

/// The most rows that a section may have; the longest real one has some 900.
const MAX_ROWS: usize = 5000;

/// The rows of a section, where it has them.
pub(crate) type Rows<T> = Option<List<T, MAX_ROWS>>;

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
        currency: "currency" => Option<Collapsed>,
        latest: "regularMarketPrice" => Option<Collapsed>,
    }
}

impl Price {
    /// Returns the code of the currency, for example `GBp`.
    pub(crate) fn currency(&self) -> Option<&str> {
        let Collapsed(currency) = self.currency.as_ref()?;
        currency.as_str().filter(|code| !code.is_empty())
    }

    /// Returns the latest price.
    pub(crate) fn into_latest(self) -> Option<Value> {
        self.latest.map(|Collapsed(price)| price)
    }
}

/// Returns the rows of a section; `None` where there is no such section.
///
/// # Errors
/// The section lacks the member that has them.
pub(crate) fn rows<T>(section: Option<Rows<OfHost<T>>>, path: &'static str) -> Result<Option<Vec<T>>, Fault> {
    section.map(|found| listed(found).ok_or_else(|| Fault::missing(path))).transpose()
}

/// Returns the rows of a list.
pub(crate) fn listed<T>(rows: Rows<OfHost<T>>) -> Option<Vec<T>> {
    rows.map(|List(rows)| rows.into_iter().map(|OfHost(row)| row).collect())
}

/// Returns the error for an instrument about which the reply has nothing of that kind.
pub(crate) fn no_data(of: &'static str, quote_type: Option<QuoteType>) -> ConversionHookError {
    let quote_type = quote_type.and_then(QuoteType::into_kind);
    MarketFault::NoData { of, quote_type }.into()
}
