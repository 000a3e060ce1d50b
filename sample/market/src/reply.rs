//! The names of the general host that replies are made with.

pub use virtual_finance_sample_host::{DEFAULT_NOW, Reply};
pub(crate) use virtual_finance_sample_host::{HTML_TYPE, JSON_TYPE, Query, TEXT_TYPE};

pub(crate) const SCRIPT_TYPE: &str = "text/javascript; charset=utf-8";
