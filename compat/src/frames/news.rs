//! The news about an instrument.

pub use crate::frames::table::news::*;
