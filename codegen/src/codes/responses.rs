//! The responses that a table declares.

use super::{codes, table};

codes! {
    RESPONSE_ORIGIN "V110" "a response without an origin, or with two"
    "An endpoint has either a `converter`, a module written by hand, or a `response`, which the table declares. \
     Only a converter can read parameters that are not sent, and a reply that is a page or another text.",
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
    ),
    ["    path: fruit\n" => "", "    raw: json" => "    raw: json\n    converter: fruit\n    path: fruit"];

    UNKNOWN_ITEM "V111" "an unknown type of a response"
    "The type of a response or of a field is a built-in one, one of the `records`, or a list or a map of one. The \
     `types` of a table are those of parameters: a host may send values that are not listed.",
    table!(
        "hosts: {}",
        "endpoints: {}",
        "records:",
        "  Fruit:",
        "    doc: A fruit.",
        "    fields:",
        "      weight: { doc: Its weight., type: float }",
    ),
    ["weight: { doc: Its weight., type: float }" => "weight: { doc: Its weight., type: number, unit: grams }"];

    ENDLESS_RECORD "V112" "a record that contains itself"
    "A record that has a field of its own type never ends, unless a list or a map is between them.",
    table!(
        "hosts: {}",
        "endpoints: {}",
        "records:",
        "  Branch:",
        "    doc: A branch.",
        "    fields:",
        "      next: { doc: The next branch., type: Branch, optional: true }",
    ),
    [
        "next: { doc: The next branch., type: Branch, optional: true }"
            => "next: { doc: The next branches., type: { list: Branch } }",
    ];

    DATA_PATH "V113" "a path that leads to no data"
    "The data and the error of a reply are at a path: names of members with `.` between them, or indexes of lists. \
     What looks like JSONPath or a JSON pointer is a path if the `reply` of an example has it. In XML both begin with the root.",
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
        "    response: { type: { list: any }, at: data..fruit }",
    ),
    ["response: { type: { list: any }, at: data..fruit }" => "response: { type: { list: any }, at: data.fruit }"];

    STATUS_MEANING "V114" "a status without a meaning"
    "A status of 200 to 299 beside that of a good reply means `empty`. One from 400 on means `not_found`, `unauthorized`, \
     `rate_limited`, or is the name of one of the `records`: the body of the error. `4XX` and `5XX` stand for all others of \
     their range. A good reply with the status 204 or 205 has no data, and the response is `empty`.",
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
        "    response: { type: { list: any }, statuses: { 404: nothing } }",
    ),
    [
        "response: { type: { list: any }, statuses: { 404: nothing } }"
            => "response: { type: { list: any }, statuses: { 410: not_found, 204: empty } }",
    ];
}
