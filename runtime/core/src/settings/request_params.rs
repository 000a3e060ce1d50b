//! The settings of every request of a client.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use url::Url;

use super::circuit::GivenUp;
use super::retries::Retries;
use crate::cache::CacheUse;
use crate::catalogue::Host;
use crate::error::Error;
use crate::request::EndpointInfo;
use crate::transport::TransportRequest;

/// The time for connecting unless it is set.
const CONNECT_LIMIT: Duration = Duration::from_secs(3);

/// The time for a whole request unless it is set.
const DEADLINE: Duration = Duration::from_secs(30);

/// The time between two reads unless it is set.
const IDLE_LIMIT: Duration = Duration::from_secs(10);

/// The time between two events, unless it or the deadline is set.
const EVENTS_IDLE_LIMIT: Duration = Duration::from_secs(60);

/// The longest wait that a host may ask for where another provider is behind it.
const PATIENCE: Duration = Duration::from_secs(1);

/// Settings that hold for every request of a client.
///
/// Query values and the proxy are treated as secrets: they never appear in `Debug`, errors or traces.
///
/// ```
/// # mod virtual_finance { use virtual_finance_core as own; include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/virtual_finance.rs")); }
/// use std::time::Duration;
/// use virtual_finance::RequestParams;
///
/// let params = RequestParams::new()
///     .deadline(Duration::from_secs(10))
///     .query("region", "US")
///     .hook(|request| request.add_query("trace", "1"));
/// assert_eq!(params.deadline_limit(), Duration::from_secs(10));
/// assert_eq!(params.query_pairs().collect::<Vec<_>>(), [("region", "US")]);
/// ```
#[derive(Clone)]
pub struct RequestParams {
    deadline: Option<Duration>,
    pub(crate) timeout: Option<Duration>,
    pub(crate) connect_timeout: Duration,
    idle_timeout: Option<Duration>,
    pub(crate) min_speed: u32,
    query: Vec<(String, String)>,
    pub(crate) proxy: Proxy,
    hooks: Vec<Hook>,
    retries: Option<Retries>,
    pub(crate) cache_use: CacheUse,
    pub(crate) stale_if_error: Option<Duration>,
    pub(crate) given_up: Option<GivenUp>,
    left_out: Vec<&'static str>,
    /// The setting of connections that was given where connections are shared.
    misplaced: Option<&'static str>,
}

/// A change of every request before it is sent.
type Hook = Arc<dyn Fn(&mut TransportRequest) + Send + Sync>;

/// The proxy that connections go through.
#[derive(Clone, PartialEq, Eq)]
pub(crate) enum Proxy {
    System,
    None,
    Address(String),
}

impl RequestParams {
    /// Creates the defaults: 30 s in total, 3 s to connect, 10 s between two reads, 100 bytes a second, the system's
    /// proxy, and the [default retries](Retries::new).
    pub fn new() -> Self {
        Self {
            deadline: None,
            timeout: None,
            connect_timeout: CONNECT_LIMIT,
            idle_timeout: None,
            min_speed: 100,
            query: Vec::new(),
            proxy: Proxy::System,
            hooks: Vec::new(),
            retries: None,
            cache_use: CacheUse::Fresh,
            stale_if_error: None,
            given_up: None,
            left_out: Vec::new(),
            misplaced: None,
        }
    }

    /// Sets the maximum time for a whole request: its attempts with the waits between them, its credentials, and the
    /// conversion of its replies. The time in which it waits for its turn at a host does not count
    /// ([`RateLimit`](super::RateLimit)).
    #[must_use]
    pub const fn deadline(mut self, limit: Duration) -> Self {
        self.deadline = Some(limit);
        self
    }

    /// Sets the maximum time for one attempt, redirects and body included. Without it the deadline is the limit.
    #[must_use]
    pub const fn timeout(mut self, limit: Duration) -> Self {
        self.timeout = Some(limit);
        self
    }

    /// Sets the maximum time for connecting. It is set when a client is built: with another one
    /// `Client::with_request_params` gives a client that refuses every request.
    #[must_use]
    pub const fn connect_timeout(mut self, limit: Duration) -> Self {
        self.connect_timeout = limit;
        self
    }

