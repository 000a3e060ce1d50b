//! The client for programs that are not asynchronous: the same requests, settings and errors, with a runtime of
//! its own on the calling thread.

use std::fmt;
use std::ops::Deref;
#[cfg(feature = "stream")]
use std::time::Duration;

use virtual_finance_core::blocking::{self, Blocking};
use virtual_finance_core::{Error, RequestParams};

/// Sends requests and waits for their replies. A clone shares the connections. It is described as the
/// asynchronous client is, and made by `ClientBuilder::build_blocking`.
///
/// Inside an async runtime, on its threads for blocking work too, every request is
/// [`Error::BlockingInAsync`]: use [`crate::Client`] there. It has the methods of the client of the core,
/// which it stands for.
///
/// ```no_run
/// # mod virtual_finance { use virtual_finance_runtime as own; include!(concat!(env!("CARGO_MANIFEST_DIR"), "/../core/docs/virtual_finance.rs")); }
/// # fn example() -> Result<(), Box<dyn std::error::Error>> {
/// use virtual_finance::{Client, History};
///
/// let client = Client::builder().header("X-Name", "value").build_blocking()?; // or blocking::Client::new()?
/// let history = client.request(&History::new("IBM"))?;
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

    /// See [`crate::Client::with_request_params`].
    pub fn with_request_params(&self, params: RequestParams) -> Self {
        Self {
            client: self.client.with_request_params(params.clone()),
            core: self.core.with_request_params(params),
        }
    }

    /// Streams prices as [`crate::Client::stream`] does. They are read only while [`next`](Iterator::next) waits. Inside an
    /// async runtime the first event is [`Error::BlockingInAsync`], and the last.
    #[cfg(feature = "stream")]
    pub fn stream<S: Into<String>>(&self, symbols: impl IntoIterator<Item = S>) -> PriceStream {
        PriceStream { stream: self.client.stream(symbols), client: self.clone(), has_ended: false }
    }

    /// Returns the asynchronous client, whose requests `wait` takes.
    pub const fn asynchronous(&self) -> &crate::Client {
        &self.client
    }
}

impl Deref for Client {
    type Target = blocking::Client;

    fn deref(&self) -> &Self::Target {
        &self.core
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

impl Blocking for crate::Client {
    type Client = Client;

    fn blocking(self) -> Result<Client, Error> {
        let core = self.0.clone().blocking()?;
        Ok(Client { client: self, core })
    }
}

impl fmt::Debug for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.core.fmt(f)
    }
}
