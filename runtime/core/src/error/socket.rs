//! The faults of websockets.

use std::fmt;
use std::time::Duration;

use super::kind::ErrorKind;
use crate::redact::Redactor;

/// The reason why a websocket was not opened, or ended.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SocketFault {
    /// The client cannot open any.
    #[error("the client opens no websocket: {reason}")]
    Unavailable {
        /// The reason and what to do.
        reason: &'static str,
    },
    /// The host answered, but not with a websocket.
    #[error("the host answered with status {status} and opened no websocket; check the host's address")]
    NotOpened {
        /// The status of its answer.
        status: u16,
    },
    /// The answer is not one to this client: something between it and the host made it up.
    #[error("the host's answer is not one to this websocket; check the host's address and the proxy")]
    WrongKey,
    /// The host closed the websocket.
    #[error("the host closed the websocket{}; open it again", Reported { code: *code, reason })]
    Closed {
        /// The host's code; `None` where it gave none (1005) or the connection just ended.
        code: Option<u16>,
        /// The host's words, mostly none.
        reason: String,
    },
    /// The connection broke off.
    #[error("the websocket broke off: {reason}; check the network, and open it again")]
    Broken {
        /// The reason.
        reason: String,
    },
    /// The host sent what no websocket sends.
    #[error("the host broke the rules of websockets: {reason}; open it again, or check the proxy")]
    Garbled {
        /// The reason.
        reason: String,
    },
    /// The host is silent and answers no ping.
    #[error("the host sent nothing and answered no ping within {limit:?}; open the websocket again")]
    Silent {
        /// The limit.
        limit: Duration,
    },
    /// A message is larger than the client takes.
    #[error(
        "a message of the websocket has more than {limit} bytes; allow more, or check the host's address"
    )]
    TooLarge {
        /// The limit in bytes.
        limit: usize,
    },
}

impl SocketFault {
    /// Returns the kind of an error with this fault.
    pub(super) const fn kind(&self) -> ErrorKind {
        match self {
            Self::Unavailable { .. } => ErrorKind::Config,
            Self::NotOpened { .. } | Self::WrongKey | Self::TooLarge { .. } => ErrorKind::Host,
            Self::Closed { .. } | Self::Broken { .. } | Self::Garbled { .. } | Self::Silent { .. } => {
                ErrorKind::Network
            }
        }
    }

    pub(super) fn redact(&mut self, redactor: &Redactor) {
        match self {
            Self::Closed { reason, .. } | Self::Broken { reason } | Self::Garbled { reason } => {
                *reason = redactor.redact(reason);
            }
            Self::Unavailable { .. }
            | Self::NotOpened { .. }
            | Self::WrongKey
            | Self::Silent { .. }
            | Self::TooLarge { .. } => {}
        }
    }
}

/// The words of a host that closes a websocket.
struct Reported<'a> {
    code: Option<u16>,
    reason: &'a str,
}

impl fmt::Display for Reported<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(code) = self.code {
            write!(f, " with code {code}")?;
        }
        if self.reason.is_empty() { Ok(()) } else { write!(f, " ({:?})", self.reason) }
    }
}
