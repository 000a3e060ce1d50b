//! Tasks for the table itself: its layout, and what a change of it means.

use std::fmt::Write as _;
use std::io;
use std::path::Path;
use std::process::Command;

use virtual_finance_codegen::{GeneratedFile, Generator, GeneratorError, Level, Mode, TableChange, ensure};
use virtual_finance_files::{self as files, Links};
use virtual_finance_openapi::{ForeignError, Import, ImportOptions, Wanted};
use virtual_finance_table::TableFile;

/// The maximum length of a document or a reply, in bytes.
const MAX_FILE: u64 = 64 << 20;

/// Formats the table and the files that it includes, or only compares. Returns the paths of changed files.
///
/// # Errors
/// The table cannot be read or written.
pub fn format(generator: &Generator, root: &Path, mode: Mode) -> Result<Vec<String>, String> {
    let files = generator.formatted(root).map_err(|error| error.to_string())?;
    let changes = ensure(root, &files, None, mode).map_err(|error| error.to_string())?;
    Ok(changes.outdated)
}

/// Returns the changes of the table since a revision of git, with the part of the version that they raise.
///
/// # Errors
/// git knows no such revision, or one of the two tables cannot be read.
pub fn diff(generator: &Generator, root: &Path, revision: &str) -> Result<String, String> {
    // What git says about the table itself is told without the words about files.
    shown(root, revision, generator.table())?;
    let old = |path: &str| shown(root, revision, path).map_err(io::Error::other);
    let new = |path: &str| std::fs::read_to_string(root.join(path));
    let changes = generator.diff_files(old, new).map_err(|error| error.to_string())?;
    Ok(summary(&changes, revision))
}

/// Returns the text of a file at a revision of git.
fn shown(root: &Path, revision: &str, path: &str) -> Result<String, String> {
    let output = Command::new("git")
        .args(["show", "--end-of-options", &format!("{revision}:./{path}")])
        .current_dir(root)
        .output()
        .map_err(|error| format!("git cannot be run: {error}; install it"))?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        return Err(format!(
            "git has no {path} at {revision:?}: {}; write a commit, a branch or a tag",
            said.trim()
        ));
    }
    String::from_utf8(output.stdout).map_err(|_| format!("{path} at {revision} is not UTF-8"))
}

/// Writes the draft of an endpoint: its entry in the table, and its converter if it has one. Returns what to do next.
///
/// # Errors
/// A file cannot be read or written, the converter is there already, or nothing can be drafted.
pub fn draft(
    generator: &Generator,
    root: &Path,
    (name, url): (&str, &str),
    reply: &Path,
    by_hand: bool,
) -> Result<String, String> {
    let bytes = files::read(reply, MAX_FILE, Links::Followed)
        .map_err(|error| format!("the reply {} cannot be read: {error}; check the path", reply.display()))?;
    let table = TableFile { root, path: generator.table() };
    let text = table.text().map_err(|error| GeneratorError::from(error).to_string())?;
    let wanted = Wanted { name, url, reply: &bytes, by_hand, is_complete: true };
    let drafted = virtual_finance_openapi::draft(table.path, &text, &table.included_files(), &wanted);
    let drafted = drafted.map_err(|error| match error {
        ForeignError::Table(error) => GeneratorError::from(error).to_string(),
        other => other.to_string(),
    })?;
    let converter = drafted.converter.map(|(module, text)| GeneratedFile {
        path: format!("{}/{module}.rs", generator.converters_folder()),
        text,
    });
    if let Some(there) = converter.iter().find(|converter| root.join(&converter.path).exists()) {
        return Err(format!("{} is there already; choose another name", there.path));
    }
    let table = GeneratedFile { path: table.path.to_owned(), text: drafted.table };
    let files: Vec<GeneratedFile> = [table].into_iter().chain(converter).collect();
    ensure(root, &files, None, Mode::Write).map_err(|error| error.to_string())?;
    let written: String = files.iter().map(|file| format!("  wrote {}\n", file.path)).collect();
    Ok(format!("{written}\ncorrect the docs, the types and the example of {name}, then run `cargo regen`"))
}

