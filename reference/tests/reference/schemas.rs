//! The schemas describe the serialized responses.

use serde_json::{Map, Value, json};
use virtual_finance::catalogue::EndpointInfo;
use virtual_finance::request::{Context, JsonStyle, ParamMap, convert_saved};
use virtual_finance::{DateTime, ENDPOINTS};

use crate::replies::cases;

fn schema(info: &EndpointInfo) -> Value {
    (info.schema.expect("built with schemas"))()
}

fn validator(info: &EndpointInfo) -> jsonschema::Validator {
    jsonschema::draft202012::new(&schema(info)).unwrap()
}

fn endpoint(command: &str) -> &'static EndpointInfo {
    ENDPOINTS.iter().find(|info| info.command == command).unwrap()
}

#[test]
fn every_endpoint_has_a_reply_to_check_its_schema_with() {
    let without: Vec<&str> = ENDPOINTS
        .iter()
        .filter(|info| cases().iter().all(|case| case.info.name != info.name))
        .map(|info| info.name)
        .collect();
    assert_eq!(without, [""; 0], "give an example of each in the table a reply");
}

#[test]
fn every_response_is_what_its_schema_says() {
    for case in cases() {
        let validator = validator(case.info);
        let faults: Vec<String> = validator
            .iter_errors(&case.response)
            .map(|error| format!("{}: {error}", error.instance_path()))
            .collect();
        assert_eq!(faults, [""; 0], "{} {}", case.info.name, case.what);
    }
}

/// Returns the schema of a response, which is among its definitions where the table declares a record.
pub(crate) fn resolved(schema: &Value) -> &Value {
    let target =
        schema["$ref"].as_str().and_then(|reference| schema.pointer(reference.trim_start_matches('#')));
    target.unwrap_or(schema)
}

fn item(schema: &Value) -> &Value {
    let items = &schema["items"];
    let target =
        items["$ref"].as_str().and_then(|reference| schema.pointer(reference.trim_start_matches('#')));
    target.unwrap_or(items)
}

/// Returns the schemas that a part of a response has by the name of a member; those of the items of a list.
fn members<'s>(root: &'s Value, schema: &'s Value, name: &str) -> Vec<&'s Value> {
    if let Some(reference) = schema["$ref"].as_str() {
        let target = root.pointer(reference.trim_start_matches('#')).unwrap();
        return members(root, target, name);
    }
    let alternatives = ["anyOf", "oneOf", "allOf"].into_iter().filter_map(|key| schema[key].as_array());
    let parts = alternatives.flatten().chain(schema.get("items"));
    parts.flat_map(|part| members(root, part, name)).chain(schema["properties"].get(name)).collect()
}

#[test]
fn every_main_table_of_a_view_is_in_the_schema() {
    let has = |root: &Value, path: &str| {
        let start = vec![root];
        let step =
            |found: Vec<_>, name| found.into_iter().flat_map(|part| members(root, part, name)).collect();
        !path.split('.').fold(start, step).is_empty()
    };
    let quote = schema(endpoint("quote"));
    assert!(has(&quote, "quotes") && !has(&quote, "quote") && !has(&quote, "quotes.none"));
    let mains = ENDPOINTS.iter().filter_map(|info| Some((info, info.view?.main?)));
    let without: Vec<_> = mains
        .filter(|(info, main)| *main != "." && !has(&schema(info), main))
        .map(|(info, _)| info.name)
        .collect();
    assert_eq!(without, [""; 0], "correct 'main' in the table");
}

/// The order too: first the named fields in the order of the schema, then all others.
#[test]
fn every_response_has_the_order_of_its_schema() {
    for case in cases() {
        let schema = schema(case.info);
        let (schema, response) = match &case.response {
            // The items of a list have the order of theirs.
            Value::Array(items) => (item(&schema), items.first().unwrap_or(&Value::Null)),
            response => (resolved(&schema), response),
        };
        let named: Vec<&String> = schema["properties"].as_object().into_iter().flat_map(Map::keys).collect();
        let names = response.as_object().into_iter().flat_map(Map::keys);
        let places = names.map(|name| named.iter().position(|other| *other == name).unwrap_or(named.len()));
        assert!(places.is_sorted(), "{} {}", case.info.name, case.what);
    }
}

