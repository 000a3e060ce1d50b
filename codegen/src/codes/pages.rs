//! Pages of items, and replies of bytes.

use super::{codes, fruit, sent, table};

codes! {
    PAGES_WAY "V130" "pages without a way from one to the next, or with several"
    "`pages` has one of `cursor`, `offset`, `page` and `link`: what the request of the next page is made of.",
    fruit!("    path: fruit", "    pages: { items: rows }"),
    ["pages: { items: rows }" => "pages: { items: rows, link: header }"];

    PAGES_PARAMETER "V131" "a parameter that cannot choose a page"
    "A client sets the parameter anew for each page. It is sent, belongs to no choice, and is an integer; that of a \
     cursor may also be a string.",
    fruit!(
        "    path: fruit",
        "    pages: { items: rows, page: { parameter: page } }",
        "    params:",
        "      page: { doc: The page., type: boolean, in: query }",
    ),
    ["page: { doc: The page., type: boolean, in: query }" => "page: { doc: The page., type: integer, in: query }"];

    PAGES_ITEMS "V132" "items that are no list"
    "`items` is the path of a list in the response, by the names of its fields in Rust. The fields on the way to it are \
     always there. Without `items` the response itself is the list.",
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
        "    response: { type: { map: any } }",
        "    pages: { link: header }",
    ),
    ["response: { type: { map: any } }" => "response: { type: { list: any } }"];

    PAGES_REQUEST "V133" "a request that has no pages"
    "A client sends the request of pages again and again, so that it only reads: GET, or `safe: true`. The address of a \
     next page is asked with GET. A path leads into JSON, and another source has other replies.",
    sent!(
        "POST",
        "    path: fruit",
        "    pages: { items: rows, page: { parameter: page } }",
        "    params:",
        "      page: { doc: The page., type: integer, in: body }",
    ),
    ["    path: fruit" => "    path: fruit\n    safe: true"];

    BYTES "V135" "a reply of bytes that something reads"
    "The response of an endpoint that is `raw: bytes` is the reply itself, with its media type. It has no converter, no \
     `response` and no other source, and nothing of a converter's module.",
    table!(
        "hosts:",
        "  shop: { doc: The shop., default: \"https://shop.example.com\" }",
        "endpoints:",
        "  Picture:",
        "    doc: The picture of a shop.",
        "    host: shop",
        "    path: picture.png",
        "    method: GET",
        "    status: 200",
        "    raw: bytes",
        "    converter: fruit",
    ),
    ["    converter: fruit\n" => ""];

    PAGES_PATH "V136" "a path of pages that the reply does not have"
    "A path of `pages` leads to a part of the reply: to a string or an integer for a cursor, as its parameter is, to a string \
     for an address, to an integer for `total` and `last`, to a list for `rows`. The response declares the part, or the \
     `reply` of an example has it: pages with a wrong path would end after the first one. A cursor is missing, null or empty on the \
     last page: with an integer that every reply has, pages would never end.",
    table!(
        "hosts:",
        "  shop: { doc: The shop., default: \"https://shop.example.com\" }",
        "records:",
        "  Fruits:",
        "    doc: The fruit of a shop.",
        "    fields:",
        "      rows: { doc: The fruit., type: { list: any } }",
        "      next: { doc: The cursor., type: string, nullable: true }",
        "endpoints:",
        "  Fruit:",
        "    doc: The fruit of a shop.",
        "    host: shop",
        "    path: fruit",
        "    method: GET",
        "    status: 200",
        "    raw: json",
        "    response: { type: Fruits }",
        "    pages: { items: rows, cursor: { parameter: after, next: nxt } }",
        "    params:",
        "      after: { doc: The cursor., type: string, in: query }",
    ),
    [
        "pages: { items: rows, cursor: { parameter: after, next: nxt } }"
            => "pages: { items: rows, cursor: { parameter: after, next: next } }",
    ];

    PAGES_RULES "V137" "a rule of the response that pages cannot keep"
    "A page does not know what another one has (`unknown`). Pages whose end is one without items fail where that is an \
     error (`empty`), and an offset moves by the items of the reply, those that are left out too (`rows`).",
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
        "    response: { type: { list: any }, empty: not_found }",
        "    pages: { page: { parameter: page } }",
        "    params:",
        "      page: { doc: The page., type: integer, in: query }",
    ),
    ["response: { type: { list: any }, empty: not_found }" => "response: { type: { list: any } }"];
}
