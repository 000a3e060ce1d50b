//! Describes a client. A fault in the description is kept and reported by `build`, so that the
//! description reads as one expression.

use std::collections::HashMap;
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use http::header::{ACCEPT_ENCODING, HeaderMap, HeaderName, HeaderValue};

use super::Client;
use super::cached::ClientCache;
use super::connect::Connecting;
use super::inner::{Clock, HostOverride, Inner, header_names};
use super::memory::SourceMemory;
use super::sources::Remembered;
use crate::auth::Authenticator;
use crate::circuit::CircuitBreaker;
use crate::declared_auth::DeclaredAuth;
use crate::error::Error;
use crate::host::Host;
use crate::kept::KeptReplies;
use crate::pace::Pace;
use crate::rate::RateLimit;
use crate::record::{RecordMode, Recorder, Replay};
use crate::secret::Secret;
use crate::settings::{Cache, Proxy, RequestParams};
use crate::source::SourceChoice;
use crate::time::DateTime;
#[cfg(feature = "socket")]
use crate::transport::Sockets;
use crate::transport::tls::Trust;
use crate::transport::{Protocols, Reqwest, Transport, address, private, system_proxy};

/// The maximum number of bytes of a decoded body, unless a client allows more.
const MAX_BODY: usize = 16 * 1024 * 1024;

/// The requests to a host at a time, unless a client sets another limit. Each needs a file handle.
const AT_ONCE: RateLimit = RateLimit::none().at_once(32);

/// The connections to a host that are kept for further requests, and for how long.
const IDLE: (usize, Duration) = (32, Duration::from_secs(60));

/// Describes a [`Client`].
#[must_use = "a client is made by build()"]
pub struct ClientBuilder {
    headers: HeaderMap,
    params: RequestParams,
    hosts: Vec<HostOverride>,
    clock: Clock,
    max_body: usize,
    transport: Option<Arc<dyn Transport>>,
    record: Option<PathBuf>,
    replay: Option<PathBuf>,
    cache: Option<Cache>,
    authenticator: Option<Arc<dyn Authenticator>>,
    secrets: Vec<(&'static str, Secret)>,
    default_headers: HeaderMap,
    choice: SourceChoice,
    memory: SourceMemory,
    limit: Option<RateLimit>,
    default_limit: RateLimit,
    breaker: CircuitBreaker,
    seed: Option<u64>,
    idle: (usize, Duration),
    https_only: bool,
    trust: Trust,
    fault: Option<String>,
}

impl Client {
    /// Creates a client with default settings.
    ///
    /// # Errors
    /// The TLS library does not start or the system's proxy settings cannot be read.
    pub fn new() -> Result<Self, Error> {
        Self::builder().build()
    }

    /// Begins to describe a client.
    pub fn builder() -> ClientBuilder {
        ClientBuilder::new()
    }
}

impl ClientBuilder {
    pub(super) fn new() -> Self {
        Self {
            headers: HeaderMap::new(),
            params: RequestParams::new(),
            hosts: Vec::new(),
            clock: Arc::new(DateTime::now),
            max_body: MAX_BODY,
            transport: None,
            record: None,
            replay: None,
            cache: None,
            authenticator: None,
            secrets: Vec::new(),
            default_headers: HeaderMap::from_iter([(ACCEPT_ENCODING, HeaderValue::from_static("gzip"))]),
            choice: SourceChoice::Auto,
            memory: SourceMemory::default(),
            limit: None,
            default_limit: AT_ONCE,
            breaker: CircuitBreaker::default(),
            seed: None,
            idle: IDLE,
            https_only: false,
            trust: Trust::default(),
            fault: None,
        }
    }

    /// Sets a header on every request, replacing one of the same name.
    pub fn header(mut self, name: &str, value: &str) -> Self {
        let Ok(name) = HeaderName::from_bytes(name.as_bytes()) else {
            let fault = format!("{name:?} is not a header name; write letters, digits and dashes");
            return self.faulty(fault);
        };
        match HeaderValue::from_str(value) {
            Ok(value) => {
                self.headers.insert(name, value);
                self
            }
            Err(_) => self.faulty(format!("the value of {name} has control characters; leave them out")),
        }
    }

