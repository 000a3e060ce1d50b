//! The page of the enumerations of parameters.

use virtual_finance::catalogue::EnumInfo;

use crate::pages::markdown::{available, code, table};

/// Returns the page: a section for each enumeration, with the meaning of its values.
pub(super) fn types(enumerations: &[&EnumInfo]) -> String {
    let mut text = "# Types of parameters\n\nThe enumerations of the table: the strings that parameters \
                    accept, and their names in Rust.\n[The table](table.md#types-of-parameters) explains the \
                    other types, such as `ticker` and `datetime`.\n"
        .to_owned();
    for info in enumerations {
        let rows = info.variants.iter().map(|variant| {
            [
                code(variant.wire),
                code(&format!("{}::{}", info.name, variant.name)),
                available(variant.doc, variant.availability),
            ]
        });
        let other = info.other.map(|pattern| {
            let doc = format!("A value that is not listed yet, if it matches `{pattern}`.");
            [code("other:…"), code(&format!("{}::other(\"…\")", info.name)), doc]
        });
        text += &format!("\n## {}\n\n{}\n\n", info.name, available(info.doc.trim(), info.availability));
        text += &table(["text", "in Rust", "meaning"], rows.chain(other));
    }
    text
}
