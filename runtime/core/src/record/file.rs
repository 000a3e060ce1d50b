//! Reading the files of a record, which others may have changed since.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;

use virtual_finance_files::{Links, open};

/// Returns the bytes of a regular file, at most one more than `limit`, whatever became of the file.
pub(super) fn read(file: &Path, limit: usize) -> io::Result<Vec<u8>> {
    let most = u64::try_from(limit).unwrap_or(u64::MAX).saturating_add(1);
    let mut bytes = Vec::new();
    regular(file)?.take(most).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Returns the length of a regular file, in bytes.
pub(super) fn length(file: &Path) -> io::Result<u64> {
    regular(file)?.metadata().map(|facts| facts.len())
}

/// Opens a file that may be a link: records are data of tests, which build systems link to where they run.
fn regular(file: &Path) -> io::Result<File> {
    open(file, Links::Followed)
}
