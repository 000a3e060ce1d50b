//! The number of shares over time.

pub use crate::frames::table::shares::*;
