//! The sources of responses: the pages that people look at, or the services behind them.

use std::fmt;
use std::str::FromStr;

/// The source of a response.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Source {
    /// A page, or another reply that is text (`raw: txt` in the table).
    Page,
    /// A service that answers with JSON (`raw: json` in the table).
    Api,
    /// Another provider, by its name in the table.
    Provider(&'static str),
    /// Saved replies; no host was asked.
    Saved,
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Page => "page",
            Self::Api => "api",
            Self::Provider(name) => name,
            Self::Saved => "saved replies",
        })
    }
}

/// Selects the kind of source that a client uses. Endpoints without a source of that kind fall back to `Auto`.
///
/// ```
/// # mod virtual_finance { use virtual_finance_core as own; include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/virtual_finance.rs")); }
/// use virtual_finance::SourceChoice;
/// assert_eq!("api".parse(), Ok(SourceChoice::Api));
/// assert_eq!(SourceChoice::default(), SourceChoice::Auto);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum SourceChoice {
    /// All of an endpoint, in the order of the table, until the reply of one can be converted. If it was not the
    /// first, a client begins there for a day.
    #[default]
    Auto,
    /// Its pages only, and no other provider.
    Page,
    /// Its services only, and no other provider.
    Api,
    /// The source of another provider only, by its name among the fallbacks of the table. Without a choice it is asked
    /// where the client has its key, after the others.
    Named(&'static str),
}

impl SourceChoice {
    /// Every choice of a kind; `EndpointInfo::source_choices` has the names, too.
    pub const ALL: [Self; 3] = [Self::Auto, Self::Page, Self::Api];

    /// Returns its text: `auto`, `page`, `api` or the name.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Page => "page",
            Self::Api => "api",
            Self::Named(name) => name,
        }
    }
}

impl fmt::Display for SourceChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for SourceChoice {
    type Err = UnknownSource;

    fn from_str(text: &str) -> Result<Self, UnknownSource> {
        let known = Self::ALL.into_iter().find(|choice| choice.as_str() == text);
        known.ok_or_else(|| UnknownSource { text: text.to_owned() })
    }
}

/// A text that is no choice of sources.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
#[error("{text:?} is no choice of sources; write auto, page or api")]
pub struct UnknownSource {
    text: String,
}
