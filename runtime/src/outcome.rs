//! What a conversion gives: the response of the contract and, apart from it, what is known beyond it.

use serde_json::Value;

/// A converted response with what the contract's structure has no place for.
#[derive(Debug, Clone, PartialEq)]
pub struct Converted<T> {
    /// The standardized structure.
    pub response: T,
    /// What is known beyond it.
    pub notes: Notes,
}

/// What a conversion found out that is not in the contract and so never enters the JSON.
#[derive(Debug, Clone, PartialEq, Default)]
#[non_exhaustive]
pub struct Notes {
    /// How prices were adjusted, where they were.
    pub adjustment: Option<Adjustment>,
    /// The parts that the reply lacked and that are null because the request allowed it.
    pub missing: Vec<&'static str>,
    /// Capital gains that came among the events, sorted by time, as the host sends them.
    pub capital_gains: Vec<Value>,
}

/// How the prices of a history were adjusted (section 2.3).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Adjustment {
    /// ratio = close / adjclose.
    Auto,
    /// ratio = adjclose / close.
    Back,
}

impl Adjustment {
    /// The text of the contract's AdjustType.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Back => "back",
        }
    }
}

impl<T> Converted<T> {
    /// The same notes with another response.
    pub fn map<U>(self, f: impl FnOnce(T) -> U) -> Converted<U> {
        Converted { response: f(self.response), notes: self.notes }
    }
}

impl<T> From<T> for Converted<T> {
    fn from(response: T) -> Self {
        Self { response, notes: Notes::default() }
    }
}
