//! The limits of values, which parameters and the fields of sent records have alike.

use serde_json::Value;

/// The limits of a value.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Limits {
    pub(crate) min: Option<f64>,
    pub(crate) max: Option<f64>,
    pub(crate) max_length: Option<usize>,
    pub(crate) pattern: Option<&'static str>,
}

impl Limits {
    /// The limits of a value that has none.
    pub(crate) const NONE: Self = Self { min: None, max: None, max_length: None, pattern: None };

    /// Returns the limits of the items of a list: its maximum length is that of the list itself.
    pub(crate) const fn of_items(self) -> Self {
        Self { max_length: None, ..self }
    }
}

/// Returns a limit as a number of JSON; without a fraction it is an integer.
pub fn limit_value(limit: f64) -> Value {
    let whole = (limit.fract() == 0.0).then(|| format!("{limit:.0}").parse::<i64>().ok()).flatten();
    whole.map_or_else(|| limit.into(), Value::from)
}
