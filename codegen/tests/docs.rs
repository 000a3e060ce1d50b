//! Docs of a table are Markdown of any kind: as docs of Rust they give neither warnings nor tests.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;

use virtual_finance_codegen::Generator;

/// Docs, and what rustdoc reads of each.
const DOCS: &[(&str, &str)] = &[
    ("A word.", "A word."),
    ("A `Vec<String>` and <https://example.com/a_b_c>.", "A `Vec<String>` and <https://example.com/a_b_c>."),
    // Fences of any form.
    ("A.\n\n```\nx y\n```", "A.\n\n```text\nx y\n```"),
    ("A.\n\n```rust\nx y\n```", "A.\n\n```text\nx y\n```"),
    ("A.\n\n```rust,no_run\nx y\n```", "A.\n\n```text\nx y\n```"),
    ("A.\n\n```compile-fail\nx y\n```", "A.\n\n```text\nx y\n```"),
    ("A.\n\n~~~\nx y\n~~~", "A.\n\n~~~text\nx y\n~~~"),
    ("A.\n\n````rust\n```\nx y\n```\n````", "A.\n\n````text\n```\nx y\n```\n````"),
    ("A.\n\n  ``` rust\n  x y\n  ```", "A.\n\n  ```text\n  x y\n  ```"),
    ("A.\n\n```json\n{}\n```", "A.\n\n```json\n{}\n```"),
    ("- One.\n\n  ```rust\n  x y\n  ```", "- One.\n\n  ```text\n  x y\n  ```"),
    // Indented blocks.
    ("A.\n\n    x y\n    z", "A.\n\n```text\n    x y\n    z\n```"),
    ("A.\n\n    x ``` y\n\nB.", "A.\n\n````text\n    x ``` y\n````\n\nB."),
    ("- One.\n\n      x y\n\n- Two.", "- One.\n\n  ```text\n      x y\n  ```\n\n- Two."),
    ("> One.\n>\n>     x y", "> One.\n>\n> ```text\n>     x y\n> ```"),
    // HTML.
    ("A <b>word</b>, a Vec<u8> and <br>.", "A \\<b>word\\</b>, a Vec\\<u8> and \\<br>."),
    ("<div>\nA word.\n</div>", "\\<div>\nA word.\n\\</div>"),
    ("<script>\nf(\"<p>\")\n</script>", "\\<script>\nf(\"\\<p>\")\n\\</script>"),
    ("A <!-- hidden --> word.", "A \\<!-- hidden --> word."),
    ("3 < 4 and 5 > 4.", "3 < 4 and 5 > 4."),
    // Addresses.
    ("See https://example.com/a_b?c=1.", "See <https://example.com/a_b?c=1>."),
    ("See (http://example.com).", "See (<http://example.com>)."),
    ("See [the page](https://example.com).", "See [the page](https://example.com)."),
    ("See `https://example.com`.", "See `https://example.com`."),
    // Brackets are no links to items.
    ("The values [low, high] of [Price].", "The values \\[low, high] of \\[Price]."),
    ("Of [`Price`] and [this](Price) one.", "Of \\[`Price`] and \\[this](Price) one."),
    ("Of \\[Price] and [1][^1].", "Of \\[Price] and \\[1]\\[^1]."),
    // Marks of tables and the like stay.
    ("A.\n\n| a | b |\n|-|-|\n| 1 | 2 |", "A.\n\n| a | b |\n|-|-|\n| 1 | 2 |"),
];

fn generated() -> Vec<String> {
    let mut table = "endpoints: {}\nhosts:\n".to_owned();
    for (index, (doc, _)) in DOCS.iter().enumerate() {
        let doc = serde_json::to_string(doc).unwrap();
        writeln!(table, "  h{index}: {{ doc: {doc}, default: \"https://example.com\" }}").unwrap();
    }
    let files = Generator::new("t.yaml").output("t").generate(&table, &[]).unwrap().files;
    let hosts = files.iter().find(|file| file.path == "t/hosts.rs").unwrap();
    let mut found = vec![String::new()];
    for line in hosts.text.lines() {
        if line.starts_with("///") {
            let last = found.last_mut().unwrap();
            last.push_str(line);
            last.push('\n');
        } else if line.starts_with("pub static H") {
            found.push(String::new());
        }
    }
    found.truncate(DOCS.len());
    found
}

#[test]
fn a_doc_keeps_what_rustdoc_reads_as_it_is_meant() {
    for ((doc, expected), found) in DOCS.iter().zip(generated()) {
        let found: Vec<&str> = found
            .lines()
            .map(|line| line.strip_prefix("/// ").or(line.strip_prefix("///")).unwrap())
            .collect();
        assert_eq!(found.join("\n"), *expected, "{doc:?}");
    }
}

fn rustdoc(file: &Path, options: &[&str]) -> (bool, String) {
    let folder = file.parent().unwrap();
    let output = Command::new("rustdoc")
        .args(["--edition", "2024", "--crate-name", "docs"])
        .args(options)
        .arg(file)
        .current_dir(folder)
        .output()
        .unwrap();
    let said = [output.stdout, output.stderr].concat();
    (output.status.success(), String::from_utf8(said).unwrap())
}

#[test]
fn rustdoc_finds_neither_mistakes_nor_tests() {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("docs-{}.rs", std::process::id()));
    let items: String = generated()
        .iter()
        .enumerate()
        .map(|(index, doc)| format!("{doc}pub static H{index}: u8 = 0;\n"))
        .collect();
    fs::write(&file, format!("//! Docs.\n\n{items}")).unwrap();
    let out = file.with_extension("out");
    let (succeeded, said) = rustdoc(&file, &["-D", "warnings", "--out-dir", out.to_str().unwrap()]);
    let tests = rustdoc(&file, &["--test"]);
    let _ = fs::remove_dir_all(out);
    fs::remove_file(&file).unwrap();
    assert!(succeeded, "{said}");
    assert!(tests.0 && tests.1.contains("running 0 tests"), "{}", tests.1);
}
