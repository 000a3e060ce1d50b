//! Instruments that fulfil the query of a screener, or that a predefined one selects.

pub use crate::frames::table::screened::*;
