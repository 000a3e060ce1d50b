//! The custom screener: invented instruments that fulfil the conditions of a query.

use std::cell::OnceCell;
use std::cmp::Ordering;

use serde_json::{Value, json};
use virtual_finance::screening::FieldInfo;

use crate::agreed::error_envelope;
use crate::asked::RoutedRequest;
use crate::company;
use crate::numbers::{between, cents, pick, real, seeded, whole};
use crate::quotes::Latest;
use crate::reply::{Reply, in_envelope};

/// The envelope.
const KEY: &str = "finance";
/// The instruments of each kind that there are.
const INSTRUMENTS: usize = 120;
/// The host gives no more rows at once.
const MOST_ROWS: usize = 250;
const USUAL_ROWS: usize = 25;
/// The most operators within each other.
const MAX_DEPTH: usize = 80;

/// Returns the instruments that fulfil the query in the body of the request.
pub(crate) fn reply(asked: &RoutedRequest<'_>) -> Reply {
    let body: Value = serde_json::from_str(asked.sent.body).unwrap_or_default();
    let number = |name: &str, usual| body.get(name).and_then(Value::as_u64).map_or(usual, size);
    let (size, start) = (number("size", USUAL_ROWS), number("offset", 0));
    if size > MOST_ROWS {
        let text = format!("Invalid size {size}; at most {MOST_ROWS}");
        return error_envelope(KEY, 400, "Bad Request", &text);
    }
    let text = |name: &str| body.get(name).and_then(Value::as_str).unwrap_or_default();
    let kind = text("quoteType");
    let instruments = instruments(kind, asked.now);
    let fulfils = |one: &Instrument| one.fulfils(body.get("query")?, 0);
    let Some(verdicts) = instruments.iter().map(fulfils).collect::<Option<Vec<bool>>>() else {
        return error_envelope(KEY, 400, "internal-error", "Unable to generate query");
    };
    let found = instruments.into_iter().zip(verdicts).filter(|(_, fulfils)| *fulfils);
    let mut found: Vec<Instrument> = found.map(|(one, _)| one).collect();
    let field = text("sortField");
    found.sort_by(|one, other| one.value(field).order(&other.value(field)));
    if text("sortType").eq_ignore_ascii_case("desc") {
        found.reverse();
    }
    let total = found.len();
    let rows: Vec<Value> = found.iter().skip(start).take(size).filter_map(|one| one.row(kind)).collect();
    let result = json!({
        "start": start, "count": rows.len(), "total": total, "quotes": rows, "useRecords": false,
    });
    in_envelope(KEY, &[result])
}

