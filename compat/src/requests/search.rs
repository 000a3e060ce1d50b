//! The classes Search and Lookup.

use polars_core::prelude::DataFrame;
use virtual_finance::LookupType;
use virtual_finance::responses::{lookup, search};

use crate::error::Error;
use crate::frames::found;
use crate::requests::fetching::{Fetch, Frames, frame_methods};

/// The matches of a text: `quotes`, `companies`, `news`, `lists`, `research` and `nav`.
///
/// ```no_run
/// # async fn example() -> Result<(), virtual_finance_compat::Error> {
/// use virtual_finance::Client;
/// use virtual_finance_compat::Search;
///
/// let found = Search::new("apple").fetch(&Client::new()?).await?;
/// println!("{}\n{}", found.quotes()?, found.news()?);
/// # Ok(())
/// # }
/// ```
pub type Search = Fetch<virtual_finance::Search>;

impl Search {
    /// The search for a text. `Search::from` takes a request with other settings, such as `reports`.
    pub fn new(query: impl Into<String>) -> Self {
        Self { request: virtual_finance::Search::new(query.into()) }
    }
}

/// The frames of [`Search`].
pub type SearchFrames = Frames<search::Response>;

frame_methods! {
    SearchFrames |response|
    /// The instruments: [`frames::found::quotes`](found::quotes).
    quotes: found::quotes(response);
    /// The private companies: [`frames::found::companies`](found::companies).
    companies: found::companies(response);
    /// The news: [`frames::found::news`](found::news).
    news: found::news(response);
    /// The lists: [`frames::found::lists`](found::lists).
    lists: found::lists(response);
    /// The research reports, if they were asked for: [`frames::found::research`](found::research).
    research: found::research(response);
    /// The links, if they were asked for: [`frames::found::nav`](found::nav).
    nav: found::nav(response);
}

impl SearchFrames {
    /// Returns everything that yfinance's `all` has, by name: `quotes`, `news`, `lists`, `research` and `nav`.
    ///
    /// # Errors
    /// [`Error::Frame`], which no response is known to cause.
    pub fn all(&self) -> Result<[(&'static str, DataFrame); 5], Error> {
        Ok([
            ("quotes", self.quotes()?),
            ("news", self.news()?),
            ("lists", self.lists()?),
            ("research", self.research()?),
            ("nav", self.nav()?),
        ])
    }
}

/// The instruments of a type whose name or symbol matches a text.
///
/// ```no_run
/// # async fn example() -> Result<(), virtual_finance_compat::Error> {
/// use virtual_finance::Client;
/// use virtual_finance_compat::Lookup;
///
/// let funds = Lookup::etf("gold").count(50).fetch(&Client::new()?).await?;
/// println!("{}", funds.instruments()?);
/// # Ok(())
/// # }
/// ```
pub type Lookup = Fetch<virtual_finance::Lookup>;

macro_rules! kinds {
    ($($(#[$doc:meta])* $name:ident => $kind:ident;)*) => {
        impl Lookup {
            $($(#[$doc])*
            pub fn $name(query: impl Into<String>) -> Self {
                Self { request: virtual_finance::Lookup::new(query.into()).kind(LookupType::$kind) }
            })*
        }
    };
}

kinds! {
    /// All instruments.
    new => All;
    /// All instruments, as [`new`](Self::new).
    all => All;
    /// Stocks.
    stock => Equity;
    /// Funds.
    mutualfund => MutualFund;
    /// Exchange-traded funds.
    etf => Etf;
    /// Indices.
    index => Index;
    /// Futures.
    future => Future;
    /// Currencies.
    currency => Currency;
    /// Cryptocurrencies.
    cryptocurrency => Cryptocurrency;
}

impl Lookup {
    /// Sets the maximum number of instruments; 25 without it.
    pub fn count(self, count: i64) -> Self {
        Self { request: self.request.count(count) }
    }
}

/// The frames of [`Lookup`].
pub type LookupFrames = Frames<lookup::Response>;

frame_methods! {
    LookupFrames |response|
    /// The instruments: [`frames::found::instruments`](found::instruments).
    instruments: found::instruments(response);
}
