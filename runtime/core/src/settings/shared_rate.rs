//! A rate that several clients share, in one process or on many machines.

use std::future::Future;
use std::pin::Pin;
use std::time::Duration;

/// The time until a message may be sent; `None` if nobody can be asked for it.
pub type TurnFuture<'a> = Pin<Box<dyn Future<Output = Option<Duration>> + Send + 'a>>;

/// A rate that several clients share: each asks for a turn before every message, retries and redirects included.
///
/// It comes after the client's own [`RateLimit`](super::RateLimit), and the messages of a client to one host ask one
/// after the other.
///
/// ```
/// # mod virtual_finance { use virtual_finance_core as own; include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/virtual_finance.rs")); }
/// use std::time::Duration;
/// use virtual_finance::Client;
/// use virtual_finance::settings::{SharedRate, TurnFuture};
///
/// /// Sends a message a second; a real one asks a process that all clients know.
/// struct Slow;
///
/// impl SharedRate for Slow {
///     fn take<'a>(&'a self, _host: &'a str) -> TurnFuture<'a> {
///         Box::pin(async { Some(Duration::from_secs(1)) })
///     }
/// }
///
/// let client = Client::builder().shared_rate(Slow).build()?;
/// # Ok::<(), virtual_finance::Error>(())
/// ```
pub trait SharedRate: Send + Sync {
    /// Counts a message to a host, and returns the time until it may be sent. The host is its origin, such as
    /// `https://example.com`. `None` means that nobody can be asked: the request then ends with
    /// [`NotSent::NoTurn`](crate::error::NotSent::NoTurn).
    ///
    /// A turn that comes more than 100 ms later than usual, because the answer or this program was held up, is not used: the
    /// client asks for another one. So turns that are 100 ms in a second further apart than the rate keep the rate.
    fn take<'a>(&'a self, host: &'a str) -> TurnFuture<'a>;

    /// Notes that a host wants no message for that long. This client keeps the pause by itself.
    fn pause(&self, host: &str, wait: Duration) {
        let _ = (host, wait);
    }
}
