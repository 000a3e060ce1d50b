//! Writes generated files to disk: only files that differ are written, stale files are removed. With
//! [`Mode::Check`] it only compares.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::file::GeneratedFile;
use virtual_finance_table::diagnostic::Diagnostic;

/// The choice between writing and comparing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// Writes files that differ and removes stale ones.
    Write,
    /// Only reports the differences.
    Check,
}

/// The differences between the files on disk and the generated ones, as paths from the root.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Changes {
    /// Files that were missing or had a different text.
    pub outdated: Vec<String>,
    /// Files that an earlier run generated and this one does not.
    pub stale: Vec<String>,
    /// The warnings of the table.
    pub warnings: Vec<Diagnostic>,
}

impl Changes {
    /// Returns true if there was no difference.
    #[must_use]
    pub const fn none(&self) -> bool {
        self.outdated.is_empty() && self.stale.is_empty()
    }
}

/// An error of the file system: a file could not be read, written or removed.
#[derive(Debug, thiserror::Error)]
#[error("{} cannot be {action}: {source}; check the path and its permissions", path.display())]
pub struct WriteError {
    path: PathBuf,
    action: &'static str,
    source: io::Error,
}

/// The rule for stale files: files of `folder` with this extension whose text begins with `mark`, unless
/// they are generated again.
#[derive(Debug, Clone, Copy)]
pub struct Stale<'a> {
    /// The folder, as a path from the root.
    pub folder: &'a str,
    /// The extension of the files, without the dot.
    pub extension: &'a str,
    /// The first characters of every generated file.
    pub mark: &'a str,
}

/// Writes the files that differ from those below `root` and removes stale ones if there is a rule for them, or
/// only compares.
///
/// [`Generator::write`](crate::Generator::write) does this for a client. Call it for documents that a program
/// generates beside the client.
///
/// # Errors
/// A file cannot be read, written or removed.
pub fn ensure(
    root: &Path,
    files: &[GeneratedFile],
    stale: Option<Stale<'_>>,
    mode: Mode,
) -> Result<Changes, WriteError> {
    let mut changes = Changes::default();
    for file in files {
        let path = root.join(&file.path);
        if read(&path)?.as_deref() == Some(file.text.as_bytes()) {
            continue;
        }
        changes.outdated.push(file.path.clone());
        if mode == Mode::Write {
            if let Some(parent) = path.parent() {
                fs::create_dir_all(parent).map_err(|source| fault(parent, "made", source))?;
            }
            fs::write(&path, &file.text).map_err(|source| fault(&path, "written", source))?;
        }
    }
    let Some(Stale { folder, extension, mark }) = stale else { return Ok(changes) };
    for name in file_stems(&root.join(folder), extension)? {
        let path = format!("{folder}/{name}.{extension}");
        let on_disk = root.join(&path);
        let generated = read(&on_disk)?.is_some_and(|text| text.starts_with(mark.as_bytes()));
        if !generated || files.iter().any(|file| file.path == path) {
            continue;
        }
        if mode == Mode::Write {
            fs::remove_file(&on_disk).map_err(|source| fault(&on_disk, "removed", source))?;
        }
        changes.stale.push(path);
    }
    Ok(changes)
}

/// Returns the names of the files with an extension, without it and sorted; none if there is no folder.
pub(crate) fn file_stems(folder: &Path, extension: &str) -> Result<Vec<String>, WriteError> {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(fault(folder, "read", error)),
    };
    let mut names = Vec::new();
    for entry in entries {
        let path = entry.map_err(|source| fault(folder, "read", source))?.path();
        if path.extension().is_some_and(|found| found == extension)
            && let Some(name) = path.file_stem().and_then(|name| name.to_str())
        {
            names.push(name.to_owned());
        }
    }
    names.sort();
    Ok(names)
}

/// Returns the bytes of a file, or `None` if there is no file.
fn read(path: &Path) -> Result<Option<Vec<u8>>, WriteError> {
    match fs::read(path) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(fault(path, "read", error)),
    }
}

fn fault(path: &Path, action: &'static str, source: io::Error) -> WriteError {
    WriteError { path: path.to_owned(), action, source }
}
