//! The outcome of a conversion: the response and, beside it, notes about it.

mod kinds;
mod outcome;

pub use kinds::{
    Attribution, FewerItems, FreshUntil, HostError, HostErrors, Leniencies, Leniency, NullValues,
    OtherProvider, RateLeft, RepeatedItems, ReplyHeaders, SkippedRow, SkippedRows,
};
pub use outcome::{Converted, Note, Notes};
