//! Kept replies in a folder: a file for each, the facts of a record on its first line and the body behind it. A file is
//! replaced as a whole, so that several processes can use the folder. One that cannot be read counts as missing.

use std::fs::{self, File};
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime};

use serde::{Deserialize, Serialize};

use super::key::Key;
use super::reply::Kept;
use crate::error::RecordFault;
use crate::record::{Asked, Facts, private_file, private_folders};
use crate::time::DateTime;

/// The version of the format. Files of another one are not read.
const VERSION: u32 = 1;

/// The extension of a reply, and of one that is being written.
const REPLY: &str = "reply";
const DRAFT: &str = "draft";

/// The maximum length of the first line, in bytes.
const MAX_HEAD: usize = 64 << 10;

/// The time after which a draft is one that a stopped process left.
const ABANDONED: Duration = Duration::from_secs(3600);

/// The first line of a file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Head {
    version: u32,
    fresh_until: Option<String>,
    facts: Facts,
}

/// A folder that a client keeps replies in.
pub(super) struct Folder {
    path: PathBuf,
    limit: u64,
    used: Mutex<Used>,
    drafts: AtomicU64,
}

/// The bytes in the folder, as far as they are known.
#[derive(Default)]
struct Used {
    /// At least the bytes that the folder had when it was last counted, and what was written since.
    bytes: u64,
    /// The bytes until it is counted anew: other processes write too.
    until_count: u64,
}

/// The folder of a [`Cache`](crate::settings::Cache), for looking at it and for clearing it.
///
/// ```
/// # use virtual_finance_core::CacheFolder;
/// # use virtual_finance_core::error::RecordFault;
/// # fn example() -> Result<(), RecordFault> {
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
    #[must_use]
    pub fn new(folder: impl Into<PathBuf>) -> Self {
        Self(folder.into())
    }

    /// Returns the size of the folder; that of an empty one if it is missing.
    ///
    /// # Errors
    /// The folder cannot be read.
    pub fn stats(&self) -> Result<CacheStats, RecordFault> {
        let mut stats = CacheStats::default();
        for file in self.files()?.into_iter().filter(|file| !file.is_draft) {
            stats.replies = stats.replies.saturating_add(1);
            stats.bytes = stats.bytes.saturating_add(file.bytes);
            let written = file.written.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
            let written = DateTime::from(i64::try_from(written.as_secs()).unwrap_or(i64::MAX));
            stats.oldest = Some(stats.oldest.map_or(written, |oldest| oldest.min(written)));
            stats.newest = stats.newest.max(Some(written));
        }
        Ok(stats)
    }

    /// Removes the replies, and returns what they were. Other files in the folder stay.
    ///
    /// # Errors
    /// The folder cannot be read, or a file cannot be removed.
    pub fn clear(&self) -> Result<CacheStats, RecordFault> {
        let stats = self.stats()?;
        for file in self.files()? {
            remove(&file.path).map_err(|source| RecordFault::Unwritable { file: file.path, source })?;
        }
        Ok(stats)
    }

    /// Returns the files of replies and drafts.
    fn files(&self) -> Result<Vec<Found>, RecordFault> {
        files(&self.0).map_err(|source| RecordFault::Unreadable { file: self.0.clone(), source })
    }
}

impl Folder {
    /// Makes the folder where it is missing.
    pub(super) fn open(path: &Path, limit: u64) -> Result<Self, RecordFault> {
        let unwritable = |source| RecordFault::Unwritable { file: path.to_owned(), source };
        private_folders().create(path).map_err(unwritable)?;
        if !path.is_dir() {
            return Err(unwritable(io::ErrorKind::NotADirectory.into()));
        }
        Ok(Self { path: path.to_owned(), limit, used: Mutex::default(), drafts: AtomicU64::new(0) })
    }

    /// Returns the reply of a key, unless its file is missing or cannot be read.
    pub(super) fn get(&self, key: Key, limit: usize) -> Option<Kept> {
        let file = self.path.join(format!("{key}.{REPLY}"));
        read(&file, limit).inspect_err(|reason| tracing::debug!(?file, reason, "no kept reply")).ok()
    }

    /// Writes a reply. Older ones go where the folder is full.
    pub(super) fn put(&self, key: Key, asked: &Asked, kept: &Kept, hidden: usize) -> io::Result<()> {
        let facts = Facts::new(asked, kept.status, &kept.head, &kept.body, hidden).at(kept.at);
        let fresh_until = kept.fresh_until.map(|end| end.to_string());
        let mut bytes = serde_json::to_vec(&Head { version: VERSION, fresh_until, facts })?;
        bytes.push(b'\n');
        bytes.extend_from_slice(&kept.body);
        let length = u64::try_from(bytes.len()).unwrap_or(u64::MAX);
        if length > self.limit || !self.has_room(length)? {
            return Ok(());
        }
        let number = self.drafts.fetch_add(1, Ordering::Relaxed);
        let draft = self.path.join(format!("{key}-{}-{number}.{DRAFT}", process::id()));
        let file = self.path.join(format!("{key}.{REPLY}"));
        let written = private_file(&draft).and_then(|mut file| file.write_all(&bytes));
        let replaced = written.and_then(|()| fs::rename(&draft, file));
        if replaced.is_err() {
            // It is not there if it could not be made.
            let _ = remove(&draft);
        }
        replaced
    }

