//! The errors of requests. They hold each other: the error of one source has the errors of the other sources.

use std::borrow::Cow;
use std::fmt;
use std::ops::Deref;
use std::sync::Arc;
use std::time::Duration;

use url::Url;

use super::advice::{Advice, beside, effect};
use super::attempts::{Attempt, Attempts};
use super::custom::{AnyFault, CustomFault};
use super::fault::{Fault, shown};
use super::foreign::{ForeignError, causes};
use super::http::{BodyFault, NotSent, Readable, RedirectFault, TimeoutPhase};
use super::name::RequestName;
use super::pages::PagesFault;
use super::record::RecordFault;
use super::socket::SocketFault;
use crate::catalogue::StatusMeaning;
use crate::catalogue::source::Source;
use crate::params::ParamErrors;
use crate::redact::Redactor;
use crate::text::shortened;

/// An error of a library, of a type that this crate does not name. Clones share it.
#[derive(Clone)]
pub struct Cause(Arc<dyn std::error::Error + Send + Sync>);

impl Cause {
    /// Creates a cause of an error.
    pub fn new(error: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Self {
        Self(error.into().into())
    }
}

impl Deref for Cause {
    type Target = dyn std::error::Error + Send + Sync;

    fn deref(&self) -> &Self::Target {
        &*self.0
    }
}

/// An error of a request.
///
/// ```
/// # mod virtual_finance { use virtual_finance_core as own; include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/virtual_finance.rs")); }
/// # async fn example() -> Result<(), Box<dyn std::error::Error>> {
/// use virtual_finance::{Client, Error, ErrorKind, History};
///
/// match Client::new()?.request(&History::new("IBM")).await {
///     Ok(history) => println!("{history:?}"),
///     Err(Error::Params(faults)) => eprintln!("nothing was sent: {faults}"),
///     // A host says in several ways that it has nothing: the kind is the same for all.
///     Err(error) if error.kind() == ErrorKind::NotFound => eprintln!("no such ticker: {error}"),
///     Err(error) if error.kind() == ErrorKind::RateLimited => eprintln!("slow down: {error}"),
///     Err(other) => eprintln!("{other}"),
/// }
/// # Ok(())
/// # }
/// ```
///
/// `Debug` is `Display`, so that `fn main() -> Result<(), Error>` shows the sentence.
#[derive(Clone, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The host answered with a status of 400 or more.
    #[error(transparent)]
    Api(#[from] ApiError),
    /// The reply could not be converted.
    #[error(transparent)]
    Conversion(#[from] ConversionError),
    /// The HTTP library failed. Its own error is the source, unchanged but for the address, which may carry a secret.
    #[error(
        "{request}: the request{} failed: {}{attempts}; check the network, the proxy and the host{}",
        beside(" to ", host.as_deref(), ""),
        root_cause(&**source),
        beside(", or ", elsewhere.as_deref(), "")
    )]
    Transport {
        /// The request.
        request: RequestName,
        /// The host that gave no reply, with its port where the address has one; `None` where a part of a reply came.
        host: Option<Box<str>>,
        /// The HTTP library's error.
        source: Cause,
        /// The attempts before the last one.
        attempts: Attempts,
        /// The way to ask other providers, which were not asked.
        elsewhere: Option<Box<str>>,
    },
    /// The address is `https`, and the client is built without TLS. Nothing was sent.
    #[error(
        "{request}: the address is https, and the client is built without TLS; enable the feature `tls` of `virtual-finance-core`"
    )]
    NoTls {
        /// The request.
        request: RequestName,
    },
    /// The client's own transport failed (`ClientBuilder::transport`).
    #[error(
        "{request}: the request failed: {source}{attempts}; check the network and the client's transport"
    )]
    CustomTransport {
        /// The request.
        request: RequestName,
        /// The transport's error.
        source: ForeignError,
        /// The attempts before the last one.
        attempts: Attempts,
    },
    /// A reply could not be recorded, or there is no good record of it.
    #[error("{request}: {fault}")]
    Record {
        /// The request.
        request: RequestName,
        /// The reason.
        fault: RecordFault,
    },
    /// The request was not sent: its host asked for a pause, or fails.
    #[error("{request}: not sent: {fault}")]
    NotSent {
        /// The request.
        request: RequestName,
        /// The reason.
        fault: NotSent,
    },
    /// Connecting, waiting or the whole request took longer than the client allows.
    #[error("{request}: no {} within {limit:?}{attempts}; {}", phase.awaited(), phase.advised(request))]
    Timeout {
        /// The request.
        request: RequestName,
        /// The time limit that ran out.
        phase: TimeoutPhase,
        /// The limit that ran out.
        limit: Duration,
        /// The HTTP library's own error, where it noticed first.
        source: Option<Cause>,
        /// The attempts before the last one.
        attempts: Attempts,
    },
    /// The body of the reply is not whole, not decodable or too large.
    #[error("{request}: {fault}{attempts}{}", effect(request))]
    Body {
        /// The request.
        request: RequestName,
        /// The fault of the body.
        fault: BodyFault,
        /// The HTTP library's own error, where it noticed first.
        source: Option<Cause>,
        /// The attempts before the last one.
        attempts: Attempts,
    },
    /// The host redirects to where the client does not go.
    #[error("{request}: {fault}; check the host's address")]
    Redirect {
        /// The request.
        request: RequestName,
        /// The reason.
        fault: RedirectFault,
    },
    /// A websocket was not opened, or ended.
    #[error("{request}: {fault}")]
    Socket {
        /// The request.
        request: RequestName,
        /// The reason.
        fault: SocketFault,
    },
    /// The host wants credentials, such as a session, and none could be had.
    #[error("{request}: no credentials for the host: {fault}{}{}", beside("; ", Some(fault.advice()).filter(|advice| !advice.is_empty()), ""), beside(" (", source.as_deref(), ")"))]
    Session {
        /// The request.
        request: RequestName,
        /// The reason, as the client's [`Authenticator`](crate::auth::Authenticator) says it.
        fault: AnyFault,
        /// The error on the way to them. Requests that waited together share it.
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
        /// The reason.
        reason: String,
    },
    /// The pages of a request end before their last one. The items before came.
    #[error("{request}: after {}: {fault}", counted(*items))]
    Pages {
        /// The request.
        request: RequestName,
        /// The reason.
        fault: PagesFault,
        /// The number of items that came.
        items: u64,
    },
    /// The value that the table waits for (`until`) did not come in time.
    #[error("{request}: not ready within {limit:?}: '{field}' is {}; ask again later", last(value.as_deref()))]
    NotReady {
        /// The request.
        request: RequestName,
        /// The path in the reply of the value that was waited for.
        field: &'static str,
        /// The last value; `None` if the reply has none.
        value: Option<String>,
        /// The time that the table allows.
        limit: Duration,
    },
    /// The client cannot be made as it was described.
    #[error("the client cannot be made: {reason}")]
    Config {
        /// The reason.
        reason: String,
    },
    /// A blocking client was used inside an asynchronous program.
    #[error(
        "the blocking client was used inside an async runtime, which it would stop; use `Client` with `.await` there, or a thread of `std::thread::spawn`"
    )]
    BlockingInAsync,
}

