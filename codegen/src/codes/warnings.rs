//! Warnings: parts of a table that nothing uses, or that are most likely not meant.

use super::{codes, fruit, table};

codes! {
    [Warning]
    UNUSED "V120" "a part that nothing uses"
    "No request goes to the host, neither a parameter nor a response has the type, no response has the record, or no endpoint names the file in the folder of the \
     converters. A host whose address converters read says `client: true`.",
    fruit!(
        "    path: fruit",
        "types:",
        "  Colour:",
        "    doc: A colour.",
        "    variants:",
        "      Red: { wire: red }",
    ),
    ["types:\n  Colour:\n    doc: A colour.\n    variants:\n      Red: { wire: red }\n" => ""];

    BAD_STATUS "V122" "an expected status that is no success"
    "`status` is the status of a good reply, and those are 200 to 299. A reply of 400 or more is an error for \
     every request.",
    table!(
        "hosts:",
        "  shop: { doc: The shop., default: \"https://shop.example.com\" }",
        "endpoints:",
        "  Fruit: { doc: Fruit., host: shop, path: fruit, method: GET, status: 404, raw: json, converter: fruit }",
    ),
    [
        "Fruit: { doc: Fruit., host: shop, path: fruit, method: GET, status: 404, raw: json, converter: fruit }"
            => "Fruit: { doc: Fruit., host: shop, path: fruit, method: GET, status: 200, raw: json, converter: fruit }",
    ];

    NO_MAIN "V123" "a view of what the response does not have"
    "`main` of a view is a path in the response, and the records of the response do not have it. Its other names are those of members, and no \
     record of a declared response has one.",
    fruit!(
        "    path: fruit",
        "    view: { main: prizes }",
        "records:",
        "  fruit.Response: { doc: The prices., fields: { prices: { doc: The prices., type: { list: number } } } }",
    ),
    ["view: { main: prizes }" => "view: { main: prices }"];

    KEY_PARAM "V125" "a parameter that looks like a key"
    "A key that the host wants of every request is no parameter: `auth` of the host says how it is sent, a client is given it once, and it is in \
     no message and no record.",
    fruit!(
        "    path: fruit",
        "    params:",
        "      api_key: { doc: The key., type: string, in: query }",
    ),
    [
        "default: \"https://shop.example.com\" }"
            => "default: \"https://shop.example.com\", auth: { type: query, name: api_key } }",
        "    params:\n      api_key: { doc: The key., type: string, in: query }\n" => "",
    ];
}
