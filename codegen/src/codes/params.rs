//! One parameter: its limits, its default and its names on the wire.

use super::{codes, fruit, sent, table};

codes! {
    SENT_TWICE "V060" "one name on the wire for two parameters"
    "Two parameters, or a constant and a parameter, or the key of the host (`auth`) and one of these, go into the query, the headers or the body under one name, so the host gets it twice. In a JSON \
     body `a` and `a.b` are one thing too.",
    fruit!(
        "    path: fruit",
        "    params:",
        "      count: { doc: How many., type: integer, in: query }",
        "      limit: { doc: The most., type: integer, in: query, wire: count }",
    ),
    [
        "limit: { doc: The most., type: integer, in: query, wire: count }"
            => "limit: { doc: The most., type: integer, in: query, wire: limit }",
    ];

    NO_EFFECT "V061" "a key without effect"
    "`fresh_for` keeps no reply to a request that may change something. Credentials have the keys of their type alone.",
    sent!("POST", "    path: fruit", "    fresh_for: 15m"),
    ["    fresh_for: 15m\n" => ""];

    REQUIRED_DEFAULT "V062" "a default of a required parameter"
    "A required parameter is always set, so its default is never used.",
    fruit!(
        "    path: fruit",
        "    params:",
        "      name: { doc: The name., type: string, in: query, required: true, default: apple }",
    ),
    [
        "name: { doc: The name., type: string, in: query, required: true, default: apple }"
            => "name: { doc: The name., type: string, in: query, default: apple }",
    ];

    FOREIGN_LIMIT "V063" "a limit that the type does not have"
    "`min` and `max` limit integers and numbers, `pattern` strings and tickers, `max_length` strings, tickers and lists. In a list `min`, `max` and `pattern` hold for its items. \
     A record has limits at its fields; a map, a bool and a date have none.",
    fruit!(
        "    path: fruit",
        "    params:",
        "      name: { doc: The name., type: string, in: query, min: 3 }",
    ),
    [
        "name: { doc: The name., type: string, in: query, min: 3 }"
            => "name: { doc: The name., type: string, in: query, max_length: 3 }",
    ];

    LIMITS_CROSSED "V064" "limits that allow no value"
    "`min` is greater than `max`, or no integer is between the two, so no value is allowed.",
    fruit!(
        "    path: fruit",
        "    params:",
        "      count: { doc: How many., type: integer, in: query, min: 100, max: 1 }",
    ),
    [
        "count: { doc: How many., type: integer, in: query, min: 100, max: 1 }"
            => "count: { doc: How many., type: integer, in: query, min: 1, max: 100 }",
    ];

    SEPARATOR "V066" "a separator that does not separate"
    "The separator ends each value of a list, so it is not empty and no value contains it.",
    fruit!(
        "    path: fruit",
        "    params:",
        "      sizes: { doc: Sizes., type: { list: integer, separator: \"\" }, in: query }",
    ),
    [
        "sizes: { doc: Sizes., type: { list: integer, separator: \"\" }, in: query }"
            => "sizes: { doc: Sizes., type: { list: integer, separator: \",\" }, in: query }",
    ];

    VALUE_TYPE "V067" "a value of another type"
    "The default of a parameter, or its value in an example, is not a value of its type. `now` in an example is a date, a timestamp or epoch seconds.",
    fruit!(
        "    path: fruit",
        "    params:",
        "      count: { doc: How many., type: integer, in: query, default: many }",
    ),
    [
        "count: { doc: How many., type: integer, in: query, default: many }"
            => "count: { doc: How many., type: integer, in: query, default: 25 }",
    ];

    NO_DEFAULT "V068" "a default of a type that has none"
    "Lists have no default in a table: an omitted list is empty. The default of an enumeration is a value that it lists.",
    fruit!(
        "    path: fruit",
        "    params:",
        "      sizes: { doc: The sizes., type: { list: integer }, in: query, default: 5 }",
    ),
    [
        "sizes: { doc: The sizes., type: { list: integer }, in: query, default: 5 }"
            => "sizes: { doc: The sizes; else all., type: { list: integer }, in: query }",
    ];

    VALUE_RANGE "V069" "a value that is not allowed"
    "A default, or a value in an example, breaks `min`, `max`, `max_length`, `pattern` or `after`, or its place does not take it.",
    fruit!(
        "    path: fruit",
        "    params:",
        "      count: { doc: How many., type: integer, in: query, default: 250, max: 100 }",
    ),
    [
        "count: { doc: How many., type: integer, in: query, default: 250, max: 100 }"
            => "count: { doc: How many., type: integer, in: query, default: 25, max: 100 }",
    ];

    VALUE_UNLISTED "V072" "a value that its type does not list"
    "A default, or a value in an example, is not one of the wire strings that its type lists.",
    table!(
        "hosts:",
        "  shop: { doc: The shop., default: \"https://shop.example.com\" }",
        "types:",
        "  Colour:",
        "    doc: A colour.",
        "    variants:",
        "      Red: { wire: red }",
        "endpoints:",
        "  Fruit:",
        "    doc: The fruit of a shop.",
        "    host: shop",
        "    path: fruit",
        "    method: GET",
        "    status: 200",
        "    raw: json",
        "    converter: fruit",
        "    params:",
        "      colour: { doc: The colour., type: Colour, in: query, default: Red }",
    ),
    [
        "colour: { doc: The colour., type: Colour, in: query, default: Red }"
            => "colour: { doc: The colour., type: Colour, in: query, default: red }",
    ];

    BATCH "V073" "a list that cannot be sent in batches"
    "`batch` is the number of values of a list that one request has at most: 1 or more, of one list that belongs to no \
     choice and has no `max_length`. The request only reads, because batches are sent one beside the other: GET, or \
     `safe: true`. It has a converter, whose module joins the responses, or declares a list, and no `pages`.",
    fruit!(
        "    path: fruit",
        "    params:",
        "      name: { doc: The name., type: string, in: query, batch: 20 }",
    ),
    [
        "name: { doc: The name., type: string, in: query, batch: 20 }"
            => "names: { doc: The names., type: { list: string, separator: \",\" }, in: query, batch: 20 }",
    ];

    JSON_VALUE "V074" "a value in JSON where none can stand"
    "Records, maps, lists of lists and `any` are values in JSON, and so is what has `nullable: true`. Only a JSON body has such values, \
     and without null the parts of a form: the parameter is `in: body` or `in: part`, of no choice, not read by a converter, and has no \
     separator. `wire: .` is the whole JSON body, so no other parameter is in it. A file, `bytes`, is `in: content`, where it is the whole \
     body, or `in: part`, where several are `{ list: bytes }`.",
    table!(
        "hosts:",
        "  shop: { doc: The shop., default: \"https://shop.example.com\" }",
        "records:",
        "  Size: { doc: A size., fields: { width: { doc: The width., type: integer } } }",
        "endpoints:",
        "  Fruit:",
        "    doc: The fruit of a shop.",
        "    host: shop",
        "    path: fruit",
        "    method: GET",
        "    status: 200",
        "    raw: json",
        "    converter: fruit",
        "    params:",
        "      size: { doc: The size., type: Size, in: query }",
    ),
    [
        "method: GET" => "method: POST",
        "size: { doc: The size., type: Size, in: query }" => "size: { doc: The size., type: Size, in: body }",
    ];
}
