//! The destination of the result: stdout, or a file that is written completely or not at all.

use std::cell::Cell;
use std::fs::{self, File, Permissions};
use std::io::{self, IsTerminal as _, Read, Seek as _, Write};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use anstream::{AutoStream, ColorChoice};
use tempfile::NamedTempFile;
use virtual_finance_files::{WritePath, folder_of, require_replaceable, without_path};
use virtual_finance_tables::formats::Append;
use virtual_finance_tables::text::{Content, Failure, tell, terminal::Terminal};

use crate::arguments::Program;
use crate::system::{Busy, pipe};

/// The destination of the result.
#[derive(Debug, Clone)]
pub(crate) enum Destination {
    Stdout,
    File(Target),
}

/// A file that gets the result.
#[derive(Debug, Clone)]
pub(crate) struct Target {
    file: PathBuf,
    program: &'static Program,
    /// True if the result is only a part of what is wanted, which is then left beside the file.
    is_part: Rc<Cell<bool>>,
    /// The way in which the result is added to what the file has; none if it replaces it.
    append: Option<Append>,
}

impl Destination {
    /// Returns the destination of that name; `-` is stdout, and so is `/dev/stdout`.
    pub(crate) fn named(program: &'static Program, file: Option<&PathBuf>) -> Self {
        match file {
            Some(file) if file.as_os_str() != "-" && !is_stdout(file) => {
                Self::File(Target::new(program, file.clone()))
            }
            _ => Self::Stdout,
        }
    }

    /// Returns the destination of that file, whose folder is made if it is missing.
    pub(crate) fn made(program: &'static Program, file: PathBuf) -> Result<Self, Failure> {
        if let Some(folder) = file.parent() {
            fs::create_dir_all(folder).map_err(|error| {
                Failure::other(format!("the folder {} cannot be made: {error}", folder.display()))
            })?;
        }
        Ok(Self::File(Target::new(program, file)))
    }

    /// Returns the destination that adds rows to its file.
    pub(crate) fn appending(self, append: Option<Append>) -> Self {
        match self {
            Self::File(target) => Self::File(Target { append, ..target }),
            Self::Stdout => Self::Stdout,
        }
    }

    /// Returns the folder of the file, where a temporary file has its place.
    pub(crate) fn folder(&self) -> Option<PathBuf> {
        self.replaceable().map(|(_, file)| folder_of(&file).to_owned())
    }

    /// Returns what says that the result is only a part, and the file that then gets it; none for stdout, pipes and
    /// devices.
    pub(crate) fn part(&self) -> Option<(Rc<Cell<bool>>, PathBuf)> {
        self.replaceable().map(|(target, file)| (Rc::clone(&target.is_part), part_of(&file)))
    }

    fn replaceable(&self) -> Option<(&Target, PathBuf)> {
        let Self::File(target) = self else { return None };
        let WritePath::Replaceable(file) = WritePath::of(&target.file).ok()? else { return None };
        Some((target, file))
    }

