//! One connection of a stream: opened, told its symbols, read, and opened again.

use std::collections::HashSet;
use std::pin::pin;
use std::time::Duration;

use futures_util::Stream;
use futures_util::future::{Either, select};
use futures_util::stream::unfold;
use serde_json::json;
use tokio::sync::watch;
use tokio::time::Instant;
use virtual_finance_core::http::Socket;
use virtual_finance_core::{Client, Error, SocketRequest};

use super::event::Event;
use super::fault::MessageFault;
use super::pricing::{Tick, read};
use super::subscriptions::Book;

/// The time after which a connection counts as a good one though it was silent.
const GOOD_AFTER: Duration = Duration::from_secs(60);

/// One connection of a stream.
pub(super) struct Lane {
    client: Client,
    request: SocketRequest,
    book: watch::Receiver<Book>,
    number: usize,
    open: Option<Open>,
    /// The time of the last sign of life before the connection was lost.
    lost: Option<Instant>,
    /// The number of failures without a message between them.
    failures: u32,
}

/// An open connection.
struct Open {
    socket: Socket,
    since: Instant,
    /// The symbols that the host was told.
    subscribed: Vec<String>,
    /// The symbols that it was told to leave out, of which some ticks may still be on their way.
    left: HashSet<String>,
}

impl Lane {
    pub(super) fn new(
        client: Client,
        request: SocketRequest,
        book: watch::Receiver<Book>,
        number: usize,
    ) -> Self {
        Self { client, request, book, number, open: None, lost: None, failures: 0 }
    }

    /// Returns the events of the connection.
    pub(super) fn events(self) -> impl Stream<Item = Result<Event, Error>> + Send {
        unfold(self, |mut lane| async move {
            let event = lane.next().await?;
            Some((event, lane))
        })
    }

    /// Returns the next event; `None` once nobody can want one.
    async fn next(&mut self) -> Option<Result<Event, Error>> {
        loop {
            let Some(open) = &mut self.open else {
                match self.connect().await? {
                    Ok(Some(event)) => return Some(Ok(event)),
                    Ok(None) => continue,
                    Err(error) => return Some(Err(error)),
                }
            };
            let next = match select(pin!(open.socket.next()), pin!(self.book.changed())).await {
                Either::Left((next, _)) => Some(next),
                Either::Right((changed, _)) => {
                    changed.ok()?;
                    None
                }
            };
            match next {
                Some(Ok(message)) => {
                    self.failures = 0;
                    if let Some(event) = open.event(&message) {
                        return Some(Ok(event));
                    }
                }
                Some(Err(error)) => return Some(self.lose(error)),
                None => {
                    let wanted = self.wanted();
                    if wanted.is_empty() {
                        // Nothing is lost: nobody wants it.
                        (self.open, self.failures) = (None, 0);
                    } else if let Some(open) = &mut self.open
                        && let Err(error) = open.tell(wanted).await
                    {
                        return Some(self.lose(error));
                    }
                }
            }
        }
    }

    /// Opens the connection once there are symbols for it, and tells them. Returns the event if it was lost before.
    async fn connect(&mut self) -> Option<Result<Option<Event>, Error>> {
        let number = self.number;
        self.book.wait_for(|book| !book.lane(number).is_empty()).await.ok()?;
        let opened = match self.lost {
            None => self.client.socket(&self.request).await,
            Some(_) => self.client.socket_again(&self.request, self.failures).await,
        };
        // Symbols may have come and gone meanwhile.
        let wanted = self.wanted();
        let subscribed = match opened {
            Ok(socket) => Open::new(socket).telling(wanted.clone()).await,
            Err(error) => Err(error),
        };
        Some(match subscribed {
            Ok(open) => {
                self.open = Some(open);
                let lost = self.lost.take();
                Ok(lost.map(|lost| Event::Reconnected { symbols: wanted, after: lost.elapsed() }))
            }
            Err(error) if self.lost.is_some() && error.may_pass() => {
                self.failures = self.failures.saturating_add(1);
                tracing::debug!(failures = self.failures, %error, "the stream cannot connect again");
                Ok(None)
            }
            Err(error) => Err(error),
        })
    }

    /// Returns the symbols that the connection is to have.
    fn wanted(&mut self) -> Vec<String> {
        self.book.borrow_and_update().lane(self.number).to_vec()
    }

    /// Gives the connection up. An error that waiting does not cure is one of the stream.
    fn lose(&mut self, cause: Error) -> Result<Event, Error> {
        let Some(open) = self.open.take() else { return Err(cause) };
        if !cause.may_pass() {
            return Err(cause);
        }
        if open.since.elapsed() >= GOOD_AFTER {
            self.failures = 0;
        }
        self.failures = self.failures.saturating_add(1);
        let now = Instant::now();
        self.lost = Some(now.checked_sub(open.socket.silent_for()).unwrap_or(now));
        Ok(Event::Lost { symbols: open.subscribed, cause })
    }
}

impl Open {
    fn new(socket: Socket) -> Self {
        Self { socket, since: Instant::now(), subscribed: Vec::new(), left: HashSet::new() }
    }

    /// Returns the connection once the host was told its symbols.
    async fn telling(mut self, symbols: Vec<String>) -> Result<Self, Error> {
        self.tell(symbols).await?;
        Ok(self)
    }

    /// Tells the host what has changed: first what makes room.
    async fn tell(&mut self, wanted: Vec<String>) -> Result<(), Error> {
        let (gone, new) = {
            let (subscribed, wanting): (HashSet<_>, HashSet<_>) =
                (self.subscribed.iter().collect(), wanted.iter().collect());
            let gone: Vec<String> =
                self.subscribed.iter().filter(|symbol| !wanting.contains(symbol)).cloned().collect();
            let new: Vec<String> =
                wanted.iter().filter(|symbol| !subscribed.contains(symbol)).cloned().collect();
            (gone, new)
        };
        if !gone.is_empty() {
            self.socket.send(json!({"unsubscribe": gone}).to_string()).await?;
        }
        if !new.is_empty() {
            self.socket.send(json!({"subscribe": new}).to_string()).await?;
        }
        self.left.extend(gone);
        self.left.retain(|symbol| !new.contains(symbol));
        self.subscribed = wanted;
        Ok(())
    }

    /// Reads a message; `None` for one of a symbol that was left out just now.
    fn event(&self, message: &[u8]) -> Option<Event> {
        match read(message) {
            Ok(tick) if self.has(&tick) => Some(Event::Tick(Box::new(tick))),
            Ok(tick) if self.left.contains(&tick.symbol) => None,
            Ok(tick) => Some(Event::Unread(MessageFault::OtherSymbol { symbol: tick.symbol })),
            Err(fault) => Some(Event::Unread(fault)),
        }
    }

    fn has(&self, tick: &Tick) -> bool {
        self.subscribed.iter().any(|symbol| symbol.eq_ignore_ascii_case(&tick.symbol))
    }
}
