//! The connections of a stream, as one.

use std::pin::{Pin, pin};

use futures_util::future::{Either, select};
use futures_util::stream::{SelectAll, unfold};
use futures_util::{Stream, StreamExt as _};
use tokio::sync::watch;
use virtual_finance_core::{Client, Error, SocketRequest};

use super::event::Event;
use super::lane::Lane;
use super::subscriptions::{Book, Subscriptions};

/// The events of one connection.
type Events = Pin<Box<dyn Stream<Item = Result<Event, Error>> + Send>>;

/// The connections of a stream, and what new ones are made of.
pub(super) struct Feed {
    client: Client,
    request: SocketRequest,
    book: watch::Receiver<Book>,
    lanes: SelectAll<Events>,
    /// The number of connections that were begun.
    begun: usize,
}

impl Feed {
    pub(super) fn new(client: Client, request: SocketRequest, subscriptions: &Subscriptions) -> Self {
        Self { client, request, book: subscriptions.watch(), lanes: SelectAll::new(), begun: 0 }
    }

    /// Returns the events of all connections.
    pub(super) fn events(self) -> impl Stream<Item = Result<Event, Error>> + Send {
        unfold(self, |mut feed| async move {
            let event = feed.next().await?;
            Some((event, feed))
        })
    }

    async fn next(&mut self) -> Option<Result<Event, Error>> {
        loop {
            self.begin_lanes();
            if self.lanes.is_empty() {
                self.book.changed().await.ok()?;
                continue;
            }
            match select(pin!(self.lanes.next()), pin!(self.book.changed())).await {
                Either::Left((event, _)) => return event,
                Either::Right((changed, _)) => changed.ok()?,
            }
        }
    }

    /// Begins the connections that the symbols need now.
    fn begin_lanes(&mut self) {
        let needed = self.book.borrow_and_update().lanes();
        for number in self.begun..needed {
            let lane = Lane::new(self.client.clone(), self.request.clone(), self.book.clone(), number);
            self.lanes.push(Box::pin(lane.events()));
        }
        self.begun = needed.max(self.begun);
    }
}
