//! The places that a finished file may be moved to. Moving a file over `/dev/stdout` would take it from every program of the
//! system, so nothing of the system is ever replaced.

use std::fs::{self, Metadata};
use std::io;
use std::path::{Path, PathBuf};

/// The most links that a file is behind, as systems have it.
const MAX_LINKS: usize = 40;

/// The folders whose files are the system's: devices, and what processes have open.
const OF_SYSTEM: [&str; 2] = ["/dev", "/proc"];

/// The folder among them that programs have their own files in.
const OF_PROGRAMS: &str = "/dev/shm";

/// The place that the name of a file leads to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WritePath {
    /// A regular file, or nothing yet: a finished file may be moved there.
    Replaceable(PathBuf),
    /// A pipe, a device, a folder, or anything of the system: it is opened and written, and never replaced.
    Fixed(PathBuf),
}

impl WritePath {
    /// Returns the place of a file. A symbolic link stays a link: the place is the file that it names, whether it
    /// exists or not.
    ///
    /// # Errors
    /// Links lead in a circle, or a part of the way cannot be looked at.
    pub fn of(file: &Path) -> io::Result<Self> {
        let mut file = file.to_owned();
        for _ in 0..MAX_LINKS {
            let here = match (folder_of(&file).canonicalize(), file.file_name()) {
                (Ok(folder), Some(name)) => folder.join(name),
                // A name such as `..`; or whoever writes it is told that the folder is missing.
                _ => return Ok(file.canonicalize().map_or(Self::Replaceable(file), Self::Fixed)),
            };
            // Below it a name may stand for a file that lies elsewhere or has no name any more.
            if is_of_system(&here) {
                return Ok(Self::Fixed(here));
            }
            match fs::symlink_metadata(&here) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Self::Replaceable(here)),
                Err(error) => return Err(error),
                Ok(facts) if facts.is_symlink() => file = folder_of(&here).join(fs::read_link(&here)?),
                Ok(facts) if facts.is_file() => return Ok(Self::Replaceable(here)),
                Ok(_) => return Ok(Self::Fixed(here)),
            }
        }
        // The system has its own words for a circle.
        fs::canonicalize(&file).map(Self::Fixed)
    }

    /// Returns the path.
    pub fn path(&self) -> &Path {
        match self {
            Self::Replaceable(path) | Self::Fixed(path) => path,
        }
    }
}

/// Checks that a finished file may be moved to a place: there is a regular file or nothing, and it is none of the system's.
///
/// # Errors
/// Something else is there, such as a link, a pipe or a device.
pub fn require_replaceable(place: &Path) -> io::Result<()> {
    if let (Ok(folder), Some(name)) = (folder_of(place).canonicalize(), place.file_name())
        && is_of_system(&folder.join(name))
    {
        return Err(io::Error::other("it belongs to the system, which is never replaced"));
    }
    match fs::symlink_metadata(place) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        facts => require_regular(&facts?),
    }
}

/// Refuses what is no regular file.
pub(crate) fn require_regular(facts: &Metadata) -> io::Result<()> {
    if facts.is_file() {
        return Ok(());
    }
    Err(io::Error::other(if facts.is_symlink() { "it is a symbolic link" } else { "it is no regular file" }))
}

/// Returns the folder of a file, which is the current one for a name alone.
pub fn folder_of(file: &Path) -> &Path {
    file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

fn is_of_system(place: &Path) -> bool {
    OF_SYSTEM.iter().any(|folder| place.starts_with(folder)) && !place.starts_with(OF_PROGRAMS)
}

/// Returns the system's own words of an error that goes on with the name of a temporary file, which nobody knows.
pub fn without_path(error: &io::Error) -> io::Error {
    let text = error.to_string();
    io::Error::new(error.kind(), text.split(" at path ").next().unwrap_or_default())
}
