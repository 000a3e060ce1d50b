//! The instruments that screeners find, the conditions of custom ones, and the predefined ones, which have conditions, too.

use std::cmp::Ordering;
use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use serde_json::{Value, json};
use virtual_finance::screening::FieldInfo;

use crate::company;
use crate::facts::known::{self, Facts};
use crate::numbers::{between, cents, pick, seeded};

/// The instruments of each kind that letters make, beside those below.
const INSTRUMENTS: usize = 110;
const COMPANIES: [&str; 9] =
    ["IBM", "AAPL", "MSFT", "VOD.L", "7203.T", "BHP.AX", "SAP.DE", "SHOP.TO", "0700.HK"];
/// The most operators within each other.
const MAX_DEPTH: usize = 80;
/// Rows on the page of a result.
pub(crate) const ROWS: usize = 25;
/// The screeners that only the service lists, at the end of all.
const NEWER: usize = 2;

/// Fields whose values are facts. Values of other fields are told by no other reply.
const FIELDS: &str = include_str!("fields.txt");

/// Returns the instruments of a kind that fulfil a query, in the order of a field; `None` if it is no query.
pub(crate) fn found(
    kind: &str,
    query: &Value,
    field: &str,
    is_descending: bool,
    now: i64,
) -> Option<Universe> {
    let mut found = Vec::new();
    for one in instruments(kind, now) {
        if fulfils(&one, query, 0)? {
            found.push(one);
        }
    }
    found.sort_by(|one, other| order(&value(one, field), &value(other, field)));
    if is_descending {
        found.reverse();
    }
    Some(found)
}

/// Instruments.
pub(crate) type Universe = Vec<Arc<Facts>>;

/// Returns the instruments of a kind. They are kept, because their prices take long.
fn instruments(kind: &str, now: i64) -> Universe {
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
            "MUTUALFUND" => &["VFINX"],
            _ => &[],
        };
        let symbols = named.iter().map(|symbol| (*symbol).to_owned()).chain(made);
        symbols.map(|symbol| Arc::new(known::of(&symbol, now))).collect()
    });
    all.clone()
}

/// Returns true if an instrument fulfils a query, `None` if that is none.
fn fulfils(one: &Facts, query: &Value, depth: usize) -> Option<bool> {
    if depth > MAX_DEPTH {
        return None;
    }
    let operator = query.get("operator")?.as_str()?.to_ascii_uppercase();
    let operands = query.get("operands")?.as_array()?;
    if matches!(operator.as_str(), "AND" | "OR") {
        let parts = operands.iter().map(|part| fulfils(one, part, depth.saturating_add(1)));
        let parts: Vec<bool> = parts.collect::<Option<_>>()?;
        let is_and = operator == "AND";
        return (parts.len() >= 2).then(|| parts.iter().all(|part| *part == is_and) == is_and);
    }
    let (field, values) = operands.split_first()?;
    let field = field.as_str()?;
    if !(field == "isin" || FieldInfo::all().iter().any(|known| known.id == field)) {
        return None;
    }
    let own = value(one, field);
    let limits: Vec<f64> = values.iter().filter_map(Value::as_f64).collect();
    let is = |fits: fn(&f64, &f64) -> bool, limit: &f64| own.as_f64().is_some_and(|own| fits(&own, limit));
    match (operator.as_str(), limits.as_slice()) {
        ("EQ", [number]) => Some(own.as_f64() == Some(*number)),
        ("EQ", []) => {
            let [text] = values else { return None };
            Some(own.as_str()?.eq_ignore_ascii_case(text.as_str()?))
        }
        ("BTWN", [low, high]) => Some(is(f64::ge, low) && is(f64::le, high)),
        ("GT", [limit]) => Some(is(f64::gt, limit)),
        ("GTE", [limit]) => Some(is(f64::ge, limit)),
        ("LT", [limit]) => Some(is(f64::lt, limit)),
        ("LTE", [limit]) => Some(is(f64::le, limit)),
        _ => None,
    }
}

/// Returns the value of a field; null if the instrument has none, such as the ratio of its earnings after losses.
fn value(one: &Facts, field: &str) -> Value {
    let mut known = FIELDS.lines().filter_map(|line| line.split_once(' '));
    if let Some((_, fact)) = known.find(|(known, _)| *known == field) {
        return one.get(fact);
    }
    let mut rng = seeded(one.symbol(), field);
    let known = FieldInfo::all().iter().find(|known| known.id == field);
    match known.map(FieldInfo::values).unwrap_or_default() {
        [] => cents(between(&mut rng, 0.0, 100.0)).into(),
        values => pick(&mut rng, values).into(),
    }
}

fn order(one: &Value, other: &Value) -> Ordering {
    let number = |value: &Value| value.as_f64().unwrap_or(f64::NEG_INFINITY);
    number(one).total_cmp(&number(other)).then_with(|| one.as_str().cmp(&other.as_str()))
}

/// A predefined screener.
pub(crate) struct Screener<'a> {
    /// The canonical name.
    pub(crate) name: &'a str,
    pub(crate) title: &'a str,
    /// The kind of the instruments that it finds.
    pub(crate) kind: &'a str,
    condition: &'a str,
    /// The field of the order, and `ASC` or `DESC`.
    order: &'a str,
}

impl<'a> Screener<'a> {
    /// Returns the screeners that pages list.
    pub(crate) fn listed() -> Vec<Screener<'static>> {
        let mut all = Self::all();
        all.truncate(all.len().saturating_sub(NEWER));
        all
    }

    /// Returns all screeners.
    pub(crate) fn all() -> Vec<Screener<'static>> {
        let screener = |line: &'static str| {
            let mut cells = line.split('|').map(str::trim);
            let [name, title, kind, condition, order] = [(); 5].map(|()| cells.next().unwrap_or_default());
            Screener { name, title, kind, condition, order }
        };
        include_str!("screeners.txt").lines().map(screener).collect()
    }

    /// Returns the screener of a name; what is not listed finds shares.
    pub(crate) fn named(name: &'a str) -> Self {
        let known = Self::all().into_iter().find(|known| known.name == name);
        let other = Self { name, title: name, kind: "EQUITY", condition: "beta lt 1.5", order: "beta ASC" };
        known.unwrap_or(other)
    }

    /// Returns what it finds.
    pub(crate) fn found(&self, now: i64) -> Universe {
        self.query(now).unwrap_or_default()
    }

    fn query(&self, now: i64) -> Option<Universe> {
        let mut words = self.condition.split(' ');
        let (field, operator) = (words.next()?, words.next()?);
        let value = |word: &str| word.parse::<f64>().map_or_else(|_| json!(word), Value::from);
        let operands: Vec<Value> = std::iter::once(json!(field)).chain(words.map(value)).collect();
        let (field, order) = self.order.split_once(' ')?;
        found(self.kind, &json!({"operator": operator, "operands": operands}), field, order == "DESC", now)
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
        let (field, order) = self.order.split_once(' ').unwrap_or_default();
        json!({
            "size": ROWS,
            "offset": 0,
            "sortField": field,
            "sortType": order,
            "quoteType": self.kind,
            "topOperator": "AND",
            "criteria": [{"field": "region", "operators": ["EQ"], "values": [], "labelsSelected": [53]}],
        })
    }
}
