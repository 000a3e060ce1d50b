//! Facts of several instruments at once: their closes, and the instruments that are similar to them.

use serde_json::{Value, json};

use crate::agreed::{NOTFOUND, SIMILAR, SPARK};
use crate::asked::RoutedRequest;
use crate::chart;
use crate::company;
use crate::numbers::seeded;
use crate::reply::{Reply, in_envelope};

/// Instruments that are similar to one.
const SIMILAR_ROWS: usize = 5;

/// Returns the closes of a list of symbols. Unknown ones are left out.
pub(crate) fn spark(asked: &RoutedRequest<'_>) -> Reply {
    let mut rows = Vec::new();
    for symbol in symbols(asked.subject) {
        let reply = chart::reply(&RoutedRequest { subject: symbol, ..*asked });
        let Ok(chart) = serde_json::from_str::<Value>(&reply.body) else { continue };
        let Some(result) = chart.pointer("/chart/result/0") else { return reply };
        let member = |pointer: &str| result.pointer(pointer).cloned().unwrap_or_default();
        let (meta, timestamp) = (member("/meta"), member("/timestamp"));
        let close = member("/indicators/quote/0/close");
        let indicators =
            json!({"quote": [if close.is_null() { json!({}) } else { json!({"close": close}) }]});
        let row = if timestamp.is_null() {
            json!({"meta": meta, "indicators": indicators})
        } else {
            json!({"meta": meta, "timestamp": timestamp, "indicators": indicators})
        };
        rows.push(json!({"symbol": symbol, "response": [row]}));
    }
    in_envelope(SPARK, &rows)
}

/// Returns the instruments that are similar to each of a list. Those without any are left out.
pub(crate) fn similar(asked: &RoutedRequest<'_>) -> Reply {
    let row = |symbol: &str| {
        let mut rng = seeded(symbol, "similar");
        let others = company::tickers(&mut rng).take(SIMILAR_ROWS).zip(0_u32..);
        let others =
            others.map(|(other, place)| json!({"symbol": other, "score": 0.3 - 0.05 * f64::from(place)}));
        json!({"symbol": symbol, "recommendedSymbols": others.collect::<Vec<_>>()})
    };
    let rows: Vec<Value> = symbols(asked.subject).map(row).collect();
    in_envelope(SIMILAR, &rows)
}

fn symbols(list: &str) -> impl Iterator<Item = &str> {
    list.split(',').filter(|symbol| !symbol.is_empty() && *symbol != NOTFOUND)
}
