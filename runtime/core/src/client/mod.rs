//! The client: checks a request, sends it, and has its reply converted. It asks again only where a host
//! refuses the session or wants consent, and other sources where a reply cannot be converted. It keeps
//! nothing between two requests but its connections, the session, which source of an endpoint worked, and in
//! a replay which records were used, so dropping a request's future leaves nothing behind.

mod answer;
mod builder;
mod reply;
mod sources;

use std::fmt;
use std::sync::Arc;

use http::header::HeaderMap;
use url::Url;

pub use builder::ClientBuilder;
pub use reply::{Reply, convert_saved, convert_saved_erased};

use crate::auth::Authenticator;
use crate::error::Error;
use crate::host::Host;
use crate::record::RecordMode;
use crate::request::{Endpoint, EndpointInfo, ErasedRequest, ErasedResponse};
use crate::settings::RequestParams;
use crate::source::SourceChoice;
use crate::time::DateTime;
use crate::transport::{Transport, address};
use sources::Remembered;

/// Sends requests and converts their replies (section 1 of the specification).
///
/// A clone shares the connections and the session. The futures are `Send`; dropping one cancels its request.
///
/// ```no_run
/// # use virtual_finance_core::{Client, Endpoint, Error, RequestParams};
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
    exchange: Arc<dyn Transport>,
    record: RecordMode,
    headers: HeaderMap,
    params: RequestParams,
    hosts: Vec<HostOverride>,
    clock: Clock,
    max_body: usize,
    authenticator: Option<Arc<dyn Authenticator>>,
    choice: SourceChoice,
    remembered: Remembered,
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
        answer::ask(self, endpoint, |cx, replies| endpoint.convert(cx, replies)).await
    }

    /// Sends a request whose endpoint is known only at run time.
    ///
    /// # Errors
    /// As for [`request`](Self::request).
    pub async fn reply_erased(
        &self,
        request: &dyn ErasedRequest,
    ) -> Result<Reply<Box<dyn ErasedResponse>>, Error> {
        answer::ask(self, request, |cx, replies| request.convert_erased(cx, replies)).await
    }

    /// The address of a host: the override or the table's.
    fn address(&self, host: &Host) -> Result<Url, String> {
        if let Some(overridden) = self.inner.hosts.iter().find(|known| known.name == host.name) {
            return Ok(overridden.url.clone());
        }
        address::table_base(host)
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

fn header_names(headers: &HeaderMap) -> Vec<&str> {
    headers.keys().map(http::header::HeaderName::as_str).collect()
}
