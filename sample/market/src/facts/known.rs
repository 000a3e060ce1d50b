//! What is known about an instrument, by name. Every reply takes its facts here, so that they agree.

use std::sync::OnceLock;

use serde_json::{Map, Value, json};

use crate::agreed;
use crate::calendar;
use crate::company::{self, Company, Instrument};
use crate::facts::earnings;
use crate::facts::latest::Latest;
use crate::facts::statements;
use crate::facts::traps::TRAPS;
use crate::numbers::{between, real, seeded};

/// The facts about an instrument.
pub(crate) struct Facts {
    symbol: String,
    now: i64,
    known: Map<String, Value>,
    /// What follows from its prices, once it is needed: all bars up to now are invented for it.
    of_prices: OnceLock<Map<String, Value>>,
}

impl Facts {
    pub(crate) fn symbol(&self) -> &str {
        &self.symbol
    }

    /// Returns the clock of the host, in epoch seconds.
    pub(crate) const fn now(&self) -> i64 {
        self.now
    }

    /// Returns a fact; null if it is not known.
    pub(crate) fn get(&self, name: &str) -> Value {
        let told = self.known.get(name).or_else(|| self.of_prices().get(name)).cloned();
        told.or_else(|| self.item(name)).unwrap_or_default()
    }

    /// Returns the amount of an item in the latest yearly statements of a company.
    fn item(&self, name: &str) -> Option<Value> {
        let is_item = name.starts_with(|first: char| first.is_ascii_uppercase());
        let is_known = is_item && company::kind(&self.symbol) == "EQUITY";
        let amounts =
            is_known.then(|| statements::amounts(&self.symbol, name, statements::YEAR, self.now))?;
        amounts.last().map(|(_, amount)| real(*amount).into())
    }

    /// Returns true if it has a price. Before the first trade there is a name alone.
    pub(crate) fn is_traded(&self) -> bool {
        !self.of_prices().is_empty()
    }

    fn of_prices(&self) -> &Map<String, Value> {
        self.of_prices.get_or_init(|| of_prices(&self.symbol, self.now))
    }
}

/// Returns the facts about the instrument of a symbol.
pub(crate) fn of(symbol: &str, now: i64) -> Facts {
    let (company, instrument) = (company::of(symbol), Instrument::of(symbol));
    let exchange = instrument.exchange;
    let (offset, zone) = exchange.time(now);
    let currency = instrument.currency(symbol);
    let today = calendar::date_of(now);
    let mut known = Map::new();
    add(
        &mut known,
        json!({
            "symbol": symbol, "name": company.name, "kind": instrument.kind, "title": instrument.title(),
            "exchange": exchange.code, "exchangeName": exchange.name, "market": exchange.market, "zone": exchange.zone,
            "zoneName": zone, "offset": offset.saturating_mul(1_000),
            "offsetText": offset.saturating_mul(1_000).to_string(), "currency": currency,
            "decimals": instrument.decimals, "city": company.city, "state": company.state, "domain": company.domain,
            "about": about(symbol, &company), "year": today.year(), "month": today.month(), "date": today.to_string(),
            "now": now, "region": exchange.region, "sector": company.industry.sector, "industry": company.industry.name,
            "splitFactor": null,
        }),
    );
    Facts { symbol: symbol.to_owned(), now, known, of_prices: OnceLock::new() }
}

fn of_prices(symbol: &str, now: i64) -> Map<String, Value> {
    let (instrument, mut known) = (Instrument::of(symbol), Map::new());
    let Some(mut latest) = Latest::of(symbol, now) else { return known };
    add(&mut known, latest.facts.take());
    if instrument.pays() {
        let rate = latest.dividends;
        add(
            &mut known,
            json!({"pays": 1.0, "dividends": rate, "yield": rate / latest.price, "yieldPercent": rate / latest.price * 100.0}),
        );
    }
    if let Some((shares, time)) = latest.split {
        add(&mut known, json!({"splitFactor": format!("{shares}:1"), "splitTime": time}));
    }
    if instrument.is_company() {
        add(&mut known, of_company(symbol, &latest, now));
    }
    known
}

