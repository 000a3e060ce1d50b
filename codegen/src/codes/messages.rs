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
     table. Neither does a condition of a request that reads, which a client with a cache sends itself, nor, as a constant, what differs from \
     request to request, such as an `Idempotency-Key`. A constant header is written `Name=value`, and a header of a reply is a name alone.",
    fruit!("    path: fruit", "    headers: [Content-Length=5]"),
    ["headers: [Content-Length=5]" => "headers: [Accept=application/json]"];

    HEADER_VALUE "V102" "a value that no header has"
    "The values of headers are visible characters of ASCII, without blanks at their ends. So are the values of a parameter that is `in: header`, and those of some headers are texts of a form of their own. \
     An `Accept` asks for the format that `raw` names, if for any.",
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
     host and the path that give tokens, and each scope by itself. A variable in `env` is one of its own, and not one of the system such as `PATH`.",
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
     environment variable that `env` names. A constant header such as `X-Api-Key` is one however short it is.",
    fruit!("    path: fruit", "    query: [api_key=d41d8cd98f00b204]"),
    ["query: [api_key=d41d8cd98f00b204]" => "query: [lang=en]"];

    GRAPHQL "V106" "a GraphQL request that does not fit its document"
    "The document has one operation, a query or a mutation. Each of its variables is a parameter that is `in: body`, and each of these a \
     variable; one that is neither null nor has a default is required, and `Int`, `Float` and `Boolean` are the types of the table. \
     A default is of the type of its variable. Each fragment is defined and used, and none contains itself. What the response requires and \
     what leads to the next page is asked for, and two fields of one name in the reply are the same field. \
     The request is a POST without another body, its reply JSON, and the data are in its member `data`.",
    sent!(
        "POST",
        "    path: fruit",
        "    graphql: 'query ($count: Int!) { fruits(first: $count) { name } }'",
        "    params:",
        "      most: { doc: How many., type: string, in: body, wire: count, required: true }",
    ),
    [
        "most: { doc: How many., type: string, in: body, wire: count, required: true }"
            => "most: { doc: How many., type: integer, in: body, wire: count, required: true }",
    ];
}
