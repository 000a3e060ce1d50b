//! The client for programs that are not asynchronous: the same requests, settings and errors, with a runtime of
//! its own on the calling thread.

use std::fmt;
use std::future::Future;
#[cfg(feature = "stream")]
use std::time::Duration;

use virtual_finance_core::SourceMemory;
use virtual_finance_core::blocking;
use virtual_finance_core::request::{ErasedRequest, ErasedResponse};
use virtual_finance_core::{Batched, Endpoint, Error, Paged, Reply, RequestParams};

use crate::client::ClientBuilder;

/// Sends requests and waits for their replies. A clone shares the connections. It is described as the
/// asynchronous client is, and made by `ClientBuilder::build_blocking`.
///
/// Inside an async runtime, on its threads for blocking work too, every request is
/// [`Error::BlockingInAsync`]: use [`crate::Client`] there.
///
/// ```no_run
/// # use virtual_finance_runtime::{Client, Endpoint, Error};
/// # fn example(history: impl Endpoint) -> Result<(), Error> {
/// let client = Client::builder().header("X-Name", "value").build_blocking()?; // or blocking::Client::new()?
/// let response = client.request(&history)?;
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct Client {
    client: crate::Client,
    /// The client of the core, which has the runtime.
    core: blocking::Client,
}

impl Client {
    /// Creates a client with default settings.
    ///
    /// # Errors
    /// As for [`crate::Client::new`], or the system gives no more resources.
    pub fn new() -> Result<Self, Error> {
        crate::Client::builder().build_blocking()
    }

    /// Returns what the client sends with every request.
    #[must_use]
    pub fn request_params(&self) -> &RequestParams {
        self.core.request_params()
    }

    /// See [`crate::Client::with_request_params`].
    #[must_use]
    pub fn with_request_params(&self, params: RequestParams) -> Self {
        Self {
            client: self.client.with_request_params(params.clone()),
            core: self.core.with_request_params(params),
        }
    }

    /// See [`crate::Client::request`].
    ///
    /// # Errors
    /// As there, and [`Error::BlockingInAsync`].
    pub fn request<E: Endpoint>(&self, endpoint: &E) -> Result<E::Response, Error> {
        self.core.request(endpoint)
    }

    /// See [`crate::Client::reply`].
    ///
    /// # Errors
    /// As there, and [`Error::BlockingInAsync`].
    pub fn reply<E: Endpoint>(&self, endpoint: &E) -> Result<Reply<E::Response>, Error> {
        self.core.reply(endpoint)
    }

    /// See [`crate::Client::many`]. Inside an async runtime each result is [`Error::BlockingInAsync`].
    pub fn many<E, I>(&self, requests: I) -> blocking::Many<E, I::IntoIter>
    where
        E: Endpoint + 'static,
        I: IntoIterator<Item = E>,
    {
        self.core.many(requests)
    }

    /// See [`crate::Client::batched`].
    ///
    /// # Errors
    /// As there, and [`Error::BlockingInAsync`].
    pub fn batched<E: Endpoint + 'static>(&self, endpoint: &E) -> Result<Batched<E>, Error> {
        self.core.batched(endpoint)
    }

    /// See [`crate::Client::pages`]. Inside an async runtime the first one is [`Error::BlockingInAsync`].
    pub fn pages<E: Paged + 'static>(&self, request: E) -> blocking::Pages<E> {
        self.core.pages(request)
    }

    /// Streams prices as [`crate::Client::stream`] does. They are read only while [`next`](Iterator::next) waits. Inside an
    /// async runtime the first event is [`Error::BlockingInAsync`], and the last.
    #[cfg(feature = "stream")]
    pub fn stream<S: Into<String>>(&self, symbols: impl IntoIterator<Item = S>) -> PriceStream {
        PriceStream { stream: self.client.stream(symbols), client: self.clone(), has_ended: false }
    }

    /// See [`crate::Client::source_memory`].
    #[must_use]
    pub fn source_memory(&self) -> SourceMemory {
        self.core.source_memory()
    }

    /// See [`crate::Client::reply_erased`].
    ///
    /// # Errors
    /// As there, and [`Error::BlockingInAsync`].
    pub fn reply_erased(&self, request: &dyn ErasedRequest) -> Result<Reply<Box<dyn ErasedResponse>>, Error> {
        self.core.reply_erased(request)
    }

    /// Returns the asynchronous client, for crates that wrap it too.
    #[doc(hidden)]
    #[must_use]
    pub const fn asynchronous(&self) -> &crate::Client {
        &self.client
    }

    /// Waits for a request of the asynchronous client, for crates that wrap it too.
    ///
    /// # Errors
    /// The request's own, and [`Error::BlockingInAsync`].
    #[doc(hidden)]
    pub fn wait<T, E: From<Error>>(&self, request: impl Future<Output = Result<T, E>>) -> Result<T, E> {
        self.core.wait(request)
    }
}

/// The live prices of some symbols, from [`Client::stream`]. See [`crate::stream::PriceStream`].
#[cfg(feature = "stream")]
#[must_use = "nothing is asked before next() is called"]
#[derive(Debug)]
pub struct PriceStream {
    stream: crate::stream::PriceStream,
    client: Client,
    has_ended: bool,
}

#[cfg(feature = "stream")]
impl PriceStream {
    /// See [`idle_limit`](crate::stream::PriceStream::idle_limit) of the asynchronous one.
    pub fn idle_limit(self, limit: Duration) -> Self {
        Self { stream: self.stream.idle_limit(limit), ..self }
    }

    /// See [`max_message`](crate::stream::PriceStream::max_message) of the asynchronous one.
    pub fn max_message(self, bytes: usize) -> Self {
        Self { stream: self.stream.max_message(bytes), ..self }
    }

    /// See [`subscriptions`](crate::stream::PriceStream::subscriptions) of the asynchronous one.
    #[must_use]
    pub fn subscriptions(&self) -> crate::stream::Subscriptions {
        self.stream.subscriptions()
    }
}

#[cfg(feature = "stream")]
impl Iterator for PriceStream {
    type Item = Result<crate::stream::Event, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.has_ended {
            return None;
        }
        let event = self.client.wait(async { self.stream.next().await.transpose() }).transpose();
        self.has_ended = !matches!(event, Some(Ok(_)));
        event
    }
}

impl ClientBuilder {
    /// Makes a client for programs that are not asynchronous.
    ///
    /// # Errors
    /// As for [`build`](Self::build), or the system gives no more resources.
    pub fn build_blocking(self) -> Result<Client, Error> {
        let client = self.build()?;
        let core = blocking::Client::around(client.0.clone())?;
        Ok(Client { client, core })
    }
}

impl fmt::Debug for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.core.fmt(f)
    }
}
