//! Opens websockets with the settings of a client.

use std::time::Duration;

use http::Method;
use http::header::HeaderMap;
use tokio::time::sleep;
use tracing::Instrument as _;

use super::handle::Client;
use crate::catalogue::Host;
use crate::error::{Error, RequestName, SocketFault};
use crate::http::{BodyUse, HttpRequest, Socket, SocketLimits};
use crate::record::RecordMode;
use crate::settings::Retries;

/// A websocket to be opened.
#[derive(Debug, Clone)]
pub struct SocketRequest {
    /// Its name in messages.
    pub name: RequestName,
    /// The host. The address of a websocket is written with `https`, or with `http` where it is not encrypted.
    pub host: Host,
    /// The query of the address.
    pub query: &'static [(&'static str, &'static str)],
    /// The maximum length of a message in bytes.
    pub max_message: usize,
    /// The maximum time without a sign of life of the host: after it a ping is sent, and after as much time again
    /// without an answer the websocket ends.
    pub idle: Duration,
}

impl Client {
    /// Opens a websocket, at the address that the client has for its host, with the client's headers, query, hooks,
    /// proxy, certificates, rates and time limits, and no credentials. The opening is [tried
    /// again](crate::settings::Retries) as a request that only reads. A stream is not recorded.
    ///
    /// # Errors
    /// See [`Error`]. [`Error::Socket`] if the client replays records or has a transport of its own.
    pub async fn socket(&self, request: &SocketRequest) -> Result<Socket, Error> {
        self.open(request, self.params.repeated()).await
    }

    /// Opens a lost websocket again after `failures` failures in a row without a message between. It waits a random
    /// time first, whose maximum doubles with the failures as for requests after the status 429, and tries once.
    ///
    /// # Errors
    /// As for `socket`.
    pub async fn socket_again(&self, request: &SocketRequest, failures: u32) -> Result<Socket, Error> {
        let longest = self.params.repeated().wait_after(failures, true);
        sleep(longest.mul_f64(self.inner.pace.random().clamp(0.0, 1.0))).await;
        self.open(request, &Retries::none()).await
    }

    async fn open(&self, request: &SocketRequest, retries: &Retries) -> Result<Socket, Error> {
        self.params.check()?;
        let SocketRequest { name, host, query, max_message, idle } = request;
        let unavailable =
            |reason| Error::Socket { request: name.clone(), fault: SocketFault::Unavailable { reason } };
        if matches!(self.inner.record, RecordMode::Replay(_)) {
            return Err(unavailable("it replays records, which have no streams; use one without `replay`"));
        }
        let Some(sockets) = &self.inner.sockets else {
            return Err(unavailable("it has a transport of its own; use one without `transport`"));
        };
        let refused = |reason| Error::Address { request: name.clone(), reason };
        let mut url = (*self.inner.address(host).map_err(refused)?).clone();
        if !query.is_empty() {
            url.query_pairs_mut().extend_pairs(*query);
        }
        let span = tracing::info_span!("socket", endpoint = name.endpoint(), status = tracing::field::Empty);
        let params = (*self.params).clone().retries(retries.clone());
        let stack = self.inner.stack(&params, &span, &[]);
        let limits = SocketLimits { max_message: *max_message, idle: *idle };
        let request = HttpRequest {
            name: name.clone(),
            method: Method::GET,
            url,
            headers: HeaderMap::new(),
            body: None,
            accept: None,
            body_use: BodyUse::Text,
            is_safe: true,
            is_long: false,
        };
        stack.open(sockets, &request, limits).instrument(span.clone()).await
    }
}
