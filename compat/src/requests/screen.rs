//! The class Screen, and the queries of yfinance.

use polars_core::prelude::DataFrame;
use virtual_finance::responses::custom_screener::Response;
use virtual_finance::screening::{Condition, Equity, Etf, Instrument, MutualFund};
use virtual_finance::{
    Client, CustomScreener, Screener, ScreenerField, ScreenerName, ScreenerQuery, SortOrder,
};

use crate::error::Error;
use crate::frames::screened;
use crate::requests::fetching::{Fetch, Frames, frame_methods};

/// A query for stocks, made by the functions of [`virtual_finance::screening`].
pub type EquityQuery = Condition<Equity>;

/// A query for mutual funds.
pub type FundQuery = Condition<MutualFund>;

/// A query for exchange-traded funds.
pub type EtfQuery = Condition<Etf>;

/// The instruments that fulfil a query.
///
/// ```no_run
/// # async fn example() -> Result<(), virtual_finance_compat::Error> {
/// use virtual_finance::screening::{Equity, and, eq, gt};
/// use virtual_finance::{Client, ScreenerField};
/// use virtual_finance_compat::Screen;
///
/// let query = and([gt(Equity::BETA, 1.2), eq(Equity::REGION, "us")]);
/// let screen = Screen::new(query).sort_field(ScreenerField::IntradayMarketCap).size(100);
/// println!("{}", screen.fetch(&Client::new()?).await?.quotes()?);
/// # Ok(())
/// # }
/// ```
pub type Screen = Fetch<virtual_finance::CustomScreener>;

impl Screen {
    /// Creates the request for a query: an [`EquityQuery`], a [`FundQuery`], an [`EtfQuery`] or a parsed query.
    pub fn new(query: impl Into<ScreenerQuery>) -> Self {
        Self { request: CustomScreener::new(query) }
    }

    /// Sets the field that rows are sorted by; the symbol without it.
    pub fn sort_field(self, field: ScreenerField) -> Self {
        Self { request: self.request.sort(field) }
    }

    /// Sorts the lowest value first, or the highest, as without it.
    pub fn sort_asc(self, is_ascending: bool) -> Self {
        let order = if is_ascending { SortOrder::Ascending } else { SortOrder::Descending };
        Self { request: self.request.order(order) }
    }

    /// Sets the maximum number of rows, at most 250; 25 without it.
    pub fn size(self, size: i64) -> Self {
        Self { request: self.request.count(size) }
    }

    /// Sets the number of instruments to leave out before the first row.
    pub fn offset(self, offset: i64) -> Self {
        Self { request: self.request.offset(offset) }
    }
}

/// A query, or the name of a screener that the host keeps: what [`screen`] takes.
///
/// It is made of an [`EquityQuery`] and its like, of a [`ScreenerName`], or of such a name as text in any case, for example
/// `day_gainers`.
#[derive(Debug, Clone, PartialEq)]
pub enum Screened {
    /// The conditions that instruments fulfil.
    Query(ScreenerQuery),
    /// The name of a predefined screener.
    Predefined(ScreenerName),
}

impl From<ScreenerQuery> for Screened {
    fn from(query: ScreenerQuery) -> Self {
        Self::Query(query)
    }
}

impl<K: Instrument> From<Condition<K>> for Screened {
    fn from(query: Condition<K>) -> Self {
        Self::Query(query.into())
    }
}

impl From<ScreenerName> for Screened {
    fn from(name: ScreenerName) -> Self {
        Self::Predefined(name)
    }
}

impl From<&str> for Screened {
    fn from(name: &str) -> Self {
        let name = name.to_ascii_uppercase();
        Self::Predefined(name.parse().unwrap_or_else(|_| ScreenerName::other(name)))
    }
}

/// Fetches the first instruments that fulfil a query, as yfinance's `screen` does: 25, sorted by symbol. [`Screen`] has
/// settings. The frame is [`frames::screened::quotes`](screened::quotes).
///
/// Of a predefined screener, such as `"day_gainers"`, they are the rows of the request [`Screener`] in its order:
/// [`frames::screened::predefined`](screened::predefined).
///
/// # Errors
/// As for [`Client::request`](virtual_finance::Client), and [`Error::Frame`] if polars rejects a column.
pub async fn screen(client: &Client, screened: impl Into<Screened>) -> Result<DataFrame, Error> {
    match screened.into() {
        Screened::Query(query) => Screen::new(query).fetch(client).await?.quotes(),
        Screened::Predefined(name) => screened::predefined(&client.request(&Screener::new(name)).await?),
    }
}

/// The frames of [`Screen`].
pub type ScreenFrames = Frames<Response>;

frame_methods! {
    ScreenFrames |response|
    /// Returns the instruments: [`frames::screened::quotes`](screened::quotes).
    quotes: screened::quotes(response);
}

impl ScreenFrames {
    /// Returns the number of all instruments that fulfil the query; `None` where the host does not say so.
    pub const fn total(&self) -> Option<i64> {
        self.response.total
    }
}
