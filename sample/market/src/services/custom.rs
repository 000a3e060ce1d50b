//! The custom screener.

use std::cmp::Ordering;

use serde_json::{Value, json};

use crate::asked::RoutedRequest;
use crate::facts::bare::bare;
use crate::facts::known::Facts;
use crate::facts::screeners::instruments;
use crate::facts::template::quoted;
use crate::reply::{Reply, in_envelope};

/// Fields of conditions, and the facts that they are of. No reply tells the values of other fields.
const FIELDS: &str = include_str!("../facts/fields.txt");

/// Returns the instruments that fulfil the query in the body of the request, in its order.
pub(crate) fn reply(asked: &RoutedRequest<'_>) -> Reply {
    let body: Value = serde_json::from_str(asked.sent.body).unwrap_or_default();
    let text = |name: &str| body.get(name).and_then(Value::as_str).unwrap_or_default();
    let number =
        |name: &str| body.get(name).and_then(Value::as_u64).and_then(|one| usize::try_from(one).ok());
    let (size, start) = (number("size").unwrap_or(25), number("offset").unwrap_or_default());
    let mut found = instruments(text("quoteType"), asked.now);
    found.retain(|one| one.is_traded() && body.get("query").is_none_or(|query| fulfils(one, query)));
    found.sort_by(|one, other| order(&value(one, text("sortField")), &value(other, text("sortField"))));
    if text("sortType").eq_ignore_ascii_case("desc") {
        found.reverse();
    }
    let rows = found.iter().skip(start).take(size).filter_map(|one| quoted(one)).map(bare);
    let quotes: Vec<Value> = rows.collect();
    let (count, total) = (quotes.len(), found.len());
    let page = json!({"start": start, "count": count, "total": total, "quotes": quotes, "useRecords": false});
    in_envelope("finance", &[page])
}

/// Returns true if an instrument fulfils a query. Conditions on what no reply tells hold for all.
fn fulfils(one: &Facts, query: &Value) -> bool {
    let operator = query.get("operator").and_then(Value::as_str).unwrap_or_default().to_ascii_uppercase();
    let operands = query.get("operands").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let (field, limits) = match (operator.as_str(), operands) {
        ("AND", all) => return all.iter().all(|part| fulfils(one, part)),
        ("OR", any) => return any.iter().any(|part| fulfils(one, part)),
        (_, [Value::String(field), limits @ ..]) => (field, limits),
        _ => return true,
    };
    if fact(field).is_none() {
        return true;
    }
    let own = value(one, field);
    let compared = |limit: &Value| (!own.is_null()).then(|| order(&own, limit));
    let ordered: Vec<Option<Ordering>> = limits.iter().map(compared).collect();
    match (operator.as_str(), ordered.as_slice()) {
        ("EQ", [Some(order)]) => order.is_eq(),
        ("GT", [Some(order)]) => order.is_gt(),
        ("GTE", [Some(order)]) => order.is_ge(),
        ("LT", [Some(order)]) => order.is_lt(),
        ("LTE", [Some(order)]) => order.is_le(),
        ("BTWN", [Some(low), Some(high)]) => low.is_ge() && high.is_le(),
        _ => false,
    }
}

/// Returns the value of a field; null where the instrument has none, as no ratio of its earnings after losses.
fn value(one: &Facts, field: &str) -> Value {
    fact(field).map(|fact| one.get(fact)).unwrap_or_default()
}

fn fact(field: &str) -> Option<&'static str> {
    let mut known = FIELDS.lines().filter_map(|line| line.split_once(' '));
    known.find(|(known, _)| *known == field).map(|(_, fact)| fact)
}

/// Returns the order of numbers, or of texts whatever their case.
fn order(one: &Value, other: &Value) -> Ordering {
    let number = |value: &Value| value.as_f64().unwrap_or(f64::NEG_INFINITY);
    let text = |value: &Value| value.as_str().unwrap_or_default().to_lowercase();
    number(one).total_cmp(&number(other)).then_with(|| text(one).cmp(&text(other)))
}
