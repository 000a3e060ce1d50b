//! The client of the market-data hosts.

use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use http::header::{ACCEPT, ACCEPT_LANGUAGE, HeaderMap, HeaderName, HeaderValue, USER_AGENT};
use virtual_finance_core::request::{ErasedRequest, ErasedResponse, Unconverted};
use virtual_finance_core::settings::{Cache, CircuitBreaker, RateLimit};
use virtual_finance_core::transport::Transport;
use virtual_finance_core::{
    Batched, DateTime, Download, Endpoint, Error, Host, Many, Paged, Pages, Reply, RequestParams,
    SourceChoice, SourceMemory,
};

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

/// The requests that the real hosts get, unless a client sets another limit. They publish none; programs that fetched
/// thousands of symbols report that 5 a second were still served.
const RATE_LIMIT: RateLimit = RateLimit::per_second(5).at_once(4);

/// Sends requests and converts their replies.
///
/// A clone shares the connections and the session. The futures are `Send`; dropping one cancels its request.
///
/// ```no_run
/// # use virtual_finance_runtime::{Client, Endpoint, Error, RequestParams};
/// # use std::time::Duration;
/// # async fn example(history: impl Endpoint) -> Result<(), Error> {
/// let client = Client::builder()
///     .header("X-Name", "value")
///     .request_params(RequestParams::new().deadline(Duration::from_secs(10)).query("region", "US"))
///     .build()?;
/// let response = client.request(&history).await?;
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct Client(pub(crate) virtual_finance_core::Client);

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

    /// Returns what the client sends with every request.
    #[must_use]
    pub fn request_params(&self) -> &RequestParams {
        self.0.request_params()
    }

    /// Returns a client with other settings that shares everything else, for example for one request that may take
    /// longer. The connections are shared too, so the time limit for connecting and the proxy stay as they were.
    #[must_use]
    pub fn with_request_params(&self, params: RequestParams) -> Self {
        Self(self.0.with_request_params(params))
    }

    /// Returns what the client and its clones have learned about the sources of endpoints.
    #[must_use]
    pub fn source_memory(&self) -> SourceMemory {
        self.0.source_memory()
    }

    /// Sends a request and returns the converted response.
    ///
    /// # Errors
    /// See [`Error`]. Parameters are checked before anything is sent, and a status of 400 or more is
    /// an error before the reply is converted.
    pub async fn request<E: Endpoint>(&self, endpoint: &E) -> Result<E::Response, Error> {
        self.0.request(endpoint).await
    }

    /// Sends a request and returns the response with what is known beside it.
    ///
    /// # Errors
    /// As for [`request`](Self::request).
    pub async fn reply<E: Endpoint>(&self, endpoint: &E) -> Result<Reply<E::Response>, Error> {
        self.0.reply(endpoint).await
    }

    /// Sends many requests, 16 at once, and returns each with its own result as they come. Requests of several endpoints
    /// are `Box<dyn ErasedRequest>`.
    pub fn many<E, I>(&self, requests: I) -> Many<E, I::IntoIter>
    where
        E: Endpoint + 'static,
        I: IntoIterator<Item = E>,
    {
        self.0.many(requests)
    }

    /// Sends a request of any number of values, such as a `Spark` of 200 symbols, in as many batches as its host needs,
    /// and joins the responses. A batch that fails does not hold up the others: it is in [`Batched::failed`]. Values of
    /// which the host knows none are in the response, as those that a host does not know are.
    ///
    /// # Errors
    /// As for [`request`](Self::request), with the first error if every batch failed.
    pub async fn batched<E: Endpoint + 'static>(&self, endpoint: &E) -> Result<Batched<E>, Error> {
        self.0.batched(endpoint).await
    }

    /// Returns the pages of a request, which are asked for one after the other.
    pub fn pages<E: Paged + 'static>(&self, request: E) -> Pages<E> {
        self.0.pages(request)
    }

    /// Sends a request of an endpoint that is `raw: bytes`, and returns the body as it comes.
    ///
    /// # Errors
    /// As for [`request`](Self::request).
    pub async fn download<E: Endpoint<Response: Unconverted>>(&self, request: &E) -> Result<Download, Error> {
        self.0.download(request).await
    }

    /// Sends a request whose endpoint is known only at run time.
    ///
    /// # Errors
    /// As for [`request`](Self::request).
    pub async fn reply_erased(
        &self,
        request: &dyn ErasedRequest,
    ) -> Result<Reply<Box<dyn ErasedResponse>>, Error> {
        self.0.reply_erased(request).await
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

/// Describes a [`Client`].
#[must_use = "a client is made by build()"]
pub struct ClientBuilder {
    core: virtual_finance_core::ClientBuilder,
    session_file: Option<PathBuf>,
}

impl ClientBuilder {
    fn new() -> Self {
        let headers =
            DEFAULT_HEADERS.into_iter().map(|(name, value)| (name, HeaderValue::from_static(value)));
        Self {
            core: virtual_finance_core::Client::builder()
                .default_headers(headers.collect())
                .default_rate_limit(RATE_LIMIT),
            session_file: None,
        }
    }

    /// Sets a header on every request, replacing one of the same name.
    pub fn header(self, name: &str, value: &str) -> Self {
        self.map(|core| core.header(name, value))
    }

    /// Sets headers on every request, replacing those of the same names.
    pub fn headers(self, headers: HeaderMap) -> Self {
        self.map(|core| core.headers(headers))
    }

    /// Sets the time limits, the extra query, the proxy and the hooks.
    pub fn request_params(self, params: RequestParams) -> Self {
        self.map(|core| core.request_params(params))
    }

    /// Sends the requests of a host of the table to another address, for example `http://127.0.0.1:8080`.
    pub fn host(self, host: &Host, address: &str) -> Self {
        self.map(|core| core.host(host, address))
    }

    /// Checks an address for [`host`](Self::host).
    ///
    /// # Errors
    /// The reason and what to write. It does not repeat the address, which may carry a secret.
    pub fn check_address(address: &str) -> Result<(), &'static str> {
        virtual_finance_core::ClientBuilder::check_address(address)
    }

    /// Sets the clock that requests and conversions ask, for tests and replays.
    pub fn clock(self, clock: impl Fn() -> DateTime + Send + Sync + 'static) -> Self {
        self.map(|core| core.clock(clock))
    }

    /// Sets the maximum number of bytes of a body, 16 MiB by default. It holds for the bytes on the
    /// wire and for the decoded ones.
    pub fn max_body(self, bytes: usize) -> Self {
        self.map(|core| core.max_body(bytes))
    }

    /// Sends every message with another HTTP library or a test double. [`Transport`] says what stays the
    /// client's work and what becomes the transport's.
    pub fn transport(self, transport: impl Transport + 'static) -> Self {
        self.map(|core| core.transport(transport))
    }

    /// Records every reply, errors of the host too, in a folder, which is made where it is missing and
    /// only its owner may read. Replies are added to those that it has.
    ///
    /// Nothing of the caller's is recorded: no header, no query of [`RequestParams`], no address of
    /// [`host`](Self::host). Where the body of a reply repeats such a value of eight bytes or more, it is
    /// replaced, also in what is converted. A reply that cannot be written down is an error of its request.
    pub fn record(self, folder: impl Into<PathBuf>) -> Self {
        self.map(|core| core.record(folder))
    }

    /// Answers every request from a folder of recorded replies and asks no host. What was not recorded is
    /// [`Error::Record`].
    ///
    /// A request is made for the time at which it was recorded, whatever the [`clock`](Self::clock) says,
    /// so that it gives the same result. A request that was recorded several times gets these replies in
    /// their order, then the last one again.
    pub fn replay(self, folder: impl Into<PathBuf>) -> Self {
        self.map(|core| core.replay(folder))
    }

    /// Answers requests from good replies that are still fresh, and sends the same request once if it is asked several
    /// times at once. Without it nothing is kept: a program that asks again gets the reply of now.
    ///
    /// [`RequestParams::max_age`], [`refresh`](RequestParams::refresh) and
    /// [`stale_if_error`](RequestParams::stale_if_error) say what a request takes, and [`Reply::cached`] if it did.
    ///
    /// ```
    /// # use virtual_finance_runtime::settings::Cache;
    /// # use virtual_finance_runtime::{Client, Error};
    /// let client = Client::builder().cache(Cache::new()).build()?;
    /// # Ok::<(), Error>(())
    /// ```
    pub fn cache(self, cache: Cache) -> Self {
        self.map(|core| core.cache(cache))
    }

    /// Chooses which sources are asked: pages, services, or both until the reply of one can be converted.
    ///
    /// ```no_run
    /// # use virtual_finance_runtime::{Client, Error, SourceChoice, SourceMemory};
    /// # fn example() -> Result<(), Error> {
    /// let client = Client::builder().source(SourceChoice::Api).build()?;
    /// # Ok(())
    /// # }
    /// ```
    pub fn source(self, choice: SourceChoice) -> Self {
        self.map(|core| core.source(choice))
    }

    /// Sets the maximum number of requests to each host, in a period of time and at once. By default the real hosts get
    /// 5 in a second and 4 at once, and a host at another [address](Self::host) 32 at once.
    ///
    /// ```
    /// # use virtual_finance_runtime::settings::RateLimit;
    /// # use virtual_finance_runtime::{Client, Error};
    /// # use std::time::Duration;
    /// let client = Client::builder().rate_limit(RateLimit::none().requests(2, Duration::from_secs(5))).build()?;
    /// # Ok::<(), Error>(())
    /// ```
    pub fn rate_limit(self, limit: RateLimit) -> Self {
        self.map(|core| core.rate_limit(limit))
    }

    /// Sets when the client stops asking a host that fails.
    pub fn circuit_breaker(self, breaker: CircuitBreaker) -> Self {
        self.map(|core| core.circuit_breaker(breaker))
    }

    /// Makes the random waits before retries the same in each run, for tests.
    pub fn random_seed(self, seed: u64) -> Self {
        self.map(|core| core.random_seed(seed))
    }

    /// Sets how many connections to a host are kept for further requests at most, and for how long: 32 for a minute by
    /// default. Each needs a file handle.
    pub fn idle_connections(self, at_most: usize, age: Duration) -> Self {
        self.map(|core| core.idle_connections(at_most, age))
    }

    /// Asks addresses with `https` only, those of [`host`](Self::host) too.
    pub fn https_only(self) -> Self {
        self.map(virtual_finance_core::ClientBuilder::https_only)
    }

    /// Trusts the certificate authorities of a text in PEM, beside those of the system. Another
    /// [`transport`](Self::transport) has its own.
    pub fn root_certificates(self, pem: impl AsRef<[u8]>) -> Self {
        self.map(|core| core.root_certificates(pem))
    }

    /// Begins with what another client learned about sources ([`Client::source_memory`]).
    pub fn source_memory(self, memory: SourceMemory) -> Self {
        self.map(|core| core.source_memory(memory))
    }

    /// Keeps the session, a cookie with its crumb, in that file, so that the next client begins with it.
    /// Without a file each client fetches its own, once one of its requests needs it.
    ///
    /// The file is as secret as a password: it is made readable for its owner only (`0600` on Unix), and one
    /// that others can read is refused. It is replaced as a whole, never half written.
    ///
    /// ```no_run
    /// # use virtual_finance_runtime::{Client, Error};
    /// # fn example() -> Result<(), Error> {
    /// let client = Client::builder().session_file("session.json").build()?;
    /// # Ok(())
    /// # }
    /// ```
    pub fn session_file(mut self, path: impl Into<PathBuf>) -> Self {
        self.session_file = Some(path.into());
        self
    }

    /// Checks a file for [`session_file`](Self::session_file). One that is not there yet is good.
    ///
    /// # Errors
    /// The reason, such as that others can read the file, and what to do.
    pub fn check_session_file(path: &Path) -> Result<(), String> {
        Sessions::check_file(path)
    }

    /// Makes the client. `build_blocking` (feature `blocking`) makes one for programs that are not
    /// asynchronous.
    ///
    /// # Errors
    /// [`Error::Config`] with the first thing that is wrong with the description.
    pub fn build(self) -> Result<Client, Error> {
        self.into_core()?.build().map(Client)
    }

    /// Returns the description for the core, with the session as its authenticator, for programs that know no market.
    ///
    /// # Errors
    /// [`Error::Config`] if the file of the session cannot be used.
    pub fn into_core(self) -> Result<virtual_finance_core::ClientBuilder, Error> {
        let sessions = Sessions::new(self.session_file).map_err(|reason| Error::Config { reason })?;
        Ok(self.core.authenticator(sessions))
    }

    fn map(
        self,
        set: impl FnOnce(virtual_finance_core::ClientBuilder) -> virtual_finance_core::ClientBuilder,
    ) -> Self {
        Self { core: set(self.core), ..self }
    }
}

impl fmt::Debug for ClientBuilder {
    /// Shows names only, as [`Client`] does.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ClientBuilder")
            .field("core", &self.core)
            .field("session_file", &self.session_file)
            .finish()
    }
}