impl Error {
    /// Creates the error of a body.
    pub(crate) fn body(request: &RequestName, fault: BodyFault) -> Self {
        Self::Body { request: request.clone(), fault, source: None, attempts: Attempts::default() }
    }

    /// Returns the error without the secrets that a host may have repeated. Every variant is listed: a new one has to
    /// say what of it comes from a host.
    pub(crate) fn redacted(mut self, redactor: &Redactor) -> Self {
        match &mut self {
            Self::Api(error) => error.redact(redactor),
            Self::Conversion(error) => error.redact(redactor),
            Self::CustomTransport { source, .. } => source.redact(redactor),
            Self::Body { fault, .. } => fault.redact(redactor),
            Self::Redirect { fault, .. } => fault.redact(redactor),
            Self::Session { fault, .. } => fault.redact(redactor),
            Self::Pages { fault, .. } => fault.redact(redactor),
            Self::Socket { fault, .. } => fault.redact(redactor),
            Self::NotReady { value, .. } => *value = value.take().map(|value| redactor.redact(&value)),
            // The HTTP library's errors have lost their address; the others are about this program and its files.
            Self::Transport { .. }
            | Self::Timeout { .. }
            | Self::NoTls { .. }
            | Self::NotSent { .. }
            | Self::Record { .. }
            | Self::Params(_)
            | Self::Address { .. }
            | Self::Config { .. }
            | Self::BlockingInAsync => {}
        }
        self
    }

