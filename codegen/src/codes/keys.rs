//! Keys that are unknown, missing or there twice, and values of another kind than their key takes.

use super::{codes, colours, fruit, table};

codes! {
    UNKNOWN_KEY "V010" "an unknown key"
    "The key is not one that this part of a table has. `spec/README.md` lists the keys of every part, and \
     editors complete them by `spec/endpoints.schema.json`.",
    table!("hosts: {}", "endpoints: {}", "typs: {}"),
    table!("hosts: {}", "endpoints: {}", "types: {}");

    MISSING_KEY "V011" "a missing key"
    "The key must be there, because nothing else says what it says.",
    colours!("      Red: { doc: Red. }"),
    colours!("      Red: { wire: red, doc: Red. }");

    DUPLICATE_KEY "V012" "a key that is there twice"
    "One part has a key twice. Only one of the two could count, and nobody would see which.",
    colours!("      Red: { wire: red, doc: Red. }", "      Red: { wire: dark_red, doc: Dark red. }"),
    colours!("      Red: { wire: red, doc: Red. }", "      DarkRed: { wire: dark_red, doc: Dark red. }");

    WRONG_SHAPE "V013" "a value of the wrong kind"
    "The key takes another kind of value, for example a number instead of a string, or keys of its own instead \
     of one value.",
    table!(
        "hosts:",
        "  shop: https://shop.example.com",
        "endpoints: {}",
    ),
    table!(
        "hosts:",
        "  shop:",
        "    doc: The shop.",
        "    default: https://shop.example.com",
        "endpoints: {}",
    );

    UNQUOTED_STRING "V014" "a string without quotes"
    "The key takes a string, but without quotes YAML reads this value as a number or a bool.",
    colours!("      Red: { wire: 1, doc: Red. }"),
    colours!("      Red: { wire: \"1\", doc: Red. }");

    WRONG_WORD "V015" "a word that the key does not take"
    "The key takes one of a few words: `in` takes `path`, `query` or `client`, `raw` takes `txt` or `json`, \
     `session` takes `never`, `on_refusal` or `always`, and `method` takes `GET`, the only method that the client sends.",
    fruit!("    path: fruit", "    params:", "      count: { doc: How many., type: integer, in: qery }"),
    fruit!("    path: fruit", "    params:", "      count: { doc: How many., type: integer, in: query }");
}
