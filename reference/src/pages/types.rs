//! The page of the enumerations that parameters have.

use virtual_finance::EnumInfo;

use crate::pages::markdown::{code, table};

/// A section for each enumeration, its values with their meaning.
pub(super) fn types(enumerations: &[&EnumInfo]) -> String {
    let mut text = "# Types of parameters\n\nThe enumerations of the table: the texts that parameters may \
                    have, and their names in Rust.\nThe plain types, such as `ticker` and `datetime`, are \
                    with [the table](table.md#types-of-parameters).\n"
        .to_owned();
    for info in enumerations {
        let rows = info.variants.iter().map(|variant| {
            [code(variant.wire), code(&format!("{}::{}", info.name, variant.name)), variant.doc.to_owned()]
        });
        let other = info.other.map(|pattern| {
            let doc = format!("A value that is not listed yet, where it matches `{pattern}`.");
            [code("other:…"), code(&format!("{}::other(\"…\")", info.name)), doc]
        });
        text += &format!("\n## {}\n\n{}\n\n", info.name, info.doc.trim());
        text += &table(["text", "in Rust", "meaning"], rows.chain(other));
    }
    text
}
