//! Describes a client. A fault in the description is kept and reported by `build`, so that the
//! description reads as one expression.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use http::header::{HeaderMap, HeaderName, HeaderValue};

use super::connect::{PROXY_FORM, proxy};
use super::description::{MAX_BODY, Settings};
use super::handle::Client;
use super::inner::{HostOverride, header_names};
use super::source_memory::SourceMemory;
use crate::address;
use crate::auth::Authenticator;
use crate::catalogue::Host;
use crate::catalogue::source::SourceChoice;
use crate::error::Error;
use crate::settings::{Cache, CircuitBreaker, RateLimit, RequestParams, Secret, SharedRate};
use crate::time::DateTime;
use crate::transport::{Protocols, Transport};

/// Describes a [`Client`].
pub type ClientBuilder = ExtendedBuilder<()>;

/// Describes a client: by the settings of every client, and by the settings of a crate for certain hosts.
#[must_use = "a client is made by build()"]
pub struct ExtendedBuilder<X> {
    set: Settings,
    extension: X,
}

/// The additions of a crate for certain hosts to the description of a client, and the client that it makes of it.
///
/// An [`ExtendedBuilder`] has the settings of every client beside them. `()` adds nothing.
pub trait Extension: Sized {
    /// The client that is made.
    type Client: From<Client>;

    /// Adds the additions to a description.
    ///
    /// # Errors
    /// [`Error::Config`] if one of them cannot be used.
    fn extend(self, builder: ClientBuilder) -> Result<ClientBuilder, Error>;
}

/// An extension whose clients keep their session in a file.
pub trait SessionFile: Extension {
    /// Sets the file.
    fn set_file(&mut self, path: PathBuf);

    /// Checks a file. One that is not there yet is good.
    ///
    /// # Errors
    /// The reason and what to do.
    fn check_file(path: &Path) -> Result<(), String>;
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
        ExtendedBuilder::new(())
    }
}

impl<X> ExtendedBuilder<X> {
    /// Begins a description with that extension.
    pub fn new(extension: X) -> Self {
        Self { set: Settings::default(), extension }
    }

    /// Sets a header on every request, replacing one of the same name.
    pub fn header(mut self, name: &str, value: &str) -> Self {
        let Ok(name) = HeaderName::from_bytes(name.as_bytes()) else {
            let fault = format!("{name:?} is not a header name; write letters, digits and dashes");
            return self.faulty(fault);
        };
        match HeaderValue::from_str(value) {
            Ok(value) => {
                self.set.headers.insert(name, value);
                self
            }
            Err(_) => self.faulty(format!("the value of {name} has control characters; leave them out")),
        }
    }

    /// Sets headers on every request, replacing headers of the same names.
    pub fn headers(mut self, headers: HeaderMap) -> Self {
        self.set.headers.extend(headers);
        self
    }

    /// Sets the time limits, the extra query, the proxy and the hooks.
    pub fn request_params(mut self, params: RequestParams) -> Self {
        self.set.params = params;
        self
    }

