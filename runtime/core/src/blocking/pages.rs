//! The pages of a request for programs that are not asynchronous.

use super::client::Client;
use crate::error::Error;
use crate::reply::Reply;
use crate::request::Paged;

/// The responses of a request's pages, from [`Client::pages`].
///
/// It is an iterator, and ends after an error. A page is asked for when its turn comes.
#[must_use = "nothing is sent before next() is called"]
pub struct Pages<E: Paged> {
    pages: crate::Pages<E>,
    client: Client,
    is_over: bool,
}

/// The items of a request's pages, from [`Pages::items`].
///
/// It is an iterator, and ends after an error.
#[must_use = "nothing is sent before next() is called"]
pub struct Items<E: Paged> {
    items: crate::Items<E>,
    client: Client,
    is_over: bool,
}

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
        Pages { pages: self.client.pages(request), client: self.clone(), is_over: false }
    }
}

impl<E: Paged + 'static> Pages<E> {
    /// See [`limit`](crate::Pages::limit) of the asynchronous ones.
    pub fn limit(self, items: u64) -> Self {
        Self { pages: self.pages.limit(items), ..self }
    }

    /// Returns the items of the pages.
    pub fn items(self) -> Items<E> {
        Items { items: self.pages.items(), client: self.client, is_over: self.is_over }
    }
}

impl<E: Paged + 'static> Items<E> {
    /// See [`limit`](crate::Items::limit) of the asynchronous ones.
    pub fn limit(self, items: u64) -> Self {
        Self { items: self.items.limit(items), ..self }
    }
}

impl<E: Paged + 'static> Iterator for Pages<E> {
    type Item = Result<Reply<E::Response>, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_over {
            return None;
        }
        let next = self.client.wait(async { self.pages.next().await.transpose() }).transpose();
        self.is_over = !matches!(next, Some(Ok(_)));
        next
    }
}

impl<E: Paged + 'static> Iterator for Items<E> {
    type Item = Result<E::Item, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_over {
            return None;
        }
        let next = self.client.wait(async { self.items.next().await.transpose() }).transpose();
        self.is_over = !matches!(next, Some(Ok(_)));
        next
    }
}
