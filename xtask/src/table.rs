//! Tasks for the table itself: its layout, and what a change of it means.

use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

use virtual_finance_codegen::{GeneratedFile, Generator, Level, Mode, TableChange, ensure};

/// Formats the table, or only compares. Returns true if the table was or would be changed.
///
/// # Errors
/// The table cannot be read or written.
pub fn format(generator: &Generator, root: &Path, mode: Mode) -> Result<bool, String> {
    let text = read(generator, root)?;
    let text = generator.format(&text).map_err(|error| error.to_string())?;
    let file = GeneratedFile { path: generator.table().to_owned(), text };
    let changes = ensure(root, &[file], None, mode).map_err(|error| error.to_string())?;
    Ok(!changes.none())
}

/// Returns the changes of the table since a revision of git, with the part of the version that they raise.
///
/// # Errors
/// git knows no such revision, or one of the two tables cannot be read.
pub fn diff(generator: &Generator, root: &Path, revision: &str) -> Result<String, String> {
    let table = generator.table();
    let output = Command::new("git")
        .args(["show", "--end-of-options", &format!("{revision}:./{table}")])
        .current_dir(root)
        .output()
        .map_err(|error| format!("git cannot be run: {error}; install it"))?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        return Err(format!(
            "git has no {table} at {revision:?}: {}; write a commit, a branch or a tag",
            said.trim()
        ));
    }
    let old = String::from_utf8(output.stdout).map_err(|_| format!("{table} at {revision} is not UTF-8"))?;
    let changes = generator.diff(&old, &read(generator, root)?).map_err(|error| error.to_string())?;
    Ok(summary(&changes, revision))
}

/// Writes the draft of an endpoint: its entry in the table, and its converter. Returns what to do next.
///
/// # Errors
/// A file cannot be read or written, the converter is there already, or nothing can be drafted.
pub fn draft(
    generator: &Generator,
    root: &Path,
    name: &str,
    url: &str,
    reply: &Path,
) -> Result<String, String> {
    let text = std::fs::read(reply)
        .map_err(|error| format!("the reply {} cannot be read: {error}; check the path", reply.display()))?;
    let text = String::from_utf8_lossy(&text);
    let draft =
        generator.draft(&read(generator, root)?, name, url, &text).map_err(|error| error.to_string())?;
    let converter = draft.converter.path.clone();
    if root.join(&converter).exists() {
        return Err(format!("{converter} is there already; choose another name"));
    }
    let table = GeneratedFile { path: generator.table().to_owned(), text: draft.table };
    ensure(root, &[table, draft.converter], None, Mode::Write).map_err(|error| error.to_string())?;
    Ok(format!(
        "  wrote {}\n  wrote {converter}\n\ncorrect the docs, the types and the example of {name}, then run `cargo regen`",
        generator.table()
    ))
}

fn read(generator: &Generator, root: &Path) -> Result<String, String> {
    let path = root.join(generator.table());
    std::fs::read_to_string(&path)
        .map_err(|error| format!("the table {} cannot be read: {error}; check the path", path.display()))
}

/// Returns the changes, a line for each, and the version that they need.
fn summary(changes: &[TableChange], revision: &str) -> String {
    let mut text: String = changes.iter().map(|change| format!("{change}\n")).collect();
    // Writing to a String cannot fail.
    let _ = match changes.iter().map(|change| change.level).max() {
        None => write!(text, "the table says what it said at {revision}"),
        Some(Level::Major) => write!(text, "\nthe next version is a major one; before 1.0 a minor one"),
        Some(level) => write!(text, "\nthe next version is a {level} one"),
    };
    text
}
