//! Frames from standardized structures, without any request: for programs that have a structure already, for
//! example from [`convert_saved`](virtual_finance::request::convert_saved).
//!
//! Every function returns [`Error::Frame`](crate::Error::Frame) if polars rejects a column; no known response
//! causes it.
//!
//! Columns have the same names and types whatever the reply lacks: a list that is missing or empty gives a
//! frame without rows, a value that is missing gives null, and no row is ever shifted against another.

pub mod analysis;
pub mod calendars;
pub mod domain;
pub mod financials;
pub mod found;
pub mod fund;
pub mod history;
pub mod holders;
pub mod insiders;
pub mod key_figures;
pub(crate) mod members;
pub mod news;
pub mod options;
pub mod profile;
pub mod quotes;
mod rows;
pub mod screened;
pub mod shares;
#[rustfmt::skip]
mod table;
pub mod valuation;
