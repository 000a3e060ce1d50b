//! Each block of code of the README and the book runs or compiles in the gate, or says why not: it is quoted from a
//! source, its page is one of those below, or `<!-- not run: REASON -->` stands before it.

use std::fs;
use std::path::Path;

/// The languages of programs; the others are data and output.
const LANGUAGES: [&str; 8] = ["http", "js", "python", "rust", "sh", "sql", "ts", "yaml"];

/// The pages whose blocks of a language with this text run: as doctests of the client and of its frames, by
/// `cli/tests/book.rs`, `python/tests/test_docs.py` and `gateway/checks/recipes.py`.
const RUN: [(&str, &str, &str); 13] = [
    ("README.md", "rust,no_run", ""),
    ("README.md", "sh", "vfapi "),
    ("docs/src/cache.md", "sh", "vfapi "),
    ("docs/src/command.md", "sh", "vfapi "),
    ("docs/src/frames.md", "rust", ""),
    ("docs/src/frames.md", "rust,no_run", ""),
    ("docs/src/getting-started.md", "rust,no_run", ""),
    ("docs/src/getting-started.md", "sh", "vfapi "),
    ("docs/src/own-api.md", "sh", "vfapi "),
    ("docs/src/python.md", "python", ""),
    ("docs/src/recipes.md", "sh", ""),
    ("docs/src/stream.md", "sh", "vfapi "),
    ("docs/src/sync.md", "sh", "vfapi "),
];

fn pages(root: &Path) -> Vec<String> {
    let entries = fs::read_dir(root.join("docs/src")).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut pages: Vec<String> =
        names.filter(|name| name.ends_with(".md")).map(|name| format!("docs/src/{name}")).collect();
    pages.push("README.md".to_owned());
    pages.sort();
    pages
}

/// Returns the places of blocks that nothing runs and that have no reason.
fn without_a_test(page: &str, text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut before = "";
    let mut lines = (1..).zip(text.lines());
    while let Some((number, line)) = lines.next() {
        let language = line.trim_start_matches('`');
        let fence = line.strip_suffix(language).unwrap();
        if fence.len() < 3 {
            before = line;
            continue;
        }
        let code: Vec<&str> =
            lines.by_ref().map(|(_, line)| line).take_while(|line| *line != fence).collect();
        let is_run = RUN.iter().any(|(of, known, word)| {
            (*of, *known) == (page, language) && code.iter().any(|line| line.contains(word))
        });
        let has_reason = before.starts_with("<!-- code: ") || before.starts_with("<!-- not run: ");
        let is_program = LANGUAGES.contains(&language.split(',').next().unwrap());
        if is_program && !is_run && !has_reason {
            found.push(format!("{page}:{number}"));
        }
        before = fence;
    }
    found
}

#[test]
fn each_block_of_code_runs_or_says_why_not() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let text = |page: &str| fs::read_to_string(root.join(page)).unwrap();
    let found: Vec<String> = pages(root).iter().flat_map(|page| without_a_test(page, &text(page))).collect();
    assert_eq!(found, [""; 0], "give each a test, or a comment with the reason");
}

#[test]
fn a_block_without_a_test_is_found() {
    let page = "```text\nx\n```\n\n```rust,ignore\nlet x;\n```\n\n<!-- not run: it is wrong -->\n```sh\nfalse\n```\n````sh\n```\n````\n";
    assert_eq!(without_a_test("docs/src/x.md", page), ["docs/src/x.md:5", "docs/src/x.md:13"]);
}
