//! A part of the folder of a cache: replies of like lengths in buckets, which have the first digits of their keys as
//! names. Room is made within a group of buckets. A group has its own bound, and its own number of files, so that a
//! reply is written in the same time whatever the folder has.

use std::collections::{HashMap, VecDeque};
use std::fs::{self, DirBuilder};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, SystemTime};

use super::key::Key;
use crate::lock::Lock as _;

/// The extensions of replies and drafts of replies.
pub(super) const REPLY: &str = "reply";
pub(super) const DRAFT: &str = "draft";

/// The maximum number of files of a group.
const MAX_FILES: usize = 1024;

/// The number of old files that are remembered when a group is looked at. As many are removed as a reply needs, and no
/// more: there are file systems that take 3 ms for each.
const MAX_OLD: usize = 128;

/// The time after which a draft was left by a stopped process.
const ABANDONED: Duration = Duration::from_secs(3600);

/// Replies of like lengths.
pub(super) struct Pool {
    path: PathBuf,
    /// The number of digits that the name of a bucket has.
    digits: usize,
    /// The number of bits of a key that name its group.
    bits: u32,
    /// The maximum number of bytes of a group.
    pub(super) quota: u64,
    used: Mutex<HashMap<u32, Used>>,
}

/// The files of a group, as far as they are known.
#[derive(Default)]
struct Used {
    /// At least the bytes that the group had when it was last looked at, and what was written since.
    bytes: u64,
    files: usize,
    /// The bytes until it is looked at anew: other processes write too.
    until_count: u64,
    /// The oldest files when it was last looked at, the first of which goes first.
    old: VecDeque<Found>,
}

/// A file of a folder of replies.
pub(super) struct Found {
    pub(super) path: PathBuf,
    pub(super) bytes: u64,
    pub(super) written: SystemTime,
    pub(super) is_draft: bool,
}

impl Pool {
    /// Describes a pool of that many bytes in groups of at least `least` bytes, as far as there are enough bytes.
    pub(super) fn new(path: PathBuf, bytes: u64, least: u64, digits: usize) -> Self {
        let most = u32::try_from(digits.saturating_mul(4)).unwrap_or_default();
        let bits = bytes.checked_div(least).and_then(u64::checked_ilog2).unwrap_or_default().min(most);
        Self {
            path,
            digits,
            bits,
            quota: bytes.checked_shr(bits).unwrap_or_default(),
            used: Mutex::default(),
        }
    }

    /// Returns the place of the file of a key.
    pub(super) fn file(&self, key: Key) -> PathBuf {
        self.bucket(key).join(format!("{key}.{REPLY}"))
    }

    /// Returns the bucket of a key.
    pub(super) fn bucket(&self, key: Key) -> PathBuf {
        let name = key.to_string();
        self.path.join(name.get(..self.digits).unwrap_or_default())
    }

    /// Makes the bucket of a key where it is missing, in the folder of the cache, which must be there.
    pub(super) fn make_bucket(&self, key: Key) -> io::Result<PathBuf> {
        let bucket = self.bucket(key);
        if !bucket.is_dir() {
            make(&self.path)?;
            make(&bucket)?;
        }
        Ok(bucket)
    }

    /// Makes room for that many bytes in the group of a key, and counts them. Returns false if other files leave none.
    pub(super) fn has_room(&self, key: Key, bytes: u64) -> io::Result<bool> {
        let Some(group) = self.group(&key.to_string()) else { return Ok(false) };
        let mut all = self.used.locked();
        let used = all.entry(group).or_default();
        let is_outdated = used.until_count < bytes;
        if is_outdated {
            *used = self.look(group, bytes)?;
        }
        let mut has_room = used.make_room(bytes, self.quota)?;
        if !has_room && !is_outdated {
            // Files that were written since may be removed, too.
            *used = self.look(group, bytes)?;
            has_room = used.make_room(bytes, self.quota)?;
        }
        if !has_room {
            return Ok(false);
        }
        used.until_count = used.until_count.saturating_sub(bytes);
        used.bytes = used.bytes.saturating_add(bytes);
        used.files = used.files.saturating_add(1);
        Ok(true)
    }

