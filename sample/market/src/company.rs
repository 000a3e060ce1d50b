//! The table of instruments, and the names and places of companies that do not exist.

use std::collections::HashSet;
use std::sync::LazyLock;

use fastrand::Rng;

use crate::calendar::Exchange;
use crate::numbers::{between, pick, seeded};

/// The facts that all instruments whose symbols have one form share.
pub(crate) struct Instrument {
    /// The form of the symbols: `*` stands for any beginning or end, `?` for one letter.
    form: &'static str,
    pub(crate) kind: &'static str,
    pub(crate) exchange: &'static Exchange,
    /// The size of prices, where 1 is a company in New York; the rate of a currency pair.
    pub(crate) size: f64,
    /// How far prices stray from their level, where 1 is a company.
    pub(crate) swing: f64,
    /// The decimals of a price.
    pub(crate) decimals: i32,
}

static INSTRUMENTS: LazyLock<Vec<Instrument>> =
    LazyLock::new(|| include_str!("instruments.txt").lines().filter_map(Instrument::parse).collect());

impl Instrument {
    fn parse(line: &'static str) -> Option<Self> {
        let mut cells = line.split('|').map(str::trim);
        Some(Self {
            form: cells.next()?,
            kind: cells.next()?,
            exchange: Exchange::of(cells.next()?)?,
            size: cells.next()?.parse().ok()?,
            swing: cells.next()?.parse().ok()?,
            decimals: cells.next()?.parse().ok()?,
        })
    }

    /// Returns the facts about the instrument of a symbol.
    #[expect(clippy::expect_used, reason = "the table is a part of the program, and a test reads it")]
    pub(crate) fn of(symbol: &str) -> &'static Self {
        let mut rows = INSTRUMENTS.iter();
        rows.find(|row| row.fits(symbol)).expect("the last form is that of every symbol")
    }

    fn fits(&self, symbol: &str) -> bool {
        let is_letter = |(own, given): (u8, u8)| own == given || own == b'?' && given.is_ascii_uppercase();
        match (self.form.strip_prefix('*'), self.form.strip_suffix('*')) {
            (Some(end), _) => symbol.ends_with(end),
            (_, Some(start)) => symbol.starts_with(start),
            _ => self.form.len() == symbol.len() && self.form.bytes().zip(symbol.bytes()).all(is_letter),
        }
    }

    /// Returns the exchange of those whose symbols have no other form.
    pub(crate) fn usual_exchange() -> &'static Exchange {
        Self::of("").exchange
    }

    /// Returns true if it pays dividends.
    pub(crate) fn pays(&self) -> bool {
        ["EQUITY", "ETF", "MUTUALFUND"].contains(&self.kind)
    }

    /// Returns true if prices are in pence. Amounts of companies are in pounds all the same.
    pub(crate) fn is_in_pence(&self) -> bool {
        self.exchange.currency == "GBp"
    }

    /// Returns the currency of the amounts of companies.
    pub(crate) fn currency_of_companies(&self) -> &'static str {
        if self.is_in_pence() { "GBP" } else { self.exchange.currency }
    }

    /// Returns the kind in words.
    pub(crate) fn title(&self) -> &'static str {
        match self.kind {
            "ETF" => "ETF",
            "MUTUALFUND" => "Fund",
            "INDEX" => "Index",
            "CURRENCY" => "Currency",
            "FUTURE" => "Futures",
            "CRYPTOCURRENCY" => "Cryptocurrency",
            _ => "Equity",
        }
    }

    pub(crate) fn is_company(&self) -> bool {
        self.kind == "EQUITY"
    }

    /// Returns the currency of the prices of a symbol.
    pub(crate) fn currency(&self, symbol: &str) -> String {
        let quoted = match self.kind {
            "CRYPTOCURRENCY" => symbol.rsplit_once('-').map(|(_, quoted)| quoted),
            _ => symbol.strip_suffix("=X").and_then(|pair| pair.get(pair.len().checked_sub(3)?..)),
        };
        quoted.unwrap_or(self.exchange.currency).to_owned()
    }
}

