//! The replies behind HTTP: the general host on loopback with the market's replies.

use std::io;
use std::net::SocketAddr;
use std::time::Duration;

use virtual_finance::{Client, ClientBuilder, HOSTS, Host};
#[cfg(feature = "stream")]
use virtual_finance_sample_host::Upgrade;
use virtual_finance_sample_host::{Builder as HostBuilder, SampleHost as AnyHost, Service, Stopper};

use crate::agreed::error_envelope;
use crate::answer::{reply_of, wrong_method};
use crate::asked::SampleRequest;
use crate::era::Era;
use crate::reply::{DEFAULT_NOW, Reply};
use crate::session::{self, Crumb, SessionRequest};
#[cfg(feature = "stream")]
use crate::stream;

/// A running host on 127.0.0.1. Dropping it stops it and waits for its thread.
#[derive(Debug)]
pub struct SampleHost(AnyHost);

impl SampleHost {
    /// Starts a host on a free port, with its clock at [`DEFAULT_NOW`].
    ///
    /// # Errors
    /// Returns the error of the system if no port can be bound or no thread started.
    pub fn start() -> io::Result<Self> {
        Self::builder().start()
    }

    /// For a host on a given port or with another clock.
    pub fn builder() -> Builder {
        Builder { port: 0, head: None, market: Market::default() }
    }

    /// Returns the address, for example `http://127.0.0.1:40123`, without a slash at the end. It serves as
    /// finance_url, query_url, cookie_url, isin_url and streamer_url, which refuses everything without the feature
    /// `stream`.
    pub fn url(&self) -> &str {
        self.0.url()
    }

    /// Returns the builder of a client that asks this host instead of every host of the table, at the time of
    /// this host's clock and without a proxy. It refuses live prices without the feature `stream` of this crate.
    /// The host of logos, to which no request goes, has its own address.
    ///
    /// ```
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let sample = virtual_finance_sample::SampleHost::start()?;
    /// let client = sample.client_builder().build()?;
    /// # Ok(())
    /// # }
    /// ```
    pub fn client_builder(&self) -> ClientBuilder {
        self.0.configure(Client::builder(), HOSTS)
    }

    /// Returns true if it stands for that host of the table.
    pub fn serves(host: &Host) -> bool {
        session::serves(host)
    }

    /// Returns the socket address.
    pub fn addr(&self) -> SocketAddr {
        self.0.addr()
    }

    /// Returns the host's clock, in epoch seconds: its latest prices are of this instant.
    pub const fn now(&self) -> i64 {
        self.0.now()
    }

    /// Returns a handle that stops the host from elsewhere, for example from a signal handler.
    pub fn stopper(&self) -> Stopper {
        self.0.stopper()
    }

    /// Blocks until the host is stopped by a [`Stopper`].
    pub fn wait(self) {
        self.0.wait();
    }
}

/// The refusal of a websocket that the host does not serve.
const NO_STREAM: &str = if cfg!(feature = "stream") {
    "live prices are at / with version=2"
} else {
    "this sample host has no live prices: turn on the feature `stream` of virtual-finance-sample"
};

fn asks_for_websocket(request: &SampleRequest<'_>) -> bool {
    request.headers.iter().any(|(name, value)| *name == "upgrade" && value.eq_ignore_ascii_case("websocket"))
}

/// Returns the host without what is of the market.
impl From<SampleHost> for AnyHost {
    fn from(host: SampleHost) -> Self {
        host.0
    }
}

/// Settings of a [`SampleHost`].
#[derive(Clone, Copy, Debug)]
pub struct Builder {
    port: u16,
    head: Option<Duration>,
    market: Market,
}

/// The settings that replies depend on beside the request.
#[derive(Clone, Copy, Debug)]
struct Market {
    now: i64,
    era: Era,
    crumb: Crumb,
}

impl Default for Market {
    fn default() -> Self {
        Self { now: DEFAULT_NOW, era: Era::default(), crumb: Crumb::default() }
    }
}

impl Service for Market {
    fn reply(&self, request: &SampleRequest<'_>) -> Reply {
        if asks_for_websocket(request) {
            return error_envelope("finance", 404, "Not Found", NO_STREAM);
        }
        let is_form = request.method == "POST" && session::takes_form(request.path);
        if !is_form && let Some(refusal) = wrong_method(request) {
            return refusal;
        }
        let in_session = SessionRequest { asked: *request, is_form };
        let answer = session::answer(&in_session, self.crumb);
        answer.unwrap_or_else(|| reply_of(request, self.now, self.era))
    }

    #[cfg(feature = "stream")]
    fn upgrade(&self, request: &SampleRequest<'_>) -> Option<Upgrade> {
        stream::upgrade(request, self.now)
    }

    fn serves(&self, host: &Host) -> bool {
        session::serves(host)
    }
}

impl Builder {
    /// Sets the port to listen on; 0, the default, takes a free one.
    #[must_use]
    pub fn port(mut self, port: u16) -> Self {
        self.port = port;
        self
    }

    /// Sets the time for the head of a request; 10 s unless set. A connection whose next head takes longer is closed.
    #[must_use]
    pub fn head_timeout(mut self, limit: Duration) -> Self {
        self.head = Some(limit);
        self
    }

    /// Sets the host's clock, in epoch seconds; [`DEFAULT_NOW`] unless set.
    #[must_use]
    pub fn now(mut self, epoch_seconds: i64) -> Self {
        self.market.now = epoch_seconds;
        self
    }

    /// Sets the page format; [`Era::Stores`] unless set. Agreed tickers keep their own.
    #[must_use]
    pub fn era(mut self, era: Era) -> Self {
        self.market.era = era;
        self
    }

    /// Sets the answer to a request for a crumb; a good crumb unless set.
    #[must_use]
    pub fn crumb(mut self, crumb: Crumb) -> Self {
        self.market.crumb = crumb;
        self
    }

    /// Starts the host.
    ///
    /// # Errors
    /// Returns the error of the system if the port cannot be bound or no thread started.
    pub fn start(self) -> io::Result<SampleHost> {
        let builder = AnyHost::with(self.market).port(self.port).now(self.market.now);
        let builder = self.head.into_iter().fold(builder, HostBuilder::head_timeout);
        builder.start().map(SampleHost)
    }
}
