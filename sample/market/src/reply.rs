//! The names of the general host that replies are made with, and the envelope that most of them have.

use serde_json::{Value, json};

pub use virtual_finance_sample_host::{DEFAULT_NOW, Reply};
pub(crate) use virtual_finance_sample_host::{HTML_TYPE, JSON_TYPE, Query, TEXT_TYPE};

/// Returns results in the envelope of the services.
pub(crate) fn in_envelope(key: &str, results: &[Value]) -> Reply {
    Reply::new(200, JSON_TYPE, json!({key: {"result": results, "error": null}}).to_string())
}
