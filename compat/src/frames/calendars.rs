//! The dates of earnings, and the events of a calendar. Times are in New York, whose days the host's calendars have.

pub use crate::frames::table::calendars::*;
