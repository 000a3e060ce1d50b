//! Mistakes of people who come from other formats and other languages: each is named for what it is, and the
//! advice is what they meant to write.

use expect_test::{Expect, expect};

use super::{TABLE, faults, shown, with_example};

#[test]
fn a_type_of_another_language_is_the_one_that_is_meant() {
    for (written, meant) in [
        ("int", "integer"),
        ("i64", "integer"),
        ("str", "string"),
        ("text", "string"),
        ("bool", "boolean"),
        ("Float", "number"),
        ("timestamp", "datetime"),
    ] {
        let message = shown(&TABLE.replace("type: integer", &format!("type: {written}")));
        assert!(message.contains(&format!("; write '{meant}'\n")), "{written}: {message}");
    }
}

/// Checks the message for a reply, which is an entry of an example.
#[track_caller]
fn check_reply(reply: &str, expected: &Expect) {
    let lines = format!(
        "        params: {{ name: plum }}\n        url: https://shop.example.com/fruit/plum\n        reply: {reply}\n"
    );
    expected.assert_eq(&shown(&with_example(&lines)));
}

#[test]
fn json_is_wrong_at_its_place_in_the_table() {
    check_reply(
        r#"'{ "a": 1, b: 2 }'"#,
        &expect![[r#"
            41:27+1 V094: this is not JSON: key must be a string; correct it here
        "#]],
    );
    check_reply(
        "|\n          {\n            \"a\": \"ä\", b: 2\n          }",
        &expect![[r#"
            43:23+1 V094: this is not JSON: key must be a string; correct it here
        "#]],
    );
    check_reply(
        "|\n          {\n            \"a\": 1,\n",
        &expect![[r#"
            43:19+1 V094: this is not JSON: EOF while parsing a value; correct it here
        "#]],
    );
    // Escapes move the place.
    check_reply(
        r#""{ \"a\": 1, b: 2 }""#,
        &expect![[r#"
            41:16+20 V094: this is not JSON: key must be a string at line 1 column 11; correct it; the line and the column are counted from the beginning of this string
        "#]],
    );
    check_reply(
        "''",
        &expect![[r#"
            41:16+2 V094: an empty string is not JSON; write the JSON, or leave the key out
        "#]],
    );
}

/// Checks the message for a path of the endpoint, which has the parameter `name`, and an example.
#[track_caller]
fn check_path(path: &str, expected: &Expect) {
    check_path_of("plum", path, expected);
}

/// Checks a path whose example has that name.
#[track_caller]
fn check_path_of(name: &str, path: &str, expected: &Expect) {
    let table = with_example(&format!(
        "        params: {{ name: {name} }}\n        url: https://shop.example.com/fruit/plum?count=25&colour=green\n",
    ));
    expected.assert_eq(&shown(&table.replace("path: fruit/{name}", &format!("path: {path}"))));
}

#[test]
fn a_placeholder_of_another_notation_is_one_error() {
    check_path(
        "fruit/:name",
        &expect![[r#"
            13:17+5 V051: ':name' is not the form of a placeholder; write '{name}'
        "#]],
    );
    check_path(
        "fruit/<name>",
        &expect![[r#"
            13:17+6 V051: '<name>' is not the form of a placeholder; write '{name}'
        "#]],
    );
    check_path(
        "fruit/${name}",
        &expect![[r#"
            13:17+7 V051: '${name}' is not the form of a placeholder; write '{name}'
        "#]],
    );
    check_path(
        "'fruit/{{name}}'",
        &expect![[r#"
            13:18+8 V051: '{{name}}' is not the form of a placeholder; write '{name}'
        "#]],
    );
    check_path(
        "fruit/%name%",
        &expect![[r#"
            13:17+6 V051: '%name%' is not the form of a placeholder; write '{name}'
        "#]],
    );
}

#[test]
fn a_placeholder_without_its_parameter_is_one_error() {
    check_path(
        "fruit/{nmae}",
        &expect![[r#"
            13:17+6 V052: the path has '{nmae}', but there is no parameter 'nmae'; write '{name}', or add 'nmae' to 'params'
        "#]],
    );
    check_path(
        "fruit/{ticker}",
        &expect![[r#"
            13:17+8 V052: the path has '{ticker}', but there is no parameter 'ticker'; write '{name}', or add 'ticker' to 'params'
        "#]],
    );
    check_path(
        "fruit/{name",
        &expect![[r#"
            13:17+5 V051: '{name' is not the form of a placeholder; write '{name}'
        "#]],
    );
    check_path(
        "fruit/{name}{name}",
        &expect![[r#"
            13:17+12 V051: nothing tells two placeholders of '{name}{name}' apart; write text between the two, like '{from}-{to}'
        "#]],
    );
    check_path(
        "fruit/{name}-{name}",
        &expect![[r#"
            13:24+6 V053: '{name}' stands twice in the path; remove one
        "#]],
    );
}

#[test]
fn an_address_of_an_example_has_the_text_beside_a_placeholder() {
    check_path(
        "fruit/t-{name}",
        &expect![[r#"
            40:14+57 V092: this is not an address of the endpoint; write one like 'https://shop.example.com/fruit/t-plum'
        "#]],
    );
    check_path_of("um", "fruit/pl{name}", &expect![[r#""#]]);
    check_path_of("plu", "fruit/{name}m", &expect![[r#""#]]);
    check_path(
        "fruit/*/{name}",
        &expect![[r#"
            40:14+57 V092: this is not an address of the endpoint; write one like 'https://shop.example.com/fruit/*/plum'
        "#]],
    );
}

#[test]
fn addresses_that_no_client_can_ask_are_refused() {
    for (address, said) in [
        ("https://a:99999", "'99999' is not a port"),
        ("https://a:0", "'0' is not a port"),
        ("https://a:", "'' is not a port"),
        ("https://a:b", "'b' is not a port"),
        ("https://[::1", "is not the address of a host"),
        ("https://[::1]x", "is not the address of a host"),
        ("https://::1", "is not the address of a host"),
        ("https://a..b", "is not the address of a host"),
        ("https://1.2.3.400", "is not the address of a host"),
        ("https://:80", "is not the address of a host"),
        ("https://a\\\\b", "is not the address of a host"),
        ("https://me@a", "has no name and no password"),
        ("https://a/b c", "is not the address of a host"),
        ("https://{region}.example.com", "has no placeholders"),
        ("https://example.com/{version}", "has no placeholders"),
        ("https://example.com/v1/", "ends without a '/'"),
    ] {
        let message = shown(&TABLE.replace("https://shop.example.com", &format!("\"{address}\"")));
        assert_eq!(message.matches(" V034: ").count(), 1, "{address}: {message}");
        assert!(message.contains(said), "{address}: {message}");
    }
    for address in [
        "http://127.0.0.1:8080",
        "https://[::1]:8443",
        "https://a",
        "https://a.b.c./v1",
        "https://m\u{fc}nchen.example",
        "https://3com.example",
    ] {
        let message = shown(&TABLE.replace("https://shop.example.com", &format!("\"{address}\"")));
        assert_eq!(message, "", "{address}");
    }
}

#[test]
fn keys_of_other_formats_have_an_advice_of_their_own() {
    for (key, advice) in [
        ("min_length: 3", "write a 'pattern' such as \".{3,}\""),
        ("enum: [a, b]", "declare a type below 'types', and name it in 'type'"),
    ] {
        let message = shown(&TABLE.replace("        max: 100", &format!("        {key}")));
        assert!(message.contains(advice), "{message}");
    }
    let message = shown(&TABLE.replace("    method: GET", "    method: GET\n    auth: bearer"));
    assert!(
        message.contains(
            "write 'auth' at the host; 'session' of an endpoint says when its credentials are sent"
        ),
        "{message}"
    );
}

#[test]
fn words_of_other_formats() {
    let told = |from: &str, to: &str| {
        assert_eq!(TABLE.matches(from).count(), 1, "{from:?} stands once in the table");
        let found = faults(&TABLE.replace(from, to));
        let one = |fault: &virtual_finance_codegen::Diagnostic| {
            format!("{}: {}; {}", fault.code, fault.message, fault.help)
        };
        found.iter().map(one).collect::<Vec<_>>()
    };
    for (from, to, expected) in [
        ("    doc: Fruit.", "    description: Fruit.", "V010: 'Fruit' has no key 'description'; write 'doc'"),
        ("    params:", "    parameters:", "V010: 'Fruit' has no key 'parameters'; write 'params'"),
        ("    variants:", "    values:", "V010: 'Colour' has no key 'values'; write 'variants'"),
        ("endpoints:", "paths:", "V010: the table has no key 'paths'; write 'endpoints'"),
        (
            "    raw: json",
            "    raw: jsonl",
            "V015: 'raw' takes txt, json, bytes, ndjson, sse, csv or xml, not the string \"jsonl\"; write ndjson",
        ),
        (
            "    raw: json",
            "    raw: html",
            "V015: 'raw' takes txt, json, bytes, ndjson, sse, csv or xml, not the string \"html\"; write txt",
        ),
        (
            "    raw: json",
            "    raw: json\n    fresh_for: 15",
            "V014: 'fresh_for' takes a string, not the integer 15; write for example 'fresh_for: 15s'",
        ),
        (
            "    raw: json",
            "    raw: json\n    cache: 15s",
            "V010: 'Fruit' has no key 'cache'; write 'fresh_for'",
        ),
        (
            "        default: 25",
            "        default: 1e1",
            "V067: this is a number with a fraction or an exponent, not an integer; write 10",
        ),
        (
            "        max: 100",
            "        max: 0x64",
            "V006: 'max' takes a number, but 0x64 is hexadecimal; write 100",
        ),
        (
            "        default: 25",
            "        default: 0x19",
            "V006: 'default' takes an integer, but 0x19 is hexadecimal; write 25",
        ),
        (
            "    status: 200",
            "    status: 0xC8",
            "V006: 'status' takes an integer, but 0xC8 is hexadecimal; write 200",
        ),
        (
            "        default: 25",
            "        nullable: true",
            "V074: 'count' is in the query, which cannot have null; remove 'nullable': what is not set is not sent; or write 'in: body'",
        ),
        (
            "        type: integer",
            "        type: object",
            "V031: there is no type 'object'; write 'any', or the name of a record",
        ),
        ("        type: integer", "        type: file", "V031: there is no type 'file'; write 'bytes'"),
        (
            "    converter: fruit",
            "    response: { type: { list: string }, statuses: { 4xx: not_found } }",
            "V114: '4xx' is not a status that can have a meaning; write '4XX'",
        ),
    ] {
        assert_eq!(told(from, to), [expected], "{to}");
    }
}
