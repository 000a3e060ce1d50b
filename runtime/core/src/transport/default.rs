//! The default transport, which sends with reqwest.

use std::collections::HashMap;
use std::future::poll_fn;
use std::mem;
use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::time::Instant;

use http::Version;
use http_body::Body as _;
use tokio::time::Instant as Clock;
use url::Url;

use super::message::{
    Chunk, Transport, TransportBody, TransportError, TransportFuture, TransportReply, TransportRequest,
};
use super::protocols::NoTls;
use crate::error::Error;
use crate::lock::Lock as _;

/// The default transport.
pub(crate) struct Reqwest {
    make: Box<MakeClient>,
    /// The client of the hosts of which no connection was given up.
    first: reqwest::Client,
    /// The hosts that are asked with `https`, by their origin. The others speak HTTP/1.1.
    hosts: Arc<Mutex<HashMap<String, Known>>>,
}

/// Makes a client that follows no redirects.
type MakeClient = dyn Fn() -> Result<reqwest::Client, Error> + Send + Sync;

/// The clients of a host.
#[derive(Default)]
struct Known {
    /// True if its last reply was of HTTP/1.1: its connections have one message at a time, and end with it.
    is_old: bool,
    /// Its client since the last time that its connections were given up. A client does not part with a single one of
    /// its connections, so that they are left with it.
    renewed: Option<(reqwest::Client, Instant)>,
}

impl Reqwest {
    /// Creates the transport with the clients of that function.
    ///
    /// # Errors
    /// Those of the function.
    pub(crate) fn new(
        make: impl Fn() -> Result<reqwest::Client, Error> + Send + Sync + 'static,
    ) -> Result<Self, Error> {
        Ok(Self { first: make()?, make: Box::new(make), hosts: Arc::default() })
    }

    /// Returns the client for an address, and the origin of its host if that may speak HTTP/2.
    fn client(&self, url: &Url) -> (reqwest::Client, Option<String>) {
        if url.scheme() != "https" {
            return (self.first.clone(), None);
        }
        let origin = url.origin().ascii_serialization();
        let hosts = self.hosts.locked();
        let renewed = hosts.get(&origin).and_then(|known| known.renewed.as_ref());
        (renewed.map_or(&self.first, |(client, _)| client).clone(), Some(origin))
    }
}

impl Transport for Reqwest {
    fn send(&self, request: TransportRequest) -> TransportFuture<'_, TransportReply> {
        let (method, url, headers, body) = request.into_parts();
        if let Err(error) = NoTls::check(&url) {
            return Box::pin(async { Err(TransportError::Failed(error.into())) });
        }
        let (client, origin) = self.client(&url);
        let mut message = reqwest::Request::new(method, url);
        *message.headers_mut() = headers;
        *message.body_mut() = body.map(Into::into);
        let response = client.execute(message);
        Box::pin(async move {
            let mut response = response.await.map_err(failed)?;
            if let Some(origin) = origin {
                self.hosts.locked().entry(origin).or_default().is_old = response.version() < Version::HTTP_2;
            }
            let (headers, status) = (mem::take(response.headers_mut()), response.status());
            Ok(TransportReply::new(status, Received::new(response)).headers(headers))
        })
    }

    fn give_up(&self, url: &Url, sent: Instant) {
        if url.scheme() != "https" {
            return;
        }
        let mut hosts = self.hosts.locked();
        let known = hosts.entry(url.origin().ascii_serialization()).or_default();
        // Many messages may meet their limits on the same connection.
        if known.is_old || known.renewed.as_ref().is_some_and(|(_, since)| *since > sent) {
            return;
        }
        match (self.make)() {
            Ok(client) => known.renewed = Some((client, Clock::now().into_std())),
            // The connections stay, and end when no ping is answered.
            Err(error) => tracing::debug!(%error, "the connections to a host cannot be given up"),
        }
    }
}

/// The body of a reply.
pub(crate) struct Received {
    body: reqwest::Body,
    /// True if the body has an end of its own, as each of HTTP/2 has.
    is_ended_apart: bool,
}

impl Received {
    pub(crate) fn new(response: reqwest::Response) -> Self {
        let is_ended_apart = response.version() >= Version::HTTP_2;
        Self { body: response.into(), is_ended_apart }
    }
}

impl TransportBody for Received {
    fn chunk(&mut self) -> TransportFuture<'_, Option<Chunk>> {
        Box::pin(async move {
            loop {
                let frame = poll_fn(|cx| Pin::new(&mut self.body).poll_frame(cx)).await;
                match frame.transpose() {
                    // What is no data is a trailer, which nobody reads.
                    Ok(Some(frame)) => match frame.into_data() {
                        Ok(data) => return Ok(Some(data)),
                        Err(_) => continue,
                    },
                    // The library ends a body without an error where the host takes it back without a reason.
                    Ok(None) if self.is_ended_apart && !self.body.is_end_stream() => {
                        return Err(TransportError::Cut);
                    }
                    Ok(None) => return Ok(None),
                    Err(_) if self.is_ended_apart => return Err(TransportError::Cut),
                    Err(error) => return Err(failed(error)),
                }
            }
        })
    }

    fn length(&self) -> Option<u64> {
        self.body.size_hint().exact()
    }
}

/// Returns the error without its address, which may carry a secret.
pub(crate) fn failed(error: reqwest::Error) -> TransportError {
    TransportError::Failed(Box::new(error.without_url()))
}
