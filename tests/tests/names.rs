//! Names say what they are to somebody who never saw the project.

use std::fs;
use std::path::{Path, PathBuf};

use proc_macro2::{TokenStream, TokenTree};

/// Names that items do not have; CONTRIBUTING.md has the terms to use instead.
const FORBIDDEN: [&str; 13] = [
    "apart", "asked", "begin", "exchange", "heard", "met", "said", "there", "told", "Asked", "Place", "Told",
    "Unproven",
];

/// The words that an item's name follows.
const KEYWORDS: [&str; 6] = ["enum", "fn", "struct", "trait", "type", "union"];

#[test]
fn items_have_no_forbidden_names() {
    let workspace = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
    let folders =
        ["cli", "codegen", "command", "compat", "files", "reference", "runtime", "sample", "tables", "xtask"];
    let mut files = Vec::new();
    for folder in folders {
        sources(&workspace.join(folder), &mut files);
    }
    assert!(files.len() > 300, "{} files are too few", files.len());
    let mut found = Vec::new();
    for file in &files {
        let text = fs::read_to_string(file).expect("a source can be read");
        // Generated code has the names of the table.
        if text.starts_with("// @generated") {
            continue;
        }
        let names = forbidden(&text).into_iter();
        found.extend(
            names.map(|name| {
                format!("{}: {name}", file.strip_prefix(workspace).expect("it is below").display())
            }),
        );
    }
    assert!(found.is_empty(), "names that CONTRIBUTING.md forbids:\n{}", found.join("\n"));
}

#[test]
fn a_forbidden_name_is_found_in_blocks_and_macros() {
    assert_eq!(forbidden("mod a { fn said(told: u8) {} } m! { struct Place; }"), ["said", "Place"]);
}

fn forbidden(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    look(text.parse().expect("a source has tokens"), &mut found);
    found
}

fn look(tokens: TokenStream, found: &mut Vec<String>) {
    let mut is_name = false;
    for token in tokens {
        match token {
            TokenTree::Group(group) => look(group.stream(), found),
            TokenTree::Ident(ident) => {
                let ident = ident.to_string();
                if is_name && FORBIDDEN.contains(&ident.as_str()) {
                    found.push(ident.clone());
                }
                is_name = KEYWORDS.contains(&ident.as_str());
                continue;
            }
            _ => {}
        }
        is_name = false;
    }
}

fn sources(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder can be read") {
        let path = entry.expect("a folder can be read").path();
        let name = path.file_name().unwrap_or_default();
        if path.is_dir() && !["tests", "target", "benches"].iter().any(|skipped| name == *skipped) {
            sources(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}
