//! The client: checks a request, sends it, and has its reply converted. It asks twice only where a host
//! refuses the session or wants consent, and keeps nothing between two requests but its connections, the
//! session, and in a replay which records were used, so dropping a request's future leaves nothing behind.

mod builder;
mod params;
mod reply;

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;
use std::time::Instant;

use reqwest::header::HeaderMap;
use tracing::{Instrument as _, Span, field};
use url::Url;

pub use builder::ClientBuilder;
pub use params::RequestParams;
pub use reply::{Reply, Source, convert_saved};

use crate::catalogue::EndpointInfo;
use crate::context::Context;
use crate::endpoint::{Endpoint, ErasedRequest, ErasedResponse};
use crate::error::{ConversionHookError, Error, RequestName};
use crate::host::Host;
use crate::outcome::Converted;
use crate::raw::RawReply;
use crate::record::Tape;
use crate::session::{COOKIE_HOST, Sessions};
use crate::time::DateTime;
use crate::transport::{Deadline, Exchange, Outgoing, Transport, address};

/// Sends requests and converts their replies (section 1 of the specification).
///
/// A clone shares the connections and the session. The futures are `Send`; dropping one cancels its request.
///
/// ```no_run
/// # use virtual_finance_runtime::{Client, Endpoint, Error, RequestParams};
/// # use std::time::Duration;
/// # async fn example(history: impl Endpoint) -> Result<(), Error> {
/// let client = Client::builder()
///     .header("X-Name", "value")
///     .request_params(RequestParams::new().timeout(Duration::from_secs(10)).query("region", "US"))
///     .build()?;
/// let response = client.request(&history).await?;
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct Client {
    inner: Arc<Inner>,
}

struct Inner {
    http: reqwest::Client,
    exchange: Arc<dyn Exchange>,
    tape: Tape,
    headers: HeaderMap,
    params: RequestParams,
    hosts: Vec<HostOverride>,
    clock: Clock,
    max_body: usize,
    sessions: Sessions,
}

/// Where a client asks for the time.
type Clock = Arc<dyn Fn() -> DateTime + Send + Sync>;

/// A host of the table at another address.
struct HostOverride {
    name: &'static str,
    url: Url,
}

impl Client {
    /// A client with default settings.
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

    /// What the client sends with every request.
    #[must_use]
    pub fn request_params(&self) -> &RequestParams {
        &self.inner.params
    }

    /// Sends a request and gives the converted response.
    ///
    /// # Errors
    /// See [`Error`]. Parameters are checked before anything is sent, and a status of 400 or more is
    /// an error before the reply is converted.
    pub async fn request<E: Endpoint>(&self, endpoint: &E) -> Result<E::Response, Error> {
        Ok(self.reply(endpoint).await?.response)
    }

    /// Sends a request and gives the response with what is known beyond the contract.
    ///
    /// # Errors
    /// As for [`request`](Self::request).
    pub async fn reply<E: Endpoint>(&self, endpoint: &E) -> Result<Reply<E::Response>, Error> {
        endpoint.validate()?;
        let ask = self.begin(endpoint.info(), endpoint.subject().as_deref(), |now| {
            table_address(endpoint.info(), &endpoint.path(), &endpoint.query(now)).ok()
        });
        let outgoing = self.outgoing(&ask, &endpoint.path(), &endpoint.query(ask.now))?;
        self.exchange(ask, outgoing, |cx, replies| endpoint.convert(cx, replies)).await
    }

    /// Sends a request whose endpoint is known only at run time.
    ///
    /// # Errors
    /// As for [`request`](Self::request).
    pub async fn reply_erased(
        &self,
        request: &dyn ErasedRequest,
    ) -> Result<Reply<Box<dyn ErasedResponse>>, Error> {
        request.validate()?;
        let ask = self.begin(request.info(), request.subject().as_deref(), |now| {
            table_address(request.info(), &request.path(), &request.query(now)).ok()
        });
        let outgoing = self.outgoing(&ask, &request.path(), &request.query(ask.now))?;
        self.exchange(ask, outgoing, |cx, replies| request.convert_erased(cx, replies)).await
    }

    /// Names a request and gives it its time: the clock's, or in a replay the time of the record that will
    /// answer it. `address` gives the request's address in the table at a time.
    fn begin(
        &self,
        info: &'static EndpointInfo,
        subject: Option<&str>,
        address: impl Fn(DateTime) -> Option<Url>,
    ) -> Ask {
        let name = RequestName::new(info.name, subject);
        let recorded = match &self.inner.tape {
            Tape::Replay(replay) => replay.time_of(&name, address),
            Tape::Off | Tape::Record(_) => None,
        };
        Ask { info, name, now: recorded.unwrap_or_else(|| (self.inner.clock)()) }
    }

