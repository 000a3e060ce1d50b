//! Facts of several instruments at once, in a row for each.

use serde_json::{Value, json};

use crate::agreed::{NOTFOUND, QUOTES, SIMILAR, SPARK};
use crate::asked::RoutedRequest;
use crate::chart;
use crate::company;
use crate::facts::bare::bare;
use crate::facts::template::{quote, rows};
use crate::numbers::seeded;
use crate::reply::{Reply, in_envelope};

/// Instruments that stand for a market.
const OF_A_MARKET: usize = 6;
/// Trending instruments where the query does not say how many, and the most that the host gives.
const USUAL: usize = 5;
const MOST: usize = 50;

/// Returns the quotes of a list of symbols. Unknown ones are left out.
pub(crate) fn quotes(asked: &RoutedRequest<'_>) -> Reply {
    let quotes: Vec<Value> =
        symbols(asked.subject).filter_map(|symbol| quote(symbol, asked.now)).map(bare).collect();
    in_envelope(QUOTES, &quotes)
}

/// Returns the insights into a list of symbols.
pub(crate) fn insights(asked: &RoutedRequest<'_>) -> Reply {
    in_envelope("finance", &rows(include_str!("insight.json"), asked.subject.split(','), asked.now))
}

/// Returns the instruments that are similar to each of a list. Those without any are left out.
pub(crate) fn similar(asked: &RoutedRequest<'_>) -> Reply {
    in_envelope(SIMILAR, &rows(include_str!("similar.json"), symbols(asked.subject), asked.now))
}

/// Returns the instruments that people of a country look at most.
pub(crate) fn trending(asked: &RoutedRequest<'_>) -> Reply {
    let count = asked.sent.query.get("count").and_then(|count| count.parse().ok()).unwrap_or(USUAL).min(MOST);
    let mut rng = seeded(asked.subject, "trending");
    let has_quotes = asked.sent.query.is_true("useQuotes");
    let row = |symbol: String| match quote(&symbol, asked.now) {
        Some(quote) if has_quotes => bare(quote),
        _ => json!({"symbol": symbol}),
    };
    let rows: Vec<Value> = company::tickers(&mut rng).take(count).map(row).collect();
    let ranking = json!({
        "count": rows.len(), "quotes": rows, "jobTimestamp": asked.now.saturating_mul(1000),
        "startInterval": 202_406_281_900_i64,
    });
    in_envelope("finance", &[ranking])
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
