//! Documents of GraphQL, and the parameters that are their variables.

use proptest::prelude::*;

use super::faults;

/// Returns a table with one GraphQL request.
fn table(document: &str, keys: &str, params: &str) -> String {
    // In quotes a line of a YAML text ends with an empty one.
    let document = document.replace('\'', "''").replace('\n', "\n\n      ");
    format!(
        "\
hosts:
  shop_url: {{ doc: The shop., default: https://shop.example.com }}
types:
  Colour: {{ doc: A colour., variants: {{ Red: {{ wire: RED }} }} }}
records:
  {{ Basket: {{ doc: B., fields: {{ size: {{ doc: S., type: integer }} }} }}, Anything: {{ doc: A., open: true, fields: {{}} }} }}
endpoints:
  Fruit:
    doc: Fruit.
    host: shop_url
    path: graphql
    method: POST
    graphql: '{document}'
    response: {{ type: Anything, at: data }}
{keys}    params:
{params}"
    )
}

/// Returns the messages about a request, each with its line.
fn told(document: &str, keys: &str, params: &str) -> Vec<String> {
    of_table(&table(document, keys, params))
}

fn of_table(table: &str) -> Vec<String> {
    let one_line = |fault: &virtual_finance_codegen::Diagnostic| {
        format!("{} {}: {}; {}", fault.line, fault.code, fault.message, fault.help)
    };
    faults(table).iter().map(one_line).collect()
}

/// Returns a parameter of the body.
fn param(name: &str, keys: &str) -> String {
    format!("      {name}: {{ doc: A., in: body, {keys} }}\n")
}

const NONE: &str = "      {}\n";

#[test]
fn documents_that_fit() {
    let count = param("count", "type: integer");
    for (document, params) in [
        ("{ basket { size } }", NONE.to_owned()),
        ("query { basket { size } }", NONE.to_owned()),
        ("mutation Fill { basket { size } }", NONE.to_owned()),
        ("query Q @cached(for: 5) { basket { size } }", NONE.to_owned()),
        ("query Q($count: Int = 5) @cached(for: $count) { basket { size } }", count.clone()),
        ("query ($count: Int) { ...F } fragment F on Q { basket(first: $count) { size } }", count.clone()),
        ("query ($count: Int) { a(text: \"$b } \\\" \", first: $count) # $c {\n { size } }", count.clone()),
        ("query ($count: Int) { a(text: \"\"\"$b \"} \"\"\", filter: { first: [$count] }) { size } }", count),
        ("query ($c: Colour!) { a(c: $c) }", param("c", "type: Colour, required: true")),
        ("query ($c: String!) { a(c: $c) }", param("c", "type: Colour, default: RED")),
        ("query ($c: [Float!]) { a(c: $c) }", param("c", "type: { list: number }")),
        ("query ($f: Filter) { a(f: $f) }", param("filter", "type: Basket, wire: f, nullable: true")),
    ] {
        assert_eq!(told(document, "", &params), [""; 0], "{document}");
    }
}

#[test]
fn variables_that_are_no_parameters() {
    let count = || param("count", "type: integer");
    for (document, params, expected) in [
        (
            "query ($count: Int) { a(b: $count) }",
            NONE.to_owned(),
            "13 V106: no parameter is the variable '$count'; add the parameter 'count' with 'in: body', or remove \
             '$count'",
        ),
        (
            "{ a }",
            count(),
            "16 V106: the document has no variable '$count'; write where '$count' goes in the document, or remove the \
             parameter",
        ),
        (
            "query ($count: Int) { a(b: $count) }",
            format!("{}{}", count(), param("more", "type: integer, wire: cout")),
            "17 V106: the document has no variable '$cout'; write 'count'",
        ),
        (
            "query ($cuont: Int) { a(b: $cuont) }",
            count(),
            "16 V106: the document has no variable '$count'; write 'cuont'",
        ),
        (
            "query ($count: Int) { a(b: $count) }",
            param("count", "type: integr"),
            "16 V031: there is no type 'integr'; write 'integer'",
        ),
        (
            "{ a }",
            "      text: { doc: A., type: string, in: form }\n".to_owned(),
            "16 V106: 'text' is not in the body of a GraphQL request, which is JSON; write 'in: body' for a variable",
        ),
    ] {
        assert_eq!(told(document, "", &params), [expected], "{document}");
    }
}

/// Only a host knows what it takes of the rest.
#[test]
fn a_document_has_one_operation() {
    let one = "13 V106: a document has one operation, a query or a mutation; write one, like 'query { stations { name } }'";
    for document in [
        "",
        "# query",
        "subscription { a }",
        "{ a } { b }",
        "query a { b } mutation c { d }",
        "fragment F on Q { a }",
    ] {
        assert_eq!(told(document, "", NONE), [one], "{document}");
    }
    for document in [
        "query query { mutation }",
        "\u{feff}query { a }",
        "query a @live(if: true) { b(text: \"}\") { c } }",
        "fragment F on Q { a { ...G } } { ...F }",
        "{ a(b: 5) c: d }",
    ] {
        assert_eq!(told(document, "", NONE), [""; 0], "{document}");
    }
}

#[test]
fn keys_beside_a_document() {
    for (keys, expected) in [
        (
            "    safe: true\n",
            "15 V061: 'safe' has no effect beside 'graphql': a query only reads, and a mutation does not; remove it",
        ),
        ("    raw: txt\n", "15 V106: a GraphQL reply is JSON; remove 'raw'"),
        ("    body: fruit\n", "15 V106: 'graphql' makes the body; remove 'body'"),
    ] {
        let found = told("{ a }", keys, NONE);
        assert!(found.contains(&expected.to_owned()), "{found:#?}");
    }
    let usual = table("{ a }", "", NONE);
    let advice = "write 'at: data.' with the field of the query behind it, like 'at: data.stations'";
    for (was, is, expected) in [
        (
            "method: POST",
            "method: PUT",
            "12 V106: a GraphQL request is a POST; write 'method: POST'".to_owned(),
        ),
        (
            "at: data ",
            "at: basket ",
            format!("14 V106: the data of a GraphQL reply is in its member 'data'; {advice}"),
        ),
        (
            ", at: data }",
            " }",
            format!("14 V106: the data of a GraphQL reply is in its member 'data'; {advice}"),
        ),
    ] {
        assert_eq!(of_table(&usual.replace(was, is)), [expected], "{is}");
    }
}

#[test]
fn a_mutation_is_no_reading() {
    let expected = [
        "15 V061: no reply to a POST that may change something is kept; remove 'fresh_for', or write a query in 'graphql'",
    ];
    assert_eq!(told("mutation { basket { size } }", "    fresh_for: 1m\n", NONE), expected);
    assert_eq!(told("{ basket { size } }", "    fresh_for: 1m\n", NONE), [""; 0]);
}

proptest! {
    #[test]
    fn any_document_is_read_or_refused(text in "(query|mutation|\\{|\\}|\\(|\\)|\\[|\"|\\\\|#|\n|\\$|:|!|=|@|[a-z] ?|\\PC){0,40}") {
        faults(&table(&text, "", NONE));
    }
}

/// Deep brackets take no stack, and long documents no more than their length.
#[test]
fn long_documents_are_read() {
    let deep = format!("{{ {} {} }}", "a {".repeat(50_000), "}".repeat(50_000));
    assert_eq!(told(&deep, "", NONE), [""; 0]);
    let strings = format!("{{ a(b: [{}]) }}", "\"\\\"\" ".repeat(50_000));
    assert_eq!(told(&strings, "", NONE), [""; 0]);
}

#[test]
fn the_body_of_an_example_has_the_document_and_its_variables() {
    let told = |body: &str| {
        let params = format!(
            "{}    examples:\n      one: {{ doc: O., params: {{ count: 5 }}, url: https://shop.example.com/graphql, body: '{body}' }}\n",
            param("count", "type: integer")
        );
        told("query ($count: Int) { basket(first: $count) { size } }", "", &params)
    };
    assert_eq!(
        told(
            r#"{ "query": "query ($count: Int) {\n basket(first: $count) { size } }", "variables": { "count": 5 } }"#
        ),
        [""; 0]
    );
    for (body, expected) in [
        (
            r#"{ "query": "{ basket { size } }", "variables": { "count": 5 } }"#,
            "'query' of the body is not the document of the endpoint; write that of 'graphql'",
        ),
        (
            r#"{ "count": 5 }"#,
            r#"the body of a GraphQL request has its parameters in 'variables'; write { "variables": {"count":5} }"#,
        ),
        (
            r#"{ "variables": { "count": 6 } }"#,
            r#"the body differs: count: 6 in the table, 5 came out; write {"count":5}, or correct 'params'"#,
        ),
    ] {
        let found = told(body).concat();
        assert!(found.ends_with(&format!("V095: {expected}")), "{found}");
    }
}
