//! Reads files that others may have changed since they were written, such as a session, a record, a cache, a folder of
//! prices, a table or a document; and says which of them may be replaced.
//!
//! A pipe would wait for its other end, a device may have no end, and a link may lead to either or to what is not for
//! the reader. So a file has to be a regular one, is opened without waiting, and has a maximum size.

mod write_path;

pub use write_path::{WritePath, folder_of, require_replaceable, without_path};

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use write_path::require_regular;

/// The treatment of a symbolic link in the place of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Links {
    /// The file that it leads to is opened. For files that the caller names.
    Followed,
    /// It is an error. For files whose names a program makes.
    Refused,
}

/// Opens a regular file for reading.
///
/// # Errors
/// The file is missing, is a link where links are refused, is no regular file, or cannot be opened.
pub fn open(file: &Path, links: Links) -> io::Result<File> {
    open_with(OpenOptions::new().read(true), file, links)
}

/// Opens a regular file with options. A file that these create is one.
///
/// # Errors
/// As for [`open`].
pub fn open_with(options: &mut OpenOptions, file: &Path, links: Links) -> io::Result<File> {
    // Opening a device may do something by itself, and the system's own words for a link are about loops.
    let facts = match links {
        Links::Followed => fs::metadata(file),
        Links::Refused => fs::symlink_metadata(file),
    };
    match facts {
        Ok(facts) => require_regular(&facts)?,
        // It may be created.
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => return Err(error),
    }
    let opened = with_flags(options, links).open(file)?;
    // It may have become another one meanwhile.
    require_regular(&opened.metadata()?)?;
    Ok(opened)
}

/// Returns the bytes of a regular file of at most `limit` bytes.
///
/// # Errors
/// As for [`open`]; or it cannot be read, or is longer.
pub fn read(file: &Path, limit: u64, links: Links) -> io::Result<Vec<u8>> {
    read_all(open(file, links)?, limit)
}

/// Returns the bytes of an open file of at most `limit` bytes.
///
/// # Errors
/// The file cannot be read, or is longer.
pub fn read_all(file: File, limit: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.take(limit.saturating_add(1)).read_to_end(&mut bytes)?;
    if u64::try_from(bytes.len()).is_ok_and(|length| length <= limit) {
        return Ok(bytes);
    }
    Err(io::Error::other(format!("it has more than {limit} bytes")))
}

/// Returns the place of a file below a folder, without links.
///
/// # Errors
/// The file is missing, or a link on the way leads out of the folder.
pub fn below(folder: &Path, file: &Path) -> io::Result<PathBuf> {
    let (folder, file) = (fs::canonicalize(folder)?, fs::canonicalize(file)?);
    if file.starts_with(folder) {
        return Ok(file);
    }
    Err(io::Error::other("a symbolic link leads out of the folder"))
}

/// Returns why others than the user of this process may write to a folder; `None` if nobody may, or if the system does
/// not know.
///
/// # Errors
/// The folder is missing or cannot be looked at.
#[cfg(unix)]
pub fn open_to_others(folder: &Path) -> io::Result<Option<&'static str>> {
    use std::os::unix::fs::MetadataExt as _;
    const WRITABLE: u32 = 0o022;
    let facts = fs::metadata(folder)?;
    Ok(if facts.uid() != rustix::process::geteuid().as_raw() {
        Some("it belongs to another user")
    } else if facts.mode() & WRITABLE != 0 {
        Some("others may write to it")
    } else {
        None
    })
}

/// Returns why others than the user of this process may write to a folder; `None` if nobody may, or if the system does
/// not know.
///
/// # Errors
/// The folder is missing or cannot be looked at.
#[cfg(not(unix))]
pub fn open_to_others(folder: &Path) -> io::Result<Option<&'static str>> {
    fs::metadata(folder).map(|_| None)
}

#[cfg(unix)]
fn with_flags(options: &mut OpenOptions, links: Links) -> &mut OpenOptions {
    use rustix::fs::OFlags;
    let flags = OFlags::NONBLOCK | OFlags::NOCTTY;
    let flags = if links == Links::Refused { flags | OFlags::NOFOLLOW } else { flags };
    std::os::unix::fs::OpenOptionsExt::custom_flags(options, i32::try_from(flags.bits()).unwrap_or_default())
}

#[cfg(not(unix))]
fn with_flags(options: &mut OpenOptions, _: Links) -> &mut OpenOptions {
    options
}
