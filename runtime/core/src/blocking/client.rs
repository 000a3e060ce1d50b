//! The client for programs that are not asynchronous.

use std::fmt;
use std::future::Future;
use std::sync::Arc;

use tokio::runtime::{Builder, Handle, Runtime};

use crate::client::{Answered, ExtendedBuilder, Extension, Progress};
use crate::error::Error;
use crate::reply::Reply;
use crate::request::Endpoint;
use crate::settings::RequestParams;

/// Sends requests and waits for their replies. A clone shares the connections. It is described as the
/// asynchronous client is, and made by `ClientBuilder::build_blocking`.
///
/// Inside an async runtime, on its threads for blocking work too, every request is
/// [`Error::BlockingInAsync`]: use [`crate::Client`] there.
///
/// ```no_run
/// # mod virtual_finance { use virtual_finance_core as own; include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/virtual_finance.rs")); }
/// # fn example() -> Result<(), Box<dyn std::error::Error>> {
/// use virtual_finance::{History, blocking};
///
/// let client = blocking::Client::new()?;
/// let history = client.request(&History::new("IBM"))?;
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct Client {
    pub(super) client: crate::Client,
    runtime: Arc<OwnRuntime>,
}

impl Client {
    /// Creates a client with default settings.
    ///
    /// # Errors
    /// As for [`crate::Client::new`], or the system gives no more resources.
    pub fn new() -> Result<Self, Error> {
        crate::Client::builder().build_blocking()
    }

    /// Creates a client that sends the requests of an asynchronous client.
    ///
    /// # Errors
    /// The system gives no more resources.
    pub fn around(client: crate::Client) -> Result<Self, Error> {
        let runtime = Builder::new_current_thread().enable_all().build().map_err(|error| Error::Config {
            reason: format!("the system gives no runtime: {error}; close files or connections"),
        })?;
        Ok(Self { client, runtime: Arc::new(OwnRuntime(Some(runtime))) })
    }

    /// Returns the settings of every request.
    pub fn request_params(&self) -> &RequestParams {
        self.client.request_params()
    }

    /// See [`crate::Client::with_request_params`].
    pub fn with_request_params(&self, params: RequestParams) -> Self {
        Self { client: self.client.with_request_params(params), runtime: Arc::clone(&self.runtime) }
    }

    /// See [`crate::Client::request`].
    ///
    /// # Errors
    /// As there, and [`Error::BlockingInAsync`].
    pub fn request<E: Endpoint>(&self, endpoint: &E) -> Result<E::Response, Error> {
        self.wait(self.client.request(endpoint))
    }

    /// See [`crate::Client::reply`].
    ///
    /// # Errors
    /// As there, and [`Error::BlockingInAsync`].
    pub fn reply<E: Endpoint>(&self, endpoint: &E) -> Result<Reply<E::Response>, Error> {
        self.wait(self.client.reply(endpoint))
    }

    /// See [`crate::Client::ready`].
    ///
    /// # Errors
    /// As there, and [`Error::BlockingInAsync`].
    pub fn ready<E: Endpoint>(&self, endpoint: &E) -> Result<Reply<E::Response>, Error> {
        self.wait(self.client.ready(endpoint))
    }

    /// Sends many requests as [`crate::Client::many`] does, and returns each with its own result as they come. Inside an
    /// async runtime each result is [`Error::BlockingInAsync`].
    pub fn many<E, I>(&self, requests: I) -> Many<E, I::IntoIter>
    where
        E: Endpoint + 'static,
        I: IntoIterator<Item = E>,
    {
        Many { many: self.client.many(requests), client: self.clone() }
    }

    /// Returns the asynchronous client, whose requests `wait` takes.
    pub const fn asynchronous(&self) -> &crate::Client {
        &self.client
    }

    /// Waits for anything that the asynchronous client does.
    ///
    /// ```no_run
    /// # mod virtual_finance { use virtual_finance_core as own; include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/virtual_finance.rs")); }
    /// # fn example() -> Result<(), Box<dyn std::error::Error>> {
    /// use virtual_finance::{History, blocking};
    ///
    /// let client = blocking::Client::new()?;
    /// let reply = client.wait(client.asynchronous().reply_erased(&History::new("IBM")))?;
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// The request's own, and [`Error::BlockingInAsync`].
    pub fn wait<T, E: From<Error>>(&self, request: impl Future<Output = Result<T, E>>) -> Result<T, E> {
        match &self.runtime.0 {
            Some(runtime) if Handle::try_current().is_err() => runtime.block_on(async {
                notice_closed().await;
                request.await
            }),
            _ => Err(Error::BlockingInAsync.into()),
        }
    }
}

/// The replies to many requests, from [`Client::many`].
///
/// Requests go on only while [`next`](Iterator::next) waits.
#[must_use = "nothing is sent before next() is called"]
pub struct Many<E: Endpoint, I: Iterator<Item = E>> {
    many: crate::Many<E, I>,
    client: Client,
}

impl<E, I> Many<E, I>
where
    E: Endpoint + 'static,
    I: Iterator<Item = E>,
{
    /// See [`at_once`](crate::Many::at_once) of the asynchronous one.
    pub fn at_once(self, requests: usize) -> Self {
        Self { many: self.many.at_once(requests), ..self }
    }

    /// See [`in_order`](crate::Many::in_order) of the asynchronous one.
    pub fn in_order(self) -> Self {
        Self { many: self.many.in_order(), ..self }
    }

    /// Returns how far the requests are.
    pub fn progress(&self) -> Progress {
        self.many.progress()
    }
}

impl<E, I> Iterator for Many<E, I>
where
    E: Endpoint + 'static,
    I: Iterator<Item = E>,
{
    type Item = Answered<E>;

    fn next(&mut self) -> Option<Self::Item> {
        let next = self.client.wait(async { Ok::<_, Error>(self.many.next().await) });
        next.unwrap_or_else(|error| self.many.unsent().map(|request| (request, Err(error))))
    }
}

/// A client that has a form for programs that are not asynchronous.
pub trait Blocking {
    /// That form.
    type Client;

    /// Makes it.
    ///
    /// # Errors
    /// The system gives no more resources.
    fn blocking(self) -> Result<Self::Client, Error>;
}

impl Blocking for crate::Client {
    type Client = Client;

    fn blocking(self) -> Result<Client, Error> {
        Client::around(self)
    }
}

impl<X: Extension<Client: Blocking>> ExtendedBuilder<X> {
    /// Makes a client for programs that are not asynchronous.
    ///
    /// # Errors
    /// As for [`build`](Self::build), or the system gives no more resources.
    pub fn build_blocking(self) -> Result<<X::Client as Blocking>::Client, Error> {
        self.build()?.blocking()
    }
}

impl fmt::Debug for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("blocking::Client").field(&self.client).finish()
    }
}

/// Lets the connections' tasks see which of them the hosts have closed since the last request: between
/// two requests nobody drives them. The first turn reads what the system knows, the second lets the
/// tasks act on it.
async fn notice_closed() {
    tokio::task::yield_now().await;
    tokio::task::yield_now().await;
}

/// A runtime that may be dropped anywhere. It is absent only while it is dropped.
struct OwnRuntime(Option<Runtime>);

impl Drop for OwnRuntime {
    fn drop(&mut self) {
        // Dropping a runtime inside another one panics; this leaves its tasks to themselves instead.
        if let Some(runtime) = self.0.take() {
            runtime.shutdown_background();
        }
    }
}
