//! The client, as programs hold it: its clones share one state.

use std::fmt;
use std::sync::Arc;

use super::answer;
use super::inner::{Inner, header_names};
use super::source_memory::SourceMemory;
use crate::error::Error;
use crate::http::Secrets;
use crate::pace::HostState;
use crate::reply::Reply;
use crate::request::{Endpoint, ErasedRequest, ErasedResponse, without_wrong};
use crate::settings::RequestParams;
use crate::time::DateTime;

/// Sends requests and converts their replies.
///
/// A clone shares the connections and the authenticator. The futures are `Send`; dropping one cancels its request.
///
/// ```
/// # mod virtual_finance { use virtual_finance_core as own; include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/virtual_finance.rs")); }
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
pub struct Client {
    pub(super) inner: Arc<Inner>,
    pub(super) params: Arc<RequestParams>,
}

impl Client {
    /// Returns the settings of every request.
    pub fn request_params(&self) -> &RequestParams {
        &self.params
    }

    /// Returns a client with other settings that shares everything else, for example for one request that may take
    /// longer. The connections are shared too, so the time limit for connecting and the proxy stay as they were: where
    /// the settings have others, every request is refused with [`Error::Config`].
    ///
    /// ```
    /// # mod virtual_finance { use virtual_finance_core as own; include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/virtual_finance.rs")); }
    /// # async fn example() -> Result<(), Box<dyn std::error::Error>> {
    /// use std::time::Duration;
    /// use virtual_finance::{Client, History};
    ///
    /// let client = Client::new()?;
    /// let patient = client.request_params().clone().deadline(Duration::from_secs(120));
    /// let history = client.with_request_params(patient).request(&History::new("IBM")).await?;
    /// # Ok(())
    /// # }
    /// ```
    pub fn with_request_params(&self, params: RequestParams) -> Self {
        Self { inner: Arc::clone(&self.inner), params: Arc::new(params.sharing(&self.params)) }
    }

    /// Returns the time by the clock of the client, the system's unless
    /// [`ClientBuilder::clock`](crate::ClientBuilder::clock) sets another.
    pub fn now(&self) -> DateTime {
        (self.inner.clock)()
    }

    /// Returns the states of the hosts that the client and its clones have asked, by their origins.
    pub fn host_states(&self) -> Vec<HostState> {
        self.inner.pace.states()
    }

    /// Returns what the client and its clones have learned about the sources of endpoints.
    pub fn source_memory(&self) -> SourceMemory {
        self.inner.remembered.memory()
    }

    /// Sends a request and returns the converted response.
    ///
    /// # Errors
    /// See [`Error`]. Parameters are checked before anything is sent, and a status of 400 or more is
    /// an error before the reply is converted.
    pub async fn request<E: Endpoint>(&self, endpoint: &E) -> Result<E::Response, Error> {
        Ok(self.reply(endpoint).await?.response)
    }

    /// Sends a request and returns the response with what is known beside it.
    ///
    /// # Errors
    /// As for `request`.
    pub async fn reply<E: Endpoint>(&self, endpoint: &E) -> Result<Reply<E::Response>, Error> {
        answer::ask(&self.inner, &self.params, endpoint, |cx, replies| endpoint.convert(cx, replies)).await
    }

    /// Sends a request whose endpoint is known only at run time. A wrong value of a list that is sent in batches costs no other:
    /// it is not sent, and the note [`WrongValues`](crate::request::WrongValues) has it.
    ///
    /// # Errors
    /// As for `request`.
    pub async fn reply_erased(
        &self,
        request: &dyn ErasedRequest,
    ) -> Result<Reply<Box<dyn ErasedResponse>>, Error> {
        let rest = without_wrong(request);
        let request = rest.as_ref().map_or(request, |(rest, _)| &**rest);
        let reply = answer::ask(&self.inner, &self.params, request, |cx, replies| {
            request.convert_erased(cx, replies)
        });
        let mut reply = reply.await?;
        if let Some((_, wrong)) = rest {
            reply.notes.insert(wrong);
        }
        Ok(reply)
    }

    /// Returns an error without the secrets of the client.
    pub(super) fn redacted(&self, error: Error) -> Error {
        let secrets = Secrets::new(&self.params, &self.inner.private);
        secrets.add_headers(&self.inner.headers);
        secrets.redact(error)
    }
}

impl fmt::Debug for Client {
    /// Shows names only: values of headers and queries, the proxy and addresses may be secrets.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hosts: Vec<_> = self.inner.hosts.iter().map(|host| host.name).collect();
        f.debug_struct("Client")
            .field("headers", &header_names(&self.inner.headers))
            .field("request_params", &self.params)
            .field("hosts", &hosts)
            .field("max_body", &self.inner.max_body)
            .finish_non_exhaustive()
    }
}