    /// Adds the host of the address, which gave no reply.
    pub(crate) fn at(mut self, url: &Url) -> Self {
        if let Self::Transport { host, .. } = &mut self {
            let port = url.port().map(|port| format!(":{port}")).unwrap_or_default();
            *host = url.host_str().map(|name| format!("{name}{port}").into());
        }
        self
    }

    /// Adds what the attempts before the last one met.
    pub(crate) fn with_attempts(mut self, earlier: Attempts) -> Self {
        match &mut self {
            Self::Api(ApiError { attempts, .. })
            | Self::Transport { attempts, .. }
            | Self::CustomTransport { attempts, .. }
            | Self::Timeout { attempts, .. }
            | Self::Body { attempts, .. } => *attempts = earlier,
            _ => {}
        }
        self
    }

    /// Adds the errors of the sources that were asked after it.
    pub(crate) fn with_others(mut self, others: impl IntoIterator<Item = (Source, Self)>) -> Self {
        match &mut self {
            Self::Api(error) => error.others = FallbackErrors::new(others),
            Self::Conversion(error) => error.others = FallbackErrors::new(others),
            _ => {}
        }
        self
    }

    /// Adds the way to ask other providers, which were not asked.
    pub(crate) fn with_elsewhere(mut self, way: Option<Box<str>>) -> Self {
        match &mut self {
            Self::Api(error) if way.is_some() => error.ways.get_or_insert_default().elsewhere = way,
            Self::Transport { elsewhere, .. } => *elsewhere = way,
            _ => {}
        }
        self
    }

    /// Adds what to do where the host refuses the caller, if it does.
    pub(crate) fn with_refusal_advice(mut self, advice: impl FnOnce() -> Box<str>) -> Self {
        match &mut self {
            Self::Api(error) if matches!(error.effective_status(), 401 | 403) => {
                error.ways.get_or_insert_default().refused = Some(advice());
            }
            Self::Conversion(error) if matches!(error.fault(), Fault::Unauthorized { .. }) => {
                error.refused = Some(advice());
            }
            _ => {}
        }
        self
    }
}

/// Returns the last value that was waited for, for the middle of a message.
fn last(value: Option<&str>) -> String {
    value.map_or_else(|| "absent".to_owned(), |value| format!("{:?}", shortened(value.to_owned())))
}

/// Returns a number of items in words.
fn counted(items: u64) -> String {
    if items == 1 { "1 item".to_owned() } else { format!("{items} items") }
}