    /// Sets the maximum time without a byte of the reply: 10 seconds by default, and for events the deadline that is set, or
    /// a minute.
    #[must_use]
    pub const fn idle_timeout(mut self, limit: Duration) -> Self {
        self.idle_timeout = Some(limit);
        self
    }

    /// Sets the minimum speed of the body of a reply, in bytes a second, over 10 s. With 0 there is none.
    #[must_use]
    pub const fn min_speed(mut self, bytes: u32) -> Self {
        self.min_speed = bytes;
        self
    }

    /// Sets how often and when a failed request is sent again.
    #[must_use]
    pub const fn retries(mut self, retries: Retries) -> Self {
        self.retries = Some(retries);
        self
    }

    /// Takes replies from the [`Cache`](super::Cache) that are at most that old, whether they are fresh or not.
    #[must_use]
    pub const fn max_age(mut self, limit: Duration) -> Self {
        self.cache_use = CacheUse::AtMost(limit);
        self
    }

    /// Takes no reply from the [`Cache`](super::Cache): hosts are asked, and their replies are kept.
    #[must_use]
    pub const fn refresh(mut self) -> Self {
        self.cache_use = CacheUse::Refresh;
        self
    }

    /// Takes a reply from the [`Cache`](super::Cache) that is at most that old if a host fails. [`Reply::cached`](crate::Reply::cached)
    /// says so. What a host does not know (404) stays an error.
    #[must_use]
    pub const fn stale_if_error(mut self, limit: Duration) -> Self {
        self.stale_if_error = Some(limit);
        self
    }

    /// Adds a pair to the query of every request.
    #[must_use]
    pub fn query(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.query.push((name.into(), value.into()));
        self
    }

    /// Sends every request through that proxy, also to this machine. The address may carry a user
    /// name and a password.
    ///
    /// It is set when a client is built: with another one `Client::with_request_params` gives a client that refuses every
    /// request, with [`Error::Config`].
    ///
    /// ```
    /// # mod virtual_finance { use virtual_finance_core as own; include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/virtual_finance.rs")); }
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// use virtual_finance::{Client, RequestParams};
    ///
    /// let params = RequestParams::new().proxy("http://127.0.0.1:3128");
    /// let client = Client::builder().request_params(params).build()?;
    /// # Ok(())
    /// # }
    /// ```
    #[must_use]
    pub fn proxy(mut self, address: impl Into<String>) -> Self {
        self.proxy = Proxy::Address(address.into());
        self
    }

    /// Uses no proxy, also where the system names one. Like [`proxy`](Self::proxy) it is set when a client is built.
    #[must_use]
    pub fn no_proxy(mut self) -> Self {
        self.proxy = Proxy::None;
        self
    }

    /// Adds a function that changes every request before it is sent: its headers and its query. Hooks run in the
    /// order in which they were added.
    #[must_use]
    pub fn hook(mut self, hook: impl Fn(&mut TransportRequest) + Send + Sync + 'static) -> Self {
        self.hooks.push(Arc::new(hook));
        self
    }

    /// Asks no other provider at that host behind the sources of an endpoint's own company, even where the client has its
    /// key or chose it by name.
    #[must_use]
    pub fn no_provider_at(mut self, host: &Host) -> Self {
        self.left_out.push(host.name);
        self
    }

    /// Returns the limit of [`deadline`](Self::deadline).
    pub const fn deadline_limit(&self) -> Duration {
        match self.deadline {
            Some(limit) => limit,
            None => DEADLINE,
        }
    }

    /// Returns the limit of [`idle_timeout`](Self::idle_timeout).
    pub const fn idle_limit(&self) -> Duration {
        match self.idle_timeout {
            Some(limit) => limit,
            None => IDLE_LIMIT,
        }
    }

    /// Returns how often and when a failed request is sent again.
    pub(crate) const fn repeated(&self) -> &Retries {
        const USUAL: &Retries = &Retries::new();
        match &self.retries {
            Some(retries) => retries,
            None => USUAL,
        }
    }

    /// Returns the settings for requests that another provider can answer: no host is waited for instead.
    pub(crate) fn hasty(&self) -> Self {
        let retries = self.repeated().clone();
        let most = retries.max_retry_after.min(PATIENCE);
        Self { retries: Some(retries.max_retry_after(most)), ..self.clone() }
    }

