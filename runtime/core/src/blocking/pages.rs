//! The pages of a request for programs that are not asynchronous.

use futures_util::{Stream, StreamExt as _};

use super::client::Client;
use crate::error::Error;
use crate::request::Paged;

/// The items of an asynchronous stream, such as pages, for programs that block.
///
/// It is an iterator, and ends after an error. A page is asked for when its turn comes.
#[must_use = "nothing is sent before next() is called"]
pub struct Waited<S> {
    stream: S,
    client: Client,
    is_over: bool,
}

/// The responses of a request's pages, from [`Client::pages`].
pub type Pages<E> = Waited<crate::Pages<E>>;

/// The items of a request's pages, from [`Pages::items`](Waited::items).
pub type Items<E> = Waited<crate::Items<E>>;

impl Client {
    /// Returns the pages of a request as [`crate::Client::pages`] does. Inside an async runtime the first one is
    /// [`Error::BlockingInAsync`].
    ///
    /// ```no_run
    /// # mod virtual_finance { use virtual_finance_core as own; include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/virtual_finance.rs")); }
    /// # fn example() -> Result<(), Box<dyn std::error::Error>> {
    /// use virtual_finance::{Lookup, blocking};
    ///
    /// let client = blocking::Client::new()?;
    /// for item in client.pages(Lookup::new("gold")).items().limit(500) {
    ///     println!("{:?}", item?);
    /// }
    /// # Ok(())
    /// # }
    /// ```
    pub fn pages<E: Paged + 'static>(&self, request: E) -> Pages<E> {
        Waited { stream: self.client.pages(request), client: self.clone(), is_over: false }
    }
}

impl<E: Paged + 'static> Pages<E> {
    /// See [`limit`](crate::Pages::limit) of the asynchronous ones.
    pub fn limit(self, items: u64) -> Self {
        Self { stream: self.stream.limit(items), ..self }
    }

    /// Returns the items of the pages.
    pub fn items(self) -> Items<E> {
        Waited { stream: self.stream.items(), client: self.client, is_over: self.is_over }
    }
}

impl<E: Paged + 'static> Items<E> {
    /// See [`limit`](crate::Items::limit) of the asynchronous ones.
    pub fn limit(self, items: u64) -> Self {
        Self { stream: self.stream.limit(items), ..self }
    }
}

impl<T, S: Stream<Item = Result<T, Error>> + Unpin> Iterator for Waited<S> {
    type Item = Result<T, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_over {
            return None;
        }
        let next = self.client.wait(async { self.stream.next().await.transpose() }).transpose();
        self.is_over = !matches!(next, Some(Ok(_)));
        next
    }
}
