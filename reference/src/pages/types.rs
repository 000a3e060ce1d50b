//! The page of the types of parameters that the table declares.

use virtual_finance_core::catalogue::{EnumInfo, GrammarInfo};

use crate::about::About;
use crate::pages::markdown::{code, table, with_deprecation};

/// Returns the page: a section for each enumeration, with the meaning of its values, and for each grammar.
pub(super) fn types(about: &About<'_>, enumerations: &[&EnumInfo], grammars: &[&GrammarInfo]) -> String {
    let mut text = "# Types of parameters\n\nThe enumerations of the table: the strings that parameters \
                    accept, and their names in Rust.\nA string of your user's becomes a value by `text.parse()`, \
                    whose error says which strings there are.\nStrings with a grammar of their own follow.\n"
        .to_owned();
    if about.is_in_book {
        text += "[The table](table.md#types-of-parameters) explains the other types, such as `ticker` and \
                 `datetime`.\n";
    }
    for info in enumerations {
        let rows = info.variants.iter().map(|variant| {
            let doc = with_deprecation(variant.doc, variant.deprecated).trim_start().to_owned();
            [code(variant.wire), code(&format!("{}::{}", info.name, variant.name)), doc]
        });
        let other = info.other.map(|pattern| {
            let doc = format!("A value that is not listed yet, if it matches `{pattern}`.");
            [code("other:…"), code(&format!("{}::other(\"…\")", info.name)), doc]
        });
        let rows: Vec<[String; 3]> = rows.chain(other).collect();
        text += &format!("\n## {}\n\n{}\n\n", info.name, info.doc.trim());
        text += &if rows.iter().all(|[_, _, doc]| doc.is_empty()) {
            table(["text", "in Rust"], rows.into_iter().map(|[text, name, _]| [text, name]))
        } else {
            table(["text", "in Rust", "meaning"], rows)
        };
    }
    for info in grammars {
        text += &format!("\n## {}\n\n{}\n", info.name, info.doc.trim());
    }
    text
}
