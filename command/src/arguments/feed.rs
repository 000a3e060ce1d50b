//! Live values of subjects, as a program passes them on to its listeners.

use std::fmt;
use std::pin::Pin;

use virtual_finance_core::{Client, Error};

/// Live values of some subjects. Dropping it closes its connections.
pub trait Feed: Send {
    /// Sets the subjects whose values are wanted from now on.
    ///
    /// # Errors
    /// A subject that cannot be one.
    fn want(&mut self, subjects: &[String]) -> Result<(), Error>;

    /// Waits for the next event; `None` at the end. Dropping the future loses nothing.
    fn next(&mut self) -> NextEvent<'_>;
}

/// The future of the next event of a [`Feed`].
pub type NextEvent<'a> = Pin<Box<dyn Future<Output = Option<Result<FeedEvent, Error>>> + Send + 'a>>;

/// The live values that a program has, for [`Program::live`](crate::Program::live).
#[derive(Clone, Copy)]
pub struct LiveValues {
    /// Checks the subjects of one listener before they are wanted, so that a wrong one costs nobody else anything.
    pub check: fn(&[String]) -> Result<(), Error>,
    /// Begins to listen with a client. Nothing is asked before a subject is wanted.
    pub open: fn(&Client) -> Box<dyn Feed>,
    /// The members of a value that a page shows: the value itself, its change and its change in percent, then others.
    pub columns: &'static [&'static str],
}

/// An event of a [`Feed`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FeedEvent {
    /// A value.
    Tick {
        /// The subject, in capital letters.
        subject: String,
        /// The value as a JSON object on one line.
        json: String,
    },
    /// A change of a connection, in words.
    Note(String),
}

impl fmt::Debug for LiveValues {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("LiveValues")
    }
}
