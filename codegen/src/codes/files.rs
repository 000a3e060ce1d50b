//! The files of a table, and what is deprecated in it.

use super::{codes, fruit, table};

codes! {
    INCLUDE "V115" "a file that cannot be included"
    "The files in `include` are tables, too. Their paths are relative to the file that names them, and stay in the folder of \
     the table. Each is included once, so that no file includes itself.",
    table!("include: [colours.yaml]", "hosts: {}", "endpoints: {}"),
    ["include: [colours.yaml]\n" => ""];

    DEPRECATION "V116" "a deprecation that says nothing"
    "`deprecated` says what to use instead. A parameter that every request needs cannot be deprecated.",
    fruit!("    path: fruit", "    deprecated: ''"),
    ["deprecated: ''" => "deprecated: Use 'Berries'."];
}
