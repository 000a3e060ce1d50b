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
        t.yaml:43:19: error[V030]: the table has no host 'shop_ur'
           |
        43 |             host: shop_ur
           |                   ^^^^^^^
           |
           = help: write 'shop_url'
        t.yaml:44:19: error[V050]: a path does not begin with '/', and has one at its end at most
           |
        44 |             path: /v1/{nam}/{count}
           |                   ^^^^^^^^^^^^^^^^^
           |
           = help: write 'v1/{nam}/{count}'
        t.yaml:44:23: error[V052]: the path has '{nam}', but there is no parameter 'nam'
           |
        44 |             path: /v1/{nam}/{count}
           |                       ^^^^^
           |
           = help: write '{name}', or add 'nam' to 'params'
    "#]],
    );
}

#[test]
fn what_stands_in_a_step_always_has_a_value() {
    check_step(
        "            host: shop_url\n            path: v1/{note}\n            query: ['note={note}', 'all={al}']\n",
        &expect![[r#"
            t.yaml:44:22: error[V056]: 'note' may not be given, and a step of a fallback needs its value
               |
            44 |             path: v1/{note}
               |                      ^^^^^^
               |
               = help: give 'note' a default, or make the query with 'queries'
            t.yaml:45:21: error[V056]: 'note' may not be given, and a step of a fallback needs its value
               |
            45 |             query: ['note={note}', 'all={al}']
               |                     ^^^^^^^^^^^^^
               |
               = help: give 'note' a default, or make the query with 'queries'
            t.yaml:45:36: error[V052]: the query has '{al}', but there is no parameter 'al'
               |
            45 |             query: ['note={note}', 'all={al}']
               |                                    ^^^^^^^^^^
               |
               = help: add 'al' to 'params'
        "#]],
    );
}

#[test]
fn a_query_is_names_and_values() {
    check_step(
        "            host: shop_url\n            path: v1\n            query: [ripe, =1, 'a&b=1', 'n=x{name}', 'n={na{me}}']\n",
        &expect![[r#"
            t.yaml:45:21: error[V058]: 'ripe' is not a name and a value
               |
            45 |             query: [ripe, =1, 'a&b=1', 'n=x{name}', 'n={na{me}}']
               |                     ^^^^
               |
               = help: write 'ripe=…', for example 'symbol={ticker}'
            t.yaml:45:27: error[V058]: '' cannot be a name in a query
               |
            45 |             query: [ripe, =1, 'a&b=1', 'n=x{name}', 'n={na{me}}']
               |                           ^^
               |
               = help: write it like 'symbol={ticker}'
            t.yaml:45:31: error[V058]: 'a&b' cannot be a name in a query
               |
            45 |             query: [ripe, =1, 'a&b=1', 'n=x{name}', 'n={na{me}}']
               |                               ^^^^^^^
               |
               = help: write it like 'symbol={ticker}'
            t.yaml:45:40: error[V051]: 'x{name}' is not a whole placeholder
               |
            45 |             query: [ripe, =1, 'a&b=1', 'n=x{name}', 'n={na{me}}']
               |                                        ^^^^^^^^^^^
               |
               = help: write the placeholder alone behind the '=', like 'symbol={ticker}'
            t.yaml:45:53: error[V051]: '{na{me}}' is not a whole placeholder
               |
            45 |             query: [ripe, =1, 'a&b=1', 'n=x{name}', 'n={na{me}}']
               |                                                     ^^^^^^^^^^^^
               |
               = help: write the placeholder alone behind the '=', like 'symbol={ticker}'
        "#]],
    );
}

#[test]
fn names_are_words() {
    check_step(
        "            host: shop_url\n            path: v1\n            queries: makeQueries\n",
        &expect![[r#"
            t.yaml:45:22: error[V020]: 'makeQueries' cannot be a name here
               |
            45 |             queries: makeQueries
               |                      ^^^^^^^^^^^
               |
               = help: write 'make_queries'
        "#]],
    );
    let table = format!(
        "{TABLE}    fallbacks:\n      Service:\n        doc: The service.\n        raw: jsn\n        steps: {{ One: {{ host: \
         shop_url, path: v1 }} }}\n"
    );
    expect![[r#"
        t.yaml:37:7: error[V020]: 'Service' cannot be a name here
           |
        37 |       Service:
           |       ^^^^^^^
           |
           = help: write 'service'
        t.yaml:39:14: error[V015]: 'raw' takes txt or json, not the string "jsn"
           |
        39 |         raw: jsn
           |              ^^^
           |
           = help: write 'json'
        t.yaml:40:18: error[V020]: 'One' cannot be a name here
           |
        40 |         steps: { One: { host: shop_url, path: v1 } }
           |                  ^^^
           |
           = help: write 'one'
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
            t.yaml:45:22: error[V059]: 'shop_url' has no 'auth', so there are no credentials to send
               |
            45 |             session: always
               |                      ^^^^^^
               |
               = help: write 'auth: { type: custom }' at the host for those of the client's authenticator, or 'never'
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
