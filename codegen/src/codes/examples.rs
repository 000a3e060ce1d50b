//! Examples that are not valid requests of their endpoint.

use super::{codes, fruit, table};

codes! {
    EXAMPLE_LACKS "V090" "an example without a required parameter"
    "An example sets every required parameter, and all parameters that an option of a choice needs.",
    fruit!(
        "    path: fruit/{name}",
        "    params:",
        "      name: { doc: The name., type: ticker, in: path, required: true }",
        "      count: { doc: How many., type: integer, in: query }",
        "      all: { doc: All of them., type: boolean, in: query, conflicts: [count] }",
        "    examples:",
        "      plums:",
        "        doc: Plums.",
        "        params: { count: 5 }",
        "        url: \"https://shop.example.com/fruit/plum\"",
    ),
    ["params: { count: 5 }" => "params: { name: plum }"];

    EXAMPLE_CONTRADICTS "V091" "an example with contradicting parameters"
    "The parameters of an example must not contradict each other by `conflicts`, `after` or a choice.",
    fruit!(
        "    path: fruit/{name}",
        "    params:",
        "      name: { doc: The name., type: ticker, in: path, required: true }",
        "      count: { doc: How many., type: integer, in: query }",
        "      all: { doc: All of them., type: boolean, in: query, conflicts: [count] }",
        "    examples:",
        "      plums:",
        "        doc: Plums.",
        "        params: { name: plum, count: 5, all: true }",
        "        url: \"https://shop.example.com/fruit/plum?count=5&all=true\"",
    ),
    [
        "params: { name: plum, count: 5, all: true }" => "params: { name: plum, count: 5 }",
        "url: \"https://shop.example.com/fruit/plum?count=5&all=true\"" => "url: \"https://shop.example.com/fruit/plum?count=5\"",
    ];

    EXAMPLE_URL "V092" "an address of another endpoint"
    "`url` in an example is the address that its request asks, without a fragment.",
    fruit!(
        "    path: fruit/{name}",
        "    params:",
        "      name: { doc: The name., type: ticker, in: path, required: true }",
        "      count: { doc: How many., type: integer, in: query }",
        "      all: { doc: All of them., type: boolean, in: query, conflicts: [count] }",
        "    examples:",
        "      plums:",
        "        doc: Plums.",
        "        params: { name: plum }",
        "        url: \"https://shop.example.com/fruits/plum\"",
    ),
    ["url: \"https://shop.example.com/fruits/plum\"" => "url: \"https://shop.example.com/fruit/plum\""];

    EXAMPLE_RESPONSE "V093" "a response that its reply does not become"
    "`response` in an example is the converted `reply`, so it needs one. Where the table declares the response, it has the \
     members and the values that the reply gives it.",
    fruit!(
        "    path: fruit/{name}",
        "    params:",
        "      name: { doc: The name., type: ticker, in: path, required: true }",
        "      count: { doc: How many., type: integer, in: query }",
        "      all: { doc: All of them., type: boolean, in: query, conflicts: [count] }",
        "    examples:",
        "      plums:",
        "        doc: Plums.",
        "        params: { name: plum }",
        "        url: \"https://shop.example.com/fruit/plum\"",
        "        response: '{}'",
    ),
    [
        "        url: \"https://shop.example.com/fruit/plum\""
            => "        url: \"https://shop.example.com/fruit/plum\"\n        reply: '{}'",
    ];

    EXAMPLE_JSON "V094" "invalid JSON in an example"
    "`response` in an example is JSON, and so is the `reply` of an endpoint whose `raw` is `json` or \
     `bytes`, which has its bytes in Base64 and its media type beside them, and nothing else.",
    fruit!(
        "    path: fruit/{name}",
        "    params:",
        "      name: { doc: The name., type: ticker, in: path, required: true }",
        "      count: { doc: How many., type: integer, in: query }",
        "      all: { doc: All of them., type: boolean, in: query, conflicts: [count] }",
        "    examples:",
        "      plums:",
        "        doc: Plums.",
        "        params: { name: plum }",
        "        url: \"https://shop.example.com/fruit/plum\"",
        "        reply: '{}'",
        "        response: '{ price: 1 }'",
    ),
    ["response: '{ price: 1 }'" => "response: '{}'"];

    EXAMPLE_BODY "V095" "an example with a body that the request does not send"
    "`body` in an example is the body that the endpoint sends of its `params` and the defaults.",
    fruit!(
        "    path: fruit",
        "    examples:",
        "      plums:",
        "        doc: Plums.",
        "        url: \"https://shop.example.com/fruit\"",
        "        body: '{}'",
    ),
    ["        body: '{}'\n" => ""];

    EXAMPLE_REPLY "V096" "a reply that is not the declared one"
    "The `reply` of an example is a good one: it has the data where the response says, its members are of their types, and it is about what the example asks for. With `empty` it has an item.",
    table!(
        "hosts:",
        "  shop: { doc: The shop., default: \"https://shop.example.com\" }",
        "endpoints:",
        "  Fruit:",
        "    doc: The fruit of a shop.",
        "    host: shop",
        "    path: fruit",
        "    method: GET",
        "    status: 200",
        "    raw: json",
        "    response: { type: { list: string }, at: data }",
        "    examples:",
        "      all: { doc: All fruit., url: \"https://shop.example.com/fruit\", reply: '{ \"data\": [5] }' }",
    ),
    [
        "all: { doc: All fruit., url: \"https://shop.example.com/fruit\", reply: '{ \"data\": [5] }' }"
            => "all: { doc: All fruit., url: \"https://shop.example.com/fruit\", reply: '{ \"data\": [\"plum\"] }' }",
    ];
}
