//! Unknown, missing and repeated keys, and values of another type than their key takes.

use super::{codes, colours, fruit, table};

codes! {
    UNKNOWN_KEY "V010" "an unknown key"
    "This part of a table has no such key. Editors complete the keys by `spec/endpoints.schema.json`.",
    table!("hosts: {}", "endpoints: {}", "typs: {}"),
    ["typs: {}" => "types: {}"];

    MISSING_KEY "V011" "a missing key"
    "The key is required in this part of a table.",
    colours!("      Red: { doc: Red. }"),
    ["Red: { doc: Red. }" => "Red: { wire: red }"];

    DUPLICATE_KEY "V012" "a repeated key"
    "A mapping has a key twice. YAML readers disagree on which of the two counts.",
    colours!("      Red: { wire: red }", "      Red: { wire: dark_red, doc: Dark red. }"),
    ["Red: { wire: dark_red, doc: Dark red. }" => "DarkRed: { wire: dark_red, doc: Dark red. }"];

    WRONG_SHAPE "V013" "a value of the wrong type"
    "The key takes a value of another type, for example a number instead of a string, or keys of its own instead \
     of one value.",
    table!(
        "hosts:",
        "  shop: https://shop.example.com",
        "endpoints: {}",
    ),
    ["  shop: https://shop.example.com" => "  shop:\n    doc: The shop.\n    default: https://shop.example.com"];

    UNQUOTED_STRING "V014" "a string without quotes"
    "The key takes a string, but without quotes YAML reads this value as a number or a bool.",
    colours!("      Red: { wire: 1, doc: Red. }"),
    ["Red: { wire: 1, doc: Red. }" => "Red: { wire: \"1\", doc: Red. }"];

    WRONG_WORD "V015" "a word that the key does not take"
    "The key takes one of a few words: `in` takes `path`, `query` or `client`, `raw` takes `json`, `csv`, `txt` and others, \
     `session` takes `never`, `on_refusal` or `always`, and `method` takes `GET`, `POST` and others.",
    fruit!("    path: fruit", "    params:", "      count: { doc: How many., type: integer, in: qery }"),
    ["count: { doc: How many., type: integer, in: qery }" => "count: { doc: How many., type: integer, in: query }"];
}
