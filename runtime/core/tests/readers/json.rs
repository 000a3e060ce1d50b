//! JSON documents: what is one, and how many values it may have.

use virtual_finance_core::catalogue::ErrorObject;
use virtual_finance_core::read::json::{List, MAX_DEPTH, check_depth, check_value_count, document};
use virtual_finance_core::read::{DataPath, declared, host_error::host_error, members};
use virtual_finance_core::{ConversionError, Fault, RawReply, Value};

fn read(text: &str) -> Result<Value, ConversionError> {
    document(RawReply::new(text.as_bytes()), "the reply")
}

#[test]
fn what_is_not_json_is_named() {
    let host = |code: &str, description: &str| (code.to_owned(), description.to_owned());
    let (code, description) = host("Not Found", "no such gauge");
    let cases = [
        ("", Fault::Empty),
        (" \n", Fault::Empty),
        ("<html>", Fault::WrongKind { expected: "JSON", found: "HTML" }),
        ("no", Fault::WrongKind { expected: "JSON", found: "other text" }),
        ("{\"a\": [1", Fault::Cut("its JSON ends too early")),
        (
            "Too Many Requests\n",
            Fault::RateLimited { code: String::new(), description: "Too Many Requests".to_owned() },
        ),
        (
            "<html>too many requests</html>",
            Fault::RateLimited { code: String::new(), description: "Too Many Requests".to_owned() },
        ),
    ];
    for (text, expected) in cases {
        assert_eq!(*read(text).unwrap_err().fault(), expected, "{text}");
    }
    let text = r#"{"gauge":{"error":{"code":"Not Found","description":"no such gauge"}}}"#;
    let error = document::<Vec<u8>>(RawReply::new(text.as_bytes()), "the reply").unwrap_err();
    assert_eq!(*error.fault(), Fault::NotFound { code, description });
    assert_eq!(error.fault().code(), Some("Not Found"));
}

