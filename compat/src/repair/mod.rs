//! The repair of histories: errors of the host that the history itself gives away are mended and listed, and what
//! cannot be decided stays as it is and is listed too.
//!
//! Nothing is changed that is not shown wrong by two signs that do not depend on each other, and no more bars than the
//! error covers. Each rule has a file of its own, and the constants of all are in one.
//!
//! [`repair`] is a pure function over a history that is not adjusted. [`crate::History::repair`] applies it before the
//! adjustment.

mod again;
mod amounts;
mod blocks;
mod cells;
mod differing;
mod dividends;
mod evidence;
mod gains;
mod hours;
mod limits;
mod note;
mod part;
mod records;
mod rules;
mod series;
mod statistics;

pub(crate) use hours::finer;
pub use note::{Doubt, Reason, Repair, Repairs};
pub(crate) use part::repair_within;
pub use rules::{Repaired, repair};
