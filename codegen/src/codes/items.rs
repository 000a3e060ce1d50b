//! The lists and the keys of the responses that a table declares.

use super::{codes, table};

codes! {
    ITEMS "V140" "a response whose keys do not fit its type"
    "`into` and `unknown` name the fields of the record that the response is, a list of the data and a list of strings, and \
     the record has no other. `max_items`, `gone` and `skip_unreadable` are about the items of a list, `unknown` needs \
     `into` and `echoes`, and `skip_unreadable` a record with a `key`. A list has room for an item of each value that `echoes` takes at once.",
    table!(
        "hosts:",
        "  shop: { doc: The shop., default: \"https://shop.example.com\" }",
        "records:",
        "  Fruits: { doc: The fruit of a shop., fields: { all: { doc: The fruit., type: { list: any } } } }",
        "endpoints:",
        "  Fruit:",
        "    doc: The fruit of a shop.",
        "    host: shop",
        "    path: fruit",
        "    method: GET",
        "    status: 200",
        "    raw: json",
        "    response: { type: Fruits, at: data, into: fruit }",
    ),
    [
        "response: { type: Fruits, at: data, into: fruit }"
            => "response: { type: Fruits, at: data, into: all, max_items: 100 }",
    ];

    ECHO "V141" "a parameter that a reply cannot repeat"
    "`echoes` names a string, a ticker or a list of them, and the data is a record with a `key`, or a list of such records. \
     `unknown` needs a parameter that every request has.",
    table!(
        "hosts:",
        "  shop: { doc: The shop., default: \"https://shop.example.com\" }",
        "records:",
        "  Price: { doc: A price., key: name, fields: { name: { doc: The fruit., type: string } } }",
        "endpoints:",
        "  Fruit:",
        "    doc: The fruit of a shop.",
        "    host: shop",
        "    path: fruit",
        "    method: GET",
        "    status: 200",
        "    raw: json",
        "    response: { type: Price, echoes: count }",
        "    params:",
        "      count: { doc: How many., type: integer, in: query }",
    ),
    [
        "response: { type: Price, echoes: count }" => "response: { type: Price, echoes: name }",
        "count: { doc: How many., type: integer, in: query }" => "name: { doc: The name., type: string, in: query }",
    ];

    FIELD_USE "V142" "a field that cannot be used so"
    "The `key` of a record is a field of the type `string`. The numbers that are `whole` are fields of the type `number`, or \
     members that an `open` record does not name. `text` belongs to an integer, a number or a boolean, and `unit` to numbers, `any`, and lists and maps of them.",
    table!(
        "hosts: {}",
        "endpoints: {}",
        "records:",
        "  Fruit:",
        "    doc: A fruit.",
        "    key: weight",
        "    fields:",
        "      weight: { doc: Its weight., type: number }",
    ),
    [
        "    key: weight" => "    key: name\n    whole: [pieces]",
        "      weight: { doc: Its weight., type: number }" => "      name: { doc: Its name., type: string }\n      pieces: { doc: How many., type: number }\n      weight: { doc: Its weight., type: number, text: true }",
    ];

    REPLY_FORMAT "V143" "a response that the format of its reply does not have"
    "Replies that are `raw: ndjson`, `sse` or `csv` are lists: there is no path in them, and no error beside the data. A \
     row of CSV has no lists, maps and records. Only rows of JSON (`json` and `ndjson`) fail alone. In XML a list is below the root.",
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
        "    raw: ndjson",
        "    response: { type: any }",
    ),
    ["response: { type: any }" => "response: { type: { list: any } }"];
}
