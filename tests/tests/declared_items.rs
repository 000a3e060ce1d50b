//! Lists that a table declares, and replies that must be about what was asked for: those of the consumer's levels.

use std::collections::BTreeSet;

use proptest::prelude::*;
use serde_json::{Value, json};
use virtual_finance_consumer::{LatestLevel, LatestLevels};
use virtual_finance_core::request::Endpoint;
use virtual_finance_core::{Context, Converted, DateTime, Fault, RawReply, SkippedRows};

fn convert<E: Endpoint>(request: &E, reply: &str) -> Result<Converted<E::Response>, Fault> {
    let context = Context::new(&[], DateTime::from(0));
    let converted = request.convert(&context, &[RawReply::new(reply.as_bytes())]);
    converted.map_err(|error| error.fault().clone())
}

/// Converts a list of levels, of which those of two gauges were asked for.
fn levels(levels: &Value) -> Result<(Value, String), Fault> {
    let reply = json!({ "data": { "levels": levels, "problem": null } }).to_string();
    let converted = convert(&LatestLevels::new(["quay", "pier"]), &reply)?;
    let skipped = converted.notes.get::<SkippedRows>().map(ToString::to_string).unwrap_or_default();
    Ok((json!(converted.response), skipped))
}

fn level(gauge: &str) -> Value {
    json!({ "gauge": gauge, "height": 1.5, "samples": null })
}

#[test]
fn items_become_a_field_beside_what_is_unknown() {
    let (found, skipped) = levels(&json!([level("pier")])).unwrap();
    assert_eq!(found, json!({ "levels": [level("pier")], "silent": ["quay"] }));
    assert_eq!(skipped, "");
    // Strings are what they are; only tickers ignore the case.
    let Err(Fault::AboutOther { found, .. }) = levels(&json!([level("pier"), level("Quay")])) else {
        panic!()
    };
    assert_eq!(found, "Quay");
}

#[test]
fn items_of_things_that_are_gone_are_unknown() {
    let mut gone = level("quay");
    gone["state"] = json!("gone");
    let mut dry = level("pier");
    dry["state"] = json!("dry");
    let (found, _) = levels(&json!([gone, dry])).unwrap();
    assert_eq!(found, json!({ "levels": [dry], "silent": ["quay"] }));
    let fault = levels(&json!([gone])).unwrap_err();
    assert_eq!(fault, Fault::none_known(["quay", "pier"], None));
}

