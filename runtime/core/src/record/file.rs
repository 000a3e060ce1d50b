//! Reading the files of a record, which others may have changed since.

use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::Path;

/// Returns the bytes of a regular file, at most one more than `limit`, whatever became of the file.
pub(super) fn read(file: &Path, limit: usize) -> io::Result<Vec<u8>> {
    require_regular(file)?;
    let most = u64::try_from(limit).unwrap_or(u64::MAX).saturating_add(1);
    let mut bytes = Vec::new();
    File::open(file)?.take(most).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Returns the length of a regular file, in bytes.
pub(super) fn length(file: &Path) -> io::Result<u64> {
    require_regular(file).map(|facts| facts.len())
}

/// Refuses what is no file: opening a pipe would wait for its other end, and a device may have no end.
fn require_regular(file: &Path) -> io::Result<fs::Metadata> {
    let facts = fs::metadata(file)?;
    if facts.is_file() { Ok(facts) } else { Err(io::Error::other("it is no regular file")) }
}