    /// Returns the name of the file if it stands for a file for each subject.
    pub(crate) fn pattern(&self) -> Option<&str> {
        match self {
            Self::File(target) => {
                target.file.to_str().filter(|name| name.contains(&target.program.placeholder()))
            }
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

    /// Writes the result, which is content of that kind.
    pub(crate) fn write(
        &self,
        content: Content,
        result: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), Failure> {
        match self {
            Self::Stdout if self.is_terminal() => {
                finish(buffered(Terminal::new(io::stdout().lock(), content), result).map(drop))
            }
            Self::Stdout => finish(buffered(io::stdout().lock(), result).map(drop)),
            Self::File(target) => target.write(result).map_err(|error| {
                // What the file has, and what to do, is in the error.
                if error.kind() == io::ErrorKind::InvalidData {
                    return Failure::usage(format!("{}: {error}", target.file.display()));
                }
                let advice = "name a file in a folder that is there and can be written";
                Failure::other(format!("{} cannot be written: {error}; {advice}", target.file.display()))
            }),
        }
    }
}

impl Target {
    fn new(program: &'static Program, file: PathBuf) -> Self {
        Self { file, program, is_part: Rc::default(), append: None }
    }

    /// Writes the result: to what is no regular file, such as a pipe or a device, directly, otherwise beside the file.
    fn write(&self, result: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
        let place = match WritePath::of(&self.file)? {
            WritePath::Replaceable(place) => place,
            WritePath::Fixed(place) => {
                // Such as a file without a name that a process has open.
                let is_file = fs::metadata(&place)?.is_file();
                let open = pipe::open(&place, File::options().write(true).truncate(is_file))?;
                return buffered(open, result).map(drop);
            }
        };
        let busy = Busy::new();
        let permissions = fs::metadata(&place).ok().map(|there| there.permissions());
        let replaced = self.replace(place, permissions, result);
        busy.end();
        replaced
    }

    /// Returns a new temporary file beside a place.
    fn beside(&self, place: &Path) -> io::Result<NamedTempFile> {
        let mut builder = tempfile::Builder::new();
        let prefix = format!(".{}-", self.program.id());
        builder.prefix(&prefix);
        // Like any new file; temporary files are for their owner alone.
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let beside = builder.tempfile_in(folder_of(place));
        beside.map_err(|error| without_path(&error))
    }

    /// Writes to a temporary file beside the place and renames it at the end.
    fn replace(
        &self,
        place: PathBuf,
        permissions: Option<Permissions>,
        result: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> io::Result<()> {
        let mut beside = self.beside(&place)?;
        if let Some(permissions) = permissions {
            beside.as_file().set_permissions(permissions)?;
        }
        // Its own errors name it, and nobody knows it.
        buffered(beside.as_file_mut(), result)?;
        if let Some(append) = self.append.filter(|_| !self.is_part.get()) {
            beside.rewind()?;
            let known: Box<dyn Read> =
                if place.exists() { Box::new(File::open(&place)?) } else { Box::new(io::empty()) };
            let mut merged = self.beside(&place)?;
            merged.as_file().set_permissions(beside.as_file().metadata()?.permissions())?;
            let mut left_out = Vec::new();
            buffered(merged.as_file_mut(), |out| {
                left_out = append.merge(known, beside.as_file(), out)?;
                Ok(())
            })?;
            if !left_out.is_empty() && !append.is_quiet {
                let (file, names) = (place.display(), left_out.join(", "));
                tell(format_args!("note: {file} has no column {names}: the values are left out"));
            }
            beside = merged;
        }
        let place = if self.is_part.get() { part_of(&place) } else { place };
        // It may have become something else meanwhile, and nobody looked at that of a part.
        require_replaceable(&place)?;
        beside.persist(place)?;
        Ok(())
    }
}

/// Returns true if a name of the system, such as `/dev/stdout`, stands for the stdout of this process.
#[cfg(unix)]
fn is_stdout(file: &Path) -> bool {
    use std::os::fd::AsFd as _;
    use std::os::unix::fs::MetadataExt as _;
    let facts = || {
        let WritePath::Fixed(place) = WritePath::of(file).ok()? else { return None };
        let own = File::from(io::stdout().as_fd().try_clone_to_owned().ok()?);
        let (named, own) = (fs::metadata(place).ok()?, own.metadata().ok()?);
        Some((named.dev(), named.ino()) == (own.dev(), own.ino()))
    };
    facts().unwrap_or(false)
}

/// Returns false: there is no such name.
#[cfg(not(unix))]
fn is_stdout(_: &Path) -> bool {
    false
}

/// Returns the name of the file that gets a part of a result: `prices.part.csv` for `prices.csv`.
fn part_of(file: &Path) -> PathBuf {
    let extension = file.extension().map(|extension| extension.to_string_lossy());
    file.with_extension(extension.map_or_else(|| "part".to_owned(), |extension| format!("part.{extension}")))
}

/// Reports a failed write to stdout. A reader that stops early, such as `head`, is no failure.
pub(crate) fn finish(written: io::Result<()>) -> Result<(), Failure> {
    match written {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(Failure::other(format!("stdout cannot be written: {error}; write the result elsewhere")))
        }
        _ => Ok(()),
    }
}

fn buffered<W: Write>(out: W, result: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<W> {
    let mut out = io::BufWriter::with_capacity(1 << 16, out);
    result(&mut out)?;
    out.into_inner().map_err(io::IntoInnerError::into_error)
}