/// An industry.
pub(crate) struct Industry {
    pub(crate) name: &'static str,
    pub(crate) sector: &'static str,
    /// The business of its companies, to follow the name of one.
    pub(crate) business: &'static str,
}

/// The first and the second words of names.
const FIRST: &str = "Alder Bramble Cobalt Dunlin Elmgate Fathom Gannet Harrow Juniper Kestrel Linden Merrow Nettle Osprey Pebble Rowan Saffron Thistle Umber Willow";
const SECOND: &str = "Instruments Foods Marine Optics Paper Rail Systems Timber Water Works";
const LEGAL: &[&str] = &["Inc.", "Corporation", "Holdings, Inc.", "& Co.", "plc", "Group (The)"];
const GIVEN: &str = "Ada Bo Clio Dov Enid Finn Greta Hugo";
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
    let industries: Vec<&str> = include_str!("industries.txt").lines().collect();
    let mut cells = pick(&mut rng, &industries).split('|').map(str::trim);
    let [industry, sector, business] = [(); 3].map(|()| cells.next().unwrap_or_default());
    let industry = Industry { name: industry, sector, business };
    let (city, state) = rng.choice(CITIES).copied().unwrap_or_default();
    let letters: String = ticker.chars().filter(char::is_ascii_alphanumeric).collect();
    let domain = format!("{}.example", letters.to_ascii_lowercase());
    let name = match Instrument::of(ticker).kind {
        "ETF" | "MUTUALFUND" => fund(&mut rng),
        "INDEX" => format!("{} {} Index", word(&mut rng, FIRST), word(&mut rng, SECOND)),
        "CURRENCY" => {
            let pair = ticker.trim_end_matches("=X");
            let (base, quoted) =
                pair.split_at_checked(3).filter(|(_, quoted)| !quoted.is_empty()).unwrap_or(("USD", pair));
            format!("{base}/{quoted}")
        }
        "CRYPTOCURRENCY" => ticker.replace('-', " "),
        "FUTURE" => ticker.replace("=F", " Future"),
        _ => name(&mut rng),
    };
    Company { name, industry, city, state, domain }
}

/// Returns the kind of the instrument behind a ticker.
pub(crate) fn kind(ticker: &str) -> &'static str {
    Instrument::of(ticker).kind
}

/// Returns how strongly the price moves with the market.
pub(crate) fn beta(ticker: &str) -> f64 {
    (between(&mut seeded(ticker, "beta"), 0.3, 2.2) * 1e5).round() / 1e5
}

/// Returns one of some words.
fn word(rng: &mut Rng, words: &'static str) -> &'static str {
    pick(rng, &words.split(' ').collect::<Vec<_>>())
}

/// Returns the name of some company.
pub(crate) fn name(rng: &mut Rng) -> String {
    format!("{} {} {}", word(rng, FIRST), word(rng, SECOND), pick(rng, LEGAL))
}

/// Returns the name of some person.
pub(crate) fn person(rng: &mut Rng) -> String {
    format!("{} {}", word(rng, GIVEN), word(rng, FIRST))
}

/// Returns the name of some fund.
pub(crate) fn fund(rng: &mut Rng) -> String {
    format!("{} Total {} Index Fund", word(rng, FIRST), word(rng, SECOND))
}

/// Returns the number of shares that the company has issued.
pub(crate) fn shares(ticker: &str) -> i64 {
    seeded(ticker, "shares").i64(80_000_000..2_500_000_000)
}

/// Returns a symbol of a kind that some letters make: companies, exchange-traded funds and funds.
pub(crate) fn symbol(letters: &str, kind: &str) -> String {
    match kind {
        "ETF" => format!("{letters}ETF"),
        "MUTUALFUND" => format!("{letters:X<5}").chars().take(4).chain(['X']).collect(),
        _ => letters.to_owned(),
    }
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
