//! The tickers for programs that are not asynchronous. They wait for a request class by
//! `Client::wait`: `client.wait(request.fetch(client.asynchronous()))`.

use std::fmt;

use polars_core::prelude::DataFrame;
use virtual_finance::blocking::Client;
use virtual_finance::notes::Notes;
use virtual_finance::responses::isin;
use virtual_finance::responses::{Map, Value};
use virtual_finance::{DateTime, NewsKind};

use crate::download::Download;
use crate::error::Error;
use crate::frames::options::OptionChain;
use crate::properties::{Property, for_each_property, for_each_reply};
use crate::requests::{
    AnalysisFrames, EarningsDatesFrames, Expiration, FilingsFrames, FinancialsFrames, FundFrames, History,
    HistoryFrames, HoldersFrames, InsidersFrames, KeyFiguresFrames, OptionsFrames, ProfileFrames,
    QuoteFrames, Screened, StatementsFrames, ValuationFrames,
};
use crate::ticker;
use crate::tickers;

/// Fetches the histories of several tickers as [`download`](crate::download()) does, for programs that are not
/// asynchronous.
///
/// # Errors
/// [`virtual_finance::Error::BlockingInAsync`].
pub fn download<T: Into<String>>(
    client: &Client,
    tickers: impl IntoIterator<Item = T>,
    set: impl Fn(History) -> History,
) -> Result<Download, Error> {
    client.wait(async { Ok(crate::download(client.asynchronous(), tickers, set).await) })
}

/// Fetches the first instruments that fulfil a query, or the rows of a predefined screener, as
/// [`screen`](crate::screen()) does, for programs that are not asynchronous.
///
/// # Errors
/// As there, and [`virtual_finance::Error::BlockingInAsync`].
pub fn screen(client: &Client, screened: impl Into<Screened>) -> Result<DataFrame, Error> {
    client.wait(crate::screen(client.asynchronous(), screened))
}

/// [`Ticker`](crate::Ticker) for programs that are not asynchronous: the same properties and errors, fetched
/// once each, also when several threads read at once.
///
/// ```no_run
/// # fn example() -> Result<(), virtual_finance_compat::Error> {
/// use virtual_finance::blocking::Client;
/// use virtual_finance_compat::blocking::Ticker;
///
/// let ticker = Ticker::new(&Client::new()?, "IBM");
/// println!("{}", ticker.financials()?);
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct Ticker {
    ticker: ticker::Ticker,
    client: Client,
}

impl Ticker {
    /// Creates a ticker that sends its requests through a client. Nothing is sent yet.
    pub fn new(client: &Client, ticker: impl Into<String>) -> Self {
        Self { ticker: ticker::Ticker::new(client.asynchronous(), ticker), client: client.clone() }
    }

    /// Returns the ticker, as it was given.
    pub fn ticker(&self) -> &str {
        self.ticker.ticker()
    }

    /// See [`Ticker::history`](crate::Ticker::history).
    ///
    /// # Errors
    /// As for [`History::fetch`], and [`virtual_finance::Error::BlockingInAsync`].
    pub fn history(&self, set: impl FnOnce(History) -> History) -> Result<DataFrame, Error> {
        self.client.wait(self.ticker.history(set))
    }

    /// See [`Ticker::get_shares_full`](crate::Ticker::get_shares_full).
    ///
    /// # Errors
    /// As for [`Shares::fetch`](crate::Shares::fetch), and [`virtual_finance::Error::BlockingInAsync`].
    pub fn get_shares_full(
        &self,
        start: Option<DateTime>,
        end: Option<DateTime>,
    ) -> Result<DataFrame, Error> {
        self.client.wait(self.ticker.get_shares_full(start, end))
    }

    /// See [`Ticker::get_earnings_dates`](crate::Ticker::get_earnings_dates).
    ///
    /// # Errors
    /// As for [`EarningsDates::fetch`](crate::EarningsDates::fetch), and [`virtual_finance::Error::BlockingInAsync`].
    pub fn get_earnings_dates(&self, limit: i64, offset: i64) -> Result<DataFrame, Error> {
        self.client.wait(self.ticker.get_earnings_dates(limit, offset))
    }

