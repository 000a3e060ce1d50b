//! Where the result goes: to stdout, or to a file that is there as a whole or not at all.

use std::fs::{self, File};
use std::io::{self, IsTerminal as _, Write};
use std::path::{Path, PathBuf};

use crate::failure::Failure;

/// Where the result goes.
#[derive(Debug)]
pub(crate) enum Destination {
    Stdout,
    File(PathBuf),
}

impl Destination {
    /// The place of that name; `-` is stdout.
    pub(crate) fn named(file: Option<&PathBuf>) -> Self {
        match file {
            Some(file) if file.as_os_str() != "-" => Self::File(file.clone()),
            _ => Self::Stdout,
        }
    }

    pub(crate) fn is_terminal(&self) -> bool {
        matches!(self, Self::Stdout) && io::stdout().is_terminal()
    }

    /// The columns of the terminal that the result goes to.
    pub(crate) fn width(&self) -> Option<usize> {
        if !self.is_terminal() {
            return None;
        }
        let (terminal_size::Width(width), _) = terminal_size::terminal_size()?;
        Some(usize::from(width))
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

/// A reader that has seen enough, such as `head`, is no failure.
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

/// Writes beside the file and gives the whole its name; a link stays one. What is no file, such as a
/// device, is written to.
fn replace(file: &Path, result: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let target = fs::canonicalize(file).unwrap_or_else(|_| file.to_owned());
    let there = fs::metadata(&target).ok();
    if there.as_ref().is_some_and(|there| !there.is_file()) {
        return buffered(File::options().write(true).open(&target)?, result).map(drop);
    }
    let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty());
    let mut builder = tempfile::Builder::new();
    builder.prefix(".vfapi-");
    // As any new file, not for its owner alone as temporary ones are.
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
