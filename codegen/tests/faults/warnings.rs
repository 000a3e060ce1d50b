//! Warnings: each mistake is one message, and the files are written all the same.

use virtual_finance_codegen::{Diagnostic, Generator, GeneratorError, Severity};

use super::{TABLE, codes, faults, with_example};

const CONVERTERS: [&str; 1] = ["fruit"];

#[track_caller]
fn warnings_of(table: &str, converters: &[&str]) -> Vec<Diagnostic> {
    let converters: Vec<String> = converters.iter().map(|&name| name.to_owned()).collect();
    match Generator::new("t.yaml").generate(table, &converters) {
        Ok(generated) => {
            assert!(!generated.files.is_empty(), "warnings write all files");
            generated.warnings
        }
        Err(error) => panic!("{error}"),
    }
}

/// Checks the warnings of a table: place, code, sentence and advice of each.
#[track_caller]
fn check(table: &str, expected: &[&str]) {
    let found: Vec<String> = warnings_of(table, &CONVERTERS).iter().map(Diagnostic::one_line).collect();
    assert_eq!(found, expected);
}

const HOST: &str = "shop_url: { doc: The shop., default: https://shop.example.com }\n";

#[test]
fn a_table_without_mistakes_has_no_warning() {
    check(TABLE, &[]);
}

#[test]
fn parts_that_nothing_uses() {
    let other = |more: &str| {
        format!("{HOST}  other_url: {{ doc: Another., default: \"https://other.example.com\"{more} }}\n")
    };
    check(
        &TABLE.replace(HOST, &other("")),
        &["t.yaml:3:3: warning[V120]: no request goes to the host 'other_url'; \
           remove it, or write 'client: true' if a converter or an authenticator asks for its address"],
    );
    check(&TABLE.replace(HOST, &other(", client: true")), &[]);
    check(
        &TABLE.replace("type: Colour", "type: string"),
        &[
            "t.yaml:4:3: warning[V120]: neither a parameter nor a response has the type 'Colour'; remove it, or name it in 'type'",
        ],
    );
    check(
        &TABLE
            .replace("type: Colour", "type: { list: Colour, separator: \",\" }")
            .replace("        default: green\n", ""),
        &[],
    );
    let records = "records:\n  Basket: { doc: B., fields: { plums: { doc: P., type: { list: Plum } } } }\n  \
                   Plum: { doc: P., fields: { size: { doc: S., type: integer } } }\n  \
                   Problem: { doc: P., fields: { text: { doc: T., type: string } } }\nendpoints:";
    let declared = |response: &str| {
        let table = TABLE.replace("endpoints:", records);
        table.replace("    converter: fruit\n", &format!("    response: {{ {response} }}\n"))
    };
    let unused = |response: &str| {
        let warnings = warnings_of(&declared(response), &[]);
        warnings.iter().map(Diagnostic::one_line).collect::<Vec<_>>()
    };
    assert_eq!(unused("type: { map: Basket }, statuses: { 409: Problem }"), [""; 0]);
    assert_eq!(
        unused("type: Plum, statuses: { 409: Problem }"),
        [
            "t.yaml:10:3: warning[V120]: neither a response nor a body has the record 'Basket'; remove it, or name it in a response or at a \
         parameter of a body"
        ]
    );
    let unused = warnings_of(TABLE, &["fruit", "plum"]);
    assert_eq!(
        unused.iter().map(Diagnostic::one_line).collect::<Vec<_>>(),
        ["t.yaml:9:1: warning[V120]: no endpoint names the converter 'plum'; \
          name it in 'converter', or remove src/converters/plum.rs or move it elsewhere"]
    );
}

#[test]
fn hosts_of_fallbacks_and_of_tokens_are_used() {
    let hosts = format!(
        "{HOST}  login: {{ doc: Tokens., default: https://c.example.com }}\n  \
         market: {{ doc: The market., default: https://m.example.com, auth: {{ type: custom }} }}\n"
    );
    let table = TABLE.replace(HOST, &hosts);
    let fallback = "    fallbacks:\n      market:\n        doc: The market.\n        raw: json\n        steps:\n          \
                    all: { host: market, path: fruit, session: always }\n";
    let tokens = "auth: { type: oauth2, token_host: login, token_path: token, env: MARKET }";
    check(&format!("{table}{fallback}").replace("auth: { type: custom }", tokens), &[]);
    let codes: Vec<_> = warnings_of(&table, &CONVERTERS).iter().map(|fault| fault.line).collect();
    assert_eq!(codes, [3, 4]);
}