    /// Sets headers on every request, replacing those of the same names.
    pub fn headers(mut self, headers: HeaderMap) -> Self {
        self.headers.extend(headers);
        self
    }

    /// Sets the time limits, the extra query, the proxy and the hooks.
    pub fn request_params(mut self, params: RequestParams) -> Self {
        self.params = params;
        self
    }

    /// Sends the requests of a host of the table to another address, for example `http://127.0.0.1:8080`.
    pub fn host(mut self, host: &Host, address: &str) -> Self {
        match address::base(address) {
            Ok(url) => {
                self.hosts.retain(|known| known.name != host.name);
                self.hosts.push(HostOverride { name: host.name, url });
                self
            }
            Err(reason) => self.faulty(format!("the address of {} {reason}", host.name)),
        }
    }

    /// Checks an address for [`host`](Self::host).
    ///
    /// # Errors
    /// The reason and what to write. It does not repeat the address, which may carry a secret.
    pub fn check_address(address: &str) -> Result<(), &'static str> {
        address::base(address).map(drop)
    }

    /// Sets the clock that requests and conversions ask, for tests and replays.
    pub fn clock(mut self, clock: impl Fn() -> DateTime + Send + Sync + 'static) -> Self {
        self.clock = Arc::new(clock);
        self
    }

    /// Sets the maximum number of bytes of a body, 16 MiB by default. It holds for the bytes on the
    /// wire and for the decoded ones.
    pub const fn max_body(mut self, bytes: usize) -> Self {
        self.max_body = bytes;
        self
    }

    /// Sends every message with another HTTP library or a test double. [`Transport`] says what stays the
    /// client's work and what becomes the transport's.
    pub fn transport(mut self, transport: impl Transport + 'static) -> Self {
        self.transport = Some(Arc::new(transport));
        self
    }

    /// Records every reply, errors of the host too, in a folder, which is made where it is missing and
    /// only its owner may read. Replies are added to those that it has.
    ///
    /// Nothing of the caller's is recorded: no header, no query of [`RequestParams`], no address of
    /// [`host`](Self::host). Where the body of a reply repeats such a value of eight bytes or more, it is
    /// replaced, also in what is converted. A reply that cannot be written down is an error of its request.
    pub fn record(mut self, folder: impl Into<PathBuf>) -> Self {
        self.record = Some(folder.into());
        self
    }

    /// Answers every request from a folder of recorded replies and asks no host. What was not recorded is
    /// [`Error::Record`].
    ///
    /// A request is made for the time at which it was recorded, whatever the [`clock`](Self::clock) says,
    /// so that it gives the same result. A request that was recorded several times gets these replies in
    /// their order, then the last one again.
    pub fn replay(mut self, folder: impl Into<PathBuf>) -> Self {
        self.replay = Some(folder.into());
        self
    }

    /// Answers requests from good replies that are still fresh, and sends the same request once if it is asked several
    /// times at once. Without it nothing is kept: a program that asks again gets the reply of now.
    ///
    /// [`RequestParams::max_age`], [`refresh`](RequestParams::refresh) and
    /// [`stale_if_error`](RequestParams::stale_if_error) say what a request takes, and
    /// [`Reply::cached`](crate::Reply::cached) if it did.
    pub fn cache(mut self, cache: Cache) -> Self {
        self.cache = Some(cache);
        self
    }

    /// Sends requests with the credentials of that authenticator. It has no part in a replay.
    pub fn authenticator(mut self, authenticator: impl Authenticator + 'static) -> Self {
        self.authenticator = Some(Arc::new(authenticator));
        self
    }

