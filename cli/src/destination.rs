//! The destination of the result: stdout, or a file that is written completely or not at all.

use std::fs::{self, File};
use std::io::{self, IsTerminal as _, Write};
use std::path::{Path, PathBuf};

use anstream::{AutoStream, ColorChoice};

use crate::failure::Failure;
use crate::tickers::is_pattern;

/// The destination of the result.
#[derive(Debug)]
pub(crate) enum Destination {
    Stdout,
    File(PathBuf),
}

impl Destination {
    /// Returns the destination of that name; `-` is stdout.
    pub(crate) fn named(file: Option<&PathBuf>) -> Self {
        match file {
            Some(file) if file.as_os_str() != "-" => Self::File(file.clone()),
            _ => Self::Stdout,
        }
    }

    /// Returns the destination of that file, whose folder is made if it is missing.
    pub(crate) fn made(file: PathBuf) -> Result<Self, Failure> {
        if let Some(folder) = file.parent() {
            fs::create_dir_all(folder).map_err(|error| {
                Failure::other(format!("the folder {} cannot be made: {error}", folder.display()))
            })?;
        }
        Ok(Self::File(file))
    }

    /// Returns the name of the file if it stands for a file for each ticker.
    pub(crate) fn pattern(&self) -> Option<&str> {
        match self {
            Self::File(file) => file.to_str().filter(|name| is_pattern(name)),
            Self::Stdout => None,
        }
    }

    pub(crate) fn is_terminal(&self) -> bool {
        matches!(self, Self::Stdout) && io::stdout().is_terminal()
    }

    /// Returns the width of the terminal, in columns, if the destination is one.
    pub(crate) fn width(&self) -> Option<usize> {
        if !self.is_terminal() {
            return None;
        }
        let (terminal_size::Width(width), _) = terminal_size::terminal_size()?;
        Some(usize::from(width))
    }

    /// Returns true if colours are for the destination: a terminal, unless `NO_COLOR` and its like say otherwise.
    pub(crate) fn has_colours(&self) -> bool {
        matches!(self, Self::Stdout) && AutoStream::choice(&io::stdout()) != ColorChoice::Never
    }

    /// Writes the result.
    pub(crate) fn write(&self, result: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Failure> {
        match self {
            Self::Stdout => finish(buffered(io::stdout().lock(), result).map(drop)),
            Self::File(file) => replace(file, result).map_err(|error| {
                let advice = "name a file in a folder that is there and can be written";
                Failure::other(format!("{} cannot be written: {error}; {advice}", file.display()))
            }),
        }
    }
}

/// Reports a failed write. A reader that stops early, such as `head`, is no failure.
pub(crate) fn finish(written: io::Result<()>) -> Result<(), Failure> {
    match written {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(Failure::other(format!("the result cannot be written: {error}")))
        }
        _ => Ok(()),
    }
}

fn buffered<W: Write>(out: W, result: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<W> {
    let mut out = io::BufWriter::with_capacity(1 << 16, out);
    result(&mut out)?;
    out.into_inner().map_err(io::IntoInnerError::into_error)
}

/// Writes to a temporary file beside the target and renames it at the end. A symbolic link stays one. A
/// target that is no regular file, such as a device, is written to directly.
fn replace(file: &Path, result: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let target = fs::canonicalize(file).unwrap_or_else(|_| file.to_owned());
    let there = fs::metadata(&target).ok();
    if there.as_ref().is_some_and(|there| !there.is_file()) {
        return buffered(File::options().write(true).open(&target)?, result).map(drop);
    }
    let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty());
    let mut builder = tempfile::Builder::new();
    builder.prefix(".vfapi-");
    // Like any new file; temporary files are for their owner alone.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let beside = builder.tempfile_in(folder.unwrap_or(Path::new(".")))?;
    if let Some(there) = there {
        beside.as_file().set_permissions(there.permissions())?;
    }
    let beside = buffered(beside, result)?;
    beside.persist(&target)?;
    Ok(())
}
