//! A message of the stream of prices: the input is the message, and the bytes within one.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use virtual_finance::stream::{Tick, read, write};

pub(super) fn run(data: &[u8]) {
    let around = serde_json::json!({"type": "pricing", "message": STANDARD.encode(data)}).to_string();
    for message in [data, around.as_bytes()] {
        match read(message) {
            Ok(tick) => {
                assert_eq!(read(write(&tick).as_bytes()).as_ref(), Ok(&tick), "a tick survives the wire");
                let json = serde_json::to_string(&tick).unwrap();
                assert_eq!(serde_json::from_str::<Tick>(&json).unwrap(), tick, "and JSON: {json}");
                let shown = tick.price.map(|price| tick.decimal(price));
                assert!(shown.is_none_or(|shown| shown.len() < 80), "a price is short");
            }
            // The host's texts are cut.
            Err(fault) => assert!(fault.to_string().len() < 2000, "{fault}"),
        }
    }
}