#[test]
fn an_error_is_found_under_any_key() {
    let cases = [
        (r#"{"error":{"code":"a","description":"b"}}"#, Some(("a", "b"))),
        (r#"{"x":1,"y":{"error":"b"}}"#, Some(("", "b"))),
        (r#"{"x":{"error":null}}"#, None),
        (r#"{"error":false,"x":{"error":"b"}}"#, Some(("", "b"))),
        (r#"{"error":"","x":{"error":0},"y":{"error":[]}}"#, None),
        (r#"[{"error":"b"}]"#, None),
        ("{", None),
    ];
    for (body, expected) in cases {
        let found = host_error(body.as_bytes());
        assert_eq!(found.as_ref().map(|(code, words)| (code.as_str(), words.as_str())), expected, "{body}");
    }
}

#[test]
fn a_document_of_tiny_values_is_refused() {
    for text in ["[0,".repeat(1 << 19), "{},".repeat(1 << 19), "0,".repeat(1 << 20)] {
        let error = check_value_count(text.as_bytes(), "the reply").unwrap_err();
        assert!(error.to_string().contains("more values than any real reply"), "{error}");
    }
    for text in ["[0,".repeat(1 << 18), "123456.789,".repeat(1 << 18)] {
        check_value_count(text.as_bytes(), "the reply").unwrap();
    }
}

#[test]
fn a_list_has_a_bound_and_an_object_is_an_object() {
    members! {
        struct Row {
            value: "v" => Option<i64>,
        }
    }
    let List::<Row, 2>(rows) = document(RawReply::new(br#"[{"v":1,"w":[2]},{}]"#), "rows").unwrap();
    assert_eq!(rows.iter().map(|row| row.value).collect::<Vec<_>>(), [Some(1), None]);
    for text in ["[{},{},{}]", "[[1]]"] {
        assert!(document::<List<Row, 2>>(RawReply::new(text.as_bytes()), "rows").is_err(), "{text}");
    }
}

/// Checks that the reader of a record has no names of its own that a record of a table could have, too.
#[test]
fn a_record_is_read_whatever_its_name() {
    macro_rules! read {
        ($($name:ident)+) => {$({
            virtual_finance_core::record_type! { declared $name: "A record."; level(required) "level" => i64, "Its level."; }

            let record: $name = document(RawReply::new(br#"{"level": 3}"#), "the record").unwrap();
            assert_eq!(record, $name { level: 3 });
            assert_eq!(serde_json::to_string(&record).unwrap(), r#"{"level":3}"#);
        })+};
    }
    read!(A B C D E F G H I J K L M N O Q T U W X Y Z Members Key Value Visitor Error Map Field);
}

#[test]
fn what_is_read_can_be_read_again_or_is_refused() {
    // The brackets in the string are none, and the lists beside it are as deep as the first.
    let nested = |depth: usize| {
        let lists = "[".repeat(depth - 1) + &"]".repeat(depth - 1);
        format!(r#"{{"text": "]]\\\"}}[{{", "first": {lists}, "second": {lists}}}"#)
    };
    let value = read(&nested(MAX_DEPTH)).unwrap();
    assert_eq!(value["text"], r#"]]\"}[{"#);
    // As results of many are written, and with all that a response puts around a part of its reply.
    let written = format!("{}{value}{}", "[".repeat(20), "]".repeat(20));
    assert!(serde_json::from_str::<Value>(&written).is_ok());
    for depth in [MAX_DEPTH + 1, 126, 127, 100_000] {
        let reason = "its objects and lists nest more than 100 deep".to_owned();
        let expected = Fault::Malformed { path: "the reply".into(), reason };
        assert_eq!(*read(&nested(depth)).unwrap_err().fault(), expected, "{depth}");
    }
}

#[test]
fn the_depth_is_that_of_the_first_value() {
    let deep = "[".repeat(MAX_DEPTH + 1);
    assert!(check_depth(&deep, "the store").is_err());
    // What follows is no part of it.
    assert!(check_depth(&format!("{{\"a\": [1, {{}}]}}, {deep}"), "the store").is_ok());
    // Neither are the brackets of a long list of numbers, nor those that close before others open.
    let numbers = "[1, 2, 3], ".repeat(MAX_DEPTH);
    assert!(check_depth(&format!("[[{numbers}3], {}", "[".repeat(MAX_DEPTH - 1)), "the store").is_ok());
    assert!(check_depth(&format!("[[{numbers}3], {}", "[".repeat(MAX_DEPTH)), "the store").is_err());
    // Many values beside each other are not deep.
    assert!(check_depth(&format!("[{}]", "[{}],".repeat(MAX_DEPTH)), "the store").is_ok());
}

#[test]
fn a_name_that_is_data_is_the_first_with_an_object_or_a_list() {
    let place = |at| DataPath::new("the rows", at, at).error(ErrorObject::new("error.0"));
    let read = |at, text: &str| {
        let found = declared::<Vec<i64>>(&[RawReply::new(text.as_bytes())], &place(at));
        found.map(|found| found.response).map_err(|error| error.to_string())
    };
    let rows = r#"{ "error": [], "result": { "last": 9, "none": null, "XBT": [1, 2], "ETH": [3] } }"#;
    assert_eq!(read("result.*", rows), Ok(vec![1, 2]));
    assert_eq!(read("result.*.rows", r#"{ "result": { "XBT": { "rows": [4] } } }"#), Ok(vec![4]));
    for (text, part) in [
        (r#"{ "error": ["Unknown pair"] }"#, "Unknown pair"),
        (r#"{ "result": { "last": 9 } }"#, "result.* is missing"),
        (r#"{ "result": { "XBT": [1, "two"] } }"#, "result.XBT[1] cannot be read"),
    ] {
        let error = read("result.*", text).unwrap_err();
        assert!(error.contains(part), "{error}");
    }
}

#[test]
fn the_error_of_a_host_stands_beside_the_data_in_a_list() {
    let error = ErrorObject::new("0.message.0").code("id").message("value");
    let place = DataPath::new("the rows", "1", "1").error(error);
    let rows = |text: &str| declared::<Vec<i64>>(&[RawReply::new(text.as_bytes())], &place);
    assert_eq!(rows(r#"[{ "page": 1 }, [7], 3]"#).unwrap().response, [7]);
    let refused = rows(r#"[{ "message": [{ "id": "120", "value": "The country is not valid" }] }]"#);
    let refused = refused.unwrap_err();
    assert_eq!(refused.fault().description(), Some("The country is not valid"), "{refused}");
    let is_not_found = |error: ErrorObject| {
        let place = DataPath::new("the rows", "1", "1").error(error);
        let reply = RawReply::new(br#"[{ "message": [{ "id": "120", "value": "No such country" }] }]"#);
        matches!(declared::<Vec<i64>>(&[reply], &place).unwrap_err().fault(), Fault::NotFound { .. })
    };
    assert!(is_not_found(error.not_found(&["119", "120"])));
    assert!(!is_not_found(error.not_found(&["12", "no such country"])));
    assert!(is_not_found(ErrorObject::new("0.message.0.value").not_found(&["no such"])));
}
