//! The faults of raw replies.

use std::borrow::Cow;

use super::advice::{ASK_LESS_OFTEN, Advice, LOOK_FIRST, beside};
use super::custom::{AnyFault, CustomFault};
use crate::redact::Redactor;
use crate::text::{listed, shortened};

/// Redacts a path that was made of a reply's own names.
fn redact_owned(path: &mut Cow<'static, str>, redactor: &Redactor) {
    if let Cow::Owned(text) = path {
        *text = redactor.redact(text);
    }
}

/// A fault of a reply, with its path. Paths are written like `chart.result[0].meta`.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// There is no body.
    #[error("the reply is empty")]
    Empty,
    /// There are more replies than the endpoint reads.
    #[error("{given} replies were given where one is read")]
    Several {
        /// The number of replies.
        given: usize,
    },
    /// The body is not UTF-8.
    #[error("the reply is not UTF-8 from byte {offset} on")]
    NotUtf8 {
        /// The index of the first wrong byte.
        offset: usize,
    },
    /// The body is of another kind, for example HTML where JSON was asked for.
    #[error("the reply is {found} where {expected} was asked for")]
    WrongKind {
        /// The kind that was asked for.
        expected: &'static str,
        /// The kind that came.
        found: &'static str,
    },
    /// The body ends too early.
    #[error("the reply is cut: {0}")]
    Cut(&'static str),
    /// The body cannot be read.
    #[error("{path} cannot be read: {reason}")]
    Malformed {
        /// The part that cannot be read.
        path: Cow<'static, str>,
        /// The reader's own words.
        reason: String,
    },
    /// A part is not there.
    #[error("{path} is missing")]
    Missing {
        /// The part.
        path: Cow<'static, str>,
    },
    /// A part is of another type.
    #[error("{path} is not {expected}")]
    WrongType {
        /// The part.
        path: Cow<'static, str>,
        /// The expected type.
        expected: &'static str,
    },
    /// The host answers that it does not know what was asked for.
    #[error("the host answers {}", shown(code, description))]
    NotFound {
        /// The host's code, for example `Not Found`.
        code: String,
        /// The host's words.
        description: String,
    },
    /// The host answers that it wants credentials, or refuses these or this caller.
    #[error("the host answers {}", shown(code, description))]
    Unauthorized {
        /// The host's code, for example `Unauthorized`.
        code: String,
        /// The host's words, for example `Invalid token`.
        description: String,
    },
    /// The host answers that it wants fewer requests.
    #[error("the host answers {}", shown(code, description))]
    RateLimited {
        /// The host's code; empty where it sends nothing but words.
        code: String,
        /// The host's words, for example `Too Many Requests`.
        description: String,
    },
    /// The host answers with another error of its own inside a reply.
    #[error("the host answers {}{}", shown(code, description), beside(", and ", unread.as_deref(), ""))]
    ErrorReply {
        /// The host's code, for example `Unprocessable Entity`.
        code: String,
        /// The host's words.
        description: String,
        /// The part of the reply that cannot be read, in words; `None` if the table declares the error.
        unread: Option<String>,
    },
    /// The reply is whole and has no error, but it is empty: the host knows nothing of what was asked for.
    #[error("the host knows nothing: it gives no {path}")]
    Nothing {
        /// The part that is empty or null.
        path: &'static str,
    },
    /// The reply is about something else than what was asked for.
    #[error("the reply is about {found:?}")]
    AboutOther {
        /// The name of what the reply is about.
        found: String,
        /// The parameter that asked for something else; `None` for the subject of the request.
        parameter: Option<&'static str>,
    },
    /// The host knows none of what was asked for.
    #[error("the host knows none of {}", quoted(asked))]
    NoneKnown {
        /// The names that were asked for.
        asked: Vec<String>,
        /// The parameter that they are values of; `None` for the subject of the request.
        parameter: Option<&'static str>,
    },
    /// A fault of the converter's own.
    #[error("{0}")]
    Custom(AnyFault),
    /// The HTML nests deeper, or makes more nodes, than any real page.
    #[error("{path} is too {excess} to be a page's table")]
    Bomb {
        /// The part.
        path: Cow<'static, str>,
        /// `deep` or `large`.
        excess: &'static str,
    },
}

impl Fault {
    /// Creates the fault for a part that is not there, by its path, for example `chart.result[0].meta`.
    pub fn missing(path: impl Into<Cow<'static, str>>) -> Self {
        Self::Missing { path: path.into() }
    }

    /// Creates the fault for a reply about `found`, where `parameter`, or the subject of the request, asked for something
    /// else.
    pub fn about_other(found: impl Into<String>, parameter: Option<&'static str>) -> Self {
        Self::AboutOther { found: shortened(found.into()), parameter }
    }

