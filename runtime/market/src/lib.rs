//! The client of the market-data hosts: the [`Client`] with their session and the headers that they expect, and one
//! converter for each endpoint.
//!
//! Programs depend on `virtual-finance`, which re-exports what they need; this crate is for generated code. It re-exports
//! `virtual-finance-core`, on which clients of other hosts stand.

#[cfg(feature = "blocking")]
pub mod blocking;
#[cfg(feature = "client")]
mod client;
pub mod converters;
mod fault;
#[doc(hidden)]
pub mod generated;
#[cfg(feature = "schema")]
#[rustfmt::skip]
mod members;
mod notes;
#[expect(hidden_glob_reexports, reason = "the core's readers are for the converters of other clients")]
mod read;
#[rustfmt::skip]
pub mod records;
pub mod screening;
#[cfg(feature = "client")]
mod session;
#[cfg(feature = "stream")]
pub mod stream;

#[cfg(feature = "client")]
pub use client::{Client, ClientBuilder, WithSession};
pub use fault::MarketFault;
pub use notes::{
    Adjustment, BeyondCount, Currencies, Differences, DividendCurrency, HostPrice, LiveQuote, MissingParts,
    MissingQuotes, NullSum, NullSums, OldBars, OtherScreenerPage, OutsideSession, PartOfDays,
    StatementCurrencies, StatementCurrency, Unadjusted, Underlying, UnknownZone, WidenedInterval,
};
#[cfg(feature = "client")]
pub use session::{SessionFault, Sessions};
pub use virtual_finance_core::*;
