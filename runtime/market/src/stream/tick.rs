//! The lines of ticks for people.

use std::fmt;

use super::pricing::Tick;

/// The decimals that are shown at most, whatever the host says.
const MAX_DECIMALS: i64 = 12;

impl Tick {
    /// Creates a tick that says nothing but its symbol, for hosts of tests.
    pub fn new(symbol: impl Into<String>) -> Self {
        Self { symbol: symbol.into(), ..Self::default() }
    }

    /// Returns the time in epoch seconds, as responses have it; fractions are cut off.
    pub fn timestamp(&self) -> Option<i64> {
        Some(self.time?.div_euclid(1000))
    }

    /// Returns a price as people read it, with the decimals of `price_hint`; without a hint it has the digits that tell
    /// it from its neighbours. The host's numbers have about seven digits: `305.760009765625` is 305.76.
    pub fn decimal(&self, price: f32) -> String {
        match self.price_hint.and_then(|hint| usize::try_from(hint.clamp(0, MAX_DECIMALS)).ok()) {
            Some(decimals) => format!("{price:.decimals$}"),
            None => price.to_string(),
        }
    }
}

impl fmt::Display for Tick {
    /// Shows the symbol, the price and the change in percent: `IBM 172.95 +1.17%`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.symbol)?;
        if let Some(price) = self.price {
            write!(f, " {}", self.decimal(price))?;
        }
        match self.change_percent {
            Some(percent) => write!(f, " {percent:+.2}%"),
            None => Ok(()),
        }
    }
}
