//! Names and places of companies that do not exist.

use std::collections::HashSet;

use fastrand::Rng;

use crate::numbers::{between, pick, seeded};

/// Firms that rate shares.
pub(crate) const BROKERS: &[&str] =
    &["Larch & Plover", "Sable Point Research", "Quayside Partners", "Fennel Securities", "Ostrom"];

/// An industry.
#[derive(Clone, Copy, Default)]
pub(crate) struct Industry {
    pub(crate) name: &'static str,
    pub(crate) sector: &'static str,
    /// The business of its companies, to follow the name of one.
    pub(crate) business: &'static str,
}

const INDUSTRIES: &[Industry] = &[
    Industry {
        name: "Lighthouse Equipment",
        sector: "Industrials",
        business: "makes and services lamps, lenses and control systems for lighthouses and harbors",
    },
    Industry {
        name: "Tide Modelling Software",
        sector: "Technology",
        business: "develops software with which ports, insurers and utilities forecast tides and storm surges",
    },
    Industry {
        name: "Oat Products",
        sector: "Consumer Defensive",
        business: "mills oats and sells cereals, drinks and baking products under its own brands",
    },
    Industry {
        name: "Hearing Instruments",
        sector: "Healthcare",
        business: "develops and makes hearing aids, and instruments for testing hearing",
    },
    Industry {
        name: "Regulated Wind",
        sector: "Utilities",
        business: "owns and operates wind farms, and sells their power at regulated rates",
    },
];
const FIRST: &[&str] = &[
    "Alder", "Bramble", "Cobalt", "Dunlin", "Elmgate", "Fathom", "Gannet", "Harrow", "Juniper", "Kestrel",
    "Linden", "Merrow", "Nettle", "Osprey", "Pebble", "Rowan", "Saffron", "Thistle", "Umber", "Willow",
];
const SECOND: &[&str] =
    &["Instruments", "Foods", "Marine", "Optics", "Paper", "Rail", "Systems", "Timber", "Water", "Works"];
const LEGAL: &[&str] = &["Inc.", "Corporation", "Holdings, Inc.", "& Co.", "plc", "Group (The)"];
const GIVEN: &[&str] = &["Ada", "Bo", "Clio", "Dov", "Enid", "Finn", "Greta", "Hugo"];
const CITIES: &[(&str, &str)] =
    &[("Port Amber", "NY"), ("Stonewick", "MA"), ("Mill Harbor", "WA"), ("Low Ferry", "TX")];

/// The facts about the company behind a ticker.
pub(crate) struct Company {
    pub(crate) name: String,
    pub(crate) industry: Industry,
    pub(crate) city: &'static str,
    pub(crate) state: &'static str,
    /// Host name of its web site.
    pub(crate) domain: String,
}

/// Returns the company behind the ticker.
pub(crate) fn of(ticker: &str) -> Company {
    let mut rng = seeded(ticker, "company");
    let industry = rng.choice(INDUSTRIES).copied().unwrap_or_default();
    let (city, state) = rng.choice(CITIES).copied().unwrap_or_default();
    let letters: String = ticker.chars().filter(char::is_ascii_alphanumeric).collect();
    let domain = format!("{}.example", letters.to_ascii_lowercase());
    Company { name: name(&mut rng), industry, city, state, domain }
}

/// Returns the kind of the instrument behind a ticker.
pub(crate) fn kind(ticker: &str) -> &'static str {
    match ticker {
        "QQQ" => "ETF",
        "VFINX" => "MUTUALFUND",
        index if index.starts_with('^') => "INDEX",
        pair if pair.ends_with("=X") => "CURRENCY",
        future if future.ends_with("=F") => "FUTURE",
        coin if coin.ends_with("-USD") => "CRYPTOCURRENCY",
        _ => "EQUITY",
    }
}

/// The price of a share in relation to its earnings of the last twelve months.
pub(crate) const EARNINGS_RATIO: f64 = 19.406_31;

/// Returns how strongly the price moves with the market.
pub(crate) fn beta(ticker: &str) -> f64 {
    (between(&mut seeded(ticker, "beta"), 0.3, 2.2) * 1e5).round() / 1e5
}

/// Returns the name of some company.
pub(crate) fn name(rng: &mut Rng) -> String {
    format!("{} {} {}", pick(rng, FIRST), pick(rng, SECOND), pick(rng, LEGAL))
}

/// Returns the name of some person.
pub(crate) fn person(rng: &mut Rng) -> String {
    format!("{} {}", pick(rng, GIVEN), pick(rng, FIRST))
}

/// Returns the name of some fund.
pub(crate) fn fund(rng: &mut Rng) -> String {
    format!("{} Total {} Index Fund", pick(rng, FIRST), pick(rng, SECOND))
}

/// Returns the number of shares that the company has issued.
pub(crate) fn shares(ticker: &str) -> i64 {
    seeded(ticker, "shares").i64(80_000_000..2_500_000_000)
}

/// Tickers, each once.
pub(crate) fn tickers(rng: &mut Rng) -> impl Iterator<Item = String> {
    let mut known = HashSet::new();
    std::iter::repeat_with(|| ticker(rng)).filter(move |ticker| known.insert(ticker.clone()))
}

/// Returns some ticker of three or four letters.
pub(crate) fn ticker(rng: &mut Rng) -> String {
    let length = rng.usize(3..=4);
    std::iter::repeat_with(|| rng.uppercase()).take(length).collect()
}