#[test]
fn credentials_that_no_request_sends() {
    let with = |auth: &str, session: &str| {
        let host = HOST.replace(" }\n", &format!(", auth: {{ type: {auth} }} }}\n"));
        TABLE.replace(HOST, &host).replace("    raw: json\n", &format!("    raw: json\n{session}"))
    };
    for (auth, session, is_sent) in [
        ("custom", "", false),
        ("custom", "    session: on_refusal\n", true),
        ("bearer", "", true),
        ("bearer", "    session: never\n", false),
    ] {
        let expected = "t.yaml:2:66: warning[V120]: no request sends the credentials of 'shop_url'; \
                        write 'session: always' at the endpoints that need them, or remove 'auth'";
        check(&with(auth, session), if is_sent { &[] } else { std::slice::from_ref(&expected) });
    }
}

#[test]
fn a_status_that_is_no_success() {
    for status in [301, 404, 503] {
        check(
            &TABLE.replace("status: 200", &format!("status: {status}")),
            &[&format!("t.yaml:15:13: warning[V122]: {status} is not the status of a good reply; write 200")],
        );
    }
    check(&TABLE.replace("status: 200", "status: 204"), &[]);
}

/// The names in a view of records that say all their names are theirs.
#[test]
fn a_view_names_members_of_the_response() {
    let of = |view: &str, open: &str| {
        super::forms::table("ndjson", "", "{ \"size\": 5 }")
            .replace("    raw: ndjson\n", &format!("    raw: ndjson\n    view: {view}\n"))
            .replace("{ doc: P., ", &format!("{{ doc: P., {open}"))
    };
    let told = |table: &str| {
        let warnings = warnings_of(table, &[]);
        warnings
            .iter()
            .map(|fault| format!("{}: {}; {}", fault.code, fault.message, fault.help))
            .collect::<Vec<_>>()
    };
    for view in ["{ main: ., prices: [size] }", "{ columns: [remark, size], labels: [remark=note] }", "{}"] {
        assert_eq!(told(&of(view, "")), [""; 0], "{view}");
    }
    let wrong = ["V123: the response has no 'sise'; write 'size'"];
    for view in [
        "{ prices: [sise] }",
        "{ columns: [remark, sise] }",
        "{ labels: [sise=size] }",
        "{ times: [sise] }",
        "{ zone: meta.sise }",
        "{ facts: [meta.sise=x] }",
        "{ names: [sise] }",
    ] {
        assert_eq!(told(&of(view, "")), wrong, "{view}");
        // An open record may have others.
        assert_eq!(told(&of(view, "open: true, ")), [""; 0], "{view}");
    }
}

