//! The pages of a request for programs that are not asynchronous.

use super::client::Client;
use super::waited::Waited;
use crate::request::Paged;

/// The responses of a request's pages, from [`Client::pages`].
pub type Pages<E> = Waited<crate::Pages<E>>;

/// The items of a request's pages, from [`Pages::items`](Waited::items).
pub type Items<E> = Waited<crate::Items<E>>;

impl Client {
    /// Returns the pages of a request as [`crate::Client::pages`] does. Inside an async runtime the first one is
    /// [`crate::Error::BlockingInAsync`].
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
        Waited::new(self.client.pages(request), self.clone())
    }
}

impl<E: Paged + 'static> Pages<E> {
    /// See [`limit`](crate::Pages::limit) of the asynchronous ones.
    pub fn limit(self, items: u64) -> Self {
        self.map(|stream| stream.limit(items))
    }

    /// Returns the items of the pages.
    pub fn items(self) -> Items<E> {
        self.map(crate::Pages::items)
    }
}

impl<E: Paged + 'static> Items<E> {
    /// See [`limit`](crate::Items::limit) of the asynchronous ones.
    pub fn limit(self, items: u64) -> Self {
        self.map(|stream| stream.limit(items))
    }
}
