//! The predefined screeners and what each of them finds.

use fastrand::Rng;
use serde_json::{Value, json};

use crate::company;
use crate::numbers::{between, cents, decimals, listed, price, seeded, whole};

/// Rows on the page of a result.
pub(crate) const ROWS: usize = 25;
/// The row whose market capitalization is empty.
const WITHOUT_CAP: usize = 7;

/// A predefined screener.
#[derive(Clone, Copy)]
pub(crate) struct Screener<'a> {
    /// The canonical name.
    pub(crate) name: &'a str,
    pub(crate) title: &'a str,
    /// The kind of the instruments that it finds.
    pub(crate) kind: &'a str,
}

/// All that pages list.
pub(crate) const SCREENERS: &[Screener<'static>] = &[
    shares("FAIR_VALUE_SCREENER", "Fair Value"),
    shares("MOST_SHORTED_STOCKS", "Most Shorted"),
    shares("UNDERVALUED_GROWTH_STOCKS", "Undervalued Growth"),
    shares("GROWTH_TECHNOLOGY_STOCKS", "Growing Technology"),
    shares("DAY_GAINERS", "Gainers of the Day"),
    shares("DAY_LOSERS", "Losers of the Day"),
    shares("MOST_ACTIVES", "Most Active"),
    shares("UNDERVALUED_LARGE_CAPS", "Undervalued & Large"),
    shares("AGGRESSIVE_SMALL_CAPS", "Small and Aggressive"),
    shares("SMALL_CAP_GAINERS", "Small Gainers"),
    funds("TOP_MUTUAL_FUNDS", "Top Funds"),
    funds("PORTFOLIO_ANCHORS", "Anchors"),
    funds("SOLID_LARGE_GROWTH_FUNDS", "Solid Large Growth"),
    funds("SOLID_MIDCAP_GROWTH_FUNDS", "Solid Middle Growth"),
    funds("CONSERVATIVE_FOREIGN_FUNDS", "Careful Abroad"),
    funds("HIGH_YIELD_BOND", "High Yield"),
];

const fn shares(name: &'static str, title: &'static str) -> Screener<'static> {
    Screener { name, title, kind: "EQUITY" }
}

const fn funds(name: &'static str, title: &'static str) -> Screener<'static> {
    Screener { name, title, kind: "MUTUALFUND" }
}

impl<'a> Screener<'a> {
    /// Returns the screener of a name; what is not listed finds shares.
    pub(crate) fn named(name: &'a str) -> Self {
        let known = SCREENERS.iter().find(|known| known.name == name);
        known.copied().unwrap_or(Self { name, title: name, kind: "EQUITY" })
    }

    /// Returns the number of instruments that it finds.
    pub(crate) fn total(&self) -> u32 {
        seeded(self.name, "found").u32(25..5_000)
    }

    /// Returns the first of what it finds, at most so many, as rows of the page.
    pub(crate) fn rows(&self, count: usize) -> Vec<Value> {
        let mut rng = seeded(self.name, "screener");
        let symbols: Vec<String> = company::tickers(&mut rng.fork()).take(count).collect();
        (0..).zip(symbols).map(|(number, symbol)| row(&mut rng, &symbol, self.kind, number)).collect()
    }

    /// Returns the screener as lists have it.
    pub(crate) fn described(&self) -> Value {
        let mut rng = seeded(self.name, "screeners");
        let title = self.title;
        json!({
            "criteriaMeta": self.criteria(),
            "total": self.total(),
            "lastUpdated": 1_700_000_000_000_i64,
            "rawCriteria": "{\"offset\":0,\"size\":25,\"query\":{\"operator\":\"AND\"}}",
            "isPremium": rng.u8(0..4) == 0,
            "versionId": rng.u8(1..9),
            "title": title,
            "type": "stocks",
            "predefinedScr": true,
            "description": format!("The list \"{title}\", which is refreshed while the market is open."),
            "canonicalName": self.name,
        })
    }

    /// Returns the criteria, as pages and lists repeat them.
    pub(crate) fn criteria(&self) -> Value {
        json!({
            "size": ROWS,
            "offset": 0,
            "sortField": "percentchange",
            "sortType": "DESC",
            "quoteType": self.kind,
            "topOperator": "AND",
            "criteria": [{"field": "region", "operators": ["EQ"], "values": [], "labelsSelected": [53]}],
        })
    }
}

fn row(rng: &mut Rng, symbol: &str, kind: &str, number: usize) -> Value {
    let name = company::of(symbol).name;
    let last = cents(between(rng, 2.0, 400.0));
    let percent = between(rng, -9.0, 9.0);
    let volume = rng.i64(30_000..40_000_000);
    let cap = whole(last * between(rng, 1e7, 9e9));
    let mut row = json!({
        "symbol": symbol,
        "shortName": name,
        "longName": name,
        "quoteType": kind,
        "currency": "USD",
        "regularMarketPrice": price(last),
        "regularMarketChange": price(cents(last * percent / 100.0)),
        "regularMarketChangePercent": {"raw": percent, "fmt": format!("{}%", decimals(percent))},
        "regularMarketVolume": listed(volume),
        "averageDailyVolume3Month": listed(volume / 2),
        "marketCap": if number == WITHOUT_CAP { json!({}) } else { listed(cap) },
        "fiftyTwoWeekLow": price(cents(last * 0.6)),
        "fiftyTwoWeekHigh": price(cents(last * 1.3)),
        "regularMarketOpen": price(cents(last * 0.99)),
        "priceHint": 2,
    });
    if let Some(row) = row.as_object_mut().filter(|_| number % 3 != 1) {
        row.insert("trailingPE".into(), price(between(rng, 5.0, 60.0)));
    }
    row
}
