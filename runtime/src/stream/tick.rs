//! A tick: what one message says of an instrument.

use std::fmt;

use super::open_enum::open_enum;

pub use super::pricing::Tick;

open_enum! {
    /// The type of an instrument. The host may add members.
    QuoteType(i32) {
        /// Not said.
        NONE = 0,
        /// Another symbol of an instrument.
        ALTSYMBOL = 5,
        /// No instrument: a sign of life.
        HEARTBEAT = 7,
        /// A share.
        EQUITY = 8,
        /// An index.
        INDEX = 9,
        /// A mutual fund.
        MUTUALFUND = 11,
        /// A fund of the money market.
        MONEYMARKET = 12,
        /// An option.
        OPTION = 13,
        /// A pair of currencies.
        CURRENCY = 14,
        /// A warrant.
        WARRANT = 15,
        /// A bond.
        BOND = 17,
        /// A future.
        FUTURE = 18,
        /// A fund that is traded at an exchange.
        ETF = 20,
        /// A commodity.
        COMMODITY = 23,
        /// A quote of an electronic communication network.
        ECNQUOTE = 28,
        /// A cryptocurrency.
        CRYPTOCURRENCY = 41,
        /// An economic indicator.
        INDICATOR = 42,
        /// An industry.
        INDUSTRY = 1000,
    }
}

open_enum! {
    /// The part of the trading day. The host may add members.
    MarketHours(i32) {
        /// Before the session.
        PRE_MARKET = 0,
        /// The regular session.
        REGULAR_MARKET = 1,
        /// After the session.
        POST_MARKET = 2,
        /// Extended hours.
        EXTENDED_HOURS_MARKET = 3,
    }
}

open_enum! {
    /// The type of an option. The host may add members.
    OptionType(i64) {
        /// The right to buy.
        CALL = 0,
        /// The right to sell.
        PUT = 1,
    }
}

/// The decimals that are shown at most, whatever the host says.
const MAX_DECIMALS: i64 = 12;

impl Tick {
    /// Creates a tick that says nothing but its symbol, for hosts of tests.
    #[must_use]
    pub fn new(symbol: impl Into<String>) -> Self {
        Self { symbol: symbol.into(), ..Self::default() }
    }

    /// Returns the time in epoch seconds, as responses have it; fractions are cut off.
    #[must_use]
    pub fn timestamp(&self) -> Option<i64> {
        Some(self.time?.div_euclid(1000))
    }

    /// Returns a price as people read it, with the decimals of `price_hint`; without a hint it has the digits that tell
    /// it from its neighbours. The host's numbers have about seven digits: `305.760009765625` is 305.76.
    #[must_use]
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
