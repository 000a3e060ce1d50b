//! The repair of histories: errors of the host that the history itself gives away are mended and listed, and what
//! cannot be decided stays as it is and is listed too.
//!
//! Nothing is changed that is not shown wrong by two signs that do not depend on each other, and no more bars than the
//! error covers. Each family of rules has a file of its own.
//!
//! [`repair`] is a pure function over a history that is not adjusted. [`crate::History::repair`] applies it before the
//! adjustment.

mod again;
mod amounts;
mod bars;
mod blocks;
mod differing;
mod dividends;
mod hours;
mod note;
mod numbers;
mod paid;
mod part;
mod prices;
mod quotes;
mod rules;

pub(crate) use hours::finer;
pub use note::{Doubt, Reason, Repair, Repairs};
pub(crate) use part::repair_within;
pub use rules::{Repaired, repair};
