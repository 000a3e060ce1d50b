//! The symbols of a stream, and the connection of each.

use std::collections::HashSet;
use std::fmt;
use std::sync::Arc;

use tokio::sync::watch;
use virtual_finance_core::Error;
use virtual_finance_core::params::{ParamErrors, ParamFault};
use virtual_finance_core::read::shortened;

/// The symbols that the host counts on one connection; it ignores further ones without a word.
const PLACES: usize = 100;

/// The maximum length of a symbol in bytes.
const MAX_SYMBOL: usize = 100;

/// The symbols of a [`PriceStream`](super::PriceStream), which can be changed while it runs, from any task.
#[derive(Clone, Default)]
pub struct Subscriptions(Arc<watch::Sender<Book>>);

/// The symbols on each connection.
#[derive(Default)]
pub(super) struct Book {
    lanes: Vec<Vec<String>>,
    all: HashSet<String>,
}

impl Subscriptions {
    /// Adds symbols; symbols that the stream has stay as they are. The host sends the last price of a new symbol at
    /// once, which may be days old.
    ///
    /// # Errors
    /// [`Error::Params`] if a symbol is none; then nothing is added.
    pub fn subscribe<S: Into<String>>(&self, symbols: impl IntoIterator<Item = S>) -> Result<(), Error> {
        self.change(symbols, Book::add)
    }

    /// Removes symbols, which makes room on their connections. One that the stream does not have is ignored.
    ///
    /// # Errors
    /// As for [`subscribe`](Self::subscribe).
    pub fn unsubscribe<S: Into<String>>(&self, symbols: impl IntoIterator<Item = S>) -> Result<(), Error> {
        self.change(symbols, |book, symbol| book.remove(&symbol))
    }

    fn change<S: Into<String>>(
        &self,
        symbols: impl IntoIterator<Item = S>,
        change: fn(&mut Book, String),
    ) -> Result<(), Error> {
        let symbols = checked(symbols)?;
        self.0.send_if_modified(|book| {
            let before = book.all.len();
            symbols.into_iter().for_each(|symbol| change(book, symbol));
            book.all.len() != before
        });
        Ok(())
    }

    /// Returns the symbols that the stream has.
    pub fn symbols(&self) -> Vec<String> {
        self.0.borrow().lanes.concat()
    }

    /// Returns what sees the changes.
    pub(super) fn watch(&self) -> watch::Receiver<Book> {
        self.0.subscribe()
    }
}

impl fmt::Debug for Subscriptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Subscriptions").field(&self.symbols()).finish()
    }
}

impl Book {
    /// Returns the number of connections.
    pub(super) fn lanes(&self) -> usize {
        self.lanes.len()
    }

    /// Returns the symbols of a connection.
    pub(super) fn lane(&self, number: usize) -> &[String] {
        self.lanes.get(number).map(Vec::as_slice).unwrap_or_default()
    }

    fn add(&mut self, symbol: String) {
        if !self.all.insert(symbol.clone()) {
            return;
        }
        match self.lanes.iter_mut().find(|lane| lane.len() < PLACES) {
            Some(lane) => lane.push(symbol),
            None => self.lanes.push(vec![symbol]),
        }
    }

    fn remove(&mut self, symbol: &str) {
        if self.all.remove(symbol) {
            self.lanes.iter_mut().for_each(|lane| lane.retain(|known| known != symbol));
        }
    }
}

/// Checks symbols; every fault is reported at once.
fn checked<S: Into<String>>(symbols: impl IntoIterator<Item = S>) -> Result<Vec<String>, Error> {
    let symbols: Vec<String> = symbols.into_iter().map(|symbol| symbol.into().trim().to_owned()).collect();
    let is_odd = |character: char| character.is_whitespace() || character.is_control() || character == ',';
    let faults = symbols
        .iter()
        .filter(|symbol| symbol.is_empty() || symbol.len() > MAX_SYMBOL || symbol.contains(is_odd))
        .map(|symbol| ParamFault::NotAllowed {
            param: "symbols".to_owned(),
            given: format!("{:?}", shortened(symbol.clone())),
            advice: "write one symbol such as IBM, and several as a list".to_owned(),
        });
    let faults: Vec<_> = faults.collect();
    if faults.is_empty() { Ok(symbols) } else { Err(ParamErrors::new("Stream", faults).into()) }
}
