//! Variables of GraphQL and parameters that do not go together: one message for each pair.

use super::told;

/// Returns the faults of a request with this document and parameters.
fn faults(document: &str, params: &str) -> Vec<String> {
    told(&format!(
        "\
hosts: {{ shop_url: {{ doc: The shop., default: https://shop.example.com }} }}
endpoints:
  Fruit:
    doc: Fruit.
    host: shop_url
    path: graphql
    method: POST
    graphql: '{document}'
    response: {{ type: any, at: data.crate }}
    params: {{ {params} }}
"
    ))
}

/// Returns a parameter of the body with these keys.
fn param(name: &str, keys: &str) -> String {
    format!("{name}: {{ doc: P., {keys} }}")
}

const SENT: &str = "type: string, in: body, required: true";

#[test]
fn a_variable_by_another_name_is_told_once() {
    let asked =
        |variable: &str| format!("query (${variable}: String!) {{ crate(name: ${variable}) {{ a }} }}");
    assert_eq!(faults(&asked("name"), &param("name", SENT)), [""; 0]);
    assert_eq!(faults(&asked("userId"), &param("user_id", &format!("{SENT}, wire: userId"))), [""; 0]);
    for (variable, name, keys, told, advice) in [
        ("nam", "name", "", "name", "write 'nam'"),
        ("userId", "user_id", "", "user_id", "write 'wire: userId'"),
        ("other", "name", "", "name", "write 'wire: other', or '$name' in the document"),
        ("name", "name", ", wire: variables.name", "variables.name", "write 'name'"),
    ] {
        let expected = format!("V106: the document has no variable '${told}'; {advice}");
        assert_eq!(
            faults(&asked(variable), &param(name, &format!("{SENT}{keys}"))),
            [expected],
            "{variable}"
        );
    }
    let two = "query ($first: Int!, $after: String) { crate(first: $first, after: $after) { a } }";
    let params = [
        param("cursor", "type: string, in: body"),
        param("count", "type: integer, in: body, required: true"),
    ];
    assert_eq!(
        faults(two, &params.join(", ")),
        [
            "V106: the document has no variable '$cursor'; write 'wire: after', or '$cursor' in the document",
            "V106: the document has no variable '$count'; write 'wire: first', or '$count' in the document",
        ]
    );
}

#[test]
fn a_variable_that_is_used_otherwise_than_declared_is_told_once() {
    for (document, expected) in [
        (
            "query ($name: String!) { crate(name: $nam) { a } }",
            "V106: the operation does not declare '$nam'; write 'name'",
        ),
        (
            "query { crate(name: $name) { a } }",
            "V106: the operation does not declare '$name'; declare it, like 'query ($name: String!)'",
        ),
        (
            "{ crate { a } }",
            "V106: the document has no variable '$name'; declare '$name: String' in the document, or remove the parameter",
        ),
        (
            "query ($name: String!) { crate { a } }",
            "V106: the operation does not use '$name'; write where its value goes, or remove it",
        ),
    ] {
        assert_eq!(faults(document, &param("name", SENT)), [expected], "{document}");
    }
}

/// Finds a parameter that is at fault by its name or its place, and nothing about its variable.
#[test]
fn a_parameter_of_a_variable_that_is_at_fault_is_told_once() {
    let document = "query ($name: String!) { crate(name: $name) { a } }";
    for (name, keys, expected) in [
        ("Name", SENT, "V020: 'Name' cannot be a name here; write 'name' with 'wire: Name'"),
        ("name", "type: str, in: body, required: true", "V031: there is no type 'str'; write 'string'"),
        ("name", "type: string, place: body, required: true", "V010: 'name' has no key 'place'; write 'in'"),
        (
            "name",
            "type: string, in: form, required: true",
            "V106: 'name' is not in the body of a GraphQL request, which is JSON; write 'in: body' for a variable",
        ),
        (
            "name",
            "type: string, in: variables, required: true",
            "V015: 'in' takes path, query, header, body, form, part, content or client, not the string \"variables\"; write one \
             of path, query, header, body, form, part, content, client",
        ),
        (
            "name",
            "type: string, in: query, required: true",
            "V106: no parameter is the variable '$name'; write 'in: body' at the parameter 'name', or remove '$name'",
        ),
    ] {
        assert_eq!(faults(document, &param(name, keys)), [expected], "{name}: {keys}");
    }
}
