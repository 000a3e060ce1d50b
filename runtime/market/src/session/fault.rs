//! The faults of a session.

use std::borrow::Cow;

use virtual_finance_core::error::{AnyFault, CustomFault, Redactor};

/// The reason why there is no session with a host. It is in [`Error::Session`](crate::Error::Session).
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SessionFault {
    /// The host refuses to give a crumb.
    #[error("it answers with status {status} where it was asked for a crumb")]
    Refused {
        /// The status, or 429 where the host only says so in words.
        status: u16,
    },
    /// The host sends something that cannot be a crumb.
    #[error("it sends {found} where it was asked for a crumb")]
    NotACrumb {
        /// The kind of text that it sends.
        found: &'static str,
    },
    /// The cookie host sets no cookie that the host would see.
    #[error("the cookie host answers with status {status} and sets no cookie for it")]
    NoCookie {
        /// The status, or 429 where the cookie host only says so in words.
        status: u16,
    },
    /// The table has no host that sets cookies.
    #[error("the table has no host {name}, whose answer sets the cookie")]
    NoCookieHost {
        /// The name that it must have.
        name: &'static str,
    },
    /// The host asks for consent, also after it was given.
    #[error("it asks for consent again and again")]
    ConsentAsked,
    /// The page that asks for consent is not the form that is known.
    #[error("it asks for consent with another form than the known one")]
    ConsentForm,
    /// The cookie host redirects on and on.
    #[error("the cookie host leads through more than {limit} addresses")]
    TooManySteps {
        /// The limit.
        limit: usize,
    },
    /// A request for it failed; the error's source says why.
    #[error("its cookie or its crumb could not be fetched")]
    Failed,
}

impl SessionFault {
    /// Returns the fault of a session, if it is one.
    pub fn of(fault: &AnyFault) -> Option<&Self> {
        fault.downcast_ref()
    }
}

impl CustomFault for SessionFault {
    fn code(&self) -> &str {
        match self {
            Self::Refused { .. } => "refused",
            Self::NotACrumb { .. } => "not-a-crumb",
            Self::NoCookie { .. } => "no-cookie",
            Self::NoCookieHost { .. } => "no-cookie-host",
            Self::ConsentAsked => "consent-asked",
            Self::ConsentForm => "consent-form",
            Self::TooManySteps { .. } => "too-many-steps",
            Self::Failed => "failed",
        }
    }

    fn advice(&self) -> Cow<'_, str> {
        let advice = match self {
            Self::Refused { status: 429 } | Self::NoCookie { status: 429 } => {
                "ask less often and wait before the next request"
            }
            Self::Refused { status: 401 | 403 } => "it refuses the cookie or this caller",
            Self::NoCookie { status: 401 | 403 } => "it refuses this caller",
            Self::Refused { .. } | Self::NotACrumb { .. } | Self::NoCookie { status: 500.. } => {
                "ask again later"
            }
            Self::NoCookie { .. } => "check the address of the cookie host",
            Self::NoCookieHost { .. } => "declare it",
            Self::ConsentAsked | Self::ConsentForm => {
                "give it in a browser and send its cookies with ClientBuilder::header"
            }
            Self::TooManySteps { .. } => "check its address",
            // The error's source has its own.
            Self::Failed => "",
        };
        advice.into()
    }

    fn status(&self) -> Option<u16> {
        match self {
            Self::Refused { status } | Self::NoCookie { status: status @ (401 | 403 | 429 | 500..) } => {
                Some(*status)
            }
            _ => None,
        }
    }

    /// None has a text of a host. What failed on the way was redacted when it was made.
    fn redact(&mut self, _: &Redactor) {}
}
