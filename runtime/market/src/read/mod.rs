//! Readers of the market-data hosts' replies that converters share: pages with an embedded store or with scripts, JSON
//! envelopes, formatted numbers, time series, JSONP. They follow the formats of the hosts and change with them. A
//! reader knows nothing of any endpoint, and takes any bytes without a panic.

pub(crate) mod about;
pub(crate) mod adapted;
pub(crate) mod advertisement;
pub(crate) mod amounts;
pub(crate) mod bars;
pub(crate) mod carried;
pub(crate) mod chart;
pub(crate) mod collapse;
pub(crate) mod currency;
pub(crate) mod decimal;
pub(crate) mod eight;
pub(crate) mod envelope;
pub(crate) mod events;
pub(crate) mod figures;
pub(crate) mod instrument;
pub(crate) mod json;
pub(crate) mod jsonp;
pub(crate) mod lenient;
pub(crate) mod listed;
pub(crate) mod live;
pub(crate) mod new_york;
pub(crate) mod numbers;
pub(crate) mod page;
pub(crate) mod pull;
pub(crate) mod refusal;
pub(crate) mod script;
pub(crate) mod sec;
pub(crate) mod section;
pub(crate) mod span;
pub(crate) mod summary;
pub(crate) mod times;
pub(crate) mod timeseries;
pub(crate) mod unescape;
pub(crate) mod visualization;
pub(crate) mod zone;

pub(crate) use virtual_finance_core::Conversion;
use virtual_finance_core::{ConversionError, QueryPairs};

pub(crate) use virtual_finance_core::read::{Key, Named, html, markup, rows, table};

/// Declares the structure of an object, as the core does. The members of a part of a response are read as figures are.
macro_rules! members {
    ($(#[$attribute:meta])* pub open struct $($definition:tt)*) => {
        ::virtual_finance_core::read::members! {
            @with $crate::read::collapse::next_value, $(#[$attribute])* pub open struct $($definition)*
        }
    };
    ($($definition:tt)*) => { ::virtual_finance_core::read::members! { $($definition)* } };
}

pub(crate) use members;

/// The queries that a step asks with.
pub(crate) type Queries<'a> = Result<Vec<QueryPairs<'a>>, ConversionError>;

/// Returns a flag as hosts write it in a query.
pub(crate) const fn flag(value: bool) -> &'static str {
    if value { "true" } else { "false" }
}

/// Adds the language and the country of a reader to a query.
pub(crate) fn add_reader<'a>(pairs: &mut QueryPairs<'a>, lang: Option<&'a str>, region: Option<&'a str>) {
    let given = [("lang", lang), ("region", region)];
    pairs.extend(given.into_iter().filter_map(|(name, value)| Some((name, value?.into()))));
}
