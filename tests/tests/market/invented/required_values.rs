//! Values without which a reply is of no use: where one is missing or null, the conversion fails and says which. Without
//! those that say what a row is about, the row is left out, and a note says which.

use serde_json::{Value, json};
use virtual_finance::catalogue::EndpointInfo;
use virtual_finance::notes::SkippedRows;
use virtual_finance::request::{Context, RawReply};
use virtual_finance::{DateTime, ENDPOINTS};
use virtual_finance_cases::check;
use virtual_finance_tests::{HOSTS, NOW, unread};

#[test]
fn other_values_fail_or_are_left_out_with_a_note() {
    check(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/market/invented/values"), "", |_, case| {
        let (place, others) = case.inputs.split_first().unwrap();
        let (command, pointer) = place.split_once(' ').unwrap();
        let (info, reply) = example(command);
        let told = others.iter().map(|other| {
            let found = skipped(info, &with(reply.clone(), pointer, other));
            format!("{other}: {}", found.unwrap_or_else(|error| error))
        });
        told.map(|line| line.trim_end().to_owned()).collect()
    });
}

/// An instrument without the data is told from one that nobody knows, and its kind is named.
#[test]
fn an_instrument_without_the_data() {
    for (command, of) in [
        ("analysis", "analysis"),
        ("insiders", "insiders"),
        ("fund", "fund data"),
        ("filings", "filings with the SEC"),
    ] {
        let (info, mut reply) = example(command);
        let sections = reply.pointer_mut("/quoteSummary/result/0").unwrap().as_object_mut().unwrap();
        sections.retain(|name, _| name == "quoteType");
        sections["quoteType"]["quoteType"] = json!("INDEX");
        let said = skipped(info, &reply).unwrap_err();
        let words = format!("the host has no {of} (the instrument is of the kind \"INDEX\")");
        assert!(said.contains(&words) && said.contains("check the ticker"), "{command}: {said}");
    }
}

/// Errors of hosts, in the envelope of any of them, are no data of any endpoint.
#[test]
fn an_error_of_the_host_is_told() {
    const COMMANDS: &str = "search lookup trending similar spark shares valuation quote-type currencies \
         market-summary market-time screener-fields analysis filings insights sector industry calendar";
    let error = json!({"code": "Bad Request", "description": "Missing value for q"});
    let bad = json!({"finance": {"result": null, "error": error}});
    for command in COMMANDS.split(' ') {
        let (info, _) = example(command);
        let said = skipped(info, &bad).unwrap_err();
        assert!(said.contains(r#"the host answers "Bad Request""#), "{command}: {said}");
        assert!(said.contains("Missing value for q"), "{command}: {said}");
    }
}

fn example(command: &str) -> (&'static EndpointInfo, Value) {
    let info = ENDPOINTS.iter().find(|info| info.command == command).unwrap();
    let reply = info.examples.iter().find_map(|example| example.reply).unwrap();
    (info, serde_json::from_str(reply).unwrap())
}

/// Returns the note about what is left out of the response of a reply, or the error.
fn skipped(info: &EndpointInfo, reply: &Value) -> Result<String, String> {
    let example = info.examples.iter().find(|example| example.reply.is_some()).unwrap();
    let request = (info.build)(&example.param_map(info)).unwrap();
    let cx = Context::new(&HOSTS, DateTime::from(NOW));
    let found = request.convert_erased(&cx, &[RawReply::new(reply.to_string().as_bytes())]);
    let notes = found.map_err(|error| error.to_string())?.notes;
    Ok(SkippedRows(unread(&notes)).to_string())
}

/// Returns the reply with another value at a place, or with none.
fn with(mut reply: Value, pointer: &str, other: &str) -> Value {
    if other != "absent" {
        *reply.pointer_mut(pointer).unwrap() = serde_json::from_str(other).unwrap();
        return reply;
    }
    let (parent, key) = pointer.rsplit_once('/').unwrap();
    match reply.pointer_mut(parent).unwrap() {
        Value::Object(members) => drop(members.remove(key).unwrap()),
        Value::Array(values) => drop(values.remove(key.parse().unwrap())),
        _ => unreachable!(),
    }
    reply
}
