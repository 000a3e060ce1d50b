//! The change of a connection to another protocol, such as a websocket.

use std::fmt;
use std::pin::Pin;

use hyper::HeaderMap;
use hyper::header::{CONNECTION, HeaderName, HeaderValue, UPGRADE};
use hyper::upgrade::{OnUpgrade, Upgraded};
use hyper_util::rt::TokioIo;

/// A connection after its change, which is read and written as bytes.
pub type Connection = TokioIo<Upgraded>;

type Served = Pin<Box<dyn Future<Output = ()> + Send>>;

/// The agreement to go on in another protocol, which is the reply with the status 101.
pub struct Upgrade {
    protocol: &'static str,
    headers: Vec<(&'static str, String)>,
    serve: Box<dyn FnOnce(Connection) -> Served + Send>,
}

impl Upgrade {
    /// Creates one for a protocol, for example `websocket`. The connection ends with the future.
    pub fn new<F>(protocol: &'static str, serve: impl FnOnce(Connection) -> F + Send + 'static) -> Self
    where
        F: Future<Output = ()> + Send + 'static,
    {
        Self { protocol, headers: Vec::new(), serve: Box::new(move |connection| Box::pin(serve(connection))) }
    }

    /// Returns it with another header of the reply; its name is in lower case.
    #[must_use]
    pub fn with_header(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.headers.push((name, value.into()));
        self
    }

    /// Returns the headers of the reply.
    pub(crate) fn headers(&self) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.insert(CONNECTION, HeaderValue::from_static("Upgrade"));
        headers.insert(UPGRADE, HeaderValue::from_static(self.protocol));
        for (name, value) in &self.headers {
            if let Ok(value) = HeaderValue::try_from(value.as_str()) {
                headers.append(HeaderName::from_static(name), value);
            }
        }
        headers
    }

    /// Serves the connection once the reply is sent.
    pub(crate) async fn serve(self, upgrading: OnUpgrade) {
        // A client that goes away is its own affair.
        if let Ok(connection) = upgrading.await {
            (self.serve)(TokioIo::new(connection)).await;
        }
    }
}

impl fmt::Debug for Upgrade {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Upgrade").field("protocol", &self.protocol).finish_non_exhaustive()
    }
}