    /// Gives the secret for a host whose credentials the table declares (`auth`). It goes to that host only, or to the
    /// host that gives its tokens, and no message shows it. Without it the environment variable of the table is read.
    ///
    /// ```
    /// # use virtual_finance_core::settings::Secret;
    /// # use virtual_finance_core::{Client, Error, Host};
    /// # fn example(host: &Host) -> Result<(), Error> {
    /// let client = Client::builder().secret(host, Secret::key("sesame")).build()?;
    /// # Ok(())
    /// # }
    /// ```
    pub fn secret(mut self, host: &Host, secret: Secret) -> Self {
        let Some(auth) = host.declared() else {
            let fault = format!("the table declares no credentials for {}; remove its secret", host.name);
            return self.faulty(fault);
        };
        if let Some(reason) = secret.fault(auth.scheme) {
            return self.faulty(format!("the secret for {} {reason}", host.name));
        }
        self.secrets.retain(|(name, _)| *name != host.name);
        self.secrets.push((host.name, secret));
        self
    }

    /// Adds headers that the client's own transport sends unless the caller sets headers of the same names. The first
    /// one is `Accept-Encoding: gzip`. Another [`transport`](Self::transport) sends its own.
    pub fn default_headers(mut self, headers: HeaderMap) -> Self {
        self.default_headers.extend(headers);
        self
    }

    /// Chooses which sources are asked: pages, services, or both until the reply of one can be converted.
    ///
    /// ```no_run
    /// # use virtual_finance_core::{Client, Error, SourceChoice};
    /// # fn example() -> Result<(), Error> {
    /// let client = Client::builder().source(SourceChoice::Api).build()?;
    /// # Ok(())
    /// # }
    /// ```
    pub const fn source(mut self, choice: SourceChoice) -> Self {
        self.choice = choice;
        self
    }

    /// Sets the maximum number of requests to each host, in a period of time and at once. The default is 32 at once.
    pub const fn rate_limit(mut self, limit: RateLimit) -> Self {
        self.limit = Some(limit);
        self
    }

    /// Sets the limit for the hosts at their addresses in the table, unless [`rate_limit`](Self::rate_limit) sets
    /// another. A host at an address of the caller's has its own rules.
    pub const fn default_rate_limit(mut self, limit: RateLimit) -> Self {
        self.default_limit = limit;
        self
    }

    /// Sets when the client stops asking a host that fails.
    pub const fn circuit_breaker(mut self, breaker: CircuitBreaker) -> Self {
        self.breaker = breaker;
        self
    }

    /// Makes the random waits before retries the same in each run, for tests.
    pub const fn random_seed(mut self, seed: u64) -> Self {
        self.seed = Some(seed);
        self
    }

    /// Sets how many connections to a host are kept for further requests at most, and for how long: 32 for a minute by
    /// default. Each needs a file handle.
    pub const fn idle_connections(mut self, at_most: usize, age: Duration) -> Self {
        self.idle = (at_most, age);
        self
    }

    /// Asks addresses with `https` only, those of [`host`](Self::host) too.
    pub const fn https_only(mut self) -> Self {
        self.https_only = true;
        self
    }

    /// Trusts the certificate authorities of a text in PEM, beside those of the system (feature `tls`). Another
    /// [`transport`](Self::transport) has its own.
    #[cfg(feature = "tls")]
    pub fn root_certificates(mut self, pem: impl AsRef<[u8]>) -> Self {
        if self.trust.add(pem.as_ref()) {
            return self;
        }
        let fault = "the root certificates cannot be read; give them in PEM, as -----BEGIN CERTIFICATE-----";
        self.faulty(fault.to_owned())
    }

    /// Begins with what another client learned about sources ([`Client::source_memory`]).
    pub fn source_memory(mut self, memory: SourceMemory) -> Self {
        self.memory = memory;
        self
    }

