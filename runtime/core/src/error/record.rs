//! The faults of a folder of recorded replies.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A fault of a record.
#[derive(Debug, Clone, thiserror::Error)]
#[non_exhaustive]
pub enum RecordFault {
    /// The folder has no reply to this request.
    #[error(
        "{} has no reply to {asked}; record it with ClientBuilder::record, or ask for what was recorded",
        folder.display()
    )]
    Absent {
        /// The method and the address in the table, without the caller's query.
        asked: String,
        /// The folder that was looked through.
        folder: PathBuf,
    },
    /// A file does not hold what was written to it.
    #[error("{} is damaged: {reason}; delete it and its neighbour of the same name, and record again", file.display())]
    Damaged {
        /// The file.
        file: PathBuf,
        /// The reason.
        reason: String,
    },
    /// A file or the folder cannot be read.
    #[error("{} cannot be read: {source}; check the folder and who may read it", file.display())]
    Unreadable {
        /// The file or folder.
        file: PathBuf,
        /// The system's error.
        source: Arc<io::Error>,
    },
    /// Others may write to the folder of a cache, so that its replies may be theirs.
    #[error(
        "{} keeps no replies: {reason}; make it yours alone (chmod 700), or name another folder",
        folder.display()
    )]
    OpenToOthers {
        /// The folder.
        folder: PathBuf,
        /// The reason.
        reason: &'static str,
    },
    /// The reply cannot be written down.
    #[error("{} cannot be written: {source}; name a folder that can be written to", file.display())]
    Unwritable {
        /// The file or folder.
        file: PathBuf,
        /// The system's error.
        source: Arc<io::Error>,
    },
}

impl RecordFault {
    /// Returns what makes the fault of a file that cannot be read.
    pub(crate) fn unreadable(file: &Path) -> impl Fn(io::Error) -> Self {
        |source| Self::Unreadable { file: file.to_owned(), source: Arc::new(source) }
    }

    /// Returns what makes the fault of a file that cannot be written.
    pub(crate) fn unwritable(file: &Path) -> impl Fn(io::Error) -> Self {
        |source| Self::Unwritable { file: file.to_owned(), source: Arc::new(source) }
    }
}
