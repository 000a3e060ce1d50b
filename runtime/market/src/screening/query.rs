//! The query of the custom screener, which is a parameter of its request.

use std::fmt;
use std::str::FromStr;

use virtual_finance_core::generated::{ParamValue, Plain};
use virtual_finance_core::params::GrammarFault;

use super::condition::Condition;
use super::field::{Instrument, InstrumentKind};
use super::parse::parse;
use super::tree::Node;

/// The conditions that instruments of a kind must fulfil.
///
/// It is read from text, or made of a [`Condition`]:
///
/// ```
/// # mod virtual_finance { use virtual_finance_runtime as own; include!(concat!(env!("CARGO_MANIFEST_DIR"), "/../core/docs/virtual_finance.rs")); }
/// use virtual_finance::screening::{Etf, ScreenerQuery, gt};
///
/// let query: ScreenerQuery = "region = us and (beta > 1.2 or sector in (Technology, Healthcare))".parse()?;
/// assert_eq!(query.as_str(), "region = us and (beta > 1.2 or sector in (Technology, Healthcare))");
///
/// let query = ScreenerQuery::from(gt(Etf::FUND_NET_ASSETS, 1_000_000_000));
/// assert_eq!(query.as_str(), "etf: fundnetassets > 1000000000");
/// # Ok::<(), virtual_finance::error::GrammarFault>(())
/// ```
///
/// The text names each field as the host does. Its comparisons are `=`, `>`, `>=`, `<`, `<=`, `in (…)` and `between … and …`.
/// `and` binds closer than `or`, and brackets change that. A string with blanks or other characters stands in quotes.
/// `other:` stands before a field or a value that is not listed. A query for other instruments than equities begins with
/// `etf:` or `mutualfund:`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScreenerQuery {
    text: String,
}

impl ScreenerQuery {
    /// Returns the text, which is read as the same query.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Reads the text.
    ///
    /// # Errors
    /// A query that was made of conditions has a value that is not known, or no condition at all.
    pub(crate) fn read(text: &str) -> Result<(InstrumentKind, Node), GrammarFault> {
        parse(text)
    }

    fn of(kind: InstrumentKind, conditions: &impl fmt::Display) -> Self {
        let text = match kind {
            InstrumentKind::Equity => conditions.to_string(),
            other => format!("{}: {conditions}", other.as_str().to_ascii_lowercase()),
        };
        Self { text }
    }
}

impl fmt::Display for ScreenerQuery {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text)
    }
}

impl FromStr for ScreenerQuery {
    type Err = GrammarFault;

    fn from_str(text: &str) -> Result<Self, GrammarFault> {
        let (kind, node) = parse(text)?;
        Ok(Self::of(kind, &node))
    }
}

impl<K: Instrument> From<Condition<K>> for ScreenerQuery {
    fn from(condition: Condition<K>) -> Self {
        Self::of(K::KIND, &condition)
    }
}

impl ParamValue for ScreenerQuery {
    fn plain(&self) -> Plain<'_> {
        Plain::String(&self.text)
    }

    fn from_plain(value: &Plain<'_>) -> Option<Self> {
        match value {
            Plain::String(text) => text.parse().ok(),
            _ => None,
        }
    }
}