    /// See [`Ticker::news`](crate::Ticker::news).
    ///
    /// # Errors
    /// As for [`News::fetch`](crate::News::fetch), and [`virtual_finance::Error::BlockingInAsync`].
    pub fn news(&self, count: i64, tab: NewsKind) -> Result<DataFrame, Error> {
        self.client.wait(self.ticker.news(count, tab))
    }

    /// See [`Ticker::option_chain`](crate::Ticker::option_chain).
    ///
    /// # Errors
    /// As for [`OptionsFrames::option_chain`], and [`virtual_finance::Error::BlockingInAsync`].
    pub fn option_chain(&self, date: impl Into<Expiration>, tz: Option<&str>) -> Result<OptionChain, Error> {
        self.client.wait(self.ticker.option_chain(date, tz))
    }
}

macro_rules! blocking_replies {
    (|$ticker:ident| $($(#[$doc:meta])* $name:ident: $once:ident = $request:expr => $frames:ty;)*) => {
        /// The replies as a whole, with their standardized structures.
        impl Ticker {
            /// See [`Ticker::notes`](crate::Ticker::notes).
            pub fn notes(&self) -> impl Iterator<Item = &Notes> {
                self.ticker.notes()
            }

            $($(#[$doc])*
            ///
            /// # Errors
            /// As for [`Client::request`](virtual_finance::blocking::Client).
            pub fn $name(&self) -> Result<&$frames, Error> {
                self.client.wait(self.ticker.$name())
            })*

            /// The ISIN with its ticker.
            ///
            /// # Errors
            /// As for [`Client::request`](virtual_finance::blocking::Client).
            pub fn isin_response(&self) -> Result<&isin::Response, Error> {
                self.client.wait(self.ticker.isin_response())
            }
        }
    };
}

for_each_reply!(blocking_replies);

macro_rules! blocking_properties {
    ($($(#[$doc:meta])* $name:ident: $kind:ty = $source:ident[$($read:tt)*];)*) => {
        /// The properties. Each reads one request, which is sent by whichever is read first.
        impl Ticker {
            /// The names of all properties, in alphabetical order.
            pub const PROPERTIES: &'static [&'static str] = ticker::Ticker::PROPERTIES;

            $($(#[$doc])*
            ///
            /// # Errors
            /// As for [`Client::request`](virtual_finance::blocking::Client).
            pub fn $name(&self) -> Result<$kind, Error> {
                self.client.wait(self.ticker.$name())
            })*

            /// Returns the property of a name that is known only at run time.
            ///
            /// # Errors
            /// [`Error::UnknownProperty`] lists them; otherwise as for the property.
            pub fn property(&self, name: &str) -> Result<Property, Error> {
                self.client.wait(self.ticker.property(name))
            }
        }
    };
}

for_each_property!(blocking_properties);

impl fmt::Debug for Ticker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("blocking::Ticker").field(&self.ticker()).finish()
    }
}

/// [`Tickers`](crate::Tickers) for programs that are not asynchronous.
#[derive(Debug, Clone)]
pub struct Tickers {
    tickers: tickers::Tickers,
    client: Client,
}

impl Tickers {
    /// Creates the tickers, each once. Nothing is sent yet.
    pub fn new<T: Into<String>>(client: &Client, tickers: impl IntoIterator<Item = T>) -> Self {
        Self { tickers: tickers::Tickers::new(client.asynchronous(), tickers), client: client.clone() }
    }

    /// Returns the tickers as they were given.
    pub fn symbols(&self) -> impl Iterator<Item = &str> {
        self.tickers.symbols()
    }

    /// Returns the ticker of a symbol, if it is one of them.
    pub fn get(&self, symbol: &str) -> Option<Ticker> {
        Some(Ticker { ticker: self.tickers.get(symbol)?.clone(), client: self.client.clone() })
    }

    /// See [`Tickers::download`](crate::Tickers::download).
    ///
    /// # Errors
    /// [`virtual_finance::Error::BlockingInAsync`].
    pub fn download(&self, set: impl Fn(History) -> History) -> Result<Download, Error> {
        self.client.wait(async { Ok(self.tickers.download(set).await) })
    }

    /// See [`Tickers::news`](crate::Tickers::news).
    ///
    /// # Errors
    /// As there, and [`virtual_finance::Error::BlockingInAsync`].
    pub fn news(&self, count: i64, tab: NewsKind) -> Result<DataFrame, Error> {
        self.client.wait(self.tickers.news(count, tab))
    }
}
