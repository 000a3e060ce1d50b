//! Texts that are not YAML, or YAML that tables do not use.

use super::{codes, colours, table};

codes! {
    NOT_YAML "V001" "not YAML"
    "The text is not YAML. Most often the indentation is not that of the lines around it, or a quote or a \
     bracket is not closed. A string with `: ` or ` #` in it, or with a bracket, a quote or another indicator of \
     YAML at its beginning, has to stand in quotes.",
    table!("hosts:", "  shop: { doc: The shop: all of it., default: \"https://shop.example.com\" }", "endpoints: {}"),
    [
        "shop: { doc: The shop: all of it., default: \"https://shop.example.com\" }"
            => "shop: { doc: \"The shop: all of it.\", default: \"https://shop.example.com\" }",
    ];

    TAB "V002" "a tab in the place of a space"
    "YAML indents with spaces: programs give a tab different widths. Indent with two spaces for each level, and write \
     one space between a key and its value.",
    table!("hosts:", "\tshop: { doc: The shop., default: \"https://shop.example.com\" }", "endpoints: {}"),
    [
        "\tshop: { doc: The shop., default: \"https://shop.example.com\" }"
            => "  shop: { doc: The shop., default: \"https://shop.example.com\" }",
    ];

    NO_TABLE "V003" "no table"
    "The text is empty, or a list or a single value. A table is a mapping with the keys `hosts`, `types` and \
     `endpoints`.",
    table!("- hosts", "- endpoints"),
    ["- hosts" => "hosts: {}", "- endpoints" => "endpoints: {}"];

    UNUSED_YAML "V004" "YAML that tables do without"
    "Anchors, aliases, tags, second documents, keys that are not plain words, and merge keys make a table harder to \
     read, and no table needs them. Write the value itself.",
    table!("hosts: &none {}", "endpoints: {}"),
    ["hosts: &none {}" => "hosts: {}"];

    TOO_DEEP "V005" "too many levels"
    "No table has so many levels. Most often a bracket is opened again and again by mistake.",
    table!("hosts: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {}", "}}}}}}}}}}}}}}}}}}}}}}}}}", "endpoints: {}"),
    [
        "hosts: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {}\n}}}}}}}}}}}}}}}}}}}}}}}}}"
            => "hosts: {}",
    ];

    AMBIGUOUS "V006" "a value that YAML readers read differently"
    "YAML 1.1, YAML 1.2 and serde_yaml do not agree on this value: `on` is a bool to one and a string to another, \
     and so are `yes` and `n`; `012`, `0o17`, `1_000` and `1e3` are integers, numbers or strings. A table has one \
     meaning for every reader: write strings in quotes and integers in decimal digits.",
    colours!("      Red: { wire: on, doc: Red. }"),
    ["Red: { wire: on, doc: Red. }" => "Red: { wire: \"on\", doc: Red. }"];
}