    /// The request as HTTP sends it.
    fn outgoing(
        &self,
        ask: &Ask,
        path: &[Cow<'_, str>],
        query: &[(&'static str, Cow<'_, str>)],
    ) -> Result<Outgoing, Error> {
        let refused = |reason| Error::Address { request: ask.name.clone(), reason };
        let base = self.address(ask.info.host).map_err(refused)?;
        let url = address::build(&base, path, query).map_err(refused)?;
        let method = reqwest::Method::from_bytes(ask.info.method.as_bytes())
            .map_err(|_| refused(format!("its method {:?} is none; check the table", ask.info.method)))?;
        // The table's own addresses stay allowed beside the overrides.
        let defaults = ask.info.hosts.iter().filter_map(|host| address::base(host.default).ok());
        let overrides = self.inner.hosts.iter().map(|host| host.url.clone());
        let home = base.clone();
        let cookie_host = ask.info.hosts.iter().find(|host| host.name == COOKIE_HOST);
        let cookie_host = cookie_host.map(|host| self.address(host)).transpose().map_err(refused)?;
        let hosts = std::iter::once(base).chain(defaults).chain(overrides).collect();
        let address = table_address(ask.info, path, query).map_err(refused)?;
        Ok(Outgoing {
            name: ask.name.clone(),
            method,
            url,
            address,
            asked: ask.now,
            home,
            cookie_host,
            hosts,
        })
    }

    /// The address of a host: the override or the table's.
    fn address(&self, host: &Host) -> Result<Url, String> {
        if let Some(overridden) = self.inner.hosts.iter().find(|known| known.name == host.name) {
            return Ok(overridden.url.clone());
        }
        table_base(host)
    }

    /// Sends, reads, converts, within one span.
    async fn exchange<T>(
        &self,
        ask: Ask,
        outgoing: Outgoing,
        convert: impl FnOnce(&Context<'_>, &[RawReply<'_>]) -> Result<Converted<T>, ConversionHookError> + Send,
    ) -> Result<Reply<T>, Error> {
        let span = tracing::info_span!(
            "request",
            endpoint = ask.info.name,
            ticker = ask.name.subject(),
            status = field::Empty,
            bytes = field::Empty,
            duration_ms = field::Empty,
        );
        let began = Instant::now();
        let reply = self.exchange_within(&span, &ask, &outgoing, convert).instrument(span.clone()).await;
        record(&span, &reply, began);
        reply
    }

    async fn exchange_within<T>(
        &self,
        span: &Span,
        ask: &Ask,
        outgoing: &Outgoing,
        convert: impl FnOnce(&Context<'_>, &[RawReply<'_>]) -> Result<Converted<T>, ConversionHookError>,
    ) -> Result<Reply<T>, Error> {
        let transport = Transport {
            http: &self.inner.http,
            exchange: &*self.inner.exchange,
            tape: &self.inner.tape,
            headers: &self.inner.headers,
            params: &self.inner.params,
            max_body: self.inner.max_body,
            span,
            deadline: Deadline::new(&self.inner.params),
        };
        let incoming = self.inner.sessions.send(&transport, outgoing, ask.info.session).await?;
        if incoming.status != ask.info.status {
            tracing::warn!(status = incoming.status, expected = ask.info.status, "unexpected status");
        }
        let addresses = self.addresses(ask.info);
        let cx = Context::new(&addresses, ask.now);
        let converted = convert(&cx, &[RawReply::new(&incoming.body)])
            .map_err(|error| Error::from(error.in_request(ask.name.clone())).hiding(&incoming.secrets))?;
        let source = Source::Host(ask.info.host.name);
        Ok(Reply::new(ask.name.clone(), incoming.status, source, incoming.body.len(), converted))
    }

    /// The addresses of the table's hosts by name, as converters see them.
    fn addresses(&self, info: &'static EndpointInfo) -> Vec<(&str, &str)> {
        let overrides = self.inner.hosts.iter().map(|host| (host.name, host.url.as_str()));
        let defaults = info.hosts.iter().map(|host| (host.name, host.default));
        // The first of a name wins.
        overrides.chain(defaults).collect()
    }
}

impl fmt::Debug for Client {
    /// Shows names only: values of headers and queries, the proxy and addresses may be secrets.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hosts: Vec<_> = self.inner.hosts.iter().map(|host| host.name).collect();
        f.debug_struct("Client")
            .field("headers", &header_names(&self.inner.headers))
            .field("request_params", &self.inner.params)
            .field("hosts", &hosts)
            .field("max_body", &self.inner.max_body)
            .finish_non_exhaustive()
    }
}

/// Who asks, for what and when.
struct Ask {
    info: &'static EndpointInfo,
    name: RequestName,
    now: DateTime,
}

/// The address of a request at the table's own host.
pub(crate) fn table_address(
    info: &EndpointInfo,
    path: &[Cow<'_, str>],
    query: &[(&'static str, Cow<'_, str>)],
) -> Result<Url, String> {
    address::build(&table_base(info.host)?, path, query)
}

fn table_base(host: &Host) -> Result<Url, String> {
    address::base(host.default).map_err(|reason| format!("the table's address of {} {reason}", host.name))
}

fn header_names(headers: &HeaderMap) -> Vec<&str> {
    headers.keys().map(reqwest::header::HeaderName::as_str).collect()
}

/// How long a request took, on its span; status and size are recorded where they become known.
fn record<T>(span: &Span, reply: &Result<Reply<T>, Error>, began: Instant) {
    let elapsed = began.elapsed();
    span.record("duration_ms", u64::try_from(elapsed.as_millis()).unwrap_or(u64::MAX));
    tracing::debug!(parent: span, ok = reply.is_ok(), "request finished");
}
