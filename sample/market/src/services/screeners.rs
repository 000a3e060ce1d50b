//! The screeners: the list of them, and the result of one.

use serde_json::{Value, json};

use crate::agreed::error_envelope;
use crate::asked::RoutedRequest;
use crate::facts::bare::bare;
use crate::facts::screeners::Screener;
use crate::facts::template::quoted;
use crate::numbers::seeded;
use crate::reply::{JSON_TYPE, Reply, in_envelope};

/// The envelope.
const KEY: &str = "finance";
/// The part of the list that has the screeners.
const IDEAS: &str = "neo_investment_ideas";
/// Instruments that the list shows of each screener.
const SHOWN: usize = 5;
/// Rows where the query does not say.
const USUAL_ROWS: usize = 25;
/// The host gives no more rows at once.
const MOST_ROWS: usize = 250;

/// Returns the list of screeners.
pub(crate) fn list(asked: &RoutedRequest<'_>) -> Reply {
    let modules = asked.sent.query.get("modules").unwrap_or_default();
    let sections =
        if modules.split(',').any(|module| module == IDEAS) { discovered(asked.now) } else { json!({}) };
    let body = json!({KEY: {"result": {"sections": sections, "quotes": {}}, "error": null}});
    Reply::new(200, JSON_TYPE, body.to_string())
}

/// Returns the result of a screener.
pub(crate) fn saved(asked: &RoutedRequest<'_>) -> Reply {
    if asked.subject.is_empty() {
        return error_envelope(KEY, 400, "Bad Request", "Missing required query parameter=scrIds");
    }
    let count = asked.sent.query.get("count").map_or(Ok(USUAL_ROWS), str::parse);
    let Ok(count @ ..=MOST_ROWS) = count else {
        let text = format!("Invalid input - count is a number up to {MOST_ROWS}");
        return error_envelope(KEY, 400, "Bad Request", &text);
    };
    let is_formatted = asked.sent.query.is_true("formatted");
    let Some(screener) = Screener::named(asked.subject) else {
        let text = "No screener records found. Check if scrIds and marketRegion combination are correct";
        return error_envelope(KEY, 404, "Not Found", text);
    };
    let found = screener.found(asked.now);
    let rows = found.iter().take(count).filter_map(|one| quoted(one));
    let quotes: Vec<Value> = rows.map(|row| if is_formatted { row } else { bare(row) }).collect();
    let result = json!({"start": 0, "count": quotes.len(), "quotes": quotes, "useRecords": false});
    in_envelope(KEY, &[service(&screener, result, asked.now)])
}

/// Returns the part of the list.
fn discovered(now: i64) -> Value {
    let described = |screener: &Screener| {
        let found = screener.found(now);
        let symbols = found.iter().take(SHOWN).map(|one| one.symbol());
        let records: Vec<Value> = symbols.map(|symbol| json!({"ticker": symbol})).collect();
        service(screener, json!({"entityIdType": "SCREENER", "records": records}), now)
    };
    let list: Vec<Value> = Screener::all().iter().map(described).collect();
    json!({IDEAS: {"screenersList": list}})
}

/// Returns a screener with the members that only the service has.
fn service(screener: &Screener, further: Value, now: i64) -> Value {
    let mut rng = seeded(screener.name, "id");
    let mut described = screener.described(now);
    if let (Value::Object(described), Value::Object(further)) = (&mut described, further) {
        described.insert(
            "id".to_owned(),
            format!("{:08x}-0000-4000-8000-{:012x}", rng.u32(..), rng.u64(..1 << 48)).into(),
        );
        described.insert("creationDate".to_owned(), 1_500_000_000_000_i64.into());
        described.extend(further);
    }
    described
}