    /// Sends the requests of a host of the table to another address, for example `http://127.0.0.1:8080`.
    pub fn host(mut self, host: &Host, address: &str) -> Self {
        match address::base(address) {
            Ok(url) => {
                self.set.hosts.retain(|known| known.name != host.name);
                self.set.hosts.push(HostOverride { name: host.name, url: Arc::new(url) });
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

    /// Checks the address of a [proxy](RequestParams::proxy).
    ///
    /// # Errors
    /// The end of a sentence about the address, which says what to write and never repeats it: it may carry a password.
    pub fn check_proxy(address: &str) -> Result<(), &'static str> {
        proxy(address).map(drop).ok_or(PROXY_FORM)
    }

    /// Sets the clock that requests and conversions ask, for tests and replays.
    pub fn clock(mut self, clock: impl Fn() -> DateTime + Send + Sync + 'static) -> Self {
        self.set.clock = Arc::new(clock);
        self
    }

    /// Sets the maximum number of bytes of a body, [`MAX_BODY`](ClientBuilder::MAX_BODY) by default. It holds for the bytes on the
    /// wire and for the decoded ones.
    pub const fn max_body(mut self, bytes: usize) -> Self {
        self.set.max_body = bytes;
        self
    }

    /// Sends every message with another HTTP library or a test double. [`Transport`] says what stays the
    /// client's work and what becomes the transport's.
    pub fn transport(mut self, transport: impl Transport + 'static) -> Self {
        self.set.transport = Some(Arc::new(transport));
        self
    }

    /// Records every reply, errors of the host too, in a folder, which is made where it is missing and only its owner
    /// may read. Replies are added to the replies already there.
    ///
    /// Nothing of the caller's is recorded: no header, no query of [`RequestParams`], no address of
    /// [`host`](Self::host). Where the body of a reply repeats such a value of eight bytes or more, it is
    /// replaced, also in what is converted. A reply that cannot be written down is an error of its request.
    pub fn record(mut self, folder: impl Into<PathBuf>) -> Self {
        self.set.record = Some(folder.into());
        self
    }

    /// Answers every request from a folder of recorded replies and asks no host. What was not recorded is
    /// [`Error::Record`].
    ///
    /// A request is made for the time at which it was recorded, whatever the [`clock`](Self::clock) says,
    /// so that it gives the same result. A request that was recorded several times gets these replies in
    /// their order, then the last one again.
    pub fn replay(mut self, folder: impl Into<PathBuf>) -> Self {
        self.set.replay = Some(folder.into());
        self
    }

    /// Answers requests from good replies that are still fresh, and sends the same request once if it is asked several
    /// times at once. Without it nothing is kept: a program that asks again gets the reply of now.
    ///
    /// [`RequestParams::max_age`], [`refresh`](RequestParams::refresh) and
    /// [`stale_if_error`](RequestParams::stale_if_error) say what a request takes, and
    /// [`Reply::cached`](crate::Reply::cached) if it did.
    pub fn cache(mut self, cache: Cache) -> Self {
        self.set.cache = Some(cache);
        self
    }

    /// Gives the secret for a host whose credentials the table declares (`auth`). It goes to that host only, or to the
    /// host that gives its tokens, and no message shows it. Without it the environment variable of the table is read.
    pub fn secret(mut self, host: &Host, secret: Secret) -> Self {
        let faults: Vec<_> = host.declared().map(|auth| secret.fault(auth)).collect();
        if faults.is_empty() {
            let fault = format!("the table declares no credentials for {}; remove its secret", host.name);
            return self.faulty(fault);
        }
        // One of the forms that the host takes is enough.
        if let Some(Some(reason)) = faults.iter().min_by_key(|fault| fault.is_some()) {
            return self.faulty(format!("the secret for {} {reason}", host.name));
        }
        self.set.secrets.retain(|(name, _)| *name != host.name);
        self.set.secrets.push((host.name, secret));
        self
    }

    /// Adds headers that the client's own transport sends unless the caller sets headers of the same names. The first
    /// one is `Accept-Encoding: gzip`. Another [`transport`](Self::transport) sends its own.
    pub fn default_headers(mut self, headers: HeaderMap) -> Self {
        self.set.default_headers.extend(headers);
        self
    }

    /// Chooses which sources are asked: pages, services, or both until the reply of one can be converted.
    ///
    /// ```
    /// # mod virtual_finance { use virtual_finance_core as own; include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/virtual_finance.rs")); }
    /// # fn example() -> Result<(), Box<dyn std::error::Error>> {
    /// use virtual_finance::{Client, SourceChoice};
    ///
    /// let client = Client::builder().source(SourceChoice::Api).build()?;
    /// # Ok(())
    /// # }
    /// ```
    pub const fn source(mut self, choice: SourceChoice) -> Self {
        self.set.choice = choice;
        self
    }

    /// Sets the maximum number of requests to each host, in a period of time and at once. The default is 32 at once,
    /// or what the crate of a client sets for its hosts ([`default_rate_limit`](Self::default_rate_limit)): the market's
    /// client has `Client::RATE_LIMIT`, 5 a second and 4 at once for the real hosts.
    pub const fn rate_limit(mut self, limit: RateLimit) -> Self {
        self.set.limit = Some(limit);
        self
    }

    /// Asks a rate that several clients share before every message, beside the client's own limit.
    pub fn shared_rate(mut self, rate: impl SharedRate + 'static) -> Self {
        self.set.shared = Some(Arc::new(rate));
        self
    }

    /// Sets the limit for the hosts at their addresses in the table, unless [`rate_limit`](Self::rate_limit) sets
    /// another. A host at an address of the caller's has its own rules.
    pub const fn default_rate_limit(mut self, limit: RateLimit) -> Self {
        self.set.default_limit = limit;
        self
    }

    /// Sets when the client stops asking a host that fails.
    pub const fn circuit_breaker(mut self, breaker: CircuitBreaker) -> Self {
        self.set.breaker = breaker;
        self
    }

    /// Makes the random waits before retries the same in each run, for tests.
    pub const fn random_seed(mut self, seed: u64) -> Self {
        self.set.seed = Some(seed);
        self
    }

    /// Sets how many connections to a host are kept for further requests at most, and for how long: 32 for a minute by
    /// default. Each needs a file handle.
    pub const fn idle_connections(mut self, at_most: usize, age: Duration) -> Self {
        self.set.idle = (at_most, age);
        self
    }

    /// Asks addresses with `https` only, the addresses of [`host`](Self::host) included.
    pub const fn https_only(mut self) -> Self {
        self.set.https_only = true;
        self
    }

    /// Speaks HTTP/1.1 alone. A host may refuse a client for how it speaks HTTP/2. Another [`transport`](Self::transport) has
    /// versions of its own.
    pub const fn http1(mut self) -> Self {
        self.set.protocols = Protocols::Http1;
        self
    }

    /// Trusts the certificate authorities of a text in PEM, beside the system's (feature `tls`). Another
    /// [`transport`](Self::transport) has its own.
    #[cfg(feature = "tls")]
    pub fn root_certificates(mut self, pem: impl AsRef<[u8]>) -> Self {
        if self.set.trust.add(pem.as_ref()) {
            return self;
        }
        let fault = "the root certificates cannot be read; give them in PEM, as -----BEGIN CERTIFICATE-----";
        self.faulty(fault.to_owned())
    }

    /// Begins with what another client learned about sources ([`Client::source_memory`]).
    pub fn source_memory(mut self, memory: SourceMemory) -> Self {
        self.set.memory = memory;
        self
    }

    fn faulty(mut self, fault: String) -> Self {
        self.set.fault.get_or_insert(fault);
        self
    }
}

impl ClientBuilder {
    /// The maximum number of bytes of a body unless [`max_body`](Self::max_body) sets another: 16 MiB.
    pub const MAX_BODY: usize = MAX_BODY;

    /// Sends requests with the credentials of that authenticator. It has no part in a replay.
    pub fn authenticator(mut self, authenticator: impl Authenticator + 'static) -> Self {
        self.set.authenticator = Some(Arc::new(authenticator));
        self
    }
}

impl<X: SessionFile> ExtendedBuilder<X> {
    /// Keeps the session, a cookie with its crumb, in that file, so that the next client begins with it.
    /// Without a file each client fetches its own, once one of its requests needs it.
    ///
    /// The file is as secret as a password: only its owner may read it (`0600` on Unix), and a file that others can
    /// read is refused. It is replaced as a whole, never half written.
    pub fn session_file(mut self, path: impl Into<PathBuf>) -> Self {
        self.extension.set_file(path.into());
        self
    }

    /// Checks a file for [`session_file`](Self::session_file). One that is not there yet is good.
    ///
    /// # Errors
    /// The reason, such as that others can read the file, and what to do.
    pub fn check_session_file(path: &Path) -> Result<(), String> {
        X::check_file(path)
    }
}

impl<X: Extension> ExtendedBuilder<X> {
    /// Creates the client. `build_blocking` (feature `blocking`) makes one for programs that are not
    /// asynchronous.
    ///
    /// # Errors
    /// [`Error::Config`] with the first thing that is wrong with the description.
    pub fn build(self) -> Result<X::Client, Error> {
        Ok(self.into_core()?.set.build()?.into())
    }

    /// Returns the description with the additions of the extension, for programs that know the core alone.
    ///
    /// # Errors
    /// [`Error::Config`] if one of them cannot be used.
    pub fn into_core(self) -> Result<ClientBuilder, Error> {
        self.extension.extend(ExtendedBuilder { set: self.set, extension: () })
    }
}

impl Extension for () {
    type Client = Client;

    fn extend(self, builder: ClientBuilder) -> Result<ClientBuilder, Error> {
        Ok(builder)
    }
}

impl<X> fmt::Debug for ExtendedBuilder<X> {
    /// Shows names only, as [`Client`] does.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hosts: Vec<_> = self.set.hosts.iter().map(|host| host.name).collect();
        f.debug_struct("ClientBuilder")
            .field("headers", &header_names(&self.set.headers))
            .field("request_params", &self.set.params)
            .field("hosts", &hosts)
            .field("max_body", &self.set.max_body)
            .field("source", &self.set.choice)
            .finish_non_exhaustive()
    }
}
