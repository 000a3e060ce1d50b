//! `cargo regen-docs`: writes the generated pages of the book from the catalogue.
//! `cargo regen-docs --check` only compares.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use virtual_finance::ENDPOINTS;
use virtual_finance_reference::{MARK, Page, pages, summary};

const USAGE: &str = "usage: cargo regen-docs [--check] [--root DIR]

Writes the generated pages in docs/src.
  --check      writes nothing and fails when something would change
  --root DIR   the workspace, where it is not the one that cargo runs in";

fn main() -> ExitCode {
    let (code, text) = match run(std::env::args().skip(1)) {
        Ok(text) => (ExitCode::SUCCESS, text),
        Err(text) => (ExitCode::FAILURE, text),
    };
    // Nothing can be said when the terminal is gone.
    let _ = writeln!(io::stderr(), "{}", text.trim_end());
    code
}

fn run(mut arguments: impl Iterator<Item = String>) -> Result<String, String> {
    let (mut root, mut check) = (PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/..")), false);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--check" => check = true,
            "--root" => root = arguments.next().ok_or(USAGE)?.into(),
            "--help" | "-h" => return Ok(USAGE.to_owned()),
            other => return Err(format!("unknown argument {other:?}\n\n{USAGE}")),
        }
    }
    ensure(&root.join("docs/src"), check)
}

/// Makes the pages on disk those of the catalogue, or says what would change.
fn ensure(book: &Path, check: bool) -> Result<String, String> {
    let mut pages = pages(ENDPOINTS);
    let text =
        fs::read_to_string(book.join("SUMMARY.md")).map_err(|error| fault("docs/src/SUMMARY.md", &error))?;
    let text = summary(&text, ENDPOINTS)
        .ok_or("docs/src/SUMMARY.md lacks the comments around its endpoints; restore them")?;
    pages.push(Page { path: "SUMMARY.md".to_owned(), text });

    let mut changes = String::new();
    for Page { path, text } in &pages {
        if fs::read(book.join(path)).is_ok_and(|old| old == text.as_bytes()) {
            continue;
        }
        let verb = if check { "outdated" } else { "wrote" };
        changes += &format!("  {verb} docs/src/{path}\n");
        if !check {
            fs::create_dir_all(book.join("endpoints"))
                .map_err(|error| fault("docs/src/endpoints", &error))?;
            fs::write(book.join(path), text).map_err(|error| fault(path, &error))?;
        }
    }
    for file in stale(book, &pages).map_err(|error| fault("docs/src/endpoints", &error))? {
        let name = file.strip_prefix(book).unwrap_or(&file);
        let verb = if check { "stale" } else { "removed" };
        changes += &format!("  {verb} docs/src/{}\n", name.display());
        if !check {
            fs::remove_file(&file).map_err(|error| fault(&file.display().to_string(), &error))?;
        }
    }
    match (changes.is_empty(), check) {
        (true, _) => Ok(format!("{} generated pages are what the catalogue gives", pages.len())),
        (false, false) => Ok(changes),
        (false, true) => Err(format!(
            "pages are not what the catalogue gives; run `cargo regen-docs` and commit the result\n{changes}"
        )),
    }
}

/// Chapters that were generated once and no longer are.
fn stale(book: &Path, pages: &[Page]) -> io::Result<Vec<PathBuf>> {
    let folder = match fs::read_dir(book.join("endpoints")) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        folder => folder?,
    };
    let mut files = folder.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<PathBuf>>>()?;
    files.retain(|file| {
        let known = pages.iter().any(|page| book.join(&page.path) == *file);
        !known && fs::read_to_string(file).is_ok_and(|text| text.starts_with(MARK))
    });
    files.sort();
    Ok(files)
}

fn fault(path: &str, error: &io::Error) -> String {
    format!("{path} cannot be read or written: {error}; check the path and its permissions")
}
