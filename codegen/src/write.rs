//! From files in memory to files on disk: only what changes is written, what is stale is removed, and
//! the same function only compares when asked to.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::file::{GeneratedFile, MARK};

/// What [`Generator::write`](crate::Generator::write) does about a difference.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// Writes and removes.
    Write,
    /// Only reports it.
    Check,
}

/// How the files on disk differed from the generated ones, by their paths from the root.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Changes {
    /// Files that were missing or had another text.
    pub outdated: Vec<String>,
    /// Files that were generated once and no longer are.
    pub stale: Vec<String>,
}

impl Changes {
    /// Whether there was no difference.
    #[must_use]
    pub const fn none(&self) -> bool {
        self.outdated.is_empty() && self.stale.is_empty()
    }
}

/// A file could not be read, written or removed.
#[derive(Debug, thiserror::Error)]
#[error("{} cannot be {action}: {source}; check the path and its permissions", path.display())]
pub struct WriteError {
    path: PathBuf,
    action: &'static str,
    source: io::Error,
}

/// Makes the files on disk those that were generated, or reports what would change. Generated files in
/// the folder `output` that are not among them are stale.
pub(crate) fn ensure(
    root: &Path,
    output: &str,
    files: &[GeneratedFile],
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
    for name in rust_files(&root.join(output))? {
        let path = format!("{output}/{name}.rs");
        let on_disk = root.join(&path);
        let generated = read(&on_disk)?.is_some_and(|text| text.starts_with(MARK.as_bytes()));
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

/// The Rust files of a folder without their ending, in order; none where there is no folder.
pub(crate) fn rust_files(folder: &Path) -> Result<Vec<String>, WriteError> {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(fault(folder, "read", error)),
    };
    let mut names = Vec::new();
    for entry in entries {
        let path = entry.map_err(|source| fault(folder, "read", source))?.path();
        if path.extension().is_some_and(|ending| ending == "rs")
            && let Some(name) = path.file_stem().and_then(|name| name.to_str())
        {
            names.push(name.to_owned());
        }
    }
    names.sort();
    Ok(names)
}

/// The bytes of a file; none where there is no file.
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