    /// Returns the settings for requests of an endpoint, which has its own defaults.
    pub(crate) fn of(&self, info: &EndpointInfo) -> Cow<'_, Self> {
        let idle = info.deadline.or_else(|| {
            // A model thinks for longer than a host takes for a piece of a reply.
            info.raw.has_events().then(|| self.deadline.unwrap_or(EVENTS_IDLE_LIMIT))
        });
        if info.retries.is_none() && idle.is_none() {
            return Cow::Borrowed(self);
        }
        let retries =
            info.retries.map(|retries| Retries::new().attempts(u32::from(retries).saturating_add(1)));
        let mut own = self.clone();
        own.retries = own.retries.or(retries);
        own.idle_timeout = own.idle_timeout.or(idle);
        own.deadline = own.deadline.or(info.deadline);
        Cow::Owned(own)
    }

    /// Returns the names and values that [`query`](Self::query) added.
    pub fn query_pairs(&self) -> impl Iterator<Item = (&str, &str)> {
        self.query.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// Sends nothing while the host is given up.
    pub(crate) fn unless(mut self, given_up: GivenUp) -> Self {
        self.given_up = Some(given_up);
        self
    }

    /// Returns the settings for a client that shares the connections of one with other settings, which it keeps for
    /// them. Where these ask for other connections, every request is refused.
    pub(crate) fn sharing(mut self, client: &Self) -> Self {
        let other_proxy = self.proxy != Proxy::System && self.proxy != client.proxy;
        let other_limit =
            self.connect_timeout != CONNECT_LIMIT && self.connect_timeout != client.connect_timeout;
        self.misplaced = self.misplaced.or(match (&self.proxy, other_proxy, other_limit) {
            (Proxy::None, true, _) => Some("no_proxy()"),
            (_, true, _) => Some("proxy(…)"),
            (_, false, true) => Some("connect_timeout(…)"),
            _ => None,
        });
        self.proxy = client.proxy.clone();
        self.connect_timeout = client.connect_timeout;
        self
    }

    /// Checks that no setting of connections was given where they are shared.
    pub(crate) fn check(&self) -> Result<(), Error> {
        match self.misplaced {
            None => Ok(()),
            Some(setting) => Err(Error::Config {
                reason: format!(
                    "`with_request_params` shares the connections, so that `{setting}` has no effect there; write \
                     `Client::builder().request_params(RequestParams::new().{setting})`"
                ),
            }),
        }
    }

    /// Returns true for a host at which no other provider is asked.
    pub(crate) fn leaves_out(&self, host: &Host) -> bool {
        self.left_out.contains(&host.name)
    }

    pub(crate) fn hooks(&self) -> impl Iterator<Item = &Hook> {
        self.hooks.iter()
    }

    /// Adds the extra query to an address. What the address has already stays as it is: a host that
    /// redirects within itself often repeats the query.
    pub(crate) fn add_query(&self, url: &mut Url) {
        let new: Vec<_> = self
            .query_pairs()
            .filter(|(name, value)| !url.query_pairs().any(|(n, v)| n == *name && v == *value))
            .collect();
        if !new.is_empty() {
            url.query_pairs_mut().extend_pairs(new);
        }
    }
}

impl Default for RequestParams {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for RequestParams {
    /// Shows the names of the query only, and whether there is a proxy.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let query: Vec<_> = self.query_pairs().map(|(name, _)| name).collect();
        let proxy = match self.proxy {
            Proxy::System => "system",
            Proxy::None => "none",
            Proxy::Address(_) => "set",
        };
        f.debug_struct("RequestParams")
            .field("deadline", &self.deadline_limit())
            .field("timeout", &self.timeout)
            .field("connect_timeout", &self.connect_timeout)
            .field("idle_timeout", &self.idle_limit())
            .field("min_speed", &self.min_speed)
            .field("query", &query)
            .field("proxy", &proxy)
            .field("hooks", &self.hooks.len())
            .field("retries", self.repeated())
            .field("cache_use", &self.cache_use)
            .field("stale_if_error", &self.stale_if_error)
            .finish()
    }
}
