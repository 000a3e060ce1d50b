//! The errors of requests.

use std::ops::Deref;
use std::sync::Arc;
use std::time::Duration;

use url::Url;

use super::advice::effect;
use super::api::ApiError;
use super::attempts::Attempts;
use super::conversion::ConversionError;
use super::custom::AnyFault;
use super::fault::Fault;
use super::foreign::ForeignError;
use super::http::{BodyFault, NotSent, RedirectFault, TimeoutPhase};
use super::name::RequestName;
use super::others::FallbackErrors;
use super::pages::PagesFault;
use super::record::RecordFault;
use super::socket::SocketFault;
use crate::catalogue::source::Source;
use crate::params::ParamErrors;
use crate::redact::Redactor;

/// An error of a library, of a type that this crate does not name. Clones share it.
#[derive(Clone)]
pub struct Cause(Arc<dyn std::error::Error + Send + Sync>);

impl Cause {
    /// Creates a cause of an error.
    #[must_use]
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
        "{request}: the request{} failed: {}{attempts}; check the network, the proxy and the host",
        to(host.as_deref()),
        root_cause(&**source)
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
    #[error("{request}: no credentials for the host: {fault}{}{}", advised(fault), because(source.as_deref()))]
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

    /// Adds what to do where the host refuses the caller, if it does.
    pub(crate) fn with_refusal_advice(mut self, advice: impl FnOnce() -> Box<str>) -> Self {
        match &mut self {
            Self::Api(error) if matches!(error.effective_status(), 401 | 403) => {
                error.refused = Some(advice());
            }
            Self::Conversion(error) if matches!(error.fault(), Fault::Unauthorized { .. }) => {
                error.refused = Some(advice());
            }
            _ => {}
        }
        self
    }
}

/// Returns a host for the middle of a message.
fn to(host: Option<&str>) -> String {
    host.map(|host| format!(" to {host}")).unwrap_or_default()
}

/// Returns a number of items in words.
fn counted(items: u64) -> String {
    if items == 1 { "1 item".to_owned() } else { format!("{items} items") }
}

/// Returns the advice of a fault, where it has one.
fn advised(fault: &AnyFault) -> String {
    match fault.advice() {
        advice if advice.is_empty() => String::new(),
        advice => format!("; {advice}"),
    }
}

/// Returns the error on the way in brackets, for the end of a message.
fn because(source: Option<&Error>) -> String {
    source.map(|source| format!(" ({source})")).unwrap_or_default()
}

/// Returns the innermost cause: the outer ones only say that sending a request failed. That of a tunnel is the proxy's
/// refusal, and its words do not say so.
fn root_cause(error: &(dyn std::error::Error + 'static)) -> String {
    let mut cause = error;
    while let Some(source) = cause.source() {
        cause = source;
    }
    let cause = cause.to_string();
    match cause.strip_prefix("tunnel error: ") {
        Some(refusal) => format!("the proxy gives no way to the host ({refusal})"),
        None => cause,
    }
}