fn of_company(symbol: &str, latest: &Latest, now: i64) -> Value {
    let (shares, eps) = (real(company::shares(symbol)), latest.price / latest.ratio);
    let cap = latest.price * shares / if latest.instrument.is_in_pence() { 100.0 } else { 1.0 };
    let figure = |item| {
        let amounts = statements::amounts(symbol, item, statements::YEAR, now);
        amounts.last().map_or(0.0, |(_, amount)| real(*amount))
    };
    let (revenue, income) = (figure("TotalRevenue"), figure("NetIncome"));
    let [operating, cash, debt, equity] =
        ["OperatingCashFlow", "CashAndCashEquivalents", "LongTermDebt", "StockholdersEquity"].map(figure);
    let [current, due] = ["CurrentAssets", "CurrentLiabilities"].map(figure);
    let year_end = calendar::midnight(calendar::period_end(now, 12, 0));
    let mut known = Map::new();
    add(
        &mut known,
        json!({
            "company": 1.0, "shares": shares, "cap": cap, "eps": eps, "pe": latest.pe(), "forwardPe": latest.pe().map(|pe| pe / 1.1),
            "financialCurrency": latest.instrument.currency_of_companies(), "revenue": revenue, "income": income,
            "margin": income / revenue, "enterprise": cap * 1.1, "priceToSales": cap / revenue, "priceToBook": 3.2,
            "peg": latest.pe().map(|pe| pe / 12.0), "enterpriseToEbitda": cap * 1.1 / figure("OperatingIncome"), "enterpriseToRevenue": cap * 1.1 / revenue, "yearEnd": year_end,
            "growth": between(&mut seeded(symbol, "growth"), -0.2, 0.4), "payout": (latest.dividends / eps).max(0.0),
        }),
    );
    add(
        &mut known,
        json!({
            "cash": cash, "debt": debt, "cashPerShare": cash / shares, "debtToEquity": debt / equity * 100.0,
            "currentRatio": current / due, "quickRatio": (current - figure("Inventory")) / due,
            "operatingCash": operating, "freeCash": operating + figure("CapitalExpenditure"),
            "returnOnAssets": income / figure("TotalAssets"), "returnOnEquity": income / equity,
            "grossMargin": figure("GrossProfit") / revenue, "operatingMargin": figure("OperatingIncome") / revenue,
        }),
    );
    for (quarter, told) in earnings::reported(symbol, latest, now).iter().enumerate().take(5) {
        let name = |fact: &str| match quarter {
            0 => fact.to_owned(),
            back => format!("{fact}{}", 5_usize.saturating_sub(back)),
        };
        known.insert(name("estimate"), told.estimate.into());
        known.insert(name("actual"), told.actual.into());
        known.insert(name("surprise"), told.surprise().into());
        known.insert(name("earningsTime"), told.time.into());
        known.insert(name("quarterEnd"), told.quarter.into());
    }
    known.into()
}

fn add(known: &mut Map<String, Value>, facts: Value) {
    if let Value::Object(facts) = facts {
        known.extend(facts);
    }
}

/// Returns some sentences on a company.
fn about(ticker: &str, company: &Company) -> String {
    let Company { name, industry, city, state, .. } = company;
    if agreed::has_traps(ticker) {
        return TRAPS.join(" ");
    }
    if company::kind(ticker) != "EQUITY" {
        return format!("{name} is no company. What it stands for is invented, and so are its prices.");
    }
    let year = seeded(ticker, "founded").u16(1871..1998);
    format!(
        "{name} {}. It serves customers in the United States, Canada and Europe through its own offices and \
         through partners. The company was founded in {year} and is based in {city}, {state}.",
        industry.business
    )
}
