//! The latest quotes of instruments, and which of them make up an index.

use serde_json::{Value, json};

use crate::agreed::{NOTFOUND, QUOTES};
use crate::asked::RoutedRequest;
use crate::company;
use crate::numbers::{cents, seeded, whole};
use crate::prices::{self, Bar};
use crate::reply::{Reply, in_envelope};

/// The number of components of an index.
pub(crate) const COMPONENTS: usize = 30;

/// The latest price of an instrument.
pub(crate) struct Latest {
    pub(crate) name: String,
    pub(crate) price: f64,
    /// Since the close before.
    pub(crate) change: f64,
    /// The change in percent.
    pub(crate) percent: f64,
    pub(crate) volume: i64,
    pub(crate) bar: Bar,
    before: f64,
}

impl Latest {
    /// None before the first trade.
    pub(crate) fn of(ticker: &str, now: i64) -> Option<Self> {
        let (bar, before) = prices::latest(ticker, now)?;
        let (price, before) = (cents(bar.close), cents(before));
        Some(Self {
            name: company::of(ticker).name,
            price,
            change: cents(price - before),
            percent: (price / before - 1.0) * 100.0,
            volume: whole(bar.volume),
            bar,
            before,
        })
    }

    /// Returns the quote as JSON with bare figures.
    pub(crate) fn quote(&self, ticker: &str, now: i64) -> Value {
        let Self { name, bar, .. } = self;
        let is_index = ticker.starts_with('^');
        let mut quote = json!({
            "language": "en-US",
            "region": "US",
            "quoteType": company::kind(ticker),
            "typeDisp": if is_index { "Index" } else { "Equity" },
            "quoteSourceName": "Delayed Quote",
            "triggerable": false,
            "currency": "USD",
            "marketState": "CLOSED",
            "priceHint": 2,
            "regularMarketPrice": self.price,
            "regularMarketChange": self.change,
            "regularMarketChangePercent": self.percent,
            "regularMarketTime": prices::traded_at(bar, now),
            "regularMarketOpen": cents(bar.open),
            "regularMarketDayHigh": cents(bar.high),
            "regularMarketDayLow": cents(bar.low),
            "regularMarketVolume": self.volume,
            "regularMarketPreviousClose": self.before,
            "fullExchangeName": "NYSE",
            "exchange": "NYQ",
            "shortName": name,
            "longName": name,
            "tradeable": false,
            "symbol": ticker,
        });
        if let Some(quote) = quote.as_object_mut().filter(|_| company::kind(ticker) == "EQUITY") {
            quote.insert("trailingPE".into(), company::EARNINGS_RATIO.into());
            quote
                .insert("epsTrailingTwelveMonths".into(), cents(self.price / company::EARNINGS_RATIO).into());
        }
        quote
    }
}

/// Returns the quotes of a list of symbols. Unknown ones are left out.
pub(crate) fn reply(asked: &RoutedRequest<'_>) -> Reply {
    let symbols = asked.subject.split(',').filter(|symbol| !symbol.is_empty() && *symbol != NOTFOUND);
    let quotes: Vec<Value> =
        symbols.filter_map(|symbol| Some(Latest::of(symbol, asked.now)?.quote(symbol, asked.now))).collect();
    in_envelope(QUOTES, &quotes)
}

/// Returns the symbols of an index's components.
pub(crate) fn components(index: &str) -> Vec<String> {
    let mut rng = seeded(index, "components");
    company::tickers(&mut rng).take(COMPONENTS).collect()
}
