//! The command's knowledge about the sources of endpoints, in a small file beside the session's file. Nothing depends
//! on it: an unreadable file counts as empty, and a failed write costs one more page next time.

use std::fs::{self, File};
use std::io::{self, BufReader, Read as _, Write as _};
use std::path::{Path, PathBuf};

use virtual_finance_core::SourceMemory;
use virtual_finance_files::require_replaceable;

use crate::system::Busy;

/// The maximum length of the file, in bytes: it has some for each endpoint.
const MAX_FILE: u64 = 1 << 20;

/// The file and what it held.
pub(crate) struct MemoryFile {
    path: PathBuf,
    before: SourceMemory,
}

impl MemoryFile {
    /// Reads the file that belongs to a file of sessions.
    pub(crate) fn beside(session_file: &Path) -> Self {
        let path = session_file.with_extension("sources.json");
        // Opening a pipe would wait for its other end.
        let is_file = fs::metadata(&path).is_ok_and(|facts| facts.is_file() && facts.len() <= MAX_FILE);
        let file = is_file.then(|| File::open(&path).ok()).flatten();
        let before = file.and_then(|file| serde_json::from_reader(BufReader::new(file.take(MAX_FILE))).ok());
        Self { path, before: before.unwrap_or_default() }
    }

    /// Returns what the file held.
    pub(crate) fn memory(&self) -> SourceMemory {
        self.before.clone()
    }

    /// Replaces the file as a whole, if there is something new.
    pub(crate) fn keep(&self, memory: &SourceMemory) {
        if *memory != self.before {
            // The next call learns it again.
            let _ = self.replace(memory);
        }
    }

    fn replace(&self, memory: &SourceMemory) -> io::Result<()> {
        let folder = self.path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = folder.unwrap_or_else(|| Path::new("."));
        fs::create_dir_all(folder)?;
        let _busy = Busy::new();
        let mut file = tempfile::Builder::new().prefix(".sources-").tempfile_in(folder)?;
        file.write_all(&serde_json::to_vec(memory)?)?;
        require_replaceable(&self.path)?;
        file.persist(&self.path)?;
        Ok(())
    }
}
