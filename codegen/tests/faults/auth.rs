//! The credentials of hosts, and secrets that have no place in a table.

use expect_test::{Expect, expect};

use super::{TABLE, faults};

/// Checks the messages about a host with these credentials, without the pictures.
#[track_caller]
fn check_auth(auth: &str, expected: &Expect) {
    let host = format!("default: https://shop.example.com, auth: {{ {auth} }}");
    check_table(&TABLE.replace("default: https://shop.example.com", &host), expected);
}

#[track_caller]
fn check_table(table: &str, expected: &Expect) {
    let found = faults(table);
    let told = found.iter().map(|fault| {
        format!("{}:{} {}: {}; {}\n", fault.line, fault.column, fault.code, fault.message, fault.help)
    });
    expected.assert_eq(&told.collect::<String>());
}

#[test]
fn every_form_has_no_fault() {
    for auth in [
        "type: header, name: X-Api-Key",
        "type: header, name: Authorization, env: SHOP_KEY",
        "type: query, name: apikey, env: SHOP_KEY_2",
        "type: bearer, env: TOKEN",
        "type: basic",
        "type: oauth2, token_host: shop_url, token_path: oauth/token",
        "type: oauth2, token_host: shop_url, token_path: token, scopes: [read, 'list:all'], env: CLIENT",
        "type: custom",
    ] {
        check_auth(auth, &expect![[r#""#]]);
    }
}

/// The key of a host would be sent twice, or not at all.
#[test]
fn a_parameter_or_a_constant_with_the_name_of_the_key() {
    let table = |auth: &str, keys: &str| {
        format!(
            "hosts:\n  shop: {{ doc: The shop., default: \"https://shop.example.com\", auth: {{ {auth} }} }}\nendpoints:\n  \
             Fruit:\n    doc: The fruit.\n    host: shop\n    path: fruit\n    method: GET\n    status: 200\n    raw: json\n    \
             converter: fruit\n{keys}"
        )
    };
    let param = "    params:\n      unit: { doc: The unit., type: string, in: query }\n";
    check_table(
        &table("type: query, name: unit", param),
        &expect![[r#"
            13:7 V060: the key of the host and 'unit' would both be sent as 'unit'; give one of them another 'wire', or remove it
        "#]],
    );
    check_table(
        &table("type: query, name: unit", "    query: [unit=metric]\n"),
        &expect![[r#"
            12:13 V060: the key of the host and the constant would both be sent as 'unit'; give one of them another 'wire', or remove it
        "#]],
    );
    check_table(&table("type: query, name: unit", &format!("    session: never\n{param}")), &expect![[""]]);
    check_table(&table("type: header, name: unit", param), &expect![[""]]);
}

#[test]
fn each_form_has_its_keys() {
    check_auth(
        "type: header",
        &expect![[r#"
        2:74 V104: 'auth' of the type header has no 'name'; add 'name'
    "#]],
    );
    check_auth(
        "type: oauth2, name: a, token_path: /token/, scopes: ['read list', '']",
        &expect![[r#"
        2:74 V104: 'auth' of the type oauth2 has no 'token_host'; add 'token_host'
        2:88 V061: 'name' has no effect where the type is oauth2; remove it
        2:109 V050: this is not the path that gives tokens; write it like 'oauth/token'
        2:127 V104: 'read list' is not one scope; write each by itself: read, list
        2:140 V104: '' is not one scope; write a list, like '[read, list]'
    "#]],
    );
    check_auth(
        "type: custom, name: a, env: KEY, scopes: [a], token_host: shop_url",
        &expect![[r#"
        2:88 V061: 'name' has no effect where the type is custom; remove it
        2:97 V061: 'env' has no effect where the type is custom; remove it
        2:107 V061: 'scopes' has no effect where the type is custom; remove it
        2:120 V061: 'token_host' has no effect where the type is custom; remove it
    "#]],
    );
    check_auth(
        "type: oauth2, token_host: shop_ur, token_path: 'a?b'",
        &expect![[r#"
        2:100 V030: the table has no host 'shop_ur'; write 'shop_url'
        2:121 V050: this is not the path that gives tokens; write it like 'oauth/token'
    "#]],
    );
    check_auth(
        "type: header, name: 'X Key'",
        &expect![[r#"
        2:94 V101: 'X Key' cannot be the name of a header; write letters, digits and dashes, like 'X-Page-Size'
    "#]],
    );
    check_auth("type: header, name: Cookie", &expect![[r#""#]]);
    check_auth(
        "type: query, name: ''",
        &expect![[r#"
        2:93 V039: a name in the query is not empty; write what the host takes
    "#]],
    );
    check_auth(
        "type: key",
        &expect![[r#"
        2:80 V015: 'type' takes header, query, bearer, basic, oauth2 or custom, not the string "key"; write one of header, query, bearer, basic, oauth2, custom
    "#]],
    );
    check_auth(
        "name: a",
        &expect![[r#"
        2:66 V011: 'auth' has no 'type'; add 'type: …', for example 'type: bearer'
    "#]],
    );
}

#[test]
fn no_secret_stands_in_a_table() {
    check_auth(
        "type: bearer, env: sk_live_4eC39HqLyjWD",
        &expect![[r#"
        2:93 V105: this is not the name of an environment variable, and may be a secret; write a name such as SHOP_KEY; a secret never stands in a table, so replace it if it is one
    "#]],
    );
    check_auth(
        "type: bearer, token: 4eC39HqLyjWD",
        &expect![[r#"
        2:88 V010: 'auth' has no key 'token'; remove it; a secret never stands in a table: a client is given it, or reads the variable that 'env' names
    "#]],
    );
    check_auth(
        "type: basic, user: anna, password: sesame",
        &expect![[r#"
            2:87 V010: 'auth' has no key 'user'; write one of type, name, env, token_host, token_path, scopes
            2:99 V010: 'auth' has no key 'password'; remove it; a secret never stands in a table: a client is given it, or reads the variable that 'env' names
        "#]],
    );
    let key = ["AKIA", "IOSFODNN7EXAMPLE"].concat();
    check_table(
        &format!(
            "{TABLE}      page: {{ doc: A., type: string, in: header, wire: X-Page, default: {key} }}\n    query: [key={key}, \
             api_key=DEMO_KEY, 'appid={{name}}']\n    headers: [X-Auth-Token={key}]\n"
        ),
        &expect![[r#"
            36:73 V105: the default of 'page' looks like a secret; remove it, declare 'auth' of the host, and give the secret to the client
            37:13 V105: 'key' is sent as a constant, and looks like a secret; remove it, declare 'auth' of the host, and give the secret to the client
            38:15 V105: 'X-Auth-Token' is sent as a constant, and looks like a secret; remove it, declare 'auth' of the host, and give the secret to the client
        "#]],
    );
}

/// A key of a service is one under any name, and no message repeats it, nor the line that it shows.
#[test]
fn a_secret_is_known_by_its_form() {
    let body =
        TABLE.replace("method: GET", "method: POST").replace("converter: fruit", "response: { type: any }");
    let remark =
        |keys: &str| format!("{body}      remark: {{ doc: The remark., type: string, in: body, {keys} }}\n");
    for value in ["sk_live_key", "AKIA of the book shop", "eyJust-a-name-without-digits", "ghp_1"] {
        check_table(&remark(&format!("default: \"{value}\"")), &expect![""]);
    }
    let example =
        "    examples:\n      one: { doc: O., params: { name: a, count: 25, colour: green, remark: ";
    // Not whole, so that nobody takes this file for a leak.
    for secret in
        [["sk_live_", "4eC39HqLyjWDarjtT1zdp7dc"].concat(), ["eyJ", "hbGciOiJI.eyJzdWIi.4eC39HqLyj"].concat()]
    {
        check_table(
            &remark(&format!("default: {secret}")),
            &expect![[r#"
                36:68 V105: the default of 'remark' looks like a secret; remove it, declare 'auth' of the host, and give the secret to the client
            "#]],
        );
        let sent =
            format!("{example}{secret} }}, url: 'https://shop.example.com/fruit/a', body: '{{}}' }}\n");
        let found = faults(&format!("{}{sent}", remark("max_length: 99")));
        assert!(found.iter().any(|fault| fault.help.contains("********")), "{found:#?}");
        for fault in &found {
            assert!(!fault.to_string().contains("4eC39"), "{fault}");
        }
    }
}
