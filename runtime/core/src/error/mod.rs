//! Everything that can go wrong with a request, with the names that the contract gives (section 7).
//!
//! No message contains a header value, a cookie or the value of a query parameter that the caller
//! added: an address may carry a secret, so no message has the address that was asked.

mod conversion;
mod custom;
mod fallbacks;
mod foreign;
mod host_error;
mod record;

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

pub use conversion::{ConversionHookError, Fault};
pub use custom::{AnyFault, CustomFault, PlainFault};
pub(crate) use fallbacks::FallbackErrors;
pub use fallbacks::OtherSource;
pub use foreign::ForeignError;
pub use record::RecordFault;

use crate::params::ParamErrors;
use crate::redact::Redactor;
use crate::source::Source;
use host_error::HostError;

/// What can go wrong with a request.
///
/// ```no_run
/// # use virtual_finance_core::Error;
/// # fn handle(error: Error) {
/// match error {
///     Error::Params(faults) => eprintln!("nothing was sent: {faults}"),
///     Error::Api(error) if error.status() == 429 => eprintln!("slow down"),
///     Error::Conversion(error) if error.status() == 404 => eprintln!("{}", error.message()),
///     other => eprintln!("{other}"),
/// }
/// # }
/// ```
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The host answered with a status of 400 or more.
    #[error(transparent)]
    Api(#[from] VirtualFinanceApiError),
    /// The reply could not be converted.
    #[error(transparent)]
    Conversion(#[from] ConversionHookError),
    /// The HTTP library failed. Its own error is the source, unchanged but for the address, which may carry a secret.
    #[error(
        "{request}: the request failed: {}; check the network, the proxy and the host",
        root_cause(source)
    )]
    Transport {
        /// The request.
        request: RequestName,
        /// The HTTP library's error.
        source: reqwest::Error,
    },
    /// The client's own transport failed (`ClientBuilder::transport`).
    #[error("{request}: the request failed: {source}; check the network and the client's transport")]
    Exchange {
        /// The request.
        request: RequestName,
        /// The transport's error.
        source: ForeignError,
    },
    /// A reply could not be recorded, or there is no good record of it.
    #[error("{request}: {fault}")]
    Record {
        /// The request.
        request: RequestName,
        /// What is wrong.
        fault: RecordFault,
    },
    /// Connecting, waiting or the whole request took longer than the client allows.
    #[error("{request}: no {} within {limit:?}; ask again, or allow more with RequestParams::{}", phase.awaited(), phase.setter())]
    Timeout {
        /// The request.
        request: RequestName,
        /// What took too long.
        phase: TimeoutPhase,
        /// The limit that ran out.
        limit: Duration,
        /// The HTTP library's own error, where it noticed first.
        source: Option<reqwest::Error>,
    },
    /// The body of the reply is not whole, not decodable or too large.
    #[error("{request}: {fault}")]
    Body {
        /// The request.
        request: RequestName,
        /// What is wrong with the body.
        fault: BodyFault,
        /// The HTTP library's own error, where it noticed first.
        source: Option<reqwest::Error>,
    },
    /// The host redirects to where the client does not go.
    #[error("{request}: {fault}; check the host's address")]
    Redirect {
        /// The request.
        request: RequestName,
        /// Why the redirect was not followed.
        fault: RedirectFault,
    },
    /// The host wants credentials, such as those of a session, and none could be had.
    #[error("{request}: no session with the host: {fault}{}{}", advised(fault), because(source.as_deref()))]
    Session {
        /// The request.
        request: RequestName,
        /// Why there are none, as the client's [`Authenticator`](crate::Authenticator) says.
        fault: AnyFault,
        /// What failed on the way to it. Requests that waited together share it.
        source: Option<Arc<Error>>,
    },
    /// The parameters are wrong. Nothing was sent.
    #[error(transparent)]
    Params(#[from] ParamErrors),
    /// The address that the parameters make would leave its host or path. Nothing was sent.
    #[error("{request}: {reason}")]
    Address {
        /// The request.
        request: RequestName,
        /// What is wrong with the address.
        reason: String,
    },
    /// The client cannot be made as it was described.
    #[error("the client cannot be made: {reason}")]
    Config {
        /// What is wrong.
        reason: String,
    },
    /// A blocking client was used inside an asynchronous program.
    #[error(
        "the blocking client was used inside an async runtime, which it would stop; use the asynchronous client there"
    )]
    BlockingInAsync,
}

