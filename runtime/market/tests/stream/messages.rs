//! Messages: any bytes are a tick or an error, and what a tick says survives its way over the wire.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use proptest::prelude::*;
use serde_json::{Value, json};
use virtual_finance_runtime::stream::{MarketHours, MessageFault, OptionType, QuoteType, Tick, read, write};

fn message(bytes: &[u8]) -> String {
    json!({"type": "pricing", "message": STANDARD.encode(bytes)}).to_string()
}

fn tick(json: Value) -> Tick {
    serde_json::from_value(json).unwrap()
}

#[test]
fn zero_and_absent_are_two_things() {
    // Field 1 is "A", then field 7 (the part of the day) and field 9 (zigzag) are 0.
    let said = read(message(&[0x0a, 1, b'A', 0x38, 0, 0x48, 0]).as_bytes()).unwrap();
    assert_eq!(said, tick(json!({"symbol": "A", "marketHours": "PRE_MARKET", "dayVolume": 0})));
    let silent = read(message(&[0x0a, 1, b'A']).as_bytes()).unwrap();
    assert_eq!((silent.market_hours, silent.day_volume), (None, None));
    assert_eq!(serde_json::to_value(&silent).unwrap(), json!({"symbol": "A"}));
}

#[test]
fn numbers_are_read_by_their_wire_types() {
    // Zigzag of −1 ms is 1; the price 1.5 is 0x3fc00000 in little endian; the supply 2.0 is a double.
    let bytes = [
        &[0x0a, 1, b'A', 0x15, 0, 0, 0xc0, 0x3f, 0x18, 1][..],
        &[0x81, 2, 0, 0, 0, 0, 0, 0, 0, 0x40],
        // Field 40, which is not known, as a varint, eight bytes, a string and four bytes.
        &[0xc0, 2, 7, 0xc1, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0xc2, 2, 1, b'x', 0xc5, 2, 0, 0, 0, 0],
    ]
    .concat();
    let read = read(message(&bytes).as_bytes()).unwrap();
    assert_eq!(read, tick(json!({"symbol": "A", "price": 1.5, "time": -1, "circulatingSupply": 2.0})));
    assert_eq!(read.timestamp(), Some(-1));
}

#[test]
fn members_that_are_not_known_stay_numbers() {
    let read = read(message(&[0x0a, 1, b'A', 0x30, 99, 0x38, 9, 0xa0, 1, 2]).as_bytes()).unwrap();
    assert_eq!(read.quote_type, Some(QuoteType(99)));
    assert_eq!((read.market_hours, read.options_type), (Some(MarketHours(9)), Some(OptionType::PUT)));
    let as_json = serde_json::to_value(&read).unwrap();
    assert_eq!(as_json, json!({"symbol": "A", "quoteType": 99, "marketHours": 9, "optionsType": "PUT"}));
    assert_eq!(tick(as_json), read);
}

#[test]
fn prices_have_the_decimals_of_the_hint() {
    let hinted = tick(json!({"symbol": "A", "priceHint": 2}));
    assert_eq!(hinted.decimal(305.76), "305.76");
    assert_eq!(hinted.decimal(7.0), "7.00");
    let fine = tick(json!({"symbol": "A", "priceHint": 4, "price": 1.0625, "changePercent": -0.5}));
    assert_eq!(fine.to_string(), "A 1.0625 -0.50%");
    assert_eq!(tick(json!({"symbol": "A"})).decimal(305.76), "305.76");
    for odd in [i64::MIN, -1] {
        assert_eq!(tick(json!({"symbol": "A", "priceHint": odd})).decimal(1.5), "2");
    }
    let many = tick(json!({"symbol": "A", "priceHint": i64::MAX}));
    assert_eq!(many.decimal(1.5), "1.500000000000");
}

