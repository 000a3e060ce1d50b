//! The files of a table, and the versions of its parts.

use super::{codes, fruit, table};

codes! {
    INCLUDE "V115" "a file that cannot be included"
    "The files in `include` are tables, too. Their paths are relative to the file that names them, and stay in the folder of \
     the table. Each is included once, so that no file includes itself.",
    table!("include: [colours.yaml]", "hosts: {}", "endpoints: {}"),
    table!("hosts: {}", "endpoints: {}");

    AVAILABILITY "V116" "a version or a deprecation that says nothing"
    "`since` is the version that has a part first: one to three numbers with dots between them. `deprecated` says what to \
     use instead; a parameter that every request needs cannot be deprecated.",
    fruit!("    path: fruit", "    since: soon"),
    fruit!("    path: fruit", "    since: \"1.2\"");
}