/// Makes a table of an OpenAPI document: writes it or returns it. The notes tell
/// what the table cannot say.
///
/// # Errors
/// A file cannot be read or written, the table is there already, or the document is none.
pub fn import(
    generator: &Generator,
    root: &Path,
    document: &Path,
    options: ImportOptions<'_>,
    output: Option<&str>,
) -> Result<Imported, String> {
    let (import, mut report) = imported(generator, root, document, options)?;
    let Some(output) = output else {
        return Ok(Imported { table: Some(import.table), report });
    };
    if root.join(output).exists() {
        return Err(format!("{output} is there already; remove it, or name another file with -o"));
    }
    let file = GeneratedFile { path: output.to_owned(), text: import.table };
    ensure(root, &[file], None, Mode::Write).map_err(|error| error.to_string())?;
    let _ = write!(report, "\n  wrote {output}");
    Ok(Imported { table: None, report })
}

/// Merges what changed from one document to the next into the table at a path, as diff3 does: the common ancestor is the
/// import of the old document. Returns the changes of the table with what they mean for programs.
///
/// # Errors
/// A file cannot be read or written, a document is none, or a change meets another one: the table then has both between
/// marks, and the message names their lines.
pub fn import_onto(
    generator: &Generator,
    root: &Path,
    (old, new): (&Path, &Path),
    options: ImportOptions<'_>,
    onto: &str,
) -> Result<String, String> {
    let ours = std::fs::read_to_string(root.join(onto))
        .map_err(|error| format!("the table {onto} cannot be read: {error}; check the path"))?;
    let (base, _) = imported(generator, root, old, options)?;
    let (theirs, report) = imported(generator, root, new, options)?;
    let merged = diffy::merge(&base.table, &ours, &theirs.table);
    let text = merged.as_ref().unwrap_or_else(|conflicts| conflicts).clone();
    ensure(root, &[GeneratedFile { path: onto.to_owned(), text: text.clone() }], None, Mode::Write)
        .map_err(|error| error.to_string())?;
    if merged.is_err() {
        let is_mark = |(_, line): &(usize, &str)| line.starts_with("<<<<<<< ");
        let marks = (1..).zip(text.lines()).filter(is_mark).map(|(number, _)| format!("  {onto}:{number}\n"));
        return Err(format!(
            "{report}\nchanges of {} meet changes of {onto}; choose between the marks at\n{}",
            new.display(),
            marks.collect::<String>()
        ));
    }
    let is_own = |path: &str| path == onto;
    let read = |path: &str| std::fs::read_to_string(root.join(path));
    let before = |path: &str| if is_own(path) { Ok(ours.clone()) } else { read(path) };
    let changes = Generator::new(onto).diff_files(before, read).map_err(|error| error.to_string())?;
    Ok(format!("{report}\n{}", summary(&changes, "the import before")))
}

/// Imports a document. Returns the table and the report of what it cannot say.
fn imported(
    generator: &Generator,
    root: &Path,
    document: &Path,
    options: ImportOptions<'_>,
) -> Result<(Import, String), String> {
    let shown = document.display();
    let bytes = files::read(document, MAX_FILE, Links::Followed)
        .map_err(|error| format!("the document {shown} cannot be read: {error}; check the path"))?;
    let text = String::from_utf8(bytes).map_err(|_| format!("{shown} is not UTF-8; save it as UTF-8"))?;
    let converters = generator.converter_names(root).map_err(|error| error.to_string())?;
    let options = ImportOptions { converters: &converters, ..options };
    let import =
        virtual_finance_openapi::import(&text, &options).map_err(|error| format!("{shown}: {error}"))?;
    let lines = import.notes.iter().map(|note| note.in_file(document.display()) + "\n");
    let mut report: String = lines.collect();
    let plural = |count: usize| if count == 1 { "" } else { "s" };
    let (count, told) = (import.endpoints, import.notes.len());
    // Writing to a String cannot fail.
    let _ = write!(report, "{count} endpoint{}, {told} note{}", plural(count), plural(told));
    Ok((import, report))
}

/// A table that was made of a document.
#[derive(Debug)]
pub struct Imported {
    /// The table, unless it was written to a file.
    pub table: Option<String>,
    /// The parts of the document that it cannot say, and what was written.
    pub report: String,
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