#[test]
fn bad_messages_are_errors() {
    let fault = |message: &str| read(message.as_bytes()).unwrap_err();
    for text in ["", "null", "[]", "7", "{}", "{\"type\":7}", "hello", "{\"type\":\"pricing\""] {
        assert!(matches!(fault(text), MessageFault::NotJson { .. }), "{text}: {}", fault(text));
    }
    let other = fault(r#"{"type":"status","message":""}"#);
    assert_eq!(other, MessageFault::OtherType { kind: "status".to_owned() });
    for text in [r#"{"type":"pricing"}"#, r#"{"type":"pricing","message":"*"}"#] {
        assert!(matches!(fault(text), MessageFault::NotBase64 { .. }), "{text}");
    }
    // A field that ends too early, field number 0, a string that is no UTF-8, a string where a number is to be.
    for bytes in [&[0x0a, 5, b'A'][..], &[0], &[0x0a, 1, 0xff], &[0x12, 1, b'A']] {
        let fault = fault(&message(bytes));
        assert!(matches!(fault, MessageFault::NotPricing { .. }), "{bytes:?}: {fault}");
    }
    for bytes in [&[][..], &[0x0a, 0], &[0x38, 0]] {
        assert_eq!(fault(&message(bytes)), MessageFault::NoSymbol, "{bytes:?}");
    }
    let nan = fault(&message(&[0x0a, 1, b'A', 0x15, 0, 0, 0xc0, 0x7f]));
    assert_eq!(nan, MessageFault::NotFinite { symbol: "A".to_owned(), field: "price" });
    // A long text of the host is not repeated whole.
    let long = fault(&json!({"type": "x".repeat(10_000)}).to_string());
    assert!(long.to_string().len() < 400, "{long}");
}

fn maybe<T: Into<Value> + std::fmt::Debug + Clone>(
    values: impl Strategy<Value = T>,
) -> impl Strategy<Value = Option<Value>> {
    proptest::option::of(values.prop_map(Into::into))
}

prop_compose! {
    /// Ticks with any fields.
    fn ticks()(
        symbol in "[A-Z^=.-]{1,8}",
        price in maybe(-1e30_f32..1e30),
        change in maybe(prop_oneof![Just(0.0_f32), Just(-0.0), -1.0_f32..1.0]),
        time in maybe(any::<i64>()),
        volume in maybe(prop_oneof![Just(0), any::<i64>()]),
        hours in maybe(prop_oneof![0..4, any::<i32>()]),
        kind in maybe(any::<i32>()),
        supply in maybe(-1e300_f64..1e300),
        name in maybe(".{0,20}"),
        option in maybe(any::<i64>()),
    ) -> Tick {
        let members = [
            ("symbol", Some(Value::from(symbol))), ("price", price), ("change", change), ("time", time),
            ("dayVolume", volume), ("marketHours", hours), ("quoteType", kind), ("circulatingSupply", supply),
            ("shortName", name), ("optionsType", option),
        ];
        let object = members.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?)));
        tick(Value::Object(object.collect()))
    }
}

proptest! {
    #[test]
    fn any_bytes_are_a_tick_or_an_error(bytes: Vec<u8>) {
        let _ = read(&bytes);
        if let Ok(tick) = read(message(&bytes).as_bytes()) {
            prop_assert_eq!(read(write(&tick).as_bytes()), Ok(tick));
        }
    }

    #[test]
    fn what_is_said_and_what_is_not_survives_the_wire(tick in ticks()) {
        prop_assert_eq!(read(write(&tick).as_bytes()), Ok(tick.clone()));
        let json = serde_json::to_string(&tick).unwrap();
        prop_assert_eq!(serde_json::from_str::<Tick>(&json).unwrap(), tick);
    }

    #[test]
    fn a_message_with_a_changed_byte_is_a_tick_or_an_error(tick in ticks(), place: usize, byte: u8) {
        let mut bytes = write(&tick).into_bytes();
        let place = place.checked_rem(bytes.len()).unwrap();
        bytes[place] = byte;
        let _ = read(&bytes);
    }
}
