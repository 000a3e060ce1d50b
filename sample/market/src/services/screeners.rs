//! The screeners: the list of them, and the result of one.

use serde_json::{Value, json};

use crate::agreed::error_envelope;
use crate::asked::RoutedRequest;
use crate::facts::screeners::{SCREENERS, Screener};
use crate::numbers::seeded;
use crate::reply::{JSON_TYPE, Reply};
use crate::services::bare::bare;

/// The envelope.
const KEY: &str = "finance";
/// The part of the list that has the screeners.
const IDEAS: &str = "neo_investment_ideas";
/// The screeners that only the service lists.
const NEWER: &[Screener<'static>] = &[
    Screener { name: "HARBOR_FAVORITES", title: "Favorites of the Harbor", kind: "EQUITY" },
    Screener { name: "QUIET_GROWERS", title: "Quiet Growers", kind: "EQUITY" },
];
/// Instruments that the list shows of each screener.
const SHOWN: usize = 5;
/// Rows where the query does not say.
const USUAL_ROWS: usize = 25;
/// The host gives no more rows at once.
const MOST_ROWS: usize = 250;

/// Returns the list of screeners.
pub(crate) fn list(asked: &RoutedRequest<'_>) -> Reply {
    let modules = asked.sent.query.get("modules").unwrap_or_default();
    let body = if modules.split(',').any(|module| module == IDEAS) {
        discovered()
    } else {
        json!({KEY: {"result": {"sections": {}, "quotes": {}}, "error": null}})
    };
    Reply::new(200, JSON_TYPE, body.to_string())
}

/// Returns the result of a screener.
pub(crate) fn saved(asked: &RoutedRequest<'_>) -> Reply {
    if asked.subject.is_empty() {
        return error_envelope(KEY, 400, "Bad Request", "Missing required query parameter=scrIds");
    }
    let count = asked.sent.query.get("count").map_or(Ok(USUAL_ROWS), str::parse);
    match count {
        Ok(count) if count <= MOST_ROWS => {
            let is_formatted = asked.sent.query.is_true("formatted");
            Reply::new(200, JSON_TYPE, found(asked.subject, count, is_formatted).to_string())
        }
        _ => {
            let text = format!("Invalid input - count is a number up to {MOST_ROWS}");
            error_envelope(KEY, 400, "Bad Request", &text)
        }
    }
}

/// Returns the list as the service has it.
pub(crate) fn discovered() -> Value {
    let described = |screener: &Screener<'_>| {
        let symbols =
            screener.rows(SHOWN).into_iter().filter_map(|mut row| row.get_mut("symbol").map(Value::take));
        let records: Vec<Value> = symbols.map(|symbol| json!({"ticker": symbol})).collect();
        with(
            screener.described(),
            &json!({
                "id": id(screener),
                "creationDate": 1_500_000_000_000_i64,
                "entityIdType": "SCREENER",
                "records": records,
            }),
        )
    };
    let list: Vec<Value> = SCREENERS.iter().chain(NEWER).map(described).collect();
    json!({KEY: {"result": {"sections": {IDEAS: {"screenersList": list}}, "quotes": {}}, "error": null}})
}

/// Returns the result as the service has it.
pub(crate) fn found(name: &str, count: usize, is_formatted: bool) -> Value {
    let screener = Screener::named(name);
    let total = usize::try_from(screener.total()).unwrap_or(usize::MAX);
    let beside = json!({
        "language": "en-US",
        "region": "US",
        "typeDisp": "Equity",
        "triggerable": false,
        "marketState": "CLOSED",
        "market": "us_market",
        "exchange": "NYQ",
        "corporateActions": [],
    });
    let rows = screener.rows(count.min(total)).into_iter().map(|row| with(row, &beside));
    let quotes: Vec<Value> = rows.map(|row| if is_formatted { row } else { bare(row) }).collect();
    let result = with(
        screener.described(),
        &json!({
            "id": id(&screener),
            "start": 0,
            "count": quotes.len(),
            "quotes": quotes,
            "useRecords": false,
            "creationDate": 1_500_000_000_000_i64,
        }),
    );
    json!({KEY: {"result": [result], "error": null}})
}

fn id(screener: &Screener<'_>) -> String {
    let mut rng = seeded(screener.name, "id");
    format!(
        "{:08x}-{:04x}-4{:03x}-8{:03x}-{:012x}",
        rng.u32(..),
        rng.u16(..),
        rng.u16(..4096),
        rng.u16(..4096),
        rng.u64(..1 << 48)
    )
}

/// Returns the object with further members.
fn with(mut object: Value, further: &Value) -> Value {
    if let (Some(object), Some(further)) = (object.as_object_mut(), further.as_object()) {
        object.extend(further.clone());
    }
    object
}