#[test]
fn a_main_table_that_no_response_has() {
    let table = |main: &str, response: &str| {
        let lines = format!(
            "        params: {{ name: plum }}\n        url: https://shop.example.com/fruit/plum?count=25&colour=green\n        \
             reply: '{{}}'\n        response: '{response}'\n"
        );
        with_example(&lines).replace("    params:\n", &format!("    view: {{ main: {main} }}\n    params:\n"))
    };
    let response = r#"{ "prices": [{ "daily": [1] }], "none": null }"#;
    check(
        &table("prizes", response),
        &["t.yaml:18:19: warning[V123]: the responses of the examples have no 'prizes'; write 'prices'"],
    );
    check(
        &table("prices.dayly", response),
        &["t.yaml:18:19: warning[V123]: the responses of the examples have no 'dayly'; write 'daily'"],
    );
    for main in ["prices", "prices.daily", "none.of_it", "."] {
        check(&table(main, response), &[]);
    }
    check(&table("prices.daily", r#"{ "prices": [] }"#), &[]);
}

#[test]
fn a_main_table_that_the_declared_response_has_not() {
    let table = |main: &str, response: &str| {
        TABLE.replace("    converter: fruit\n", &format!("    response: {response}\n    view: {{ main: {main} }}\n"))
            .replace(
                "endpoints:\n",
                "records:\n  Shop:\n    doc: A shop.\n    fields:\n      prices: { doc: P., type: { list: Price } }\n  \
                 Price:\n    doc: A price.\n    open: true\n    fields:\n      daily: { doc: D., type: { map: { list: any } }, wire: byDay }\n      \
                 value: { doc: V., type: number }\nendpoints:\n",
            )
    };
    for (main, response, said) in [
        ("prizes", "{ type: Shop }", "the response has no 'prizes'; write 'prices'"),
        ("prizes", "{ type: { list: Shop } }", "the response has no 'prizes'; write 'prices'"),
        (
            "prices.value.more",
            "{ type: Shop }",
            "the response has no 'more'; write '.' for the whole response",
        ),
        ("prices.value", "{ type: { map: Shop } }", "the response has no 'value'; write one of prices"),
    ] {
        let warnings = warnings_of(&table(main, response), &[]);
        let found: Vec<String> =
            warnings.iter().map(|warning| format!("{}; {}", warning.message, warning.help)).collect();
        assert_eq!(found, [said], "{main} of {response}");
    }
    for main in ["prices", "prices.byDay.monday.any", "prices.what_is_open", "."] {
        assert_eq!(warnings_of(&table(main, "{ type: Shop }"), &[]), [], "{main}");
    }
}

#[test]
fn errors_hide_warnings_that_may_be_due_to_them() {
    assert_eq!(codes(&TABLE.replace("host: shop_url", "host: shop")), ["V030"]);
    assert_eq!(codes(&TABLE.replace("type: Colour", "type: Color")), ["V031"]);
}

#[test]
fn denied_warnings_write_nothing() {
    let table = TABLE.replace("status: 200", "status: 404");
    let error = Generator::new("t.yaml").deny_warnings(true).generate(&table, &["fruit".to_owned()]);
    let Err(GeneratorError::Table(found)) = error else { panic!("it is denied") };
    assert_eq!(found.iter().map(|fault| fault.code.severity()).collect::<Vec<_>>(), [Severity::Warning]);
    let text = GeneratorError::Table(found).to_string();
    assert!(text.ends_with("1 denied warning in the table; nothing was written"), "{text}");
}

#[test]
fn the_query_of_an_example_is_that_of_its_request() {
    let example = |params: &str, query: &str| {
        let lines =
            format!("        params: {params}\n        url: https://shop.example.com/fruit/plum{query}\n");
        with_example(&lines).replace(
            "    examples:",
            "      day: { doc: The day., type: datetime, in: query }\n      \
             words: { doc: Words., type: { list: string, separator: \",\" }, in: query, wire: w }\n    examples:",
        )
    };
    for (params, query) in [
        ("{ name: plum }", "?count=25&colour=green"),
        ("{ name: plum, count: 3 }", "?count=3&colour=green"),
        ("{ name: plum, day: 2020-01-31 }", "?count=25&colour=green&day=1580428800"),
        ("{ name: plum, words: [a b, c&d] }", "?count=25&colour=green&w=a+b%2Cc%26d"),
    ] {
        assert_eq!(faults(&example(params, query)), [], "{query}");
    }
    let wrong = |params: &str, query: &str| {
        let found = faults(&example(params, query));
        found.iter().map(Diagnostic::one_line).collect::<Vec<_>>()
    };
    let right = "write 'https://shop.example.com/fruit/plum?count=25&colour=green'";
    for (query, said) in [
        ("", "the request also sends 'count'"),
        ("?count=25", "the request also sends 'colour'"),
        ("?count=5&colour=green", "the request sends count=25 here"),
        ("?colour=green&count=25", "the request sends 'count' here, not 'colour'"),
        ("?count=25&colour=green&all=true", "the request does not send 'all'"),
    ] {
        let found = wrong("{ name: plum }", query);
        assert_eq!(found, [format!("t.yaml:42:14: error[V092]: {said}; {right}")], "{query}");
    }
    assert_eq!(
        wrong("{ name: plum, words: [a b] }", "?count=25&colour=green&w=ab"),
        ["t.yaml:42:14: error[V092]: the request sends w=a b here; \
          write 'https://shop.example.com/fruit/plum?count=25&colour=green&w=a+b'"]
    );
}

#[test]
fn a_key_that_every_request_wants_is_no_parameter() {
    let table = |param: &str| format!("{TABLE}      {param}\n");
    let told = |name: &str, place: &str, wire: &str| {
        format!(
            "t.yaml:36:7: warning[V125]: '{name}' looks like a key, and a parameter is no secret: addresses in messages have it; \
             remove it, and write 'auth: {{ type: {place}, name: {wire} }}' at the host 'shop_url'"
        )
    };
    for (param, expected) in [
        ("api_key: { doc: K., type: string, in: query }", told("api_key", "query", "api_key")),
        ("k: { doc: K., type: string, in: header, wire: X-Api-Key }", told("k", "header", "X-Api-Key")),
        ("access_token: { doc: K., type: string, in: query }", told("access_token", "query", "access_token")),
    ] {
        check(&table(param), &[&expected]);
    }
    for param in [
        "token: { doc: Your API token., type: string, in: query }",
        "key: { doc: The key of a list., type: string, in: query }",
        "page_token: { doc: The access token of a page., type: string, in: query }",
        "api_key: { doc: K., type: string, in: client }",
    ] {
        check(&table(param), &[]);
    }
}
