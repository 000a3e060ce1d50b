//! Facts of several instruments at once, in a row for each.

use serde_json::{Value, json};

use crate::agreed::{NOTFOUND, QUOTES, SPARK};
use crate::asked::RoutedRequest;
use crate::chart;
use crate::company;
use crate::facts::bare::bare;
use crate::facts::template::quote;
use crate::numbers::seeded;
use crate::reply::{Reply, in_envelope};

/// Instruments that stand for a market.
const OF_A_MARKET: usize = 6;

/// Returns the quotes of a list of symbols. Unknown ones are left out.
pub(crate) fn quotes(asked: &RoutedRequest<'_>) -> Reply {
    let quotes: Vec<Value> =
        symbols(asked.subject).filter_map(|symbol| quote(symbol, asked.now)).map(bare).collect();
    in_envelope(QUOTES, &quotes)
}

/// Returns the latest quotes of what stands for a market.
pub(crate) fn market(asked: &RoutedRequest<'_>) -> Reply {
    let mut rng = seeded(asked.subject, "market");
    let symbols = company::tickers(&mut rng).take(OF_A_MARKET).map(|ticker| format!("^{ticker}"));
    let rows: Vec<Value> = symbols.filter_map(|symbol| quote(&symbol, asked.now)).map(bare).collect();
    in_envelope("marketSummaryResponse", &rows)
}

/// Returns the closes of a list of symbols. Unknown ones are left out.
pub(crate) fn spark(asked: &RoutedRequest<'_>) -> Reply {
    let mut rows = Vec::new();
    for symbol in symbols(asked.subject) {
        let reply = chart::reply(&RoutedRequest { subject: symbol, ..*asked });
        let Ok(mut chart) = serde_json::from_str::<Value>(&reply.body) else { continue };
        let Some(result) = chart.pointer_mut("/chart/result/0").map(Value::take) else { return reply };
        let Value::Object(mut row) = result else { continue };
        let close = row.get("indicators").and_then(|indicators| indicators.pointer("/quote/0/close"));
        let close = close.map_or_else(|| json!({}), |close| json!({"close": close}));
        row.insert("indicators".to_owned(), json!({"quote": [close]}));
        row.remove("events");
        rows.push(json!({"symbol": symbol, "response": [row]}));
    }
    in_envelope(SPARK, &rows)
}

fn symbols(list: &str) -> impl Iterator<Item = &str> {
    list.split(',').filter(|symbol| !symbol.is_empty() && *symbol != NOTFOUND)
}
