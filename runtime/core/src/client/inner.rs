//! The state of a client, which its clones share.

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};

use http::header::{HeaderMap, HeaderName};
use tracing::Span;
use url::Url;

use super::sources::Remembered;
use crate::address;
use crate::auth::{Authenticator, DeclaredAuth};
use crate::cache::ClientCache;
use crate::catalogue::Host;
use crate::catalogue::source::SourceChoice;
#[cfg(feature = "socket")]
use crate::http::Sockets;
use crate::http::{Deadline, HttpStack, Secrets};
use crate::lock::Lock as _;
use crate::pace::Pace;
use crate::record::RecordMode;
use crate::request::EndpointInfo;
use crate::settings::RequestParams;
use crate::time::DateTime;
use crate::transport::Transport;

pub(super) struct Inner {
    pub(super) transport: Arc<dyn Transport>,
    /// Makes the connections of websockets; `None` beside a transport of the caller's own.
    #[cfg(feature = "socket")]
    pub(super) sockets: Option<Sockets>,
    pub(super) pace: Pace,
    pub(super) record: RecordMode,
    pub(super) cache: Option<ClientCache>,
    pub(super) headers: HeaderMap,
    /// True if messages say the formats of their replies: the client has no formats for all of them.
    pub(super) says_accept: bool,
    pub(super) hosts: Vec<HostOverride>,
    pub(super) table: TableAddresses,
    /// True if no address without encryption is asked.
    pub(super) https_only: bool,
    /// The parts of addresses that no message may show.
    pub(super) private: Vec<String>,
    pub(super) clock: Clock,
    pub(super) max_body: usize,
    pub(super) authenticator: Option<Arc<dyn Authenticator>>,
    pub(super) declared: DeclaredAuth,
    pub(super) choice: SourceChoice,
    pub(super) remembered: Remembered,
    /// True once shorter addresses came through where longer ones did not.
    pub(super) is_short: AtomicBool,
}

/// Returns the time.
pub(super) type Clock = Arc<dyn Fn() -> DateTime + Send + Sync>;

/// A host of the table at another address.
pub(super) struct HostOverride {
    pub(super) name: &'static str,
    pub(super) url: Arc<Url>,
}

/// The addresses of the hosts of a table, by their text, each parsed once.
#[derive(Default)]
pub(super) struct TableAddresses(Mutex<HashMap<&'static str, Arc<Url>>>);

impl TableAddresses {
    /// Returns the table's own address of a host.
    pub(super) fn of(&self, host: &Host) -> Result<Arc<Url>, String> {
        let mut parsed = self.0.locked();
        if let Some(url) = parsed.get(host.default) {
            return Ok(Arc::clone(url));
        }
        let url = Arc::new(address::table_base(host)?);
        parsed.insert(host.default, Arc::clone(&url));
        Ok(url)
    }
}

impl Inner {
    /// Returns what sends the messages of one request.
    pub(super) fn stack<'a>(
        &'a self,
        params: &'a RequestParams,
        span: &'a Span,
        reply_headers: &'static [&'static str],
    ) -> HttpStack<'a> {
        HttpStack {
            transport: &*self.transport,
            pace: &self.pace,
            headers: &self.headers,
            says_accept: self.says_accept,
            params,
            max_body: self.max_body,
            span,
            deadline: Deadline::new(params),
            secrets: Secrets::new(params, &self.private),
            reply_headers,
        }
    }

    /// Returns the cache, if requests of an endpoint with these settings may use it. What a hook changes is not known,
    /// and a record is to have every reply.
    pub(super) fn cache_of(&self, info: &EndpointInfo, params: &RequestParams) -> Option<&ClientCache> {
        let may_use = matches!(self.record, RecordMode::Off)
            && info.fresh_for.is_some()
            && params.hooks().next().is_none();
        self.cache.as_ref().filter(|_| may_use)
    }

    /// Returns the address of a host: the override or the table's.
    pub(super) fn address(&self, host: &Host) -> Result<Arc<Url>, String> {
        if let Some(overridden) = self.hosts.iter().find(|known| known.name == host.name) {
            return Ok(Arc::clone(&overridden.url));
        }
        let url = self.table.of(host)?;
        if let Some(rate) = host.rate {
            self.pace.declare(&url, rate);
        }
        match self.https_only && url.scheme() != "https" {
            true => Err(format!(
                "the table's address of {} is not https, and the client asks no other",
                host.name
            )),
            false => Ok(url),
        }
    }

    /// Returns the addresses of the table's hosts by name, as converters see them.
    pub(super) fn addresses(&self, info: &'static EndpointInfo) -> Vec<(&str, &str)> {
        let overrides = self.hosts.iter().map(|host| (host.name, host.url.as_str()));
        let defaults = info.hosts.iter().map(|host| (host.name, host.default));
        // The first of a name wins.
        overrides.chain(defaults).collect()
    }
}

/// Returns the names of headers, whose values may be secrets.
pub(super) fn header_names(headers: &HeaderMap) -> Vec<&str> {
    headers.keys().map(HeaderName::as_str).collect()
}
