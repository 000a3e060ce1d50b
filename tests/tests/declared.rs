//! Responses that a table declares, without a converter: those of the consumer's gauges.

use proptest::prelude::*;
use serde_json::{Value, json};
use virtual_finance_consumer::{ENDPOINTS, Gauges, Station};
use virtual_finance_core::request::Endpoint as _;
use virtual_finance_core::{Context, DateTime, Fault, Field, RawReply};

const STATION: &str = r#"{"name":"Old Quay","place":{"lat":54.50,"lon":-3},"gauges":2,"isManned":false,
    "opened":"1911-05-01","lastSeen":1772359200,"records":{"2025":4.10},"near":[{"name":"Pier"}],"keeper":null}"#;

/// Converts a reply to a response, as JSON, or to the fault.
fn converted(reply: &str) -> Result<Value, Fault> {
    let context = Context::new(&[], DateTime::from(0));
    match Station::new("quay").convert(&context, &[RawReply::new(reply.as_bytes())]) {
        Ok(converted) => Ok(serde_json::to_value(converted.response).unwrap()),
        Err(error) => Err(error.fault().clone()),
    }
}

fn reply(change: impl FnOnce(&mut Value)) -> String {
    let mut station: Value = serde_json::from_str(STATION).unwrap();
    change(&mut station);
    json!({ "data": [station] }).to_string()
}

#[test]
fn every_type_of_member() {
    let response = converted(&reply(|_| {})).unwrap();
    assert_eq!(response, serde_json::from_str::<Value>(STATION).unwrap());
    // A number stays what it was, an instant is epoch seconds whatever the host writes.
    assert_eq!(response["place"]["lon"].to_string(), "-3");
    let seen = |written: Value| {
        converted(&reply(|station| station["lastSeen"] = written)).unwrap()["lastSeen"].clone()
    };
    for written in [json!("2026-03-01T11:00:00+01:00"), json!(1_772_359_200), json!(1_772_359_200.75)] {
        assert_eq!(seen(written), 1_772_359_200);
    }
}

#[test]
fn absent_and_null_are_two_things() {
    let with = |name: &str, value: Value| converted(&reply(|station| station[name] = value));
    assert_eq!(with("keeper", json!("A. Keeper")).unwrap()["keeper"], "A. Keeper");
    assert_eq!(with("phone", json!("12")).unwrap()["phone"], "12");
    assert_eq!(with("closed", Value::Null).unwrap()["closed"], Value::Null);
    assert!(converted(&reply(|_| {})).unwrap().get("closed").is_none());
    // Hosts are looser than their documents: null is no phone.
    assert!(with("phone", Value::Null).unwrap().get("phone").is_none());
    for (found, part) in [
        (with("name", Value::Null), "data[0].name"),
        (
            converted(&reply(|station| drop(station.as_object_mut().unwrap().remove("keeper")))),
            "data[0].keeper",
        ),
    ] {
        assert_eq!(found, Err(Fault::missing(part)));
    }
}

#[test]
fn a_record_keeps_members_that_it_does_not_name_if_it_is_open() {
    let reply = reply(|station| station["paint"] = json!({ "colour": "red", "year": 1.50 }));
    let context = Context::new(&[], DateTime::from(0));
    let response =
        Station::new("quay").convert(&context, &[RawReply::new(reply.as_bytes())]).unwrap().response;
    assert_eq!(response.other["paint"].to_string(), r#"{"colour":"red","year":1.5}"#);
    assert_eq!((response.closed, response.opened.to_string().as_str()), (Field::Absent, "1911-05-01"));
}

#[test]
fn replies_without_the_data() {
    for (reply, fault) in [
        (r#"{"data":[]}"#, "data[0] is missing"),
        (r#"{}"#, "data[0] is missing"),
        (r#"{"data":null}"#, "the host knows nothing: it gives no data[0]"),
        (r#"{"data":[null]}"#, "the host knows nothing: it gives no data[0]"),
        (r#"{"problem":{"kind":404,"text":"no such gauge"}}"#, r#"the host answers "404": "no such gauge""#),
        (
            r#"{"problem":{"kind":"quota","text":"no more"},"data":[]}"#,
            r#"the host answers "quota": "no more""#,
        ),
        (r#"{"problem":"closed on Sundays"}"#, r#"the host answers "closed on Sundays""#),
        (r#"{"error":{"code":"Not Found","description":"gone"}}"#, r#"the host answers "Not Found": "gone""#),
        (r#"{"data":[{"name":1}]}"#, "data[0].name cannot be read: invalid type: integer `1`"),
        (r#"{"data":7}"#, "data cannot be read: invalid type: integer `7`, expected an object with \"0\""),
        (r#"{"data":[],"data":[]}"#, "\"data\" is there twice"),
        (r#"{"data":[{"name":"a","#, "the reply is cut: its JSON ends too early"),
        ("<html></html>", "the reply is HTML where JSON was asked for"),
        ("", "the reply is empty"),
    ] {
        let found = converted(reply).unwrap_err().to_string();
        assert!(found.contains(fault), "{reply}: {found}");
    }
    assert!(matches!(converted(r#"{"problem":{"kind":404,"text":"x"}}"#), Err(Fault::NotFound { .. })));
    assert!(converted(&reply(|_| {}).replacen('{', r#"{"problem":null,"#, 1)).is_ok());
}

/// The schema says of each member what its value can be.
#[test]
fn the_schema_of_a_declared_response() {
    let schema = |name: &str| {
        let info = ENDPOINTS.iter().find(|info| info.name == name).unwrap();
        info.schema.unwrap()()
    };
    let station = &schema("Station")["$defs"]["Facts"];
    assert_eq!(station["properties"]["place"]["$ref"], "#/$defs/Place");
    assert_eq!(
        station["properties"]["records"]["description"],
        "The highest water of each year.\n\nIn metres."
    );
    assert_eq!(
        station["required"],
        json!(["name", "place", "gauges", "isManned", "opened", "lastSeen", "records", "near", "keeper"])
    );
    assert_eq!(schema("Gauges")["items"]["$ref"], "#/$defs/Gauge");
}

#[test]
fn the_example_of_the_table_is_right() {
    let info = ENDPOINTS.iter().find(|info| info.name == "Station").unwrap();
    let example = info.examples.iter().find(|example| example.name == "quay").unwrap();
    let expected: Value = serde_json::from_str(example.response.unwrap()).unwrap();
    assert_eq!(converted(example.reply.unwrap()).unwrap(), expected);
}

proptest! {
    /// Any list of gauges is read as it is, and any other JSON is an error or such a list, never a panic.
    #[test]
    fn lists_of_any_names(names in prop::collection::vec(".*", 0..8), cut in 0_usize..40) {
        let reply = Value::from_iter(names.iter().map(|name| json!({ "name": name }))).to_string();
        let context = Context::new(&[], DateTime::from(0));
        let gauges = |text: &str| {
            let converted = Gauges::new(["north"]).convert(&context, &[RawReply::new(text.as_bytes())]);
            converted.map(|converted| converted.response.into_iter().map(|gauge| gauge.name).collect::<Vec<_>>())
        };
        prop_assert_eq!(gauges(&reply).unwrap(), names);
        let end = reply.char_indices().map(|(index, _)| index).nth(cut).unwrap_or(0);
        prop_assert!(gauges(reply.get(..end).unwrap()).is_err());
    }
}
