//! Hosts, types and endpoints: unknown names, and values that are not allowed.

use super::{codes, colours, fruit, table};

codes! {
    UNKNOWN_HOST "V030" "an unknown host"
    "`host` names one of the `hosts` of the table.",
    table!(
        "hosts:",
        "  shop: { doc: The shop., default: \"https://shop.example.com\" }",
        "endpoints:",
        "  Fruit:",
        "    doc: The fruit of a shop.",
        "    host: shpo",
        "    path: fruit",
        "    method: GET",
        "    status: 200",
        "    raw: json",
        "    converter: fruit",
    ),
    [
        "    host: shpo\n    path: fruit" => "    host: shop",
        "    converter: fruit" => "    converter: fruit\n    path: fruit",
    ];

    UNKNOWN_TYPE "V031" "an unknown type"
    "`type` and `list` name a built-in type or one of the `types` of the table.",
    fruit!("    path: fruit", "    params:", "      count: { doc: How many., type: int, in: query }"),
    ["count: { doc: How many., type: int, in: query }" => "count: { doc: How many., type: integer, in: query }"];

    UNKNOWN_CONVERTER "V032" "an unknown converter"
    "`converter` and `prepare` name a converter module. Converters are written by hand.",
    fruit!("    path: fruit", "    prepare: friut"),
    ["prepare: friut" => "prepare: fruit"];

    UNKNOWN_PARAM "V033" "an unknown parameter"
    "`after`, `conflicts` and the options of a choice name parameters of the same endpoint, by their \
     names in the table.",
    fruit!(
        "    path: fruit",
        "    params:",
        "      count: { doc: How many., type: integer, in: query }",
        "      all: { doc: All of them., type: boolean, in: query, conflicts: [cuont] }",
    ),
    [
        "all: { doc: All of them., type: boolean, in: query, conflicts: [cuont] }"
            => "all: { doc: All of them., type: boolean, in: query, conflicts: [count] }",
    ];

    ADDRESS "V034" "an invalid address of a host"
    "The address of a host is `https://` or `http://` and its name, perhaps a port and the beginning of all paths, with no \
     placeholder, no query and no `/` at the end: the path of an endpoint is appended to it.",
    table!("hosts:", "  shop: { doc: The shop., default: shop.example.com }", "endpoints: {}"),
    [
        "shop: { doc: The shop., default: shop.example.com }"
            => "shop: { doc: The shop., default: \"https://shop.example.com\" }",
    ];

    DOC "V035" "an invalid doc"
    "Every `doc` becomes documentation of the generated code: it is not empty, and has no control characters \
     and no characters that change the direction of text.",
    colours!("      Red: { wire: red, doc: \"\" }"),
    ["Red: { wire: red, doc: \"\" }" => "Red: { wire: red }"];

    STATUS "V036" "an invalid HTTP status"
    "`status` is the status of a good reply, from 100 to 599 and most likely 200.",
    table!(
        "hosts:",
        "  shop: { doc: The shop., default: \"https://shop.example.com\" }",
        "endpoints:",
        "  Fruit:",
        "    doc: The fruit of a shop.",
        "    host: shop",
        "    path: fruit",
        "    method: GET",
        "    status: 20",
        "    raw: json",
        "    converter: fruit",
    ),
    [
        "    path: fruit\n" => "",
        "status: 20" => "status: 200",
        "    converter: fruit" => "    converter: fruit\n    path: fruit",
    ];

    EMPTY_ENUM "V037" "a type without values"
    "A type is a list of values. Without any, a parameter of that type has no value.",
    table!(
        "hosts: {}",
        "endpoints: {}",
        "types:",
        "  Colour:",
        "    doc: A colour.",
        "    variants: {}",
    ),
    ["    variants: {}" => "    variants:\n      Red: { wire: red }"];

    SAME_WIRE "V038" "two values with one wire string"
    "Two values of a type are sent as the same string, so the host cannot tell them apart.",
    colours!("      Red: { wire: red }", "      Crimson: { wire: red, doc: Dark red. }"),
    ["Crimson: { wire: red, doc: Dark red. }" => "Crimson: { wire: crimson, doc: Dark red. }"];

    BAD_WIRE "V039" "an invalid name or string on the wire"
    "A wire string is not empty and has no blanks at its ends. It does not begin with `other:`, the prefix of values that the table does not \
     list. In a path it is neither `.` nor `..`, which mean another path. A name in a query has none of the marks between names and values \
     (`?`, `&`, `=`, `#`), which would be encoded.",
    colours!("      Red: { wire: \"\", doc: Red. }"),
    ["Red: { wire: \"\", doc: Red. }" => "Red: { wire: red }"];

    PATTERN "V040" "an invalid regular expression"
    "`pattern` and `other` are regular expressions that match a whole value.",
    fruit!(
        "    path: fruit",
        "    params:",
        "      code: { doc: The code., type: string, in: query, pattern: \"[A-Z\" }",
    ),
    [
        "code: { doc: The code., type: string, in: query, pattern: \"[A-Z\" }"
            => "code: { doc: The code., type: string, in: query, pattern: \"[A-Z]+\" }",
    ];

    VIEW_PATH "V042" "an invalid part of a view"
    "`chart` lists six columns. `labels` and `facts` have a name, `=` and its label.",
    fruit!("    path: fruit", "    view: { main: baskets, labels: [ripe_at] }"),
    ["labels: [ripe_at]" => "labels: [ripe_at=ripe]"];

    FRESH_FOR "V043" "an invalid time for which a reply is fresh"
    "`fresh_for` is an integer from 1 to 9999 with `s`, `m`, `h` or `d`, or a word that begins with `next_` for a time that \
     the converter says (the note `FreshUntil`). Without the key, which a project may demand, no reply is kept.",
    fruit!("    path: fruit", "    fresh_for: 15sec"),
    ["fresh_for: 15sec" => "fresh_for: 15s"];

    SHARED "V045" "a converter of several sets of parameters"
    "Endpoints that share a converter give its functions the same parameters: those that are `in: client` or have `client: true`, and those \
     of the query or the body that `prepare` and `body` make. Their names, their types, and whether they may be absent are the same.",
    table!(
        "hosts:",
        "  shop: { doc: The shop., default: \"https://shop.example.com\" }",
        "endpoints:",
        "  Fruit:",
        "    doc: The fruit of a shop.",
        "    host: shop",
        "    path: fruit",
        "    method: GET",
        "    converter: fruit",
        "    params: { ripe: { doc: Only what is ripe., type: boolean, in: client } }",
        "  Plums:",
        "    doc: The plums of a shop.",
        "    host: shop",
        "    path: plums",
        "    method: GET",
        "    converter: fruit",
        "    params: { fresh: { doc: Only what is ripe., type: boolean, in: client } }",
    ),
    ["fresh: { doc" => "ripe: { doc"];
}
