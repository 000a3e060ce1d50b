//! Converters.
pub mod financials;
pub mod history;
pub mod holders;
pub mod index;
pub mod isin;
pub mod options;
pub mod profile;
pub mod screener;
pub mod screeners;
