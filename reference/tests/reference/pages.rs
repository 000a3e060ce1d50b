//! The committed pages are what the catalogue gives, and the command that writes them does so.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use expect_test::expect_file;
use virtual_finance::ENDPOINTS;
use virtual_finance_reference::{MARK, pages, summary};

use crate::invented::EVERYTHING;

fn book() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/src")
}

fn regen_docs(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_regen-docs")).args(arguments).output().unwrap()
}

#[test]
fn committed_pages_are_what_the_catalogue_gives() {
    let mut outdated = Vec::new();
    for page in pages(ENDPOINTS) {
        if fs::read_to_string(book().join(&page.path)).ok().as_ref() != Some(&page.text) {
            outdated.push(page.path);
        }
    }
    let text = fs::read_to_string(book().join("SUMMARY.md")).unwrap();
    if summary(&text, ENDPOINTS).as_ref() != Some(&text) {
        outdated.push("SUMMARY.md".to_owned());
    }
    assert_eq!(outdated, [""; 0], "run `cargo regen-docs` and commit the result");
}

#[test]
fn everything_is_in_the_chapter() {
    let pages = pages(&[&EVERYTHING]);
    let chapter = pages.iter().find(|page| page.path == "endpoints/everything.md").unwrap();
    expect_file!["expected/everything.md"].assert_eq(&chapter.text);
}

#[test]
fn the_command_compares_writes_and_removes() {
    let root = std::env::temp_dir().join(format!("regen-docs-{}", std::process::id()));
    let book = root.join("docs/src");
    fs::create_dir_all(book.join("endpoints")).unwrap();
    let root_text = root.to_str().unwrap().to_owned();
    let run = |check: bool| {
        let mut arguments = vec!["--root", root_text.as_str()];
        arguments.extend(check.then_some("--check"));
        let output = regen_docs(&arguments);
        (output.status.success(), String::from_utf8(output.stderr).unwrap())
    };
    // Without the two comments there is no place for the list.
    fs::write(book.join("SUMMARY.md"), "# Summary\n").unwrap();
    let (success, text) = run(false);
    assert!(!success && text.contains("lacks the comments around its endpoints"), "{text}");

    let begin = "<!-- Endpoints, written by `cargo regen-docs`. -->\n<!-- End of the endpoints. -->\n";
    fs::write(book.join("SUMMARY.md"), begin).unwrap();
    fs::write(book.join("endpoints/gone.md"), format!("{MARK}\n")).unwrap();
    fs::write(book.join("endpoints/by-hand.md"), "# By hand\n").unwrap();
    let (success, text) = run(true);
    assert!(!success && text.contains("run `cargo regen-docs` and commit the result"), "{text}");
    assert!(text.contains("  outdated docs/src/types.md\n"), "{text}");
    assert!(text.contains("  stale docs/src/endpoints/gone.md\n"), "{text}");
    assert!(!book.join("types.md").exists(), "--check writes nothing");
    assert!(run(false).0);
    assert!(book.join("types.md").exists());
    assert!(!book.join("endpoints/gone.md").exists());
    assert!(book.join("endpoints/by-hand.md").exists());
    assert!(run(true).0, "a second time there is nothing to do");
    fs::remove_dir_all(root).unwrap();
}

#[test]
fn what_the_command_does_not_know_is_refused() {
    let output = regen_docs(&["--chekc"]);
    assert!(!output.status.success());
    let text = String::from_utf8(output.stderr).unwrap();
    assert!(text.starts_with("unknown argument \"--chekc\"\n\nusage: cargo regen-docs"), "{text}");
}