fn size(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

/// An instrument.
struct Instrument {
    symbol: String,
    now: i64,
    /// The latest price, once it is needed: all bars before it are invented for it.
    latest: OnceCell<Option<Latest>>,
}

/// The value of a field.
enum Figure {
    Number(f64),
    Text(String),
}

fn instruments(kind: &str, now: i64) -> Vec<Instrument> {
    let mut rng = seeded(kind, "instruments");
    let symbols = company::tickers(&mut rng).take(INSTRUMENTS);
    symbols.map(|symbol| Instrument { symbol, now, latest: OnceCell::new() }).collect()
}

impl Instrument {
    fn latest(&self) -> Option<&Latest> {
        self.latest.get_or_init(|| Latest::of(&self.symbol, self.now)).as_ref()
    }

    /// Returns a figure of the latest price; 0 before the first trade.
    fn figure(&self, of: impl Fn(&Latest) -> f64) -> Figure {
        Figure::Number(self.latest().map(of).unwrap_or_default())
    }

    /// Returns true if the instrument fulfils a query, `None` if that is none.
    fn fulfils(&self, query: &Value, depth: usize) -> Option<bool> {
        if depth > MAX_DEPTH {
            return None;
        }
        let operator = query.get("operator")?.as_str()?.to_ascii_uppercase();
        let operands = query.get("operands")?.as_array()?;
        if matches!(operator.as_str(), "AND" | "OR") {
            let parts = operands.iter().map(|part| self.fulfils(part, depth.saturating_add(1)));
            let parts: Vec<bool> = parts.collect::<Option<_>>()?;
            let is_and = operator == "AND";
            return (parts.len() >= 2).then(|| parts.iter().all(|part| *part == is_and) == is_and);
        }
        let (field, values) = operands.split_first()?;
        let field = field.as_str()?;
        if !(field == "isin" || FieldInfo::all().iter().any(|known| known.id == field)) {
            return None;
        }
        let own = self.value(field);
        match (operator.as_str(), values) {
            ("EQ", [value]) => Some(own.is(value)),
            ("BTWN", [low, high]) => Some(own.number()? >= low.as_f64()? && own.number()? <= high.as_f64()?),
            ("GT", [value]) => Some(own.number()? > value.as_f64()?),
            ("GTE", [value]) => Some(own.number()? >= value.as_f64()?),
            ("LT", [value]) => Some(own.number()? < value.as_f64()?),
            ("LTE", [value]) => Some(own.number()? <= value.as_f64()?),
            _ => None,
        }
    }

    /// Returns the value of a field. That of one which no other reply tells is invented here.
    fn value(&self, field: &str) -> Figure {
        let symbol = &self.symbol;
        let industry = company::of(symbol).industry;
        match field {
            "region" => Figure::Text("us".to_owned()),
            "exchange" => Figure::Text("NYQ".to_owned()),
            "sector" => Figure::Text(industry.sector.to_owned()),
            "industry" => Figure::Text(industry.name.to_owned()),
            "ticker" => Figure::Text(symbol.clone()),
            "beta" => Figure::Number(company::beta(symbol)),
            "eodprice" | "intradayprice" => self.figure(|latest| latest.price),
            "intradaypricechange" => self.figure(|latest| latest.change),
            "percentchange" => self.figure(|latest| latest.percent),
            "dayvolume" | "eodvolume" => self.figure(|latest| real(latest.volume)),
            "intradaymarketcap" | "lastclosemarketcap.lasttwelvemonths" => {
                self.figure(|latest| real(self.cap(latest)))
            }
            "totalsharesoutstanding" => Figure::Number(real(company::shares(symbol))),
            _ => {
                let mut rng = seeded(symbol, field);
                let known = FieldInfo::all().iter().find(|known| known.id == field);
                match known.map(FieldInfo::values).unwrap_or_default() {
                    [] => Figure::Number(cents(between(&mut rng, 0.0, 100.0))),
                    values => Figure::Text(pick(&mut rng, values).to_owned()),
                }
            }
        }
    }

    fn cap(&self, latest: &Latest) -> i64 {
        whole(latest.price * real(company::shares(&self.symbol)))
    }

    /// Returns the row; none before the first trade.
    fn row(&self, kind: &str) -> Option<Value> {
        let latest = self.latest()?;
        let mut row = latest.quote(&self.symbol, self.now);
        let members = row.as_object_mut()?;
        members.insert("quoteType".into(), kind.into());
        members.insert("marketCap".into(), self.cap(latest).into());
        members.insert("dividendDate".into(), self.now.saturating_sub(86_400 * 30).into());
        Some(row)
    }
}

impl Figure {
    fn number(&self) -> Option<f64> {
        match self {
            Self::Number(number) => Some(*number),
            Self::Text(_) => None,
        }
    }

    fn is(&self, value: &Value) -> bool {
        match self {
            Self::Number(number) => value.as_f64() == Some(*number),
            Self::Text(text) => value.as_str().is_some_and(|value| value.eq_ignore_ascii_case(text)),
        }
    }

    fn order(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Self::Number(own), Self::Number(other)) => own.total_cmp(other),
            (Self::Text(own), Self::Text(other)) => own.cmp(other),
            (Self::Number(_), Self::Text(_)) => Ordering::Less,
            (Self::Text(_), Self::Number(_)) => Ordering::Greater,
        }
    }
}
