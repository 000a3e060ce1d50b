//! The replies of the host, in any protocol.

use std::collections::HashMap;
use std::io::{self, Write as _};
use std::sync::{Mutex, PoisonError};

use flate2::Compression;
use flate2::write::GzEncoder;

/// The ticker of the reply of which all others are made.
const TICKER: &str = "SOAKED";

/// The state that all connections share.
pub(crate) struct Replies {
    pub(crate) seed: u64,
    /// The good reply with [`TICKER`].
    good: String,
    /// A gzip stream of spaces.
    pub(crate) bomb: Vec<u8>,
    /// The attempts of the requests that have not ended.
    attempts: Mutex<HashMap<u64, u32>>,
}

impl Replies {
    /// Creates the replies with the faults of a seed.
    pub(crate) fn new(seed: u64) -> io::Result<Self> {
        let good = virtual_finance_sample::reply(
            &format!("/v8/finance/chart/{TICKER}"),
            "range=5d",
            virtual_finance_sample::DEFAULT_NOW,
        );
        Ok(Self { seed, good: good.body, bomb: bomb()?, attempts: Mutex::default() })
    }

    /// Returns the body of a good reply to the request of a number.
    pub(crate) fn good(&self, number: u64) -> String {
        self.good.replace(TICKER, &format!("S{number}"))
    }

    /// Counts an attempt, and returns true for the first ones.
    pub(crate) fn is_among_first(&self, number: u64, count: u32) -> bool {
        let mut attempts = self.attempts.lock().unwrap_or_else(PoisonError::into_inner);
        let attempt = attempts.entry(number).or_default();
        if *attempt < count {
            *attempt = attempt.saturating_add(1);
            return true;
        }
        attempts.remove(&number);
        false
    }
}

/// Returns the number in the ticker of a request, `/v8/finance/chart/S12?…`.
pub(crate) fn number(head: &str) -> Option<u64> {
    let (_, ticker) = head.lines().next()?.split_once("/chart/S")?;
    ticker.split(['?', ' ']).next()?.parse().ok()
}

/// Returns a little more than the MiB that may have any ratio, in 1 kB.
fn bomb() -> io::Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(&vec![b' '; 9 << 17])?;
    encoder.finish()
}