impl Error {
    /// What kind of failure this is, as an HTTP status, whichever way the host told it.
    ///
    /// | status | when |
    /// |-|-|
    /// | 404 not found | The reply's own status; an error in the reply that says so ([`Fault::NotFound`]); an empty result ([`Fault::Nothing`]); the contract's "Profile not found" and "ISIN not found". |
    /// | 401 unauthorized | The reply's own status; an error in the reply that says so ([`Fault::Unauthorized`]), of code 403 too; a page that asks for consent or a login ([`Fault::ConsentPage`], [`Fault::LoginPage`]); a crumb that is refused. |
    /// | 429 rate limited | The reply's own status; an error in the reply, or a text or short page "Too Many Requests", whatever its status ([`Fault::RateLimited`]). |
    /// | 422 unprocessable | Every other reply that cannot be converted, and the reply's own status. |
    /// | another of 400 or more | The reply's own status. |
    ///
    /// An error in a reply is one that stands in its envelope or in a script of its page, with or without a
    /// status of its own there; the reply may have status 200. Beside this the contract's statuses stay:
    /// [`ConversionHookError::status`] is 422 for every reply that cannot be converted, or 404 for the two
    /// messages, and [`VirtualFinanceApiError::status`] is what HTTP said.
    ///
    /// Errors of the network, the parameters and the client have none.
    #[must_use]
    pub fn status(&self) -> Option<u16> {
        match self {
            Self::Api(error) => Some(error.kind()),
            Self::Conversion(error) if error.status() == 422 => Some(error.fault().status()),
            Self::Conversion(error) => Some(error.status()),
            Self::Session { fault, .. } => fault.status(),
            _ => None,
        }
    }

    /// Returns the error without the secrets that a host may have repeated. Every variant is listed: a new one has to
    /// say what of it comes from a host.
    pub(crate) fn redacted(mut self, redactor: &Redactor) -> Self {
        match &mut self {
            Self::Api(error) => error.redact(redactor),
            Self::Conversion(error) => error.redact(redactor),
            Self::Exchange { source, .. } => source.redact(redactor),
            Self::Body { fault, .. } => fault.redact(redactor),
            Self::Redirect { fault, .. } => fault.redact(redactor),
            Self::Session { fault, .. } => fault.redact(redactor),
            // The HTTP library's errors have lost their address; the others are about this program and its files.
            Self::Transport { .. }
            | Self::Timeout { .. }
            | Self::Record { .. }
            | Self::Params(_)
            | Self::Address { .. }
            | Self::Config { .. }
            | Self::BlockingInAsync => {}
        }
        self
    }

    /// The same error with what became of the sources that were asked after it.
    pub(crate) fn with_others(mut self, others: impl IntoIterator<Item = (Source, Self)>) -> Self {
        match &mut self {
            Self::Api(error) => error.others = FallbackErrors::new(others),
            Self::Conversion(error) => error.set_others(FallbackErrors::new(others)),
            _ => {}
        }
        self
    }

    /// Whether the network failed or time ran out, so that the same request may succeed later.
    #[must_use]
    pub fn is_network(&self) -> bool {
        match self {
            Self::Transport { .. }
            | Self::Exchange { .. }
            | Self::Timeout { .. }
            | Self::Body { fault: BodyFault::Cut(_), .. } => true,
            Self::Session { source, .. } => source.as_ref().is_some_and(|source| source.is_network()),
            _ => false,
        }
    }
}