    /// Creates the client. `build_blocking` (feature `blocking`) makes one for programs that are not
    /// asynchronous.
    ///
    /// # Errors
    /// [`Error::Config`] with the first thing that is wrong with the description.
    pub fn build(self) -> Result<Client, Error> {
        if let Some(reason) = self.fault {
            return Err(Error::Config { reason });
        }
        if self.https_only {
            require_https(&self.hosts)?;
        }
        let record = record_mode(self.record, self.replay)?;
        let cache = self.cache.as_ref().map(KeptReplies::new).transpose();
        let cache = cache.map_err(|fault| Error::Config { reason: fault.to_string() })?.map(ClientCache::new);
        let asks_hosts = self.transport.is_none() && !matches!(record, RecordMode::Replay(_));
        if asks_hosts && matches!(self.params.proxy_setting(), Proxy::System) {
            system_proxy::check()?;
        }
        let connecting = Connecting::new(&self.params, self.default_headers, self.trust, self.idle)?;
        #[cfg(feature = "socket")]
        let sockets = self.transport.is_none().then(|| {
            let connecting = connecting.clone();
            Sockets::new(move || connecting.http(Protocols::Http1))
        });
        let exchange = match self.transport {
            Some(transport) => transport,
            None => Arc::new(Reqwest::new(move || connecting.http(Protocols::All))?),
        };
        let elsewhere = |host: &HostOverride| (host.url.origin().ascii_serialization(), AT_ONCE);
        let special =
            if self.limit.is_some() { HashMap::new() } else { self.hosts.iter().map(elsewhere).collect() };
        let pace = Pace::new(self.limit.unwrap_or(self.default_limit), special, self.breaker, self.seed);
        let urls = self.hosts.iter().map(|host| &host.url);
        let private = private::parts(urls, proxies(self.params.proxy_setting()));
        let Self {
            headers,
            params,
            hosts,
            https_only,
            clock,
            max_body,
            authenticator,
            secrets,
            choice,
            memory,
            ..
        } = self;
        Ok(Client {
            inner: Arc::new(Inner {
                exchange,
                #[cfg(feature = "socket")]
                sockets,
                pace,
                record,
                cache,
                headers,
                hosts,
                https_only,
                private,
                clock,
                max_body,
                authenticator,
                declared: DeclaredAuth::new(secrets),
                choice,
                remembered: Remembered::new(memory),
            }),
            params: Arc::new(params),
        })
    }

    fn faulty(mut self, fault: String) -> Self {
        self.fault.get_or_insert(fault);
        self
    }
}

impl fmt::Debug for ClientBuilder {
    /// Shows names only, as [`Client`] does.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hosts: Vec<_> = self.hosts.iter().map(|host| host.name).collect();
        f.debug_struct("ClientBuilder")
            .field("headers", &header_names(&self.headers))
            .field("request_params", &self.params)
            .field("hosts", &hosts)
            .field("max_body", &self.max_body)
            .field("source", &self.choice)
            .finish_non_exhaustive()
    }
}

fn require_https(hosts: &[HostOverride]) -> Result<(), Error> {
    match hosts.iter().find(|host| host.url.scheme() != "https") {
        Some(host) => Err(Error::Config {
            reason: format!("the address of {} is not https, and the client asks no other", host.name),
        }),
        None => Ok(()),
    }
}

/// Returns the addresses of the proxies that a client may ask.
fn proxies(setting: &Proxy) -> Vec<String> {
    match setting {
        Proxy::System => system_proxy::addresses(),
        Proxy::None => Vec::new(),
        Proxy::Address(address) => vec![address.clone()],
    }
}

fn record_mode(record: Option<PathBuf>, replay: Option<PathBuf>) -> Result<RecordMode, Error> {
    let mode = match (record, replay) {
        (None, None) => return Ok(RecordMode::Off),
        (Some(folder), None) => Recorder::open(folder).map(RecordMode::Record),
        (None, Some(folder)) => Replay::open(folder).map(RecordMode::Replay),
        (Some(_), Some(_)) => {
            let reason = "`record` and `replay` exclude each other; set one".to_owned();
            return Err(Error::Config { reason });
        }
    };
    mode.map_err(|fault| Error::Config { reason: fault.to_string() })
}
