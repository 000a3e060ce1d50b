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
fn documents_that_are_none() {
    for (document, expected) in [
        ("", "the document has no operation; write one, like 'query { stations { name } }'"),
        (
            "fragment F on Q { size }",
            "the document has no operation; write one, like 'query { stations { name } }'",
        ),
        ("select * from fruit", "'select' begins no operation; write 'query' or 'mutation'"),
        ("subscription { a }", "a subscription has more than one reply; write a query or a mutation"),
        ("query A { a } query B { b }", "the document has two operations; give each an endpoint of its own"),
        ("query { a { b }", "the document ends before '}'; write the rest of it"),
        ("query { a(b: 5 }", "'}' stands where ')' ends; close each bracket"),
        ("{ a(b: \"c) }", "a string has no end; write the quotation marks at its end"),
        ("query ($a Int) { b }", "'$a' has no type; write '$name: Type' for each"),
        ("query (a: Int) { b }", "'a' is no variable; write '$name: Type' for each"),
        ("query ($: Int) { b }", "':' is no name; write the name of a variable behind '$'"),
        (
            "query ($a: Int, first: Int = 3) { b(c: $a) }",
            "'first' is no variable; write '$name: Type' for each",
        ),
        ("query ($a: Int = 3, b: Int) { b(c: $a) }", "'b' is no variable; write '$name: Type' for each"),
        ("query ($a: = 3) { b(c: $a) }", "'$a' has no type; write '$name: Type' for each"),
        ("query ($a: Int =) { b(c: $a) }", "')' is no default; write a value behind '='"),
        (
            "query ($a: Int) { b(c $a) }",
            "no ':' follows the argument 'c'; write ': ' and its value behind it",
        ),
        ("query ($a: Int) { b(c = $a) }", "'=' follows the argument 'c'; write ':' in its place"),
        (
            "query ($a: Int) { b($a, d: 5) }",
            "'$a' has no name of an argument before it; write 'name: value' for each argument",
        ),
        (
            "query ($a: Int) { b(c: { 5: $a }) }",
            "'5' is no name of an argument; write 'name: value' for each argument",
        ),
        ("query ($a: Int, $a: Int) { b(c: $a) }", "'$a' is declared twice; remove one of them"),
    ] {
        assert_eq!(told(document, "", NONE), [format!("13 V106: {expected}")], "{document}");
    }
}