/// What took too long.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum TimeoutPhase {
    /// The connection to the host or the proxy.
    Connect,
    /// The next bytes of the reply.
    Idle,
    /// The whole request with its redirects and its body.
    Total,
}

impl TimeoutPhase {
    const fn awaited(self) -> &'static str {
        match self {
            Self::Connect => "connection",
            Self::Idle => "further byte of the reply",
            Self::Total => "whole reply",
        }
    }

    const fn setter(self) -> &'static str {
        match self {
            Self::Connect => "connect_timeout",
            Self::Idle => "idle_timeout",
            Self::Total => "timeout",
        }
    }
}

/// The host answered with a status of 400 or more (section 1, rule 1).
#[derive(Clone, PartialEq)]
pub struct VirtualFinanceApiError {
    request: RequestName,
    status: u16,
    body: String,
    /// The host's own description, where the body is one of its error envelopes.
    host_error: Option<Box<HostError>>,
    /// True where the host asks for fewer requests, whatever the status is.
    is_rate_limited: bool,
    others: FallbackErrors,
}

impl VirtualFinanceApiError {
    /// The error for a reply with that status and body.
    #[must_use]
    pub fn new(request: RequestName, status: u16, body: String) -> Self {
        let others = FallbackErrors::default();
        Self { request, status, body, host_error: None, is_rate_limited: false, others }
    }

    /// Adds the code and the description that the host gives in the body.
    #[must_use]
    pub(crate) fn with_host_error(mut self, code: String, description: String) -> Self {
        self.host_error = Some(Box::new(HostError { code, description }));
        self
    }

    /// Marks it as a demand for fewer requests.
    #[must_use]
    pub(crate) const fn with_rate_limit(mut self) -> Self {
        self.is_rate_limited = true;
        self
    }

    fn redact(&mut self, redactor: &Redactor) {
        let Self { request: _, status: _, body: _, host_error, is_rate_limited: _, others: _ } = self;
        if let Some(host_error) = host_error {
            host_error.redact(redactor);
        }
    }

    /// The HTTP status, 400 or more.
    #[must_use]
    pub const fn status(&self) -> u16 {
        self.status
    }

    /// The body of the reply, decoded; empty where it could not be read. It is the host's text as it came,
    /// so it may repeat what was sent.
    #[must_use]
    pub fn body(&self) -> &str {
        &self.body
    }

    /// The host's code, for example `Not Found`, where the body is one of its error envelopes.
    #[must_use]
    pub fn code(&self) -> Option<&str> {
        self.host_error.as_ref().map(|error| &*error.code)
    }

    /// The host's description, where the body is one of its error envelopes.
    #[must_use]
    pub fn description(&self) -> Option<&str> {
        self.host_error.as_ref().map(|error| &*error.description)
    }

    /// The request that was answered.
    #[must_use]
    pub const fn request(&self) -> &RequestName {
        &self.request
    }

    /// What became of the endpoint's other sources, where they were asked too.
    #[must_use]
    pub fn others(&self) -> &[OtherSource] {
        self.others.all()
    }

    /// The status by which to advise.
    const fn kind(&self) -> u16 {
        if self.is_rate_limited { 429 } else { self.status }
    }

    fn said(&self) -> String {
        self.host_error.as_ref().map(|error| format!(" ({error})")).unwrap_or_default()
    }
}

impl fmt::Display for VirtualFinanceApiError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { request, status, others, .. } = self;
        let (said, advice) = (self.said(), advice(self.kind()));
        write!(f, "{request}: the host answered with status {status}{said}; {advice}{others}")
    }
}

impl std::error::Error for VirtualFinanceApiError {
    /// The error of the first other source, where others were asked too.
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.others.cause()
    }
}

