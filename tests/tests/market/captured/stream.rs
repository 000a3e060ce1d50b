//! The stream of prices: collected messages, with what their collectors decoded by other means.

use serde_json::{Map, Value};
use virtual_finance::stream::{Tick, read, write};

use super::verdict::captured;

/// The messages, with the number of fields that each says and the price as people read it.
const CASES: [(&str, usize, &str); 3] =
    [("2025-10-30", 20, "110429.42"), ("2025-01-10", 20, "94745.08"), ("2026-05-22", 9, "305.76")];

#[test]
fn every_message_has_a_verdict() {
    let Some(file) = captured("further/stream/several__streamer-messages.json") else { return };
    let messages: Vec<Value> = serde_json::from_slice(&file).unwrap();
    assert_eq!(messages.len(), CASES.len());
    for (message, (date, fields, price)) in messages.iter().zip(CASES) {
        assert_eq!(message["date"], date);
        let tick = read(message["envelope"].to_string().as_bytes()).unwrap();
        let found = serde_json::to_value(&tick).unwrap();
        assert_eq!(found, expected(&message["decoded"]), "{date}");
        assert_eq!(
            found.as_object().unwrap().len(),
            fields,
            "{date}: what is said is there, and nothing else"
        );
        assert_eq!(tick.decimal(tick.price.unwrap()), price);
        // The message that says it is the host's own, byte for byte.
        assert_eq!(serde_json::from_str::<Value>(&write(&tick)).unwrap(), message["envelope"], "{date}");
        assert_eq!(serde_json::from_value::<Tick>(found).unwrap(), tick);
    }
}

fn expected(decoded: &Value) -> Value {
    let members =
        decoded.as_object().unwrap().iter().map(|(name, value)| match (name.as_str(), value.as_i64()) {
            ("id", _) => ("symbol".to_owned(), value.clone()),
            ("quoteType", Some(8)) => (name.clone(), "EQUITY".into()),
            ("quoteType", Some(41)) => (name.clone(), "CRYPTOCURRENCY".into()),
            ("marketHours", Some(0)) => (name.clone(), "PRE_MARKET".into()),
            ("marketHours", Some(1)) => (name.clone(), "REGULAR_MARKET".into()),
            _ => (name.clone(), value.clone()),
        });
    members.collect::<Map<_, _>>().into()
}
