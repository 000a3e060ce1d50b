//! The notes of the market's conversions.

use std::fmt;

use serde_json::Value;
use virtual_finance_core::Note;

/// How the prices of a history were adjusted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Adjustment {
    /// ratio = close / adjclose.
    Auto,
    /// ratio = adjclose / close.
    Back,
}

impl Adjustment {
    /// Returns the text of the parameter `adjust`: `auto` or `back`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Back => "back",
        }
    }
}

impl fmt::Display for Adjustment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Note for Adjustment {
    const LABEL: &'static str = "adjustment";
}

/// The parts of a response that the reply lacked and that are null because the request allowed it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MissingParts(pub Vec<&'static str>);

impl fmt::Display for MissingParts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.join(", "))
    }
}

impl Note for MissingParts {
    const LABEL: &'static str = "missing";
}

/// Capital gains that came among the events, sorted by time, as the host sends them.
#[derive(Debug, Clone, PartialEq)]
pub struct CapitalGains(pub Vec<Value>);

impl fmt::Display for CapitalGains {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0.len())
    }
}

impl Note for CapitalGains {
    const LABEL: &'static str = "capital gains";
}
