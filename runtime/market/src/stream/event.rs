//! The events of a stream.

use std::fmt;
use std::time::Duration;

use virtual_finance_core::Error;

use super::fault::MessageFault;
use super::pricing::Tick;

/// An event of a stream of prices.
#[derive(Debug)]
#[non_exhaustive]
pub enum Event {
    /// A price, or another change of an instrument.
    Tick(Box<Tick>),
    /// A connection was lost. Nothing comes for its symbols until it is there again, which the stream sees to.
    Lost {
        /// The symbols of the connection.
        symbols: Vec<String>,
        /// The reason.
        cause: Error,
    },
    /// A connection is there again. What the host said of its symbols meanwhile was missed; its last price of each comes
    /// next.
    Reconnected {
        /// The symbols of the connection.
        symbols: Vec<String>,
        /// The time since the last sign of life before the gap.
        after: Duration,
    },
    /// A message that could not be read. The stream goes on.
    Unread(MessageFault),
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Tick(tick) => tick.fmt(f),
            Self::Lost { symbols, cause } => write!(f, "lost the connection of {}: {cause}", Named(symbols)),
            Self::Reconnected { symbols, after } => {
                write!(
                    f,
                    "connected again for {} after a gap of {:.1} s",
                    Named(symbols),
                    after.as_secs_f64()
                )
            }
            Self::Unread(fault) => fault.fmt(f),
        }
    }
}

/// The first of several symbols and the number of the others.
struct Named<'a>(&'a [String]);

impl fmt::Display for Named<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            [] => f.write_str("no symbol"),
            [one] => f.write_str(one),
            [first, others @ ..] => write!(f, "{first} and {} others", others.len()),
        }
    }
}