/// Returns the innermost cause: the outer ones only say that sending a request failed. That of a tunnel is the proxy's
/// refusal, and its words do not say so.
fn root_cause(error: &(dyn std::error::Error + 'static)) -> String {
    let cause = causes(error).last().map(ToString::to_string).unwrap_or_default();
    match cause.strip_prefix("tunnel error: ") {
        Some(refusal) => format!("the proxy gives no way to the host ({refusal})"),
        None => cause,
    }
}

/// The host answered with a status of 400 or more.
#[derive(Clone, PartialEq)]
pub struct ApiError {
    request: RequestName,
    status: u16,
    body: Box<str>,
    /// The host's own description, where the body is one of its error envelopes.
    host_error: Option<Box<(String, String)>>,
    /// True where the host asks for fewer requests, whatever the status is.
    pub(crate) is_rate_limited: bool,
    /// The meaning that the table gives the status.
    pub(crate) meaning: Option<StatusMeaning>,
    pub(crate) retry_after: Option<Duration>,
    attempts: Attempts,
    ways: Option<Box<Ways>>,
    others: FallbackErrors,
}

/// The ways out that the client knows.
#[derive(Clone, Default, PartialEq)]
struct Ways {
    /// The advice of the client's authenticator where the host refuses the caller.
    refused: Option<Box<str>>,
    /// The way to ask other providers, which were not asked.
    elsewhere: Option<Box<str>>,
}

impl ApiError {
    /// Returns the error for a reply with that status and body.
    pub fn new(request: RequestName, status: u16, body: String) -> Self {
        Self {
            request,
            status,
            body: body.into(),
            host_error: None,
            is_rate_limited: false,
            meaning: None,
            retry_after: None,
            attempts: Attempts::default(),
            ways: None,
            others: FallbackErrors::default(),
        }
    }

    /// Adds the code and the description that the host gives in the body, if it does.
    #[must_use]
    pub(crate) fn with_host_error(mut self, described: Option<(String, String)>) -> Self {
        self.host_error = described.map(Box::new);
        self
    }

    /// Returns the meaning that the table gives the status of this endpoint, if it does.
    pub const fn meaning(&self) -> Option<StatusMeaning> {
        self.meaning
    }

    pub(super) fn redact(&mut self, redactor: &Redactor) {
        if let Some((code, description)) = self.host_error.as_deref_mut() {
            *code = redactor.redact(code);
            *description = redactor.redact(description);
        }
    }

    /// Returns the HTTP status, 400 or more.
    pub const fn status(&self) -> u16 {
        self.status
    }

    /// Returns the body of the reply, decoded; empty where it could not be read. It is the host's text as it came,
    /// so it may repeat what was sent.
    pub fn body(&self) -> &str {
        &self.body
    }

    /// Returns the host's code, for example `Not Found`, where the body is one of its error envelopes.
    pub fn code(&self) -> Option<&str> {
        self.host_error.as_ref().map(|error| &*error.0)
    }

    /// Returns the host's description, where the body is one of its error envelopes.
    pub fn description(&self) -> Option<&str> {
        self.host_error.as_ref().map(|error| &*error.1)
    }

    /// Returns the request that was answered.
    pub const fn request(&self) -> &RequestName {
        &self.request
    }

    /// Returns how long the host wants the client to wait before the next request, if it says so (`Retry-After`).
    pub const fn retry_after(&self) -> Option<Duration> {
        self.retry_after
    }

    /// Returns what the attempts before the last one met, in their order; none where the request was sent once.
    pub fn attempts(&self) -> &[Attempt] {
        self.attempts.earlier()
    }

    /// Returns the errors of the endpoint's other sources, if they were asked too.
    pub fn others(&self) -> &[OtherSource] {
        self.others.all()
    }

    /// Returns the status that the error amounts to: by its meaning in the table, and 429 if the host asks for fewer
    /// requests, whatever its status.
    pub(super) const fn effective_status(&self) -> u16 {
        let usual = match self.meaning {
            Some(meaning) => meaning.usual(),
            None => None,
        };
        match usual {
            Some(status) => status,
            None if self.is_rate_limited => 429,
            None => self.status,
        }
    }

    /// Returns what to do about it.
    pub(super) fn advice(&self) -> Cow<'static, str> {
        let ways = self.ways.as_deref();
        let refused = ways.and_then(|ways| ways.refused.as_deref());
        let advice = Advice { request: Some(&self.request), refused };
        let advice = match self.retry_after {
            Some(wait) if !wait.is_zero() => {
                format!("wait {} before the next request", Readable(wait)).into()
            }
            _ => advice.of_status(self.effective_status()),
        };
        match ways.and_then(|ways| ways.elsewhere.as_deref()) {
            None => advice,
            elsewhere => format!("{advice}{}", beside(", or ", elsewhere, "")).into(),
        }
    }
}

impl fmt::Display for ApiError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { request, status, attempts, others, .. } = self;
        let reported = self.host_error.as_deref().map(|(code, description)| shown(code, description));
        let (reported, advice) = (beside(" (", reported, ")"), self.advice());
        write!(f, "{request}: the host answered with status {status}{reported}{attempts}; {advice}")?;
        others.fmt(f)
    }
}

impl std::error::Error for ApiError {
    /// Returns the error of the first other source, where others were asked too.
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.others.cause()
    }
}

impl fmt::Debug for ApiError {
    /// Leaves the body out: a host may repeat a secret in it. [`body`](Self::body) gives it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ApiError")
            .field("request", &self.request)
            .field("status", &self.status)
            .field("body_bytes", &self.body.len())
            .finish()
    }
}

/// A reply that could not be converted.
///
/// `status` is 422 with an empty message, or 404 with the message of a converter, such as "Profile not found".
/// [`fault`](Self::fault) says what was wrong with the reply, and where;
/// [`Error::status`](crate::Error::status) goes by it.
#[derive(Debug, Clone, PartialEq)]
pub struct ConversionError {
    status: u16,
    message: &'static str,
    fault: Box<Fault>,
    request: Option<RequestName>,
    /// The advice of the client's authenticator where the host refuses the caller.
    refused: Option<Box<str>>,
    others: FallbackErrors,
}

