//! The description of a client, and the client that is made of it.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use http::header::{ACCEPT, ACCEPT_ENCODING, HeaderMap, HeaderValue};

use super::connect::Connecting;
use super::handle::Client;
use super::inner::{Clock, HostOverride, Inner, TableAddresses};
use super::source_memory::SourceMemory;
use super::sources::Remembered;
use crate::auth::{Authenticator, DeclaredAuth};
use crate::cache::{ClientCache, KeptReplies};
use crate::catalogue::source::SourceChoice;
use crate::error::Error;
#[cfg(feature = "socket")]
use crate::http::Sockets;
use crate::pace::Pace;
use crate::record::{RecordMode, Recorder, Replay};
use crate::settings::{Cache, CircuitBreaker, Proxy, RateLimit, RequestParams, Secret, SharedRate};
use crate::time::DateTime;
use crate::transport::tls::Trust;
use crate::transport::{Protocols, Reqwest, Transport, private, system_proxy};

/// The maximum number of bytes of a body, on the wire and decoded.
pub(super) const MAX_BODY: usize = 16 << 20;

/// The requests to a host at a time, unless a client sets another limit. Each needs a file handle.
const AT_ONCE: RateLimit = RateLimit::none().at_once(32);

/// The connections to a host that are kept for further requests, and for how long.
const IDLE: (usize, Duration) = (32, Duration::from_secs(60));

/// The settings of every client.
pub(super) struct Settings {
    pub(super) headers: HeaderMap,
    pub(super) params: RequestParams,
    pub(super) hosts: Vec<HostOverride>,
    pub(super) clock: Clock,
    pub(super) max_body: usize,
    pub(super) transport: Option<Arc<dyn Transport>>,
    pub(super) record: Option<PathBuf>,
    pub(super) replay: Option<PathBuf>,
    pub(super) cache: Option<Cache>,
    pub(super) authenticator: Option<Arc<dyn Authenticator>>,
    pub(super) secrets: Vec<(&'static str, Secret)>,
    pub(super) default_headers: HeaderMap,
    pub(super) choice: SourceChoice,
    pub(super) memory: SourceMemory,
    pub(super) limit: Option<RateLimit>,
    pub(super) default_limit: RateLimit,
    pub(super) shared: Option<Arc<dyn SharedRate>>,
    pub(super) breaker: CircuitBreaker,
    pub(super) seed: Option<u64>,
    pub(super) idle: (usize, Duration),
    pub(super) https_only: bool,
    pub(super) protocols: Protocols,
    pub(super) trust: Trust,
    pub(super) fault: Option<String>,
}

impl Default for Settings {
    fn default() -> Self {
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
            shared: None,
            breaker: CircuitBreaker::default(),
            seed: None,
            idle: IDLE,
            https_only: false,
            protocols: Protocols::default(),
            trust: Trust::default(),
            fault: None,
        }
    }
}

impl Settings {
    /// Makes the client.
    ///
    /// # Errors
    /// [`Error::Config`] with the first thing that is wrong.
    pub(super) fn build(self) -> Result<Client, Error> {
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
        if asks_hosts && matches!(self.params.proxy, Proxy::System) {
            system_proxy::check()?;
        }
        let says_accept = !self.default_headers.contains_key(ACCEPT);
        let connecting = Connecting::new(&self.params, self.default_headers, self.trust, self.idle)?;
        #[cfg(feature = "socket")]
        let sockets = self.transport.is_none().then(|| {
            let connecting = connecting.clone();
            Sockets::new(move || connecting.http(Protocols::Http1))
        });
        let transport = match self.transport {
            Some(transport) => transport,
            None => Arc::new(Reqwest::new(move || connecting.http(self.protocols))?),
        };
        let elsewhere = |host: &HostOverride| (host.url.origin().ascii_serialization(), AT_ONCE);
        let special =
            if self.limit.is_some() { HashMap::new() } else { self.hosts.iter().map(elsewhere).collect() };
        let pace = Pace::new(
            self.limit.unwrap_or(self.default_limit),
            special,
            self.shared,
            self.breaker,
            self.seed,
        );
        let urls = self.hosts.iter().map(|host| &*host.url);
        let private = private::parts(urls, proxies(&self.params.proxy));
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
                transport,
                #[cfg(feature = "socket")]
                sockets,
                pace,
                record,
                cache,
                headers,
                says_accept,
                hosts,
                table: TableAddresses::default(),
                https_only,
                private,
                clock,
                max_body,
                authenticator,
                declared: DeclaredAuth::new(secrets),
                choice,
                remembered: Remembered::new(memory),
                is_short: AtomicBool::new(false),
            }),
            params: Arc::new(params),
        })
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
