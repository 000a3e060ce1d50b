//! The notes of the market's conversions.

use std::fmt;

use serde_json::Value;
use virtual_finance_core::read::shortened;
use virtual_finance_core::{DateTime, Note};

/// The adjustment of the prices of a history.
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

/// The prices of a history are not adjusted, and there are adjusted closes that differ from the closes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unadjusted;

impl fmt::Display for Unadjusted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("none")
    }
}

impl Note for Unadjusted {
    const LABEL: &'static str = Adjustment::LABEL;
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

/// The interval of the bars, where the host widened the one that was asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct WidenedInterval {
    /// The interval that was asked for.
    pub asked: String,
    /// The interval that the bars cover.
    pub found: String,
}

impl fmt::Display for WidenedInterval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, where {} was asked for", self.found, self.asked)
    }
}

impl Note for WidenedInterval {
    const LABEL: &'static str = "interval";
}

/// The components of an index that the host has no quote for, in the order of the index.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MissingQuotes(pub Vec<String>);

impl fmt::Display for MissingQuotes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.join(", "))
    }
}

impl Note for MissingQuotes {
    const LABEL: &'static str = "without a quote";
}

/// The currencies of a company's statements.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct StatementCurrencies(pub Vec<StatementCurrency>);

/// The currency of a statement.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct StatementCurrency {
    /// The kind of statement by its name in the response, for example `cashflow`.
    pub kind: &'static str,
    /// The list that the statement is in, `yearly` or `quarterly`.
    pub period: &'static str,
    /// The last day of the period, in epoch seconds, where the statement has it.
    pub end_date: Option<i64>,
    /// The code of the currency, for example `USD`; several with `/` between them where amounts differ.
    pub currency: String,
}

impl StatementCurrency {
    pub(crate) fn new(
        kind: &'static str,
        period: &'static str,
        end_date: Option<i64>,
        currency: impl Into<String>,
    ) -> Self {
        Self { kind, period, end_date, currency: shortened(currency.into()) }
    }
}

impl StatementCurrencies {
    /// Returns the currency of all statements, where they have one.
    #[must_use]
    pub fn single(&self) -> Option<&str> {
        let (first, others) = self.0.split_first()?;
        others.iter().all(|other| other.currency == first.currency).then_some(&first.currency)
    }
}

impl fmt::Display for StatementCurrencies {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(currency) = self.single() {
            return f.write_str(currency);
        }
        for (index, statement) in self.0.iter().enumerate() {
            let StatementCurrency { kind, period, end_date, currency } = statement;
            let day = end_date.map(|seconds| DateTime::from(seconds).to_string());
            let day = day.as_deref().and_then(|day| day.split('T').next()).unwrap_or("without a date");
            let separator = if index > 0 { ", " } else { "" };
            write!(f, "{separator}{kind}.{period} {day} {currency}")?;
        }
        Ok(())
    }
}

impl Note for StatementCurrencies {
    const LABEL: &'static str = "currency";
}