impl fmt::Debug for VirtualFinanceApiError {
    /// Leaves the body out: a host may repeat a secret in it. [`body`](Self::body) gives it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("VirtualFinanceApiError")
            .field("request", &self.request)
            .field("status", &self.status)
            .field("body_bytes", &self.body.len())
            .finish()
    }
}

/// What is wrong with the body of a reply.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BodyFault {
    /// The body ends before it is whole.
    #[error("the reply is cut: {0}; ask again")]
    Cut(&'static str),
    /// The decoded body is larger than the client takes.
    #[error("the reply has more than {limit} bytes; allow more with ClientBuilder::max_body")]
    TooLarge {
        /// The limit in bytes.
        limit: usize,
    },
    /// The body decodes to more than any reply does: it was made to fill the memory.
    #[error(
        "the reply decodes to more than {limit} times its length, which only a broken or hostile host sends; check the host"
    )]
    Ratio {
        /// How many times its encoded length a body may have.
        limit: usize,
    },
    /// The body was encoded in a way that cannot be decoded, or not as it says.
    #[error("the reply's content encoding {encoding:?} {reason}; ask again, or ask for another encoding")]
    Encoding {
        /// The encoding that the reply declares.
        encoding: String,
        /// What is wrong with it.
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
    fn redact(&mut self, redactor: &Redactor) {
        match self {
            Self::Encoding { encoding: text, .. } | Self::Charset { charset: text } => {
                *text = redactor.redact(text);
            }
            Self::Cut(_) | Self::TooLarge { .. } | Self::Ratio { .. } => {}
        }
    }
}

/// Why a redirect was not followed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RedirectFault {
    /// The redirect has no address, or one that cannot be read.
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
    /// Too many redirects.
    #[error("the host redirects more than {limit} times")]
    TooMany {
        /// The limit.
        limit: usize,
    },
}

impl RedirectFault {
    fn redact(&mut self, redactor: &Redactor) {
        match self {
            Self::Insecure { host } | Self::Credentials { host } | Self::ForeignHost { host } => {
                *host = redactor.redact(host);
            }
            Self::NoAddress | Self::TooMany { .. } => {}
        }
    }
}

/// Which request an error is about: its endpoint and its ticker, query or name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestName {
    endpoint: &'static str,
    subject: Option<String>,
}

impl RequestName {
    /// The name of a request.
    #[must_use]
    pub fn new(endpoint: &'static str, subject: Option<&str>) -> Self {
        Self { endpoint, subject: subject.map(str::to_owned) }
    }

    /// The endpoint, for example `History`.
    #[must_use]
    pub const fn endpoint(&self) -> &'static str {
        self.endpoint
    }

    /// The ticker, query or name, for example `IBM`.
    #[must_use]
    pub fn subject(&self) -> Option<&str> {
        self.subject.as_deref()
    }
}

impl fmt::Display for RequestName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.subject {
            Some(subject) => write!(f, "{} {subject}", self.endpoint),
            None => f.write_str(self.endpoint),
        }
    }
}

/// The advice of a fault, where it has one.
fn advised(fault: &AnyFault) -> String {
    match fault.advice() {
        advice if advice.is_empty() => String::new(),
        advice => format!("; {advice}"),
    }
}

/// What failed on the way, without the name of the request, which the message begins with.
fn because(source: Option<&Error>) -> String {
    source.map(|source| format!(" ({source})")).unwrap_or_default()
}

/// The innermost cause: the outer ones only say that sending a request failed.
fn root_cause(error: &reqwest::Error) -> String {
    let mut cause: &dyn std::error::Error = error;
    while let Some(source) = cause.source() {
        cause = source;
    }
    cause.to_string()
}

const fn advice(status: u16) -> &'static str {
    match status {
        401 | 403 => {
            "the host refuses this caller or its session: remove the file of the session, if there is one, or ask again later"
        }
        404 => "check the ticker or name",
        408 => "ask again later",
        429 => "ask less often and wait before the next request",
        400..500 => "check the parameters",
        _ => "ask again later",
    }
}