#[test]
fn an_item_that_cannot_be_read_fails_alone_and_is_named() {
    for (bad, reason) in [
        (json!({ "gauge": "quay", "height": [], "samples": 1 }), "as its height is of another type"),
        (json!({ "gauge": "quay", "samples": 1 }), "as its height is missing"),
    ] {
        let (found, skipped) = levels(&json!([bad, level("pier")])).unwrap();
        assert_eq!(found, json!({ "levels": [level("pier")], "silent": ["quay"] }));
        assert_eq!(skipped, format!("\"quay\", {reason}"));
        let fault = levels(&json!([bad])).unwrap_err().to_string();
        assert!(fault.contains("data.levels cannot be read: none of its rows can be read"), "{fault}");
    }
    for nameless in [json!({ "height": 1 }), json!({ "gauge": "", "height": 1, "samples": 1 }), json!(7)] {
        let (found, skipped) = levels(&json!([level("pier"), nameless])).unwrap();
        assert_eq!(found, json!({ "levels": [level("pier")], "silent": ["quay"] }));
        assert_eq!(skipped, r#""data.levels[1]", as its gauge is missing"#);
    }
}

#[test]
fn a_reply_without_data_is_not_found_or_another_reply() {
    let said = |reply: &str| convert(&LatestLevels::new(["quay"]), reply).map(drop).unwrap_err();
    for reply in [r#"{"data":{}}"#, r#"{"data":{"levels":null}}"#] {
        assert_eq!(said(reply), Fault::Nothing { path: "data.levels" }, "{reply}");
    }
    assert_eq!(said(r#"{"data":{"levels":[]}}"#), Fault::none_known(["quay"], None));
    for reply in ["{}", r#"{"data":null}"#, r#"{"levels":[]}"#] {
        assert_eq!(said(reply), Fault::missing("data"), "{reply}");
    }
    // The error of the host decides, wherever it stands and whatever the data is.
    for reply in [
        r#"{"data":{"problem":{"kind":404,"text":"x"},"levels":[]}}"#,
        r#"{"data":{"levels":[{}],"problem":{"kind":404,"text":"x"}}}"#,
        r#"{"data":{"levels":7,"problem":{"kind":404,"text":"x"}}}"#,
    ] {
        assert!(matches!(said(reply), Fault::NotFound { code, .. } if code == "404"), "{reply}");
    }
    let many = json!({ "data": { "levels": vec![level("quay"); 4] } }).to_string();
    assert!(said(&many).to_string().contains("expected a list of at most 3 values"), "{}", said(&many));
    assert!(said(r#"{"data":{"levels":[],"levels":[]}}"#).to_string().contains("\"levels\" is there twice"));
}

#[test]
fn one_record_is_about_what_was_asked_for() {
    let one = |reply: &str| convert(&LatestLevel::new(" QUAY"), reply);
    let reply = |level: &Value| json!({ "data": [level] }).to_string();
    let found = one(&reply(&level("quay"))).unwrap().response.unwrap();
    assert_eq!(json!(found), level("quay"));
    let fault = one(&reply(&level("pier"))).unwrap_err();
    assert_eq!(fault, Fault::about_other("pier", None));
    assert_eq!(
        one(&reply(&json!({ "height": 1, "samples": 1 }))).unwrap_err(),
        Fault::missing("data[0].gauge")
    );
    assert_eq!(one(r#"{"data":[]}"#).unwrap_err(), Fault::Nothing { path: "data[0]" });
    assert!(one("").unwrap().response.is_none());
}

#[test]
fn numbers_and_bools_as_text_and_whole_numbers() {
    let read = |name: &str, written: &Value| {
        let mut level = level("quay");
        level[name] = written.clone();
        let reply = json!({ "data": [level] }).to_string();
        convert(&LatestLevel::new("quay"), &reply).map(|found| json!(found.response)[name].to_string())
    };
    for (name, written, expected) in [
        ("height", json!("2.50"), "2.5"),
        ("height", json!(-3), "-3"),
        ("isTidal", json!("true"), "true"),
        ("isTidal", json!(false), "false"),
        ("isTidal", Value::Null, "null"),
        ("samples", json!(6.9916e10), "69916000000"),
        ("samples", json!(1.5), "1.5"),
        ("samples", json!(7), "7"),
        ("battery", json!(80.0), "80"),
        ("voltage", json!(12.0), "12.0"),
    ] {
        assert_eq!(read(name, &written).unwrap(), expected, "{name}: {written}");
    }
    for (name, written, expected) in [
        ("height", json!("high"), Fault::wrong_type("data[0].height", "a number")),
        ("isTidal", json!("yes"), Fault::wrong_type("data[0].isTidal", "a bool")),
        ("height", Value::Null, Fault::missing("data[0].height")),
    ] {
        assert_eq!(read(name, &written).unwrap_err(), expected, "{name}: {written}");
    }
    assert!(
        matches!(read("height", &json!([])).unwrap_err(), Fault::Malformed { path, .. } if path == "data[0].height")
    );
}

proptest! {
    /// Each gauge that was asked for is among the levels, unknown, or skipped; and nothing else is.
    #[test]
    fn what_was_asked_for_is_never_lost(
        asked in prop::collection::vec("[a-d]", 1..4),
        rows in prop::collection::vec(("[a-d]", 0_usize..3), 0..4),
    ) {
        let row = |(gauge, form): &(String, usize)| match form {
            0 => level(gauge),
            1 => json!({ "gauge": gauge, "height": {}, "samples": 1 }),
            _ => json!({ "gauge": gauge, "height": 1, "samples": 1, "state": "gone" }),
        };
        let reply = json!({ "data": { "levels": rows.iter().map(row).collect::<Vec<_>>() } }).to_string();
        let is_other = rows.iter().any(|(gauge, _)| !asked.contains(gauge));
        let good = |gauge: &String| rows.iter().any(|(name, form)| name == gauge && *form == 0);
        match convert(&LatestLevels::new(asked.clone()), &reply) {
            Ok(found) => {
                prop_assert!(!is_other && rows.len() <= 3);
                let unknown: Vec<&String> = asked.iter().filter(|gauge| !good(gauge)).collect();
                prop_assert_eq!(found.response.silent.iter().collect::<Vec<_>>(), unknown);
                let levels: BTreeSet<_> = rows.iter().filter(|(_, form)| *form == 0).map(|(name, _)| name).collect();
                prop_assert_eq!(found.response.levels.len(), levels.len());
            }
            Err(_) => prop_assert!(is_other || rows.len() > 3 || !rows.iter().any(|(_, form)| *form == 0)),
        }
    }
}
