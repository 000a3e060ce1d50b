//! Fallbacks, their steps, and the sessions that requests need.

use expect_test::{Expect, expect};

use super::{TABLE, codes, faults, shown};

/// Checks the faults of a table whose endpoint has a fallback with this step.
#[track_caller]
fn check_step(step: &str, expected: &Expect) {
    let table = format!(
        "{TABLE}      note: {{ doc: A note., type: string, in: query }}\n    fallbacks:\n      service:\n        doc: The \
         service.\n        raw: json\n        steps:\n          one:\n{step}"
    );
    expected.assert_eq(&shown(&table));
}

#[test]
fn a_step_that_is_right_has_no_fault() {
    let table = format!(
        "{TABLE}    fallbacks:\n      service:\n        doc: The service.\n        raw: json\n        steps:\n          \
         one: {{ host: shop_url, path: 'v1/{{name}}', query: ['n={{count}}', 'c={{colour}}', a=], queries: more }}\n"
    );
    assert_eq!(faults(&table), []);
}

#[test]
fn hosts_and_paths_are_checked_as_those_of_endpoints() {
    check_step(
        "            host: shop_ur\n            path: /v1/{nam}/{count}\n",
        &expect![[r#"
            43:19+7 V030: the table has no host 'shop_ur'; write 'shop_url'
            44:19+17 V050: a path does not begin with '/', and has one at its end at most; write 'v1/{nam}/{count}'
            44:23+5 V052: the path has '{nam}', but there is no parameter 'nam'; write '{name}', or add 'nam' to 'params'
        "#]],
    );
}

#[test]
fn what_stands_in_a_step_always_has_a_value() {
    check_step(
        "            host: shop_url\n            path: v1/{note}\n            query: ['note={note}', 'all={al}']\n",
        &expect![[r#"
            44:22+6 V056: 'note' may not be given, and a step of a fallback needs its value; give 'note' a default, or make the query with 'queries'
            45:21+13 V056: 'note' may not be given, and a step of a fallback needs its value; give 'note' a default, or make the query with 'queries'
            45:36+10 V052: the query has '{al}', but there is no parameter 'al'; add 'al' to 'params'
        "#]],
    );
}

#[test]
fn a_query_is_names_and_values() {
    check_step(
        "            host: shop_url\n            path: v1\n            query: [ripe, =1, 'a&b=1', 'n=x{name}', 'n={na{me}}']\n",
        &expect![[r#"
            45:21+4 V058: 'ripe' is not a name and a value; write 'ripe=…', for example 'symbol={ticker}'
            45:27+2 V058: '' cannot be a name in a query; write it like 'symbol={ticker}'
            45:31+7 V058: 'a&b' cannot be a name in a query; write it like 'symbol={ticker}'
            45:40+11 V051: 'x{name}' is not a whole placeholder; write the placeholder alone behind the '=', like 'symbol={ticker}'
            45:53+12 V051: '{na{me}}' is not a whole placeholder; write the placeholder alone behind the '=', like 'symbol={ticker}'
        "#]],
    );
}

#[test]
fn names_are_words() {
    check_step(
        "            host: shop_url\n            path: v1\n            queries: makeQueries\n",
        &expect![[r#"
            45:22+11 V020: 'makeQueries' cannot be a name here; write 'make_queries'
        "#]],
    );
    let table = format!(
        "{TABLE}    fallbacks:\n      Service:\n        doc: The service.\n        raw: jsn\n        steps: {{ One: {{ host: \
         shop_url, path: v1 }} }}\n"
    );
    expect![[r#"
        37:7+7 V020: 'Service' cannot be a name here; write 'service'
        39:14+3 V015: 'raw' takes txt or json, not the string "jsn"; write 'json'
        40:18+3 V020: 'One' cannot be a name here; write 'one'
    "#]]
    .assert_eq(&shown(&table));
}

#[test]
fn a_fallback_has_steps_and_a_doc() {
    let table = format!("{TABLE}    fallbacks:\n      service: {{ doc: '', raw: json, steps: {{}} }}\n");
    assert_eq!(codes(&table), ["V035", "V057"]);
    let table = format!("{TABLE}    fallbacks:\n      service: {{ doc: The service. }}\n");
    assert_eq!(codes(&table), ["V011", "V011"]);
}

#[test]
fn credentials_are_those_of_the_host() {
    check_step(
        "            host: shop_url\n            path: v1\n            session: always\n",
        &expect![[r#"
            45:22+6 V059: 'shop_url' has no 'auth', so there are no credentials to send; write 'auth: { type: custom }' at the host for those of the client's authenticator, or 'never'
        "#]],
    );
    let endpoint =
        |session: &str| TABLE.replace("    raw: json\n", &format!("    raw: json\n    session: {session}\n"));
    assert_eq!(codes(&endpoint("on_refusal")), ["V059"]);
    assert_eq!(faults(&endpoint("never")), []);
    for auth in ["custom", "bearer", "basic"] {
        let host = format!("default: https://shop.example.com, auth: {{ type: {auth} }}");
        let with_auth = endpoint("on_refusal").replace("default: https://shop.example.com", &host);
        assert_eq!(faults(&with_auth), [], "{auth}");
    }
}

/// The reply of another source is one that the declared response can be read from.
#[test]
fn a_declared_response_has_one_form() {
    let step = |name: &str| format!("          {name}: {{ host: shop_url, path: v1 }}\n");
    let table = |raw: &str, steps: &str| {
        let records =
            "records:\n  Plum: { doc: P., fields: { size: { doc: S., type: integer } } }\nendpoints:";
        let table = TABLE
            .replace("endpoints:", records)
            .replace("    converter: fruit\n", "    response: { type: Plum }\n");
        format!(
            "{table}    fallbacks:\n      page:\n        doc: P.\n        raw: {raw}\n        steps:\n{steps}"
        )
    };
    assert_eq!(faults(&table("json", &step("one"))), []);
    for (raw, steps) in [("txt", step("one")), ("json", [step("one"), step("two")].concat())] {
        let found = faults(&table(raw, &steps));
        let helps: Vec<&str> = found.iter().map(|fault| fault.help.as_ref()).collect();
        assert_eq!(helps, ["write a converter in place of 'response'"], "{raw}");
    }
}

#[test]
fn a_secret_in_a_step_and_the_key_of_its_host_are_told() {
    let table = TABLE.replace(
        "default: https://shop.example.com }",
        "default: https://shop.example.com, auth: { type: query, name: key } }",
    );
    let step = |query: &str| {
        format!(
            "{table}    fallbacks:\n      service:\n        doc: S.\n        raw: json\n        steps:\n          one: {{ host: \
             shop_url, path: v1, query: ['{query}'] }}\n"
        )
    };
    assert_eq!(codes(&step("a=1")), [""; 0]);
    assert_eq!(codes(&step("key=1")), ["V060"]);
    // A step without credentials sends no key.
    assert_eq!(codes(&step("key=1").replace("path: v1,", "path: v1, session: never,")), [""; 0]);
    assert_eq!(codes(&step("api_key=AKIAIOSFODNN7EXAMPLE")), ["V105"]);
    assert_eq!(codes(&step("x={name")), ["V051"]);
}
