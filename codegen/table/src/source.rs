//! The files of a table: the table itself, and the files that it includes.

use std::io;
use std::path::{Path, PathBuf};

use virtual_finance_files::{self as files, Links};

use crate::codes;
use crate::diagnostic::{Diagnostic, Faults, Span};
use crate::parse;
use crate::parse::table::Table;

/// The maximum length of a file of a table, in bytes.
const MAX_TABLE: u64 = 32 << 20;

/// A table in a file, named by its path below a root.
#[derive(Debug, Clone, Copy)]
pub struct TableFile<'t> {
    /// The folder that the path begins in.
    pub root: &'t Path,
    /// The path, as diagnostics name it.
    pub path: &'t str,
}

/// An error for a table that could not be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TableError {
    /// The table has errors, in the order of its lines.
    #[error("the table has {} errors", .0.len())]
    Faults(Vec<Diagnostic>),
    /// The file could not be read.
    #[error("the table {} cannot be read: {source}; check the path", path.display())]
    NoFile {
        /// The path of the table.
        path: PathBuf,
        /// The error of the file system.
        source: io::Error,
    },
}

/// Reads a table and the files that it includes, without the checks.
///
/// # Errors
/// The text is not YAML, or a key or a value of it is not of a table.
pub fn read_table(path: &str, text: &str, load: &parse::Load<'_>) -> Result<Table, TableError> {
    let read = parse::read(path, text, load);
    let faults = Faults::of_files(&read.files, read.faults);
    match read.parsed {
        Some(parsed) if !faults.any() => Ok(parsed.table),
        _ => Err(TableError::Faults(faults.into_sorted())),
    }
}

impl TableFile<'_> {
    /// Returns the text of the table.
    ///
    /// # Errors
    /// The file cannot be read, or it is not UTF-8.
    pub fn text(self) -> Result<String, TableError> {
        let path = self.root.join(self.path);
        let bytes = match files::read(&path, MAX_TABLE, Links::Followed) {
            Ok(bytes) => bytes,
            Err(source) => return Err(TableError::NoFile { path, source }),
        };
        // The bytes of UTF-16 without a mark are those of UTF-8, too.
        if is_utf16(&bytes) {
            return Err(TableError::Faults(self.not_utf8(&bytes)));
        }
        let text = String::from_utf8(bytes);
        let mut text = text.map_err(|error| TableError::Faults(self.not_utf8(error.as_bytes())))?;
        // Some editors begin a file with a mark.
        if text.starts_with('\u{feff}') {
            text.remove(0);
        }
        Ok(text)
    }

    /// Returns the function that reads the files that the table includes, all of which are in its folder.
    pub fn included_files(self) -> impl Fn(&str) -> io::Result<String> + use<> {
        let root = self.root.to_owned();
        let folder = root.join(self.path).parent().map(Path::to_owned).unwrap_or_default();
        move |path| {
            let file = files::below(&folder, &root.join(path))?;
            let bytes = files::read(&file, MAX_TABLE, Links::Refused)?;
            String::from_utf8(bytes).map_err(|_| io::Error::other("it is not UTF-8"))
        }
    }

    /// Returns the paths of the files that the table includes (`include`), unreadable files too. An unreadable table
    /// includes none.
    #[must_use]
    pub fn included(self) -> Vec<String> {
        parse::included(self.path, &self.text().unwrap_or_default(), &self.included_files())
    }

    /// Returns the error of a table that is not UTF-8, at the first byte that is not.
    fn not_utf8(self, bytes: &[u8]) -> Vec<Diagnostic> {
        let shown = String::from_utf8_lossy(bytes);
        let before = shown.split(char::REPLACEMENT_CHARACTER).next().unwrap_or_default();
        let line = before.matches('\n').count().saturating_add(1);
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count().saturating_add(1);
        let (line, column) = if is_utf16(bytes) { (1, 1) } else { (line, column) };
        let encoding = if is_utf16(bytes) { "UTF-16" } else { "Latin-1 or another encoding" };
        let mut faults = Faults::new(self.path, &shown);
        let message = format!("the table is not UTF-8 but {encoding}");
        faults
            .add(Span { line, column, length: 1 }, codes::NOT_YAML.fault(message, "save the file as UTF-8"));
        faults.into_sorted()
    }
}

/// Returns true for a text that begins as UTF-16 does: with its mark, or with every second byte zero.
const fn is_utf16(bytes: &[u8]) -> bool {
    matches!(bytes, [0xff, 0xfe, ..] | [0xfe, 0xff, ..] | [0, _, 0, _, ..] | [_, 0, _, 0, ..])
}