impl ConversionError {
    /// Creates the error that something is not there: 404 with a message of the converter's own.
    pub fn not_found(message: &'static str, fault: Fault) -> Self {
        Self { status: 404, message, ..fault.into() }
    }

    /// Returns 422, or 404 where the converter says that something is not there.
    pub const fn status(&self) -> u16 {
        self.status
    }

    /// Returns the message of the converter's own: empty, or for example "Profile not found".
    pub const fn message(&self) -> &'static str {
        self.message
    }

    /// Returns the fault of the reply.
    pub fn fault(&self) -> &Fault {
        &self.fault
    }

    /// Returns the request that was answered, where it is known.
    pub const fn request(&self) -> Option<&RequestName> {
        self.request.as_ref()
    }

    /// Returns the errors of the endpoint's other sources, if they were asked too.
    pub fn others(&self) -> &[OtherSource] {
        self.others.all()
    }

    /// Returns what to do about it; nothing where its fault is no one's to mend.
    pub(super) fn advice(&self) -> Cow<'_, str> {
        self.fault.advice(Advice { request: self.request.as_ref(), refused: self.refused.as_deref() })
    }

    pub(super) fn redact(&mut self, redactor: &Redactor) {
        self.fault.redact(redactor);
    }

    /// Adds the name of the request to the text.
    #[must_use]
    pub fn in_request(mut self, request: RequestName) -> Self {
        self.request = Some(request);
        self
    }
}

impl From<Fault> for ConversionError {
    fn from(fault: Fault) -> Self {
        Self {
            status: 422,
            message: "",
            fault: Box::new(fault),
            request: None,
            refused: None,
            others: FallbackErrors::default(),
        }
    }
}

impl<F: CustomFault + Clone + PartialEq> From<F> for ConversionError {
    fn from(fault: F) -> Self {
        Fault::from(fault).into()
    }
}

impl fmt::Display for ConversionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(request) = &self.request {
            write!(f, "{request}: ")?;
        }
        // The converter's own status where it is 404, else the one that tells the faults apart.
        let Self { fault, others, .. } = self;
        let status = if self.status == 404 { 404 } else { fault.status() };
        let message = match (self.message, status) {
            ("", 404) => "not found",
            ("", _) => "the reply could not be converted",
            (message, _) => message,
        };
        write!(f, "{message} ({status}): {fault}")?;
        match self.advice() {
            advice if advice.is_empty() => {}
            advice => write!(f, "; {advice}")?,
        }
        others.fmt(f)
    }
}

impl std::error::Error for ConversionError {
    /// Returns the error of the first other source, where others were asked too.
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.others.cause()
    }
}

/// The errors of the sources that were asked after the first one.
#[derive(Debug, Clone, Default)]
pub(super) struct FallbackErrors(Arc<[OtherSource]>);

/// A source that was asked after the first had failed, and why it failed too.
#[derive(Debug)]
#[non_exhaustive]
pub struct OtherSource {
    /// The source that failed.
    pub source: Source,
    /// Its error.
    pub error: Error,
}

impl FallbackErrors {
    pub(super) fn new(others: impl IntoIterator<Item = (Source, Error)>) -> Self {
        Self(others.into_iter().map(|(source, error)| OtherSource { source, error }).collect())
    }

    pub(super) fn all(&self) -> &[OtherSource] {
        &self.0
    }

    /// Returns the first of them, as the cause that the standard library knows.
    pub(super) fn cause(&self) -> Option<&(dyn std::error::Error + 'static)> {
        let first = self.0.first()?;
        Some(&first.error)
    }
}

impl PartialEq for FallbackErrors {
    /// Errors of the HTTP library cannot be compared, but what they say can.
    fn eq(&self, other: &Self) -> bool {
        let (one, other) = (self.all(), other.all());
        let same = |(one, other): (&OtherSource, &OtherSource)| {
            one.source == other.source && one.error.to_string() == other.error.to_string()
        };
        one.len() == other.len() && one.iter().zip(other).all(same)
    }
}

impl fmt::Display for FallbackErrors {
    /// Goes on where the message of the first error ends.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.all().iter().try_for_each(|OtherSource { source, error }| {
            let article = if matches!(source, Source::Provider(_)) { "" } else { "the " };
            write!(f, "; then {article}{source}: {error}")
        })
    }
}
