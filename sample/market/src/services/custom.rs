//! The custom screener.

use serde_json::{Value, json};

use crate::agreed::error_envelope;
use crate::asked::RoutedRequest;
use crate::facts::bare::bare;
use crate::facts::screeners::found;
use crate::facts::template::quoted;
use crate::reply::{Reply, in_envelope};

/// The envelope.
const KEY: &str = "finance";
/// The host gives no more rows at once.
const MOST_ROWS: usize = 250;
const USUAL_ROWS: usize = 25;

/// Returns the instruments that fulfil the query in the body of the request.
pub(crate) fn reply(asked: &RoutedRequest<'_>) -> Reply {
    let body: Value = serde_json::from_str(asked.sent.body).unwrap_or_default();
    let number = |name: &str, usual| {
        let number = body.get(name).and_then(Value::as_u64);
        number.map_or(usual, |number| usize::try_from(number).unwrap_or(usize::MAX))
    };
    let (size, start) = (number("size", USUAL_ROWS), number("offset", 0));
    if size > MOST_ROWS {
        let text = format!("Invalid size {size}; at most {MOST_ROWS}");
        return error_envelope(KEY, 400, "Bad Request", &text);
    }
    let text = |name: &str| body.get(name).and_then(Value::as_str).unwrap_or_default();
    let is_descending = text("sortType").eq_ignore_ascii_case("desc");
    let query = body.get("query").unwrap_or(&Value::Null);
    let Some(found) = found(text("quoteType"), query, text("sortField"), is_descending, asked.now) else {
        return error_envelope(KEY, 400, "internal-error", "Unable to generate query");
    };
    let rows: Vec<Value> =
        found.iter().skip(start).take(size).filter_map(|one| quoted(one)).map(bare).collect();
    let result = json!({
        "start": start, "count": rows.len(), "total": found.len(), "quotes": rows, "useRecords": false,
    });
    in_envelope(KEY, &[result])
}
