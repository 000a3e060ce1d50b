//! Replies that are handed over item by item, for programs that are not asynchronous.

use super::client::Client;
use super::waited::Waited;
use crate::error::Error;
use crate::request::Evented;

/// The items of a reply that is still coming, from [`Client::events`].
///
/// ```no_run
/// # use virtual_finance_core::{Error, Evented, blocking::Client};
/// # fn example(client: Client, alarms: impl Evented<Event = String>) -> Result<(), Error> {
/// for alarm in client.events(&alarms)? {
///     println!("{}", alarm?);
/// }
/// # Ok(())
/// # }
/// ```
pub type Events<T> = Waited<crate::Events<T>>;

impl Client {
    /// Sends a request as [`crate::Client::events`] does, and returns the items of its reply as they come.
    ///
    /// # Errors
    /// As there, and [`Error::BlockingInAsync`].
    pub fn events<E: Evented>(&self, request: &E) -> Result<Events<E::Event>, Error> {
        Ok(Waited::new(self.wait(self.client.events(request))?, self.clone()))
    }
}
