//! The client of the market-data hosts.

use std::fmt;
use std::ops::Deref;
use std::path::{Path, PathBuf};

use http::header::{ACCEPT, ACCEPT_LANGUAGE, HeaderName, HeaderValue, USER_AGENT};
use virtual_finance_core::settings::RateLimit;
use virtual_finance_core::{Error, ExtendedBuilder, Extension, RequestParams, SessionFile};

use crate::session::Sessions;

/// The headers that a client sends unless the caller sets the same. The hosts expect a browser.
const DEFAULT_HEADERS: [(HeaderName, &str); 3] = [
    (
        USER_AGENT,
        "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
    ),
    (ACCEPT, "text/html,application/json;q=0.9,*/*;q=0.8"),
    (ACCEPT_LANGUAGE, "en-US,en;q=0.9"),
];

/// Sends requests and converts their replies.
///
/// A clone shares the connections and the session. The futures are `Send`; dropping one cancels its request. It has the
/// methods of the client of the core, which it stands for.
///
/// ```
/// # mod virtual_finance { use virtual_finance_runtime as own; include!(concat!(env!("CARGO_MANIFEST_DIR"), "/../core/docs/virtual_finance.rs")); }
/// # async fn example() -> Result<(), Box<dyn std::error::Error>> {
/// use std::time::Duration;
/// use virtual_finance::{Client, History, RequestParams};
///
/// let client = Client::builder()
///     .header("X-Name", "value")
///     .request_params(RequestParams::new().deadline(Duration::from_secs(10)).query("region", "US"))
///     .build()?;
/// let history = client.request(&History::new("IBM")).await?;
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct Client(pub(crate) virtual_finance_core::Client);

impl Client {
    /// The requests that the real hosts get, unless a client sets another limit. They publish none; programs that fetched
    /// thousands of symbols report that 5 a second were still served.
    pub const RATE_LIMIT: RateLimit = RateLimit::per_second(5).at_once(4);

    /// Creates a client with default settings.
    ///
    /// # Errors
    /// The TLS library does not start or the system's proxy settings cannot be read.
    pub fn new() -> Result<Self, Error> {
        Self::builder().build()
    }

    /// Begins to describe a client.
    pub fn builder() -> ClientBuilder {
        let headers =
            DEFAULT_HEADERS.into_iter().map(|(name, value)| (name, HeaderValue::from_static(value)));
        ExtendedBuilder::new(WithSession::default())
            .default_headers(headers.collect())
            .default_rate_limit(Self::RATE_LIMIT)
    }

    /// Returns a client with other settings that shares everything else, for example for one request that may take
    /// longer. The connections are shared too, so the time limit for connecting and the proxy stay as they were: where
    /// the settings have others, every request is refused with [`Error::Config`](crate::Error::Config).
    pub fn with_request_params(&self, params: RequestParams) -> Self {
        Self(self.0.with_request_params(params))
    }
}

impl Deref for Client {
    type Target = virtual_finance_core::Client;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

/// Returns the client that sends what a client of the core sends, which another program has described.
impl From<virtual_finance_core::Client> for Client {
    fn from(core: virtual_finance_core::Client) -> Self {
        Self(core)
    }
}

impl fmt::Debug for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Describes a [`Client`]. [`ExtendedBuilder`] lists what there is to set: the settings of the core's clients, and the file
/// of the session.
///
/// By default the real hosts get 5 requests in a second and 4 at once, and a host at another address 32 at once.
///
/// ```no_run
/// # mod virtual_finance { use virtual_finance_runtime as own; include!(concat!(env!("CARGO_MANIFEST_DIR"), "/../core/docs/virtual_finance.rs")); }
/// # fn example() -> Result<(), Box<dyn std::error::Error>> {
/// use std::time::Duration;
/// use virtual_finance::Client;
/// use virtual_finance::settings::RateLimit;
///
/// let rate = RateLimit::none().requests(2, Duration::from_secs(5));
/// let client = Client::builder().session_file("session.json").rate_limit(rate).build()?;
/// # Ok(())
/// # }
/// ```
pub type ClientBuilder = ExtendedBuilder<WithSession>;

/// The session of the market's clients, beside the core's settings.
#[derive(Debug, Default)]
pub struct WithSession {
    file: Option<PathBuf>,
}

impl Extension for WithSession {
    type Client = Client;

    fn extend(
        self,
        builder: virtual_finance_core::ClientBuilder,
    ) -> Result<virtual_finance_core::ClientBuilder, Error> {
        let sessions = Sessions::new(self.file).map_err(|reason| Error::Config { reason })?;
        Ok(builder.authenticator(sessions))
    }
}

impl SessionFile for WithSession {
    fn set_file(&mut self, path: PathBuf) {
        self.file = Some(path);
    }

    fn check_file(path: &Path) -> Result<(), String> {
        Sessions::check_file(path)
    }
}