#[test]
fn what_is_no_response_is_refused() {
    let first = |command| {
        let case = cases().iter().find(|case| case.info.command == command);
        case.unwrap().response.clone()
    };
    for (command, pointer, wrong) in [
        ("history", "/ohlcdata/timestamp/0", json!("2024-06-28")),
        ("history", "/ohlcdata/open", Value::Null),
        ("history", "/meta/currency", json!(1)),
        ("history", "/meta/currentTradingPeriod/pre/start", json!(1.5)),
        ("options", "/options/0/calls/0/strike", json!("100")),
        ("holders", "/major/0", json!(["58 %"])),
        ("index", "/Symbol", json!({ "zero": "IBM" })),
        ("profile", "/info/zip", json!(10504)),
        ("financials", "/cashflow/yearly/0/netIncome", json!({ "raw": 1 })),
        ("screener", "/rows/0/symbol", json!(["IBM"])),
        ("screeners", "/screeners/0/canonicalName", Value::Null),
        ("isin", "/ISIN", Value::Null),
    ] {
        let (validator, mut response) = (validator(endpoint(command)), first(command));
        assert!(validator.is_valid(&response), "{command}");
        *response.pointer_mut(pointer).unwrap_or_else(|| panic!("{command} has no {pointer}")) = wrong;
        assert!(!validator.is_valid(&response), "{command} {pointer}");
    }
    let mut response = first("history");
    response.as_object_mut().unwrap().remove("meta");
    assert!(!validator(endpoint("history")).is_valid(&response), "a required part is missing");
}

/// A field of a record may be absent, null or a value, and a record may have fields that are not named.
#[test]
fn a_record_may_lack_fields_and_have_more() {
    let history = endpoint("history");
    let reply = r#"{"chart":{"result":[{"meta":{"currency":null,"symbol":"IBM","new":{"a":[1]}},
        "timestamp":[1],"events":{"dividends":{"1":{"amount":0.5,"date":1}}},
        "indicators":{"quote":[{"open":[4.25],"close":[null],"volume":[7]}]}}],"error":null}}"#;
    let request = (history.build)(&ParamMap::from_iter([("ticker", "IBM")])).unwrap();
    let cx = Context::new(&[], DateTime::from(0));
    let mut json = Vec::new();
    let reply = convert_saved(&*request, &[reply.as_bytes()], &cx).unwrap();
    reply.response.write_json(&mut json, JsonStyle::Compact).unwrap();
    let expected = r#"{"meta":{"currency":null,"symbol":"IBM","new":{"a":[1]}},"ohlcdata":{"timestamp":[1],"open":[4.25],"close":[null],"volume":[7]},"dividends":[{"amount":0.5,"date":1}],"splits":[]}"#;
    assert_eq!(String::from_utf8(json).unwrap(), expected);
    assert!(validator(history).is_valid(&serde_json::from_str(expected).unwrap()));
}

#[test]
fn every_named_field_has_a_meaning() {
    fn check(name: &str, schema: &Value, without: &mut Vec<String>) {
        for (field, member) in schema["properties"].as_object().into_iter().flatten() {
            if member["description"].as_str().is_none_or(str::is_empty) {
                without.push(format!("{name}.{field}"));
            }
            check(&format!("{name}.{field}"), member, without);
        }
    }
    let mut without = Vec::new();
    for info in ENDPOINTS {
        let schema = schema(info);
        check(info.name, &schema, &mut without);
        for (part, schema) in schema["$defs"].as_object().into_iter().flatten() {
            check(&format!("{} {part}", info.name), schema, &mut without);
        }
    }
    assert_eq!(without, [""; 0], "write what they mean as doc comments");
}
