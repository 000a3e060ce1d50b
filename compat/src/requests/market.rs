//! The classes Market, Quote and Shares.

use polars_core::prelude::DataFrame;
use virtual_finance::responses::Quotes;
use virtual_finance::responses::{Map, Value, market_summary, market_time, shares};
use virtual_finance::{Client, MarketSummary, MarketTime};

use crate::error::Error;
use crate::frames;
use crate::requests::fetching::{Fetch, Frames, frame_methods};

/// A market: its `summary` and, for the United States, its `status`.
///
/// ```no_run
/// # async fn example() -> Result<(), virtual_finance_compat::Error> {
/// use virtual_finance::Client;
/// use virtual_finance_compat::Market;
///
/// let client = Client::new()?;
/// let europe = Market::new(virtual_finance::Market::Europe);
/// println!("{}", europe.summary(&client).await?);
/// println!("{}", Market::status(&client).await?.message.unwrap_or_default());
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone, PartialEq)]
#[must_use = "a request does nothing until it is fetched"]
pub struct Market {
    request: MarketSummary,
}

impl Market {
    /// Creates the market. Nothing is sent.
    pub fn new(market: virtual_finance::Market) -> Self {
        Self { request: MarketSummary::new().market(market) }
    }

    /// Fetches the instruments that stand for the market: [`frames::quotes::summary`].
    ///
    /// # Errors
    /// As for [`Client::request`](virtual_finance::Client).
    pub async fn summary(&self, client: &Client) -> Result<DataFrame, Error> {
        frames::quotes::summary(&self.standardized(client).await?)
    }

    /// Fetches the standardized structure of the summary.
    ///
    /// # Errors
    /// As for [`Client::request`](virtual_finance::Client).
    pub async fn standardized(&self, client: &Client) -> Result<market_summary::Response, Error> {
        Ok(client.request(&self.request).await?)
    }

    /// Fetches the opening hours of the United States; the host knows no others.
    ///
    /// # Errors
    /// As for [`Client::request`](virtual_finance::Client).
    pub async fn status(client: &Client) -> Result<market_time::Response, Error> {
        Ok(client.request(&MarketTime::new()).await?)
    }
}

/// The latest prices of an instrument: `fast_info`.
pub type Quote = Fetch<virtual_finance::Quote>;

impl Quote {
    /// The request for the prices of a ticker.
    pub fn new(ticker: impl Into<String>) -> Self {
        Self { request: virtual_finance::Quote::new([ticker.into()]) }
    }
}

/// The figures of [`Quote`].
pub type QuoteFrames = Frames<Quotes>;

impl QuoteFrames {
    /// The latest figures of the first instrument: [`frames::quotes::fast_info`].
    pub fn fast_info(&self) -> Map<String, Value> {
        frames::quotes::fast_info(self.response.quotes.first())
    }
}

/// The number of shares of a company over time: `shares`.
pub type Shares = Fetch<virtual_finance::Shares>;

/// The frames of [`Shares`].
pub type SharesFrames = Frames<shares::Response>;

frame_methods! {
    SharesFrames |response|
    /// The number of shares by day: [`frames::shares::shares`].
    shares: frames::shares::shares(response);
}