    /// Makes room for that many bytes, and counts them. Returns false if other files leave none.
    fn has_room(&self, bytes: u64) -> io::Result<bool> {
        let mut used = self.used.lock().unwrap_or_else(PoisonError::into_inner);
        let needs_count = used.until_count < bytes || used.bytes.saturating_add(bytes) > self.limit;
        if needs_count {
            used.bytes = self.sweep(self.limit.saturating_sub(bytes))?;
            used.until_count = self.limit.checked_div(8).unwrap_or_default().max(bytes);
        }
        let total = used.bytes.saturating_add(bytes);
        if total > self.limit {
            return Ok(false);
        }
        used.until_count = used.until_count.saturating_sub(bytes);
        used.bytes = total;
        Ok(true)
    }

    /// Counts the bytes, and removes the oldest replies where there are more than `most`. Then an eighth of the folder
    /// becomes free, so that this is rare. Returns the bytes that are left.
    fn sweep(&self, most: u64) -> io::Result<u64> {
        let mut files = files(&self.path)?;
        let total = |files: &[Found]| files.iter().map(|file| file.bytes).fold(0, u64::saturating_add);
        let mut left = total(&files);
        if left <= most {
            return Ok(left);
        }
        let goal = most.min(self.limit.saturating_sub(self.limit.checked_div(8).unwrap_or_default()));
        files.sort_by(|a, b| (a.written, &a.path).cmp(&(b.written, &b.path)));
        for file in files {
            if left <= goal {
                break;
            }
            if file.is_removable() && remove(&file.path).is_ok() {
                left = left.saturating_sub(file.bytes);
            }
        }
        Ok(left)
    }
}

/// A file of a folder of replies.
struct Found {
    path: PathBuf,
    bytes: u64,
    written: SystemTime,
    is_draft: bool,
}

impl Found {
    /// Returns false for a draft that a process may be writing.
    fn is_removable(&self) -> bool {
        !self.is_draft || self.written.elapsed().is_ok_and(|age| age > ABANDONED)
    }
}

/// Returns the replies and drafts of a folder; none if it is missing.
fn files(folder: &Path) -> io::Result<Vec<Found>> {
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries?,
    };
    let mut files = Vec::new();
    for entry in entries {
        let path = entry?.path();
        let extension = path.extension().and_then(|extension| extension.to_str());
        let is_draft = match extension {
            Some(REPLY) => false,
            Some(DRAFT) => true,
            _ => continue,
        };
        // Another process may have removed it.
        let Ok(facts) = fs::symlink_metadata(&path) else { continue };
        if facts.is_file() {
            files.push(Found { bytes: facts.len(), written: facts.modified()?, path, is_draft });
        }
    }
    Ok(files)
}

/// Removes a file, unless another process did.
fn remove(file: &Path) -> io::Result<()> {
    match fs::remove_file(file) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        removed => removed,
    }
}

/// Reads a reply with a body of at most `limit` bytes.
fn read(path: &Path, limit: usize) -> Result<Kept, String> {
    let text = |error: io::Error| error.to_string();
    // A pipe would wait for a writer.
    if !fs::symlink_metadata(path).map_err(text)?.is_file() {
        return Err("it is no file".to_owned());
    }
    let most = u64::try_from(limit.saturating_add(MAX_HEAD)).unwrap_or(u64::MAX);
    let mut bytes = Vec::new();
    File::open(path).map_err(text)?.take(most).read_to_end(&mut bytes).map_err(text)?;
    let end = bytes.iter().position(|byte| *byte == b'\n').ok_or("it has no line of facts")?;
    let body = bytes.split_off(end.saturating_add(1));
    let head: Head = serde_json::from_slice(&bytes).map_err(|error| error.to_string())?;
    if head.version != VERSION {
        return Err(format!("its version is {} where this is {VERSION}", head.version));
    }
    let at = head.facts.checked()?;
    if let Some(reason) = head.facts.fault_of(&body) {
        return Err(reason);
    }
    let time = |text: String| text.parse().map_err(|_| format!("{text:?} is no time"));
    let fresh_until = head.fresh_until.map(time).transpose()?;
    Ok(Kept { status: head.facts.status, head: head.facts.head, body: Arc::new(body), at, fresh_until })
}
