//! Kept replies in a folder: a file for each, in two pools by their length. A file is replaced as a whole, so that
//! several processes can use the folder. One that cannot be read counts as missing.

use std::fs;
use std::io::{self, Write as _};
use std::path::Path;
use std::process;
use std::sync::atomic::{AtomicU64, Ordering};

use virtual_finance_files::{open_to_others, require_replaceable};

use super::entry::{self, Wanted};
use super::key::Key;
use super::pool::{DRAFT, Pool, remove};
use super::reply::Kept;
use crate::error::RecordFault;
use crate::record::{RecordedRequest, private_file, private_folders};

/// The names of the pools.
pub(super) const SHORT: &str = "short";
pub(super) const LONG: &str = "long";

/// The maximum length of a reply of the first pool, in bytes.
const MAX_SHORT: u64 = 256 << 10;

/// The minimum bytes of a group of each pool. That of long ones takes every body that a client takes by default.
const SHORT_GROUP: u64 = 2 << 20;
const LONG_GROUP: u64 = 32 << 20;

/// A folder that a client keeps replies in.
pub(super) struct Folder {
    short: Pool,
    long: Pool,
    drafts: AtomicU64,
}

/// Returns true if nobody else may write to the folder of a file and to that above it. The folder of the cache may be
/// private, and one within it made by somebody else before.
fn is_private(file: &Path) -> bool {
    file.ancestors().skip(1).take(2).all(|folder| matches!(open_to_others(folder), Ok(None)))
}

impl Folder {
    /// Makes the folder where it is missing. Refuses a folder that others may write to: they could pass their replies
    /// off as a host's.
    pub(super) fn open(path: &Path, limit: u64) -> Result<Self, RecordFault> {
        let unwritable = RecordFault::unwritable(path);
        private_folders().create(path).map_err(&unwritable)?;
        if !path.is_dir() {
            return Err(unwritable(io::ErrorKind::NotADirectory.into()));
        }
        if let Some(reason) = open_to_others(path).map_err(&unwritable)? {
            return Err(RecordFault::OpenToOthers { folder: path.to_owned(), reason });
        }
        // A folder that has no room for more has long replies and no short ones.
        let long = (limit / 4).max(LONG_GROUP).min(limit);
        let short = limit.saturating_sub(long);
        Ok(Self {
            short: Pool::new(path.join(SHORT), short, SHORT_GROUP, 3),
            long: Pool::new(path.join(LONG), long, LONG_GROUP, 2),
            drafts: AtomicU64::new(0),
        })
    }

    /// Returns the reply of a key, unless its file is missing or cannot be read.
    pub(super) fn get(&self, wanted: &Wanted<'_>, limit: usize) -> Option<Kept> {
        [&self.short, &self.long].into_iter().find_map(|pool| {
            let file = pool.file(wanted.key);
            if !is_private(&file) {
                tracing::debug!(?file, "others may write to its folder");
                return None;
            }
            entry::read(&file, wanted, limit)
                .inspect_err(|reason| tracing::debug!(?file, reason, "no kept reply"))
                .ok()
        })
    }

    /// Writes a reply. Older ones go where its group is full.
    pub(super) fn put(&self, key: Key, asked: &RecordedRequest, kept: &Kept) -> io::Result<()> {
        let bytes = entry::written(key, asked, kept)?;
        let length = u64::try_from(bytes.len()).unwrap_or(u64::MAX);
        let is_short = length <= MAX_SHORT.min(self.short.quota);
        let (pool, other) = if is_short { (&self.short, &self.long) } else { (&self.long, &self.short) };
        if length > pool.quota || !pool.has_room(key, length)? {
            return Ok(());
        }
        let number = self.drafts.fetch_add(1, Ordering::Relaxed);
        let draft = pool.make_bucket(key)?.join(format!("{key}-{}-{number}.{DRAFT}", process::id()));
        let written = private_file(&draft).and_then(|mut file| file.write_all(&bytes));
        let file = pool.file(key);
        let allowed = written.and_then(|()| require_replaceable(&file));
        let replaced = allowed.and_then(|()| fs::rename(&draft, file));
        if replaced.is_err() {
            // It is not there if it could not be made.
            let _ = remove(&draft);
        }
        // The reply before may have been of another length.
        replaced.and_then(|()| remove(&other.file(key)))
    }
}
