//! Several tickers.

use polars_core::prelude::DataFrame;
use virtual_finance::{Client, NewsKind};

use crate::download::{Download, download, joint};
use crate::error::Error;
use crate::requests::History;
use crate::ticker::Ticker;

/// Several instruments by their tickers.
///
/// ```no_run
/// # async fn example() -> Result<(), virtual_finance_compat::Error> {
/// use virtual_finance::{Client, NewsKind, Range};
/// use virtual_finance_compat::Tickers;
///
/// let tickers = Tickers::new(&Client::new()?, ["IBM", "AAPL"]);
/// println!("{}", tickers.download(|history| history.range(Range::OneYear)).await.history()?);
/// println!("{}", tickers.news(5, NewsKind::Latest).await?);
/// if let Some(ibm) = tickers.get("IBM") {
///     println!("{}", ibm.financials().await?);
/// }
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone)]
pub struct Tickers {
    client: Client,
    tickers: Vec<Ticker>,
}

impl Tickers {
    /// Creates the tickers, each once. Nothing is sent.
    pub fn new<T: Into<String>>(client: &Client, tickers: impl IntoIterator<Item = T>) -> Self {
        let mut all: Vec<Ticker> = Vec::new();
        for symbol in tickers.into_iter().map(Into::into) {
            if all.iter().all(|known| known.ticker() != symbol) {
                all.push(Ticker::new(client, symbol));
            }
        }
        Self { client: client.clone(), tickers: all }
    }

    /// Returns the tickers as they were given.
    pub fn symbols(&self) -> impl Iterator<Item = &str> {
        self.tickers.iter().map(Ticker::ticker)
    }

    /// Returns the ticker of a symbol, if it is one of them.
    pub fn get(&self, symbol: &str) -> Option<&Ticker> {
        self.tickers.iter().find(|ticker| ticker.ticker() == symbol)
    }

    /// Fetches the histories; see [`download`](crate::download()).
    pub async fn download(&self, set: impl Fn(History) -> History) -> Download {
        download(&self.client, self.symbols(), set).await
    }

    /// Returns the news about the instruments, at most `count` of each: `Ticker` and the columns of
    /// [`frames::news::news`](crate::frames::news::news).
    ///
    /// # Errors
    /// As for [`News::fetch`](crate::News::fetch), if the request about one of them fails.
    pub async fn news(&self, count: i64, tab: NewsKind) -> Result<DataFrame, Error> {
        let request = |symbol: &str| virtual_finance::News::new(symbol).count(count).kind(tab);
        let requests: Vec<_> = self.symbols().map(request).collect();
        let mut replies = self.client.many(requests).in_order();
        let mut frames = Vec::with_capacity(self.tickers.len());
        for symbol in self.symbols() {
            let Some((_, reply)) = replies.next().await else { break };
            frames.push((symbol, crate::frames::news::news(&reply?.response)?));
        }
        joint(frames)
    }
}