    /// Creates the fault for names of which the host knows none, values of `parameter` or of the subject of the request.
    pub fn none_known<'a>(asked: impl IntoIterator<Item = &'a str>, parameter: Option<&'static str>) -> Self {
        let asked = asked.into_iter().map(|name| shortened(name.to_owned())).collect();
        Self::NoneKnown { asked, parameter }
    }

    /// Creates the fault for a part of another type than `expected`, for example `a number`.
    pub fn wrong_type(path: impl Into<Cow<'static, str>>, expected: &'static str) -> Self {
        Self::WrongType { path: path.into(), expected }
    }

    /// Returns the host's code, where the fault is an error of the host, or the code of a converter's own fault.
    pub fn code(&self) -> Option<&str> {
        match self {
            Self::Custom(fault) => Some(fault.code()),
            _ => self.words().map(|(code, _)| code),
        }
    }

    /// Returns the host's description, where the fault is an error of its own.
    pub fn description(&self) -> Option<&str> {
        self.words().map(|(_, description)| description)
    }

    /// Returns the status that the fault amounts to, by the rules of [`Error::status`](crate::Error::status).
    pub(super) fn status(&self) -> u16 {
        match self {
            Self::Custom(fault) => fault.status().unwrap_or(422),
            Self::NotFound { .. } | Self::Nothing { .. } | Self::NoneKnown { .. } => 404,
            Self::Unauthorized { .. } => 401,
            Self::RateLimited { .. } => 429,
            _ => 422,
        }
    }

    /// Replaces the secrets that the texts of the host may repeat.
    pub(super) fn redact(&mut self, redactor: &Redactor) {
        match self {
            Self::NotFound { code, description }
            | Self::Unauthorized { code, description }
            | Self::RateLimited { code, description } => {
                *code = redactor.redact(code);
                *description = redactor.redact(description);
            }
            Self::ErrorReply { code, description, unread } => {
                [code, description].into_iter().chain(unread).for_each(|text| *text = redactor.redact(text));
            }
            Self::Malformed { path, reason } => {
                redact_owned(path, redactor);
                *reason = redactor.redact(reason);
            }
            Self::Missing { path } | Self::WrongType { path, .. } | Self::Bomb { path, .. } => {
                redact_owned(path, redactor);
            }
            Self::AboutOther { found, .. } => *found = redactor.redact(found),
            Self::Custom(fault) => fault.redact(redactor),
            Self::Empty
            | Self::Several { .. }
            | Self::NotUtf8 { .. }
            | Self::WrongKind { .. }
            | Self::Cut(_)
            // The names are the caller's own.
            | Self::NoneKnown { .. }
            | Self::Nothing { .. } => {}
        }
    }

    /// Adds what cannot be read of the reply to another error of the host.
    pub(crate) fn with_unread(self, fault: &Self) -> Self {
        match self {
            Self::ErrorReply { code, description, .. } => {
                Self::ErrorReply { code, description, unread: Some(fault.to_string()) }
            }
            known => known,
        }
    }

    fn words(&self) -> Option<(&str, &str)> {
        match self {
            Self::NotFound { code, description }
            | Self::Unauthorized { code, description }
            | Self::RateLimited { code, description }
            | Self::ErrorReply { code, description, .. } => Some((code, description)),
            _ => None,
        }
    }

    /// Returns true if the same request may have a good reply later.
    pub(super) fn may_pass(&self) -> bool {
        match self {
            Self::Empty | Self::Cut(_) => true,
            Self::Custom(fault) => fault.may_pass(),
            _ => false,
        }
    }

    /// Returns what to do about it.
    pub(super) fn advice(&self, words: Advice<'_>) -> Cow<'_, str> {
        let subject = || words.subject();
        let named = |parameter: &Option<&str>| {
            parameter.map_or_else(subject, |parameter| format!("the {parameter}").into())
        };
        let advice = match self {
            Self::Custom(fault) => return fault.advice(),
            Self::NotFound { .. } | Self::Nothing { .. } => return format!("check {}", subject()).into(),
            Self::NoneKnown { parameter, .. } => return format!("check {}", named(parameter)).into(),
            Self::AboutOther { parameter, .. } => {
                return format!("check {}; a saved reply must be about it", named(parameter)).into();
            }
            Self::WrongKind { .. } => {
                return format!("check {}, and open the address to see what it gives", subject()).into();
            }
            Self::Missing { .. } => {
                return format!("check {}, or whether it has this kind of data", subject()).into();
            }
            Self::Unauthorized { .. } => return words.of_refusal().into(),
            Self::RateLimited { .. } => ASK_LESS_OFTEN,
            Self::Empty | Self::Cut(_) if words.may_change() => LOOK_FIRST,
            Self::Empty | Self::Cut(_) => {
                "ask again; where it stays so, keep the reply (ClientBuilder::record) and report it"
            }
            Self::Several { .. } => "give one of them",
            Self::ErrorReply { .. } if words.may_change() => LOOK_FIRST,
            Self::ErrorReply { .. } => "change what the host objects to, or ask again later",
            Self::NotUtf8 { .. } | Self::Malformed { .. } | Self::WrongType { .. } | Self::Bomb { .. } => {
                "the host may have changed its format: save the reply and report it"
            }
        };
        advice.into()
    }
}

/// Returns the first of some names in quotes, and the number of the others.
fn quoted(names: &[String]) -> String {
    listed(&names.iter().map(|name| format!("{name:?}")).collect::<Vec<_>>(), ", ")
}

impl<F: CustomFault + Clone + PartialEq> From<F> for Fault {
    fn from(fault: F) -> Self {
        Self::Custom(fault.into())
    }
}

/// Returns both as messages show them: `"Not Found": "No data found"`, or only the nonempty text.
pub(super) fn shown(code: &str, description: &str) -> String {
    match (code, description) {
        ("", "") => "an error without words".to_owned(),
        (text, "") | ("", text) => format!("{text:?}"),
        (code, description) => format!("{code:?}: {description:?}"),
    }
}
