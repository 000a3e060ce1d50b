//! The pages of a request, one after the other: as whole responses, or item by item.

mod course;
mod link;
mod previous;
mod seen;
mod sent;

use std::future::{Future, poll_fn};
use std::mem;
use std::pin::Pin;
use std::task::{Context as TaskContext, Poll, ready};
use std::vec;

use futures_util::Stream;

use super::handle::Client;
use crate::error::Error;
use crate::notes::RepeatedItems;
use crate::reply::Reply;
use crate::request::Paged;
use sent::Walk;

/// The responses of a request's pages, from [`Client::pages`].
///
/// It is a stream; [`next`](Self::next) needs no other crate. A page is asked for when its turn comes, with retries,
/// rates, cache and records as for any request, and no page is kept. Pages end after an error.
#[must_use = "nothing is sent before next() is awaited"]
pub struct Pages<E: Paged> {
    state: State<E>,
    limit: Option<u64>,
}

/// The items of a request's pages, from [`Pages::items`].
///
/// An item that two pages one after the other have is in them once ([`RepeatedItems`]).
///
/// It is a stream; [`next`](Self::next) needs no other crate. After an error it ends.
#[must_use = "nothing is sent before next() is awaited"]
pub struct Items<E: Paged> {
    pages: Pages<E>,
    page: vec::IntoIter<E::Item>,
    /// The number of items that the caller still wants.
    left: Option<u64>,
}

/// A page with the way to the next one.
type Walked<E> = (Result<Reply<<E as crate::Endpoint>::Response>, Error>, State<E>);

enum State<E: Paged> {
    /// The next page can be asked for.
    Ready(Box<Walk<E>>),
    Asking(Pin<Box<dyn Future<Output = Walked<E>> + Send>>),
    /// The page that came is the last one, and yet not the end.
    Failed(Box<Error>),
    Done,
}

impl Client {
    /// Returns the pages of a request, which are asked for one after the other.
    ///
    /// The request says where to begin: with its cursor, its offset or its page, or with the first page.
    ///
    /// ```
    /// # mod virtual_finance { use virtual_finance_core as own; include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/virtual_finance.rs")); }
    /// # async fn example() -> Result<(), Box<dyn std::error::Error>> {
    /// use virtual_finance::{Client, Lookup};
    ///
    /// let client = Client::new()?;
    /// let mut items = client.pages(Lookup::new("gold")).items().limit(500);
    /// while let Some(item) = items.next().await {
    ///     println!("{:?}", item?);
    /// }
    /// # Ok(())
    /// # }
    /// ```
    pub fn pages<E: Paged + 'static>(&self, request: E) -> Pages<E> {
        Pages { state: State::Ready(Box::new(Walk::new(self.clone(), request))), limit: None }
    }
}

impl<E: Paged + 'static> Pages<E> {
    /// Ends with the page that brings the number of items to `items` or more, without an error. Without a limit more
    /// items than [`PagesInfo::MAX_ITEMS`](crate::catalogue::PagesInfo::MAX_ITEMS) are an error, [`PagesFault::TooMany`](crate::error::PagesFault::TooMany).
    pub fn limit(mut self, items: u64) -> Self {
        self.limit = Some(items);
        self
    }

    /// Returns the items of the pages.
    pub fn items(self) -> Items<E> {
        Items { left: self.limit, pages: self, page: Vec::new().into_iter() }
    }

    /// Waits for the next page. Returns `None` after the last one, and after an error.
    pub async fn next(&mut self) -> Option<Result<Reply<E::Response>, Error>> {
        poll_fn(|cx| self.poll_page(cx)).await
    }

    /// Returns true if [`next`](Self::next) has something to give: a page, or the error after the last one. Of pages
    /// whose reply does not say which is the last, the one after it has no items.
    pub fn has_next(&self) -> bool {
        !matches!(self.state, State::Done)
    }

    /// Returns the request of the next page, with the address of the page below its host where the page before named one.
    /// There is none after the last page and after an error, and none while a page is being asked for.
    pub fn upcoming(&self) -> Option<(&E, Option<&str>)> {
        match &self.state {
            State::Ready(walk) => Some(walk.upcoming()),
            State::Asking(_) | State::Failed(_) | State::Done => None,
        }
    }

    fn poll_page(&mut self, cx: &mut TaskContext<'_>) -> Poll<Option<Result<Reply<E::Response>, Error>>> {
        loop {
            match mem::replace(&mut self.state, State::Done) {
                State::Done => return Poll::Ready(None),
                State::Failed(error) => return Poll::Ready(Some(Err(*error))),
                State::Ready(_) if self.limit == Some(0) => return Poll::Ready(None),
                State::Ready(walk) => {
                    let limit = self.limit;
                    self.state = State::Asking(Box::pin(async move {
                        let (reply, next) = walk.page(limit).await;
                        let state = match next {
                            Ok(Some(walk)) => State::Ready(walk),
                            Ok(None) => State::Done,
                            Err(error) => State::Failed(Box::new(error)),
                        };
                        (reply, state)
                    }));
                }
                State::Asking(mut page) => {
                    let Poll::Ready((reply, state)) = page.as_mut().poll(cx) else {
                        self.state = State::Asking(page);
                        return Poll::Pending;
                    };
                    self.state = state;
                    return Poll::Ready(Some(reply));
                }
            }
        }
    }
}

impl<E: Paged + 'static> Items<E> {
    /// Ends after that number of items, without an error. See [`Pages::limit`].
    pub fn limit(mut self, items: u64) -> Self {
        self.pages.limit = Some(items);
        self.left = Some(items);
        self
    }

    /// Waits for the next item. Returns `None` after the last one, and after an error.
    pub async fn next(&mut self) -> Option<Result<E::Item, Error>> {
        poll_fn(|cx| self.poll_item(cx)).await
    }

    fn poll_item(&mut self, cx: &mut TaskContext<'_>) -> Poll<Option<Result<E::Item, Error>>> {
        loop {
            if self.left == Some(0) {
                return Poll::Ready(None);
            }
            if let Some(item) = self.page.next() {
                self.left = self.left.map(|left| left.saturating_sub(1));
                return Poll::Ready(Some(Ok(item)));
            }
            match ready!(self.pages.poll_page(cx)) {
                Some(Ok(reply)) => {
                    let items = E::items(reply.response);
                    let items = match reply.notes.get::<RepeatedItems>() {
                        Some(repeated) => repeated.without(items),
                        None => items,
                    };
                    self.page = items.into_iter();
                }
                Some(Err(error)) => return Poll::Ready(Some(Err(error))),
                None => return Poll::Ready(None),
            }
        }
    }
}

// Nothing in them is pinned: the futures are boxed.
impl<E: Paged> Unpin for Pages<E> {}
impl<E: Paged> Unpin for Items<E> {}

impl<E: Paged + 'static> Stream for Pages<E> {
    type Item = Result<Reply<E::Response>, Error>;

    /// Returns the next page.
    fn poll_next(self: Pin<&mut Self>, cx: &mut TaskContext<'_>) -> Poll<Option<Self::Item>> {
        self.get_mut().poll_page(cx)
    }
}

impl<E: Paged + 'static> Stream for Items<E> {
    type Item = Result<E::Item, Error>;

    /// Returns the next item.
    fn poll_next(self: Pin<&mut Self>, cx: &mut TaskContext<'_>) -> Poll<Option<Self::Item>> {
        self.get_mut().poll_item(cx)
    }
}