#[test]
fn variables_that_are_no_parameters() {
    let count = || param("count", "type: integer");
    for (document, params, expected) in [
        (
            "query ($count: Int) { a(b: $cuont, c: $count) }",
            count(),
            "13 V106: the operation does not declare '$cuont'; write 'count'",
        ),
        (
            "{ a(b: $count, c: $count) }",
            NONE.to_owned(),
            "13 V106: the operation does not declare '$count'; declare it, like 'query ($count: Int)'",
        ),
        (
            "query ($count: Int) { a(b: $count) }",
            NONE.to_owned(),
            "13 V106: no parameter is the variable '$count'; add the parameter 'count' with 'in: body', or remove \
             '$count'",
        ),
        (
            "query ($count: Int) { a }",
            count(),
            "13 V106: the operation does not use '$count'; write where its value goes, or remove it",
        ),
        (
            "{ a }",
            count(),
            "16 V106: the document has no variable '$count'; declare '$count: Int' in the document, or remove the parameter",
        ),
        (
            "query ($count: Int) { a(b: $count) }",
            format!("{}{}", count(), param("more", "type: integer, wire: cout")),
            "17 V106: the document has no variable '$cout'; write 'count'",
        ),
        (
            "query ($count: Int) { a(b: $count) }",
            format!("{}{}", count(), param("more", "type: { list: string }")),
            "17 V106: the document has no variable '$more'; declare '$more: [String!]' in the document, or remove the \
             parameter",
        ),
        (
            "query ($count: Int) { a(b: $count) }",
            format!("{}{}", count(), param("more", "type: Colour")),
            "17 V106: the document has no variable '$more'; declare '$more' with its type in the document, or remove \
             the parameter",
        ),
        (
            "query ($count: Int!) { a(b: $count) }",
            count(),
            "16 V106: '$count' is 'Int!', and 'count' may be left out; write 'required: true', or give it a default",
        ),
        (
            "query ($count: Int! = 5) { a(b: $count) }",
            param("count", "type: integer, nullable: true"),
            "16 V106: '$count' is 'Int!', and 'count' may be null; remove 'nullable', or the '!'",
        ),
        (
            "query ($count: Float) { a(b: $count) }",
            param("count", "type: string"),
            "16 V106: '$count' is 'Float', and 'count' is another type; write 'number' or 'integer'",
        ),
        (
            "query ($count: [Int!]!) { a(b: $count) }",
            param("count", "type: { list: integer, separator: \"|\" }, required: true"),
            "16 V106: '$count' is '[Int!]!', and 'count' is another type; write { list: integer }",
        ),
        (
            "query ($count: Int) { a(b: $count) }",
            param("count", "type: integr"),
            "16 V031: there is no type 'integr'; write 'integer'",
        ),
        (
            "query ($count: String) { a(b: $count) }",
            count(),
            "16 V106: '$count' is 'String', and 'count' is another type; write 'string' or 'ticker' or 'date'",
        ),
        (
            "{ a }",
            "      text: { doc: A., type: string, in: form }\n".to_owned(),
            "16 V106: 'text' is not in the body of a GraphQL request, which is JSON; write 'in: body' for a variable",
        ),
        (
            "{ a }",
            "      all: { doc: A., type: any, in: body, wire: . }\n".to_owned(),
            "16 V106: 'all' would replace the document; write the name of its variable",
        ),
    ] {
        assert_eq!(told(document, "", &params), [expected], "{document}");
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
        ("method: POST", "method: PUT", "12 V106: a GraphQL request is a POST; write 'method: POST'".to_owned()),
        ("at: data ", "at: basket ", format!("14 V106: the data of a GraphQL reply is in its member 'data'; {advice}")),
        (", at: data }", " }", format!("14 V106: the data of a GraphQL reply is in its member 'data'; {advice}")),
        (
            "at: data ",
            "at: data, error: { at: errors } ",
            "14 V061: 'error' has no effect beside 'graphql': the errors of a host are in 'errors'; remove it".to_owned(),
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
fn what_a_document_does_not_ask_for() {
    let told = |document: &str, response: &str| {
        let table = table(document, "", NONE).replace("{ type: Anything, at: data }", response);
        assert!(table.contains(response), "{response}");
        of_table(&table)
    };
    let basket = "{ type: Basket, at: data.basket }";
    for document in [
        "{ basket { size } }",
        "{ basket: cart(first: 2) { colour size } }",
        "{ basket { ...F } } fragment F on Basket { size }",
        "{ basket { ... on Basket { size } } }",
        "{ ...F } fragment F on Query { basket { size } }",
        "{ basket { size @shown(if: true) } }",
    ] {
        assert_eq!(told(document, basket), [""; 0], "{document}");
    }
    assert_eq!(
        told("{ shop { baskets { size } } }", "{ type: { list: Basket }, at: data.shop.baskets }"),
        [""; 0]
    );
    for (document, response, expected) in [
        ("{ baskets { size } }", basket, "14 V106: the document does not ask for 'basket'; write 'baskets'"),
        (
            "{ basket { sise } }",
            basket,
            "13 V106: the document does not ask for 'size', which 'Basket' requires; ask for it, or write 'optional: true' at the field of the record",
        ),
        (
            "{ basket }",
            basket,
            "13 V106: the document does not ask for 'size', which 'Basket' requires; ask for it, or write 'optional: true' at the field of the record",
        ),
        (
            "{ basket { size: weight } cart { size } }",
            "{ type: { list: Basket }, at: data.cart.items }",
            "14 V106: the document does not ask for 'items'; write one of size",
        ),
    ] {
        assert_eq!(told(document, response), [expected], "{document}");
    }
    assert_eq!(
        told("{ basket { size { value } } }", basket),
        [
            "13 V106: the document asks for 'value' of a value that is 'integer'; remove the brackets, or name a record as the type of the field"
        ]
    );
    assert_eq!(told("{ { size } }", basket), ["13 V106: '{' stands behind no field; name the field"]);
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
            r#"'variables.count' of the body is not what the parameters of the example send; write {"count":5}, or correct 'params'"#,
        ),
    ] {
        let found = told(body).concat();
        assert!(found.ends_with(&format!("V095: {expected}")), "{found}");
    }
    let integer = of_table(&table(
        "query ($count: integer) { basket(first: $count) { size } }",
        "",
        &param("count", "type: integer"),
    ));
    assert!(
        integer.concat().contains("GraphQL has no type 'integer' of its own; write 'Int' in 'graphql'"),
        "{integer:?}"
    );
}

#[test]
fn fragments_are_defined_and_used() {
    let used = |fragments: &str| format!("{{ basket {{ ...F }} }} {fragments}");
    for (document, expected) in [
        (
            used(""),
            "the document does not define the fragment 'F'; add it, like 'fragment F on Station { name }', or remove '...F'",
        ),
        (
            used("fragment G on Basket { size ...F }"),
            "the document does not define the fragment 'F'; write 'G'",
        ),
        (
            used("fragment F on Basket { size } fragment Other on Basket { size }"),
            "the document does not use the fragment 'Other'; write '...Other' where its fields go, or remove it",
        ),
        (
            used("fragment F on Basket { size } fragment F on Basket { size }"),
            "the fragment 'F' is defined twice; remove one of them",
        ),
        (
            used("fragment F on Basket { size ...F }"),
            "the fragment 'F' contains itself and never ends; remove '...F'",
        ),
        (
            used("fragment F on Basket { ...G } fragment G on Basket { size { ...F } }"),
            "the fragment 'F' contains itself and never ends; remove '...G'",
        ),
    ] {
        let found = told(&document, "", NONE);
        assert_eq!(found.first(), Some(&format!("13 V106: {expected}")), "{document}: {found:#?}");
    }
    for document in [
        "{ basket { ...F ...G } } fragment F on Basket { size ...G } fragment G on Basket { size }",
        "{ basket { ... { size } ... @include(if: true) { colour } } }",
        "{ basket { ...on } } fragment onward on Basket { size { ...onward2 } }",
    ] {
        let found = told(document, "", NONE);
        assert_eq!(found.is_empty(), !document.contains("onward"), "{document}: {found:#?}");
    }
}

#[test]
fn a_default_is_of_the_type_of_its_variable() {
    let told = |kind: &str, default: &str| {
        let document = format!("query ($a: {kind} = {default} @old(by: 5)) {{ b(c: $a) }}");
        let list = if kind.starts_with('[') { "type: { list: any }" } else { "type: any" };
        let found = told(&document, "", &param("a", list));
        found.into_iter().filter(|fault| fault.contains("default")).collect::<Vec<_>>()
    };
    for (kind, default) in [
        ("Int", "-5"),
        ("Float", "5"),
        ("Float", "-1.5e-3"),
        ("Boolean!", "false"),
        ("String", "\"a $ b\""),
        ("String", "\"\"\"a\"\"\""),
        ("String", "null"),
        ("[Int!]", "[1, 2]"),
        ("[Int!]", "1"),
        ("[[String]]", "[[\"a\"], []]"),
        ("Colour", "RED"),
        ("Filter", "{ colour: RED, most: 5 }"),
    ] {
        assert_eq!(told(kind, default), [""; 0], "{kind} = {default}");
    }
    let place = "in its place, or remove the default";
    for (kind, default, expected) in [
        ("Int", "\"5\"", format!("\"5\"; write an integer {place}")),
        ("Int", "1.5", format!("1.5; write an integer {place}")),
        ("Int", "FIVE", format!("FIVE; write an integer {place}")),
        ("Int", "[5]", format!("[; write an integer {place}")),
        ("Float", "inf", format!("inf; write a number {place}")),
        ("Boolean", "1", format!("1; write true or false {place}")),
        ("String", "red", format!("red; write a text in quotation marks {place}")),
        ("[Int!]", "[1, \"2\"]", format!("\"2\"; write an integer {place}")),
        ("Int!", "null", "null; write another value, or remove the '!'".to_owned()),
    ] {
        let expected = format!("13 V106: '$a' is '{kind}', and its default is {expected}");
        assert_eq!(told(kind, default), [expected], "{kind} = {default}");
    }
}

/// A mistake in a document of several lines is told at its line and column.
#[test]
fn mistakes_stand_where_they_are() {
    const DOCUMENT: &str = "\
query ($count: Int = 5) {
  basket(first: $count) {
    size ...F
  }
}
fragment F on Basket { size }";
    let place = |from: &str, to: &str, style: &str| {
        let document = DOCUMENT.replacen(from, to, 1).replace('\n', "\n      ");
        let table = table("D", "", &param("count", "type: integer"))
            .replace("graphql: 'D'", &format!("graphql: {style}\n      {document}"))
            .replace("type: Anything, at: data", "type: Basket, at: data.basket");
        let found = faults(&table);
        found
            .iter()
            .map(|fault| format!("{}:{}+{}", fault.line, fault.column, fault.length))
            .collect::<Vec<_>>()
    };
    assert_eq!(place("size", "size", "|"), [""; 0]);
    let cases: [(&str, &str, &[&str]); 9] = [
        ("...F", "...G", &["16:19+1"]),
        ("first: $count", "first: $cuont", &["15:24+5"]),
        ("= 5", "= \"5\"", &["14:28+3"]),
        ("size ...F", "size ...F { ( } }", &["16:25+1"]),
        ("size ...F", "size ...F \"", &["16:21+1"]),
        ("\n}\nfragment F on Basket { size }", "", &["17:9+1"]),
        ("size ...F", "size { sise }", &["16:18+4", "19:16+1"]),
        ("query", "qeury", &["14:7+5"]),
        ("Int", "integer", &["14:15+5"]),
    ];
    for (from, to, expected) in cases {
        let found = place(from, to, "|");
        assert_eq!(found, expected, "{to}");
    }
    // Folded lines are not those of the table.
    assert_eq!(place("...F", "...G", ">").len(), 1);
}
