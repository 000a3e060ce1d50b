//! The predefined screeners, and the instruments that they find: all of a kind in an order.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use serde_json::{Value, json};

use crate::agreed::WORLDS;
use crate::company;
use crate::facts::known::{self, Facts};
use crate::numbers::seeded;

/// The instruments of each kind that letters make, beside those below.
const INSTRUMENTS: usize = 110;
const COMPANIES: [&str; 9] =
    ["IBM", "AAPL", "MSFT", "VOD.L", "7203.T", "BHP.AX", "SAP.DE", "SHOP.TO", "0700.HK"];
/// Rows on the page of a result.
pub(crate) const ROWS: usize = 25;
/// The screeners that only the service lists, at the end of all.
const NEWER: usize = 6;

/// Instruments.
pub(crate) type Universe = Vec<Arc<Facts>>;

/// Returns the instruments of a kind. They are kept, because their prices take long.
pub(crate) fn instruments(kind: &str, now: i64) -> Universe {
    static KNOWN: LazyLock<Mutex<HashMap<(String, i64), Universe>>> = LazyLock::new(Mutex::default);
    let mut kept = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    // A host has one clock: others are those of hosts that have ended.
    kept.retain(|(_, time), _| *time == now);
    let all = kept.entry((kind.to_owned(), now)).or_insert_with(|| {
        let mut rng = seeded(kind, "instruments");
        let made = company::tickers(&mut rng).take(INSTRUMENTS).map(|ticker| company::symbol(&ticker, kind));
        let named: &[&str] = match kind {
            "EQUITY" => &COMPANIES,
            "ETF" => &["QQQ", "SPY"],
            _ => &["VFINX"],
        };
        let symbols = named.iter().map(|symbol| (*symbol).to_owned()).chain(made);
        symbols.map(|symbol| Arc::new(known::of(&symbol, now))).collect()
    });
    all.clone()
}

/// A predefined screener.
pub(crate) struct Screener {
    /// The canonical name.
    pub(crate) name: &'static str,
    pub(crate) title: &'static str,
    /// The kind of the instruments that it finds.
    pub(crate) kind: &'static str,
    /// The field of the order, the fact that stands for it, and the order: `most`, `least`, or `gains` and `losses` alone.
    field: &'static str,
    fact: &'static str,
    order: &'static str,
}

impl Screener {
    /// Returns the screeners that pages list.
    pub(crate) fn listed() -> Vec<Self> {
        let mut all = Self::all();
        all.truncate(all.len().saturating_sub(NEWER));
        all
    }

    /// Returns all screeners.
    pub(crate) fn all() -> Vec<Self> {
        let screener = |line: &'static str| {
            let mut cells = line.split('|').map(str::trim);
            let [name, title, kind, field, fact, order] = [(); 6].map(|()| cells.next().unwrap_or_default());
            Self { name, title, kind, field, fact, order }
        };
        include_str!("screeners.txt").lines().map(screener).collect()
    }

    /// Returns the screener of a name, which may be an agreed ticker.
    pub(crate) fn named(name: &str) -> Option<Self> {
        let known = Self::all().into_iter().find(|known| known.name == name);
        known.or_else(|| {
            let name = WORLDS.iter().find(|world| world.ticker == name)?.ticker;
            Some(Self { name, title: name, kind: "EQUITY", field: "beta", fact: "beta", order: "least" })
        })
    }

    /// Returns what it finds.
    pub(crate) fn found(&self, now: i64) -> Universe {
        let figure = |one: &Arc<Facts>| one.get(self.fact).as_f64();
        let mut found = instruments(self.kind, now);
        found.retain(|one| match self.order {
            "gains" => figure(one).is_some_and(|figure| figure > 0.0),
            "losses" => figure(one).is_some_and(|figure| figure < 0.0),
            _ => figure(one).is_some(),
        });
        found.sort_by(|one, other| {
            figure(one).unwrap_or_default().total_cmp(&figure(other).unwrap_or_default())
        });
        if matches!(self.order, "most" | "gains") {
            found.reverse();
        }
        found
    }

    /// Returns the screener as lists have it.
    pub(crate) fn described(&self, now: i64) -> Value {
        let mut rng = seeded(self.name, "screeners");
        let title = self.title;
        json!({
            "criteriaMeta": self.criteria(),
            "total": self.found(now).len(),
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
            "sortField": self.field,
            "sortType": if matches!(self.order, "most" | "gains") { "DESC" } else { "ASC" },
            "quoteType": self.kind,
            "topOperator": "AND",
            "criteria": [{"field": "region", "operators": ["EQ"], "values": [], "labelsSelected": [53]}],
        })
    }
}
