//! Examples that are not true, and what is said of them.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use expect_test::{Expect, expect};
use virtual_finance_core::catalogue::{ExampleInfo, RawKind};
use virtual_finance_core::examples::check_example;
use virtual_finance_core::request::EndpointInfo;
use virtual_finance_core::{Bytes, Fault, Host, Value, exactly_one};

static HOST: Host = Host::new("shop", "https://shop.example.com");

const EXAMPLE: ExampleInfo = ExampleInfo {
    name: "one",
    doc: "One.",
    params: &[],
    rust: "Fruit",
    now: None,
    url: "https://shop.example.com/fruit",
    body: None,
    reply: None,
    response: None,
};

static JSON: EndpointInfo = EndpointInfo {
    path: "fruit",
    examples: &[ExampleInfo { reply: Some(r#"{ "error": "Not Found" }"#), ..EXAMPLE }],
    ..EndpointInfo::new("Fruit", &HOST)
};

static PHOTO: EndpointInfo = EndpointInfo {
    raw: RawKind::Bytes,
    examples: &[ExampleInfo {
        reply: Some(r#"{ "mediaType": "image/png", "base64": "iVBO%w==" }"#),
        ..EXAMPLE
    }],
    ..JSON_WITHOUT_EXAMPLES
};

const JSON_WITHOUT_EXAMPLES: EndpointInfo =
    EndpointInfo { path: "fruit", ..EndpointInfo::new("Photo", &HOST) };

static PRICES: EndpointInfo = EndpointInfo {
    path: "fruit",
    examples: &[ExampleInfo {
        reply: Some(
            r#"{ "rows": [{ "name": "Pear", "price": 2 }, { "name": "Plum", "price": 3 }], "count": 2 }"#,
        ),
        response: Some(
            r#"{ "count": "2", "rows": [{ "name": "Pear", "price": 2 }, { "price": 3.5 }], "at": null }"#,
        ),
        ..EXAMPLE
    }],
    ..EndpointInfo::new("Prices", &HOST)
};

/// A request whose response is its reply.
#[derive(Debug, Clone, PartialEq)]
struct Prices;

asks!(Prices, |_own| &PRICES);

converts!(Prices => Value, |_own, replies| Ok(serde_json::from_str::<Value>(exactly_one(replies)?.text()?).unwrap().into()));

/// A request without parameters, whose replies have data or the host's own error.
#[derive(Debug, Clone, PartialEq)]
struct Plainly(&'static str);

asks!(Plainly, |own| if own.0 == "json" { &JSON } else { &PHOTO });

converts!(Plainly => Bytes, |_own, replies| {
    let reply: Value = serde_json::from_str(exactly_one(replies)?.text()?).unwrap();
    let code = reply.get("error").and_then(Value::as_str).unwrap().to_owned();
    Err(Fault::NotFound { code, description: String::new() }.into())
});

fn check(kind: &'static str, expected: &Expect) {
    let request = Plainly(kind);
    let fault = check_example("one", &request, |_| Ok(request.clone())).unwrap_err();
    expected.assert_eq(&fault.to_string());
}

#[test]
fn a_reply_with_the_hosts_own_error_is_no_good_one() {
    check(
        "json",
        &expect![[r#"
        the reply of the example is no good one: Fruit: not found (404): the host answers "Not Found"; check the parameters
        write one with data in 'reply' of the table, or correct the converter; test an error of the host with a host of your own, not with an example"#]],
    );
}

/// Each difference stands alone with its place, and what is equal is not told.
#[test]
fn another_response_is_told_by_its_differences() {
    let fault = check_example("one", &Prices, |_| Ok(Prices)).unwrap_err();
    expect![[r#"
        the response of the example differs:
          count: "2" in the table, 2 came out
          rows[1].price: 3.5 in the table, 3 came out
          rows[1].name: nothing in the table, "Plum" came out
          at: null in the table, nothing came out
        correct 'response' in the table, or the conversion"#]]
    .assert_eq(&fault.to_string());
}

#[test]
fn invalid_base64_is_told_as_such() {
    check(
        "photo",
        &expect![[
            r#"the reply is not bytes: the Base64 is invalid (Invalid symbol 37, offset 4.) at line 1 column 50; write 'reply' in the table as {"mediaType": "image/png", "base64": "…"}"#
        ]],
    );
}
