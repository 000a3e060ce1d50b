//! What would be accepted and then fail every time, or say what is then refused.

use expect_test::{Expect, expect};

use super::{codes, shown};

/// A table whose one endpoint declares its response.
const DECLARED: &str = "\
hosts:
  shop: { doc: The shop., default: https://shop.example.com, auth: { type: bearer, env: SHOP_KEY } }
records:
  Fruit:
    doc: A fruit.
    fields:
      name: { doc: Its name., type: string }
      weight: { doc: Its weight., type: number, optional: true }
      pieces: { doc: How many., type: integer, text: true, nullable: true }
endpoints:
  Fruits:
    doc: All fruit.
    host: shop
    path: fruit
    method: GET
    status: 200
    raw: json
    response: { type: { list: Fruit }, at: data, error: { at: problem } }
    params:
      unit: { doc: The unit., type: string, in: query }
      from: { doc: The first day., type: date, in: query }
      to: { doc: The last day., type: date, in: query }
";

fn with(from: &str, to: &str) -> String {
    assert_eq!(DECLARED.matches(from).count(), 1, "{from:?} stands once in the table");
    DECLARED.replace(from, to)
}

#[track_caller]
fn check(from: &str, to: &str, expected: &Expect) {
    expected.assert_eq(&shown(&with(from, to)));
}

fn replied(reply: &str) -> String {
    let asked = "doc: One., url: \"https://shop.example.com/fruit\"";
    format!("{DECLARED}    examples:\n      one: {{ {asked}, reply: '{reply}' }}\n")
}

#[test]
fn the_table_of_these_cases_has_no_fault() {
    assert_eq!(codes(DECLARED), [""; 0]);
}

/// A row of an example that the table cannot read is left out of the response in silence, and nobody meant that.
#[test]
fn a_row_of_an_example_that_would_be_left_out_is_told() {
    let skipping = |reply: &str| {
        let keyed = replied(reply).replace("    doc: A fruit.\n", "    doc: A fruit.\n    key: name\n");
        keyed.replace("at: data, error", "at: data, skip_unreadable: true, error")
    };
    assert_eq!(codes(&skipping(r#"{ "data": [{ "name": "fig", "pieces": 1 }] }"#)), [""; 0]);
    let lacking = skipping(r#"{ "data": [{ "name": "fig", "pieces": 1 }, { "pieces": 2 }] }"#);
    assert_eq!(codes(&lacking), ["V096"], "{}", shown(&lacking));
    assert!(shown(&lacking).contains("'data.1' of the reply has no 'name', which the record requires"));
}

#[test]
fn a_status_without_a_body_has_no_data() {
    check(
        "status: 200",
        "status: 204",
        &expect![[r#"
            16:13+3 V114: a reply with the status 204 has no data; write 'type: empty' in the response, or the status of a reply with data, most likely 200
        "#]],
    );
    let empty =
        with("status: 200", "status: 204").replace("{ type: { list: Fruit }, at: data, ", "{ type: empty, ");
    assert_eq!(codes(&empty), [""; 0]);
}

#[test]
fn paths_of_other_languages_are_told() {
    check(
        "at: data",
        "at: $.data",
        &expect![[r#"
            18:44+6 V113: '$.data' is a path of another language, or no example shows it; write 'data', or show it in the 'reply' of an example
        "#]],
    );
    for (foreign, plain) in [
        ("data/levels", "data.levels"),
        ("/data", "data"),
        ("#/data/my-list", "data.my-list"),
        ("data[0].x", "data.0.x"),
        ("data[*]", "data"),
        ("data['x']", "data.x"),
    ] {
        let quoted = format!("at: \"{foreign}\"");
        let told = shown(&with("at: data", &quoted));
        assert!(told.contains(&format!("write '{plain}'")), "{foreign}: {told}");
    }
    assert!(shown(&with("at: data", "at: $")).contains("remove it"));
    let shown = replied(r#"{ "a/b": [] }"#).replace("at: data", "at: a/b");
    assert_eq!(codes(&shown), [""; 0], "an example shows the name");
}

/// One mistake is told once.
#[test]
fn a_parameter_of_two_options_is_told_once() {
    let table = format!(
        "{DECLARED}    choices:\n      span:\n        doc: The time.\n        options:\n          days: {{ doc: Days., \
         required: [from, to] }}\n          unit: {{ doc: A unit., required: [from, to], optional: [unit] }}\n    \
         examples:\n      one: {{ doc: One., params: {{ from: 2020-01-01, to: 2020-01-02 }}, url: \
         \"https://shop.example.com/fruit?from=2020-01-01&to=2020-01-02\" }}\n"
    );
    expect![[r#"
        28:44+4 V086: 'from' belongs to an option already; name it once: a request is of the option whose parameters it has
    "#]]
    .assert_eq(&shown(&table));
}

#[test]
fn the_reply_of_an_example_is_one_that_the_response_can_be_read_from() {
    let good =
        r#"{ "data": [{ "name": "plum", "pieces": null }, { "name": "fig", "weight": 1, "pieces": "5" }] }"#;
    assert_eq!(codes(&replied(good)), [""; 0]);
    expect![[r#"
        24:64+5 V096: the reply has no 'data', where the data is; correct 'at' of the response, or the reply
    "#]]
    .assert_eq(&shown(&replied(r#"{ "rows": [] }"#)));
    expect![[r#"
        24:64+5 V096: 'data.0.name' of the reply is an integer, and the table says 'string'; correct the type in the table, or the reply
    "#]].assert_eq(&shown(&replied(r#"{ "data": [{ "name": 5, "pieces": 1 }] }"#)));
    expect![[r#"
        24:64+5 V096: 'data.0' of the reply has no 'name', which the record requires; write 'optional: true' at the field, or add it to the reply
    "#]].assert_eq(&shown(&replied(r#"{ "data": [{ "pieces": 1 }] }"#)));
    expect![[r#"
        24:64+5 V096: 'data.0.name' of the reply is null, which the field is not; write 'nullable: true' at the field, or a value into the reply
    "#]].assert_eq(&shown(&replied(r#"{ "data": [{ "name": null, "pieces": 1 }] }"#)));
    expect![[r#"
        24:64+5 V096: the host answers "gone"; write a good reply, or remove it
    "#]]
    .assert_eq(&shown(&replied(r#"{ "problem": "gone", "data": [] }"#)));
    for bad in [r#"{ "data": null }"#, r#"{ "data": {} }"#, "[]"] {
        assert_eq!(codes(&replied(bad)), ["V096"], "{bad}");
    }
}

#[test]
fn only_the_reply_to_a_request_that_reads_is_kept() {
    check("status: 200", "fresh_for: 5m\n    status: 200", &expect![[""]]);
    let sent = |method: &str| with("method: GET", method);
    expect![[r#"
        16:5+9 V061: no reply to a DELETE that may change something is kept; remove 'fresh_for', or write 'safe: true' if the request only reads
    "#]]
    .assert_eq(&shown(&sent("method: DELETE\n    fresh_for: 5m")));
    assert_eq!(codes(&sent("method: POST\n    safe: true\n    fresh_for: 5m")), [""; 0]);
}

/// Returns what is told about a change: the code and the remedy of each fault.
fn told(from: &str, to: &str) -> Vec<String> {
    let faults = super::faults(&with(from, to));
    faults.iter().map(|fault| format!("{} {}: {}", fault.line, fault.code, fault.help)).collect()
}

/// Mistakes that were planted by somebody who did not write the checks.
#[test]
fn what_other_notations_have_is_told_with_what_a_table_has() {
    for (from, to, expected) in [
        (
            "path: fruit",
            "path: https://shop.example.com/v1/fruit",
            "14 V050: write 'v1/fruit', and the address in 'default' of the host",
        ),
        ("raw: json", "raw: json\n    query: ['a=b&c=d']", "18 V058: write ['a=b', 'c=d']"),
        ("raw: json", "raw: json\n    query: ['a=b%2Cc']", "18 V058: write 'a=b,c'"),
        (
            "optional: true }",
            "required: false }",
            "8 V010: write 'optional: true' at a field that the reply may leave out; all others are required",
        ),
        (
            "doc: All fruit.",
            "doc: All fruit.\n    deprecated: true",
            "13 V014: write for example 'deprecated: Use 'count'.'",
        ),
        ("raw: json", "raw: json\n    fresh_for: next_close", "18 V110: write a converter, or remove it"),
        (
            "type: bearer",
            "type: oauth2, token_host: shop, token_path: 'https://shop.example.com/oauth/token'",
            "2 V050: write 'oauth/token', below the address of 'token_host'",
        ),
    ] {
        assert_eq!(told(from, to), [expected], "{to}");
    }
}

#[test]
fn a_date_of_a_reply_is_one() {
    let dated = |kind: &str, value: &str| {
        let table = replied(&format!(r#"{{ "data": [{{ "name": {value}, "pieces": 1 }}] }}"#));
        codes(&table.replace("Its name., type: string", &format!("Its name., type: {kind}")))
    };
    for (kind, good, bad) in [
        ("date", r#""2024-06-29""#, r#""29.06.2024""#),
        ("datetime", r#""2024-06-28T06:00:00Z""#, r#""2024-06-28 06:00""#),
        ("datetime", "1719554400.5", "true"),
    ] {
        assert_eq!(dated(kind, good), [""; 0], "{good}");
        assert_eq!(dated(kind, bad), ["V096"], "{bad}");
    }
}

/// The reply says nothing about a type that is itself at fault.
#[test]
fn a_reply_is_not_told_behind_an_unknown_type() {
    let table = replied(r#"{ "data": [{ "name": "plum", "pieces": 1 }] }"#);
    assert_eq!(codes(&table.replace("list: Fruit", "list: Fruits_")), ["V111"]);
    assert_eq!(codes(&table.replace("Its name., type: string", "Its name., type: strng")), ["V111"]);
}
