//! The faults of HTTP: time limits, bodies and redirects.

use std::fmt;
use std::time::Duration;

use jiff::SignedDuration;

use super::advice::LOOK_FIRST;
use super::name::RequestName;
use crate::redact::Redactor;

/// The time limit that ran out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum TimeoutPhase {
    /// The connection to the host or the proxy.
    Connect,
    /// The next bytes of the reply.
    Idle,
    /// A reply that comes at the minimum speed.
    Speed,
    /// One attempt with its redirects and its body.
    Attempt,
    /// The whole request with its retries, credentials and conversion.
    Total,
}

impl TimeoutPhase {
    pub(super) const fn awaited(self) -> &'static str {
        match self {
            Self::Connect => "connection",
            Self::Idle => "further byte of the reply",
            Self::Speed => "reply at the minimum speed",
            Self::Attempt | Self::Total => "whole reply",
        }
    }

    /// Returns what to do about a request that ran out of time.
    pub(super) fn advised(self, request: &RequestName) -> String {
        let again = if request.may_change() && self != Self::Connect { LOOK_FIRST } else { "ask again" };
        format!("{again}, or {}", self.advice())
    }

    const fn advice(self) -> &'static str {
        match self {
            Self::Connect => "allow more with RequestParams::connect_timeout",
            Self::Idle => "allow more with RequestParams::idle_timeout",
            Self::Speed => "allow less with RequestParams::min_speed",
            Self::Attempt => "allow more with RequestParams::timeout",
            Self::Total => "allow more with RequestParams::deadline",
        }
    }
}

/// A fault of the body of a reply.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BodyFault {
    /// The body ends before it is whole.
    #[error("the reply is cut: {0}; ask again")]
    Cut(&'static str),
    /// The head is larger than the client takes.
    #[error(
        "the head of the reply has more than {limit} bytes, as that of no good host has; check the host's address"
    )]
    LargeHead {
        /// The limit in bytes.
        limit: usize,
    },
    /// The decoded body is larger than the client takes.
    #[error("the reply has more than {limit} bytes; allow more with ClientBuilder::max_body")]
    TooLarge {
        /// The limit in bytes.
        limit: usize,
    },
    /// The body decodes to more than any reply does: it was made to fill the memory.
    #[error(
        "the reply decodes to more than {limit} times its length, as no reply of a good host does; check the host's address"
    )]
    Ratio {
        /// The maximum length of a decoded body, as a multiple of the encoded one.
        limit: usize,
    },
    /// The body was encoded in a way that cannot be decoded, or not as it says.
    #[error("the reply's content encoding {encoding:?} {reason}; ask again, or ask for another encoding")]
    Encoding {
        /// The encoding that the reply declares.
        encoding: String,
        /// The reason.
        reason: &'static str,
    },
    /// The reply declares a character set other than UTF-8.
    #[error("the reply's character set is {charset:?} where UTF-8 was asked for; ask the host for UTF-8")]
    Charset {
        /// The character set that the reply declares.
        charset: String,
    },
}

impl BodyFault {
    pub(super) fn redact(&mut self, redactor: &Redactor) {
        match self {
            Self::Encoding { encoding: text, .. } | Self::Charset { charset: text } => {
                *text = redactor.redact(text);
            }
            Self::Cut(_) | Self::LargeHead { .. } | Self::TooLarge { .. } | Self::Ratio { .. } => {}
        }
    }
}

/// The reason why a redirect was not followed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RedirectFault {
    /// The redirect has no readable address.
    #[error("the host redirects without a readable address")]
    NoAddress,
    /// The redirect leaves https.
    #[error("the host redirects to {host:?} without https")]
    Insecure {
        /// The host that it leads to.
        host: String,
    },
    /// The redirect carries a user name or a password.
    #[error("the host redirects to {host:?} with a user name or a password in the address")]
    Credentials {
        /// The host that it leads to.
        host: String,
    },
    /// The redirect leads to a host that is not in the table.
    #[error("the host redirects to {host:?}, which is not a host of the table")]
    ForeignHost {
        /// The host that it leads to.
        host: String,
    },
    /// The redirect repeats at another origin a request that may change something, or its body.
    #[error("the host redirects a {method} to {host:?}, where the client sends no more than a GET")]
    OtherOrigin {
        /// The host that it leads to.
        host: String,
        /// The method of the request.
        method: String,
    },
    /// Too many redirects.
    #[error("the host redirects more than {limit} times")]
    TooMany {
        /// The limit.
        limit: usize,
    },
}

impl RedirectFault {
    pub(super) fn redact(&mut self, redactor: &Redactor) {
        match self {
            Self::Insecure { host }
            | Self::Credentials { host }
            | Self::ForeignHost { host }
            | Self::OtherOrigin { host, .. } => {
                *host = redactor.redact(host);
            }
            Self::NoAddress | Self::TooMany { .. } => {}
        }
    }
}

/// The reason why a request was not sent although it could be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NotSent {
    /// The host asked for a pause that is longer than a request waits.
    #[error("the host wants no request for {}; send it again then", Readable(*wait))]
    Paused {
        /// The time until the end of the pause.
        wait: Duration,
    },
    /// The host failed too many requests in a row.
    #[error(
        "the last {failures} requests to the host failed; check the network, or send it again {}",
        when(*wait)
    )]
    Failing {
        /// The number of failures in a row.
        failures: u32,
        /// The time until a request is sent again; zero while another one finds out whether the host works.
        wait: Duration,
    },
    /// The rate that the client shares with others cannot be asked for a turn.
    #[error(
        "the rate that is shared with other clients cannot be asked; check that what keeps it still runs"
    )]
    NoTurn,
}

fn when(wait: Duration) -> String {
    if wait.is_zero() { "in a moment".to_owned() } else { format!("in {}", Readable(wait)) }
}

/// Shows a time as people write it, in seconds or more: `2h 5s`.
pub(super) struct Readable(pub(super) Duration);

impl fmt::Display for Readable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        /// The seconds of a year.
        const YEAR: i64 = 31_536_000;
        // A second that has begun counts.
        let seconds = self.0.as_secs().saturating_add(u64::from(self.0.subsec_nanos() > 0));
        match i64::try_from(seconds) {
            Ok(seconds @ ..=YEAR) => write!(f, "{:#}", SignedDuration::from_secs(seconds)),
            _ => f.write_str("more than a year"),
        }
    }
}
