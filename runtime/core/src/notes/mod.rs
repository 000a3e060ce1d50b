//! The outcome of a conversion: the response and, beside it, notes about it.

mod fewer;
mod fresh_until;
mod host_errors;
mod leniency;
mod outcome;
mod rate_left;
mod reply_headers;
mod skipped;

pub use fewer::{FewerItems, RepeatedItems};
pub use fresh_until::FreshUntil;
pub use host_errors::{HostError, HostErrors};
pub use leniency::{Leniencies, Leniency};
pub use outcome::{Converted, Note, Notes};
pub use rate_left::RateLeft;
pub use reply_headers::ReplyHeaders;
pub use skipped::{NullValues, SkippedRow, SkippedRows};
