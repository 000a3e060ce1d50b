//! Values as people write them, as JSON has them, and as a path has them.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use serde_json::{Value, json};
use virtual_finance_core::catalogue::{JsonKind, ParamInfo, ParamKind, ParamLocation};
use virtual_finance_core::examples::default_url;
use virtual_finance_core::generated::ParamReader;
use virtual_finance_core::params::{ParamMap, Plain};
use virtual_finance_core::request::{EndpointInfo, Request};
use virtual_finance_core::{DateTime, Host};

static HOST: Host = Host::new("notes", "https://notes.example.com");

const fn in_json(name: &'static str, kind: &'static JsonKind, nullable: bool) -> ParamInfo {
    let kind = ParamKind::Json { kind, nullable };
    ParamInfo { kind, place: ParamLocation::Body, ..ParamInfo::new(name) }
}

static NOTE: EndpointInfo = EndpointInfo {
    params: &[
        in_json("any", &JsonKind::Any, false),
        in_json("remark", &JsonKind::String, true),
        in_json("heights", &JsonKind::List(&JsonKind::Integer), true),
    ],
    ..EndpointInfo::new("Note", &HOST)
};

/// Returns what is sent for a value of a parameter; `None` if it is absent.
fn sent(name: &str, value: Value) -> Option<Value> {
    let params = ParamMap::from_iter([(name, value)]);
    let reader = ParamReader::new(&NOTE, &params).unwrap();
    reader.optional_json(name)
}

#[track_caller]
fn written(name: &str, text: &str, expected: Value) {
    assert_eq!(sent(name, NOTE.param(name).unwrap().written(text)), Some(expected), "{name}={text}");
}

#[test]
fn a_string_of_any_is_itself() {
    for text in ["0", "hello", "\"0\"", "null", "{}", ""] {
        assert_eq!(sent("any", json!(text)), Some(json!(text)));
        assert_eq!(sent("remark", json!(text)), Some(json!(text)));
    }
    assert_eq!(sent("any", json!({ "a": ["1"] })), Some(json!({ "a": ["1"] })));
    assert_eq!(sent("any", Value::Null), Some(Value::Null));
    assert_eq!(sent("remark", Value::Null), Some(Value::Null));
    // No string is a list, so a text is read.
    assert_eq!(sent("heights", json!("[1, 2]")), Some(json!([1, 2])));
}

#[test]
fn a_text_that_is_json_is_json_where_people_write_it() {
    written("any", "0", json!(0));
    written("any", "\"0\"", json!("0"));
    written("any", "hello", json!("hello"));
    written("any", "null", Value::Null);
    written("any", "{ \"a\": 1 }", json!({ "a": 1 }));
    written("remark", "0", json!("0"));
    written("remark", "null", Value::Null);
    written("heights", "[1, 2]", json!([1, 2]));
    written("heights", "null", Value::Null);
}

static SUMS: EndpointInfo = EndpointInfo {
    path: "sums/{ids}.{format}",
    params: &[
        ParamInfo {
            kind: ParamKind::List { item: &ParamKind::String, separator: "," },
            place: ParamLocation::Path,
            ..ParamInfo::new("ids")
        },
        ParamInfo { place: ParamLocation::Path, ..ParamInfo::new("format") },
    ],
    ..EndpointInfo::new("Sums", &HOST)
};

/// A request for these sums in that format.
struct Sums(&'static [&'static str], &'static str);

impl Request for Sums {
    fn info(&self) -> &'static EndpointInfo {
        &SUMS
    }

    fn value(&self, param: &str) -> Option<Plain<'_>> {
        Some(match param {
            "ids" => Plain::List(self.0.iter().copied().map(Plain::String).collect()),
            _ => Plain::String(self.1),
        })
    }
}

#[test]
fn a_list_in_a_path_has_its_separator_as_it_is() {
    let url = |request: Sums| default_url(&request, DateTime::from(0));
    assert_eq!(
        url(Sums(&["1", "2", "a/b"], "x,y")).unwrap(),
        "https://notes.example.com/sums/1,2,a%2Fb.x%2Cy"
    );
    // What stands between values is in none of them.
    assert!(url(Sums(&["1,2"], "x")).is_err());
}
