//! The enumerations of ticks, to which the host may add members.

use super::open_enum::open_enum;

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