    /// Returns the group of a bucket, or of a key.
    fn group(&self, name: &str) -> Option<u32> {
        let index = u32::from_str_radix(name.get(..self.digits)?, 16).ok()?;
        let digits = u32::try_from(self.digits.saturating_mul(4)).ok()?;
        index.checked_shr(digits.saturating_sub(self.bits))
    }

    /// Counts the bytes and the files of a group for a reply of that many bytes, and finds the oldest ones.
    fn look(&self, group: u32, reply: u64) -> io::Result<Used> {
        let (mut files, is_whole) = self.files_of(group)?;
        let bytes = files.iter().map(|file| file.bytes).fold(0, u64::saturating_add);
        let count = files.len();
        files.retain(Found::is_removable);
        files.sort_by(|a, b| (a.written, &a.path).cmp(&(b.written, &b.path)));
        files.truncate(MAX_OLD);
        let until_count = (self.quota / 8).max(reply);
        // What was not looked at may have any number of bytes.
        let (bytes, count) = if is_whole { (bytes, count) } else { (u64::MAX, usize::MAX) };
        Ok(Used { bytes, files: count, until_count, old: files.into() })
    }

    /// Returns the files of a group, and true if these are all of them.
    fn files_of(&self, group: u32) -> io::Result<(Vec<Found>, bool)> {
        let mut files = Vec::new();
        for bucket in entries(&self.path)? {
            let bucket = bucket?;
            let is_of_group = bucket
                .file_name()
                .to_str()
                .is_some_and(|name| name.len() == self.digits && self.group(name) == Some(group));
            if !is_of_group {
                continue;
            }
            for file in entries(&bucket.path())? {
                if files.len() > MAX_FILES {
                    return Ok((files, false));
                }
                files.extend(Found::of(&file?)?);
            }
        }
        Ok((files, true))
    }
}

impl Used {
    /// Removes old files until there is room for that many bytes. Returns false if there is none without them all.
    fn make_room(&mut self, bytes: u64, quota: u64) -> io::Result<bool> {
        while self.bytes.saturating_add(bytes) > quota || self.files >= MAX_FILES {
            let Some(old) = self.old.pop_front() else { return Ok(false) };
            if old.remove_unchanged()? {
                self.bytes = self.bytes.saturating_sub(old.bytes);
                self.files = self.files.saturating_sub(1);
            }
        }
        Ok(true)
    }
}

impl Found {
    /// Returns a file if it is a reply or a draft.
    pub(super) fn of(entry: &fs::DirEntry) -> io::Result<Option<Self>> {
        let path = entry.path();
        let is_draft = match path.extension().and_then(|extension| extension.to_str()) {
            Some(REPLY) => false,
            Some(DRAFT) => true,
            _ => return Ok(None),
        };
        // Another process may have removed it.
        let Ok(facts) = entry.metadata() else { return Ok(None) };
        let written = facts.modified()?;
        Ok(facts.is_file().then_some(Self { bytes: facts.len(), written, path, is_draft }))
    }

    /// Removes the file unless it was written anew since it was found. Returns true if it is gone.
    fn remove_unchanged(&self) -> io::Result<bool> {
        match fs::metadata(&self.path).and_then(|facts| facts.modified()) {
            Ok(written) if written != self.written => Ok(false),
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(remove(&self.path).is_ok()),
        }
    }

    /// Returns false for a draft that a process may be writing.
    fn is_removable(&self) -> bool {
        !self.is_draft || self.written.elapsed().is_ok_and(|age| age > ABANDONED)
    }
}

/// Returns the entries of a folder; none if it is missing.
pub(super) fn entries(folder: &Path) -> io::Result<impl Iterator<Item = io::Result<fs::DirEntry>>> {
    match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        entries => entries.map(Some),
    }
    .map(|entries| entries.into_iter().flatten())
}

/// Removes a file, unless another process did.
pub(super) fn remove(file: &Path) -> io::Result<()> {
    match fs::remove_file(file) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        removed => removed,
    }
}

/// Makes a folder that only its owner may read, unless it is there.
fn make(folder: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    match builder.create(folder) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
        made => made,
    }
}
