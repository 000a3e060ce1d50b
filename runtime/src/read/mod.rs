//! Readers of raw replies that converters share: pages with an embedded store or with scripts, JSON envelopes,
//! formatted numbers, time series, HTML tables, JSONP. A reader knows nothing of any endpoint, and takes any bytes
//! without a panic.
//!
//! Converters of other crates have [`json::document`] and [`members!`]; the others follow the formats of
//! the market-data hosts and change with them.

pub(crate) mod about;
pub(crate) mod amounts;
pub(crate) mod collapse;
pub(crate) mod envelope;
pub(crate) mod events;
pub(crate) mod figures;
pub(crate) mod html;
pub mod json;
pub(crate) mod jsonp;
mod key;
pub(crate) mod markup;
pub(crate) mod numbers;
pub(crate) mod page;
#[macro_use]
mod record;
pub(crate) mod refusal;
pub(crate) mod script;
pub(crate) mod summary;
pub(crate) mod table;
pub(crate) mod timeseries;

#[doc(inline)]
pub use crate::members;
#[doc(hidden)]
pub use key::Key;
#[doc(hidden)]
pub use record::Named;
pub(crate) use record::record;
