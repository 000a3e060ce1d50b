//! The headers, the body and the credentials of a request.

use super::{codes, fruit, sent, table};

codes! {
    NO_BODY "V100" "a body of a method that has none"
    "Requests with GET have no body. A parameter that is `in: body` or `in: form`, or a function that makes a body, needs another method.",
    fruit!(
        "    path: fruit",
        "    params:",
        "      count: { doc: How many., type: integer, in: body }",
    ),
    ["method: GET" => "method: POST"];

    HEADER_NAME "V101" "a header that a table does not set or read"
    "The name of a header is of letters, digits and dashes. Headers that HTTP or the client gives, and those that carry credentials, do not stand in a \
     table. A constant header is written `Name=value`, and a header of a reply is a name alone.",
    fruit!("    path: fruit", "    headers: [Content-Length=5]"),
    ["headers: [Content-Length=5]" => "headers: [Accept=application/json]"];

    HEADER_VALUE "V102" "a value that no header has"
    "The values of headers are visible characters of ASCII, without blanks at their ends. So are the values of a parameter that is `in: header`.",
    fruit!("    path: fruit", "    headers: [\"X-Taste=süß\"]"),
    ["headers: [\"X-Taste=süß\"]" => "headers: [X-Taste=sweet]"];

    TWO_BODIES "V103" "a body of two formats"
    "A request has one body: JSON of the parameters that are `in: body`, or of the function that `body` names, a form of \
     those that are `in: form`, a form with files of those that are `in: part`, or the one that is `in: content`.",
    sent!(
        "POST",
        "    path: fruit",
        "    body: basket",
        "    params:",
        "      count: { doc: How many., type: integer, in: form }",
    ),
    ["    body: basket\n" => ""];

    AUTH_KEYS "V104" "credentials that are not described"
    "`auth` says how a host wants to know who asks: a key in a `header` or in the `query` has a `name`, and `oauth2` the \
     host and the path that give tokens, and each scope by itself.",
    table!(
        "hosts:",
        "  shop: { doc: The shop., default: \"https://shop.example.com\", auth: { type: header } }",
        "endpoints: {}",
    ),
    [
        "shop: { doc: The shop., default: \"https://shop.example.com\", auth: { type: header } }"
            => "shop: { doc: The shop., default: \"https://shop.example.com\", auth: { type: header, name: X-Api-Key } }",
    ];

    SECRET "V105" "a secret in a table"
    "A table is code, and everybody who reads it reads its secrets. A client is given them (`ClientBuilder::secret`), or reads the \
     environment variable that `env` names. A secret is known by the form that well-known services give their keys and tokens.",
    fruit!("    path: fruit", "    query: [key=AKIAIOSFODNN7EXAMPLE]"),
    ["query: [key=AKIAIOSFODNN7EXAMPLE]" => "query: [lang=en]"];

    GRAPHQL "V106" "a GraphQL request that does not fit its document"
    "The document has one operation, a query or a mutation. Each of its variables is a parameter that is `in: body`, and each of these a \
     variable. The request is a POST without another body, its reply JSON, and the data are in its member `data`. Only the host knows whether \
     it takes the rest of the document.",
    sent!(
        "POST",
        "    path: fruit",
        "    graphql: 'query ($count: Int!) { fruits(first: $count) { name } }'",
        "    params:",
        "      most: { doc: How many., type: integer, in: body, wire: cuont, required: true }",
    ),
    [
        "most: { doc: How many., type: integer, in: body, wire: cuont, required: true }"
            => "most: { doc: How many., type: integer, in: body, wire: count, required: true }",
    ];
}
