//! Looking at the folder of a cache, and clearing it.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::folder::{LONG, SHORT};
use super::pool::{Found, entries, remove};
use crate::error::RecordFault;
use crate::time::DateTime;

/// The folder of a [`Cache`](crate::settings::Cache), for looking at it and for clearing it.
///
/// ```
/// # mod virtual_finance { use virtual_finance_core as own; include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/virtual_finance.rs")); }
/// # fn example() -> Result<(), Box<dyn std::error::Error>> {
/// use virtual_finance::settings::CacheFolder;
///
/// let folder = CacheFolder::new("replies");
/// println!("{} replies of {} bytes", folder.stats()?.replies, folder.stats()?.bytes);
/// folder.clear()?;
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CacheFolder(PathBuf);

/// The size of a folder of replies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct CacheStats {
    /// The number of replies.
    pub replies: u64,
    /// The length of their files.
    pub bytes: u64,
    /// The time of the oldest one; `None` if there are no replies.
    pub oldest: Option<DateTime>,
    /// The time of the newest one.
    pub newest: Option<DateTime>,
}

impl CacheFolder {
    /// Names a folder, which need not be there.
    pub fn new(folder: impl Into<PathBuf>) -> Self {
        Self(folder.into())
    }

    /// Returns the size of the folder; zero if it is missing.
    ///
    /// # Errors
    /// The folder cannot be read.
    pub fn stats(&self) -> Result<CacheStats, RecordFault> {
        let mut stats = CacheStats::default();
        self.each(|file| {
            stats.add(file);
            Ok(())
        })?;
        Ok(stats)
    }

    /// Removes the replies, and returns what they were. Other files in the folder stay.
    ///
    /// # Errors
    /// The folder cannot be read, or a file cannot be removed.
    pub fn clear(&self) -> Result<CacheStats, RecordFault> {
        self.clear_with(|_| {})
    }

    /// Removes the replies as [`clear`](Self::clear) does, and tells after each what is removed so far.
    ///
    /// # Errors
    /// As for [`clear`](Self::clear).
    pub fn clear_with(&self, mut report: impl FnMut(&CacheStats)) -> Result<CacheStats, RecordFault> {
        let mut stats = CacheStats::default();
        loop {
            let mut is_empty = true;
            self.each(|file| {
                remove(&file.path).map_err(RecordFault::unwritable(&file.path))?;
                is_empty = false;
                stats.add(file);
                report(&stats);
                Ok(())
            })?;
            // A folder may leave out names while others are removed.
            if is_empty {
                break;
            }
        }
        for pool in self.pools() {
            for bucket in folders(&pool).unwrap_or_default() {
                // One that has something else stays.
                let _ = fs::remove_dir(bucket);
            }
            let _ = fs::remove_dir(pool);
        }
        Ok(stats)
    }

    /// Calls a function with each file of a reply or draft.
    fn each(&self, mut see: impl FnMut(&Found) -> Result<(), RecordFault>) -> Result<(), RecordFault> {
        let unreadable = RecordFault::unreadable(&self.0);
        for pool in self.pools() {
            for bucket in folders(&pool).map_err(&unreadable)? {
                for entry in entries(&bucket).map_err(&unreadable)? {
                    if let Some(file) = entry.and_then(|entry| Found::of(&entry)).map_err(&unreadable)? {
                        see(&file)?;
                    }
                }
            }
        }
        Ok(())
    }

    fn pools(&self) -> [PathBuf; 2] {
        [SHORT, LONG].map(|pool| self.0.join(pool))
    }
}

impl CacheStats {
    fn add(&mut self, file: &Found) {
        if file.is_draft {
            return;
        }
        self.replies = self.replies.saturating_add(1);
        self.bytes = self.bytes.saturating_add(file.bytes);
        let written = file.written.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        let written = DateTime::from(i64::try_from(written.as_secs()).unwrap_or(i64::MAX));
        self.oldest = Some(self.oldest.map_or(written, |oldest| oldest.min(written)));
        self.newest = self.newest.max(Some(written));
    }
}

/// Returns the folders in a folder, but no links.
fn folders(folder: &Path) -> io::Result<Vec<PathBuf>> {
    if !fs::symlink_metadata(folder).is_ok_and(|facts| facts.is_dir()) {
        return Ok(Vec::new());
    }
    let mut found = Vec::new();
    for entry in entries(folder)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            found.push(entry.path());
        }
    }
    Ok(found)
}
