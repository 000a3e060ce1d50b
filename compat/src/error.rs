//! The errors of frames, beside the errors of their requests.

use std::fmt;

use polars_core::prelude::PolarsError;
use virtual_finance::ErrorKind;

/// An error of a frame or of its request.
///
/// ```
/// use virtual_finance_compat::Error;
///
/// fn handle(error: Error) {
///     match error {
///         Error::NoExpiration { available, .. } => eprintln!("choose one of {available:?}"),
///         Error::Request(error) if error.status() == Some(429) => eprintln!("slow down"),
///         other => eprintln!("{other}"),
///     }
/// }
/// ```
#[derive(thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The request failed. See [`virtual_finance::Error`].
    #[error(transparent)]
    Request(#[from] virtual_finance::Error),
    /// No options expire on that day.
    #[error("Options {ticker}: no options expire on {date}; {}", choice(available))]
    NoExpiration {
        /// The ticker.
        ticker: String,
        /// The day that was asked for.
        date: String,
        /// The days on which options expire, written `2024-07-19`.
        available: Vec<String>,
    },
    /// A string is not the date of an expiration.
    #[error("Options {ticker}: {date:?} is not a date; write one like 2024-07-19")]
    NotADate {
        /// The ticker.
        ticker: String,
        /// The string.
        date: String,
    },
    /// The host sent the options of another day than the requested one.
    #[error("Options {ticker}: the host did not send the options of {date}; ask again later")]
    OtherExpiration {
        /// The ticker.
        ticker: String,
        /// The day that was asked for.
        date: String,
    },
    /// There is no such time zone.
    #[error("{zone:?} is not a time zone; write its name in the IANA database, such as America/New_York")]
    UnknownZone {
        /// The name.
        zone: String,
    },
    /// Prices that are adjusted cannot be adjusted once more.
    #[error(
        "History {ticker}: the prices are adjusted already; ask for them with Adjust::Unadjusted or Adjust::YfinanceBack"
    )]
    AlreadyAdjusted {
        /// The ticker.
        ticker: String,
    },
    /// The reply lacks the adjusted closes that the adjustment of repaired prices needs.
    #[error("History {ticker}: the reply has no adjusted closes; ask for the prices with Adjust::Unadjusted")]
    NotAdjustable {
        /// The ticker.
        ticker: String,
    },
    /// A ticker has no such property.
    #[error("a ticker has no property {name:?}; choose one of {}{}", available.join(", "), meant(name, available))]
    UnknownProperty {
        /// The name.
        name: String,
        /// The names of all properties.
        available: &'static [&'static str],
    },
    /// Polars rejected the columns.
    #[error("the frame cannot be made: {0}; the standardized structure still has the data")]
    Frame(#[from] PolarsError),
}

/// Shows the sentence, for a `main` that returns the error.
impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Error {
    /// Returns the kind of the error, as [`virtual_finance::Error::kind`] does.
    pub fn kind(&self) -> ErrorKind {
        match self {
            Self::Request(error) => error.kind(),
            Self::NoExpiration { .. } => ErrorKind::NotFound,
            Self::NotADate { .. } | Self::UnknownZone { .. } | Self::UnknownProperty { .. } => {
                ErrorKind::Params
            }
            Self::OtherExpiration { .. } | Self::NotAdjustable { .. } => ErrorKind::Unprocessable,
            Self::AlreadyAdjusted { .. } | Self::Frame(_) => ErrorKind::Other,
        }
    }
}

/// Returns the question for the property that was meant, if one is alike.
fn meant(name: &str, available: &[&str]) -> String {
    let plain = name.to_lowercase().replace('-', "_");
    let mistakes = |property: &str| strsim::damerau_levenshtein(property, &plain);
    let nearest = available.iter().copied().min_by_key(|property| mistakes(property));
    let nearest = nearest.filter(|property| mistakes(property) <= property.len().div_ceil(3));
    nearest.map_or_else(String::new, |property| format!(" (did you mean {property:?}?)"))
}

/// Returns the advice to choose another expiration, with the first of them.
fn choice(available: &[String]) -> String {
    const SHOWN: usize = 8;
    let mut shown: Vec<&str> = available.iter().take(SHOWN).map(String::as_str).collect();
    if shown.is_empty() {
        return "the instrument has none".to_owned();
    }
    shown.extend((available.len() > SHOWN).then_some("…"));
    format!("choose one of {}", shown.join(", "))
}
