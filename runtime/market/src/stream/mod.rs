//! Live prices over websockets: a stream of events for any number of symbols, a hundred on each connection.

mod event;
mod fault;
mod feed;
mod lane;
mod members;
mod open_enum;
mod pricing;
mod subscriptions;
mod tick;

use std::fmt;
use std::future::poll_fn;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use futures_util::Stream;
use virtual_finance_core::error::RequestName;
use virtual_finance_core::{Error, Host, SocketRequest};

pub use event::Event;
pub use fault::MessageFault;
pub use members::{MarketHours, OptionType, QuoteType};
pub use pricing::{Tick, read, write};
pub use subscriptions::Subscriptions;
#[doc(hidden)]
pub use virtual_finance_core::http::accept_key;

use crate::Client;
use feed::Feed;

/// The host of the stream, as the table declares it. A websocket begins as an HTTP request, so `wss` is `https` here.
pub const STREAMER: Host = Host::new("streamer_url", "https://streamer.finance.yahoo.com");

/// The maximum length of a message in bytes; the host's have some hundred.
const MAX_MESSAGE: usize = 64 << 10;

/// The time of silence after which a connection is tested. The host needs no sign of life itself.
const IDLE: Duration = Duration::from_secs(30);

/// The live prices of some symbols, from [`Client::stream`].
///
/// It is a stream; [`next`](Self::next) needs no other crate. It connects when it is asked first, and goes on only while
/// it is asked. A connection that is lost is opened again after a random wait, and the stream tells both
/// ([`Event`]). It ends after an error, which waiting would not cure. Dropping it closes its connections.
///
/// Symbols that the host does not know, or that nobody trades, are silent.
#[must_use = "nothing is asked before next() is awaited"]
pub struct PriceStream {
    subscriptions: Subscriptions,
    state: State,
}

enum State {
    Described { client: Client, request: Box<SocketRequest>, fault: Option<Error> },
    Running(Pin<Box<dyn Stream<Item = Result<Event, Error>> + Send>>),
    Ended,
}

impl Client {
    /// Streams the prices of symbols as they change.
    ///
    /// ```
    /// # mod virtual_finance { use virtual_finance_runtime as own; include!(concat!(env!("CARGO_MANIFEST_DIR"), "/../core/docs/virtual_finance.rs")); }
    /// # async fn example() -> Result<(), Box<dyn std::error::Error>> {
    /// use virtual_finance::Client;
    /// use virtual_finance::stream::Event;
    ///
    /// let mut prices = Client::new()?.stream(["IBM", "BTC-USD"]);
    /// while let Some(event) = prices.next().await {
    ///     match event? {
    ///         Event::Tick(tick) => println!("{} {:?}", tick.symbol, tick.price),
    ///         Event::Lost { symbols, .. } => eprintln!("no news of {symbols:?} for now"),
    ///         Event::Reconnected { after, .. } => eprintln!("back after {after:?}"),
    ///         other => eprintln!("{other}"),
    ///     }
    /// }
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// The connections have the client's headers, proxy, certificates and rates, and no cookies. A client that
    /// [replays](crate::ClientBuilder::replay) records or has a [transport](crate::ClientBuilder::transport) of its own
    /// opens none, and a stream is not recorded.
    pub fn stream<S: Into<String>>(&self, symbols: impl IntoIterator<Item = S>) -> PriceStream {
        let subscriptions = Subscriptions::default();
        let fault = subscriptions.subscribe(symbols).err();
        let request = SocketRequest {
            name: RequestName::new("Stream", None),
            host: STREAMER,
            query: &[("version", "2")],
            max_message: MAX_MESSAGE,
            idle: IDLE,
        };
        let state = State::Described { client: self.clone(), request: Box::new(request), fault };
        PriceStream { subscriptions, state }
    }
}

impl PriceStream {
    /// Sets the time of silence after which a connection is tested, 30 s by default: it is sent a ping, and is lost if
    /// nothing comes for as long again. Call it before the first [`next`](Self::next).
    pub fn idle_limit(self, limit: Duration) -> Self {
        self.set(|request| request.idle = limit)
    }

    /// Sets the maximum length of a message in bytes, 64 KiB by default. Call it before the first [`next`](Self::next).
    pub fn max_message(self, bytes: usize) -> Self {
        self.set(|request| request.max_message = bytes)
    }

    /// Returns the symbols of the stream, to change them while it runs. Clones change the same stream.
    pub fn subscriptions(&self) -> Subscriptions {
        self.subscriptions.clone()
    }

    /// Waits for the next event; `None` after an error. Dropping the future loses nothing.
    ///
    /// # Errors
    /// The symbols are wrong ([`Error::Params`]); the host cannot be reached at first, or refuses; a client that opens
    /// no websocket, or a host that is none ([`Error::Socket`]).
    pub async fn next(&mut self) -> Option<Result<Event, Error>> {
        poll_fn(|cx| self.poll_event(cx)).await
    }

    fn set(mut self, change: impl FnOnce(&mut SocketRequest)) -> Self {
        if let State::Described { request, .. } = &mut self.state {
            change(request);
        }
        self
    }

    fn poll_event(&mut self, cx: &mut Context<'_>) -> Poll<Option<Result<Event, Error>>> {
        if let State::Described { client, request, fault } = &mut self.state {
            if let Some(fault) = fault.take() {
                self.state = State::Ended;
                return Poll::Ready(Some(Err(fault)));
            }
            let feed = Feed::new(client.0.clone(), (**request).clone(), &self.subscriptions);
            self.state = State::Running(Box::pin(feed.events()));
        }
        let State::Running(events) = &mut self.state else { return Poll::Ready(None) };
        let event = events.as_mut().poll_next(cx);
        if matches!(event, Poll::Ready(None | Some(Err(_)))) {
            self.state = State::Ended;
        }
        event
    }
}

impl Stream for PriceStream {
    type Item = Result<Event, Error>;

    /// Returns the next event.
    fn poll_next(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.get_mut().poll_event(cx)
    }
}

impl fmt::Debug for PriceStream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PriceStream").field("subscriptions", &self.subscriptions).finish_non_exhaustive()
    }
}
