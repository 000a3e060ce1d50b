//! A folder of bars: a Parquet file for each symbol, a manifest of them, and a lock for the process that writes.

use std::collections::BTreeMap;
use std::fs::{self, File, TryLockError};
use std::io::{self, Read, Seek as _, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use virtual_finance_command::Failure;
use virtual_finance_files::{self as files, Links};

use crate::sync::bars::Bars;
use crate::sync::decoding::guarded;
use crate::sync::interval::Interval;
use crate::sync::written;

/// Readers of datasets leave out what begins with `_` or `.`.
const MANIFEST: &str = "_manifest.json";
const LOCK: &str = "_lock";

/// The name of the file in the folder of a symbol.
const FILE: &str = "bars.parquet";

/// The beginning of the name of a symbol's folder, and of a file that is being written.
const SYMBOL: &str = "symbol=";
const UNFINISHED: &str = ".vfapi-";

/// The maximum lengths of a manifest and of the file of a symbol, in bytes.
const MAX_MANIFEST: u64 = 32 << 20;
const MAX_BARS: u64 = 256 << 20;

/// The bytes of a lock that are read: the number of a process.
const MAX_LOCK: u64 = 32;

/// The format of the manifest.
const VERSION: u64 = 1;

/// The time between two writings of the manifest.
const PAUSE: Duration = Duration::from_secs(1);

/// The characters of a symbol that are written as `%3D`; readers of datasets decode them.
const UNSAFE: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.');

/// A folder of bars that no other process writes to.
#[derive(Debug)]
pub(crate) struct Folder {
    path: PathBuf,
    interval: Interval,
    manifest: Manifest,
    saved: Instant,
    _lock: File,
}

#[derive(Debug, Serialize, Deserialize)]
struct Manifest {
    version: u64,
    interval: String,
    start: Option<String>,
    symbols: BTreeMap<String, Entry>,
}

/// The facts about a file in the manifest.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Entry {
    pub(crate) bars: usize,
    pub(crate) first: String,
    pub(crate) last: String,
    /// The time of the first bar that is fetched again, in epoch seconds.
    pub(crate) overlap: i64,
    pub(crate) crc32: String,
}

impl Folder {
    /// Opens a folder that a sync has made. A new folder gets daily bars unless another interval is named.
    ///
    /// The lock is the system's: a killed process leaves it free.
    pub(crate) fn open(
        path: &Path,
        interval: Option<Interval>,
        start: Option<&str>,
        may_be_new: bool,
    ) -> Result<Self, Failure> {
        // A pipe is not opened: that would wait.
        if fs::metadata(path).is_ok_and(|found| !found.is_dir()) {
            return Err(Failure::usage(format!(
                "{} is no folder: name the folder that vfapi sync has made, or is to make",
                path.display()
            )));
        }
        if may_be_new {
            refuse_symbol(path)?;
            fs::create_dir_all(path).map_err(|error| failed(path, "cannot be made", &error))?;
        } else if fs::symlink_metadata(path.join(MANIFEST)).is_err() {
            return Err(Failure::usage(format!(
                "{} has no {MANIFEST}: name a folder that vfapi sync has made, or name tickers to make one",
                path.display()
            )));
        }
        let lock = locked(path)?;
        let manifest = manifest(path)?;
        let kept = manifest.as_ref().map(|manifest| Interval::named(&manifest.interval)).transpose()?;
        let interval = match (kept, interval) {
            (Some(kept), Some(asked)) if kept != asked => {
                return Err(Failure::usage(format!(
                    "{} has bars of {}, and --interval is {}: leave --interval out, or name another folder",
                    path.display(),
                    kept.name,
                    asked.name
                )));
            }
            (kept, asked) => kept.or(asked).unwrap_or(Interval::DAY),
        };
        let known = manifest.unwrap_or_else(|| Manifest {
            version: VERSION,
            interval: interval.name.to_owned(),
            start: start.map(str::to_owned),
            symbols: BTreeMap::new(),
        });
        if let Some(asked) = start.filter(|asked| known.start.as_deref() != Some(asked)) {
            return Err(Failure::usage(format!(
                "{} begins at {}, and --start is {asked}: leave --start out, or name another folder",
                path.display(),
                known.start.as_deref().unwrap_or("the first bar")
            )));
        }
        let mut folder =
            Self { path: path.to_owned(), interval, manifest: known, saved: Instant::now(), _lock: lock };
        folder.clean()?;
        folder.recover();
        Ok(folder)
    }

    pub(crate) const fn interval(&self) -> Interval {
        self.interval
    }

    /// Returns the start that the folder was made with.
    pub(crate) fn start(&self) -> Option<&str> {
        self.manifest.start.as_deref()
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the symbols of the manifest.
    pub(crate) const fn symbols(&self) -> &BTreeMap<String, Entry> {
        &self.manifest.symbols
    }

    /// Reads the file of a symbol, if there is one.
    ///
    /// # Errors
    /// The reason why the file is damaged.
    pub(crate) fn read(&self, symbol: &str) -> Result<Option<(Bars, Entry)>, String> {
        let body = match self.bytes(symbol) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            read => read.map_err(|error| error.to_string())?,
        };
        // Before anything is decoded: a decoder takes some damage for data.
        let known = self.manifest.symbols.get(symbol);
        if known.is_some_and(|known| known.crc32 != checksum(&body)) {
            return Err("its bytes differ from the manifest".to_owned());
        }
        let bars = guarded(|| Bars::of_file(&body, self.interval.has_dates()))?;
        let entry = entry(&bars, &body).ok_or("it has no bars")?;
        Ok(Some((bars, entry)))
    }

    /// Writes the file of a symbol, whole or not at all.
    pub(crate) fn write(&mut self, symbol: &str, bars: &Bars) -> Result<(), Failure> {
        let place = self.place(symbol);
        let written = bars.to_file().map_err(|error| io::Error::other(error.to_string())).and_then(|body| {
            fs::create_dir_all(&place)?;
            require_folder(&place)?;
            let entry = entry(bars, &body);
            if let Some(entry) = &entry {
                written::add(&self.path, symbol, entry)?;
            }
            replace(&place, FILE, &body)?;
            Ok(entry)
        });
        let entry = written.map_err(|error| failed(&place.join(FILE), "cannot be written", &error))?;
        self.enter(symbol, entry)
    }

    /// Puts the facts about a file into the manifest, which is written from time to time.
    pub(crate) fn enter(&mut self, symbol: &str, entry: Option<Entry>) -> Result<(), Failure> {
        if let Some(entry) = entry {
            self.manifest.symbols.insert(symbol.to_owned(), entry);
        }
        if self.saved.elapsed() >= PAUSE { self.save() } else { Ok(()) }
    }

    /// Removes a symbol with its folder.
    pub(crate) fn remove(&mut self, symbol: &str) -> Result<(), Failure> {
        let place = self.place(symbol);
        match require_folder(&place).and_then(|()| fs::remove_dir_all(&place)) {
            // Somebody has removed it before.
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            removed => removed.map_err(|error| failed(&place, "cannot be removed", &error))?,
        }
        self.manifest.symbols.remove(symbol);
        Ok(())
    }

    /// Keeps the file of a symbol under a name that no reader takes for one of the dataset. Returns that name.
    pub(crate) fn set_aside(&self, symbol: &str, until: &str) -> Result<String, Failure> {
        let until = until.replace(':', "");
        // Some readers take every file whose name does not begin with `_` or `.`, others every `*.parquet`.
        let name = format!("_{FILE}.until-{until}");
        let place = self.place(symbol);
        // Copied and not renamed: the symbol has its file until the new one takes its place.
        let kept = self.bytes(symbol).and_then(|body| replace(&place, &name, &body));
        kept.map_err(|error| failed(&place.join(FILE), "cannot be kept", &error))?;
        Ok(name)
    }

    /// Returns the bytes of the file of a symbol.
    fn bytes(&self, symbol: &str) -> io::Result<Vec<u8>> {
        let place = self.place(symbol);
        require_folder(&place)?;
        files::read(&place.join(FILE), MAX_BARS, Links::Refused)
    }

    /// Puts into the manifest what a process that was killed wrote after its last manifest.
    fn recover(&mut self) {
        for (symbol, entry) in written::lines::<Entry>(&self.path) {
            if self.bytes(&symbol).is_ok_and(|body| checksum(&body) == entry.crc32) {
                self.manifest.symbols.insert(symbol, entry);
            }
        }
    }

    /// Writes the manifest.
    pub(crate) fn save(&mut self) -> Result<(), Failure> {
        let body = serde_json::to_vec_pretty(&self.manifest).map_err(Failure::other)?;
        self.saved = Instant::now();
        replace(&self.path, MANIFEST, &[&*body, b"\n"].concat())
            .and_then(|()| written::remove(&self.path))
            .map_err(|error| failed(&self.path.join(MANIFEST), "cannot be written", &error))
    }

    /// Returns the symbols that have a folder, and the folders of none.
    pub(crate) fn found(&self) -> Result<Vec<Result<String, PathBuf>>, Failure> {
        let of = |folder: PathBuf| {
            let name = folder.file_name().and_then(|name| name.to_str())?.strip_prefix(SYMBOL)?;
            let symbol = percent_decode_str(name).decode_utf8().ok().map(String::from);
            // A name that another symbol would have is of none.
            Some(symbol.filter(|symbol| self.place(symbol) == folder).ok_or(folder))
        };
        let mut found: Vec<_> = folders(&self.path)?.into_iter().filter_map(of).collect();
        found.sort();
        Ok(found)
    }

    fn place(&self, symbol: &str) -> PathBuf {
        self.path.join(format!("{SYMBOL}{}", utf8_percent_encode(symbol, UNSAFE)))
    }

    /// Removes what a process left that was killed while it wrote.
    fn clean(&self) -> Result<(), Failure> {
        for folder in folders(&self.path)?.iter().chain([&self.path]) {
            let files = fs::read_dir(folder).map_err(|error| failed(folder, "cannot be read", &error))?;
            for file in files.flatten() {
                if file.file_name().to_str().is_some_and(|name| name.starts_with(UNFINISHED)) {
                    fs::remove_file(file.path())
                        .map_err(|error| failed(&file.path(), "cannot be removed", &error))?;
                }
            }
        }
        Ok(())
    }
}

/// Returns the folders in a folder. A link to one is none: it may lead anywhere.
fn folders(path: &Path) -> Result<Vec<PathBuf>, Failure> {
    let files = fs::read_dir(path).map_err(|error| failed(path, "cannot be read", &error))?;
    let is_folder = |file: &fs::DirEntry| file.file_type().is_ok_and(|kind| kind.is_dir());
    Ok(files.flatten().filter(is_folder).map(|file| file.path()).collect())
}

/// Refuses what is no folder, such as a link to one.
fn require_folder(path: &Path) -> io::Result<()> {
    match fs::symlink_metadata(path)?.is_dir() {
        true => Ok(()),
        false => Err(io::Error::other("its folder is a symbolic link or no folder")),
    }
}

/// Takes the lock, and leaves in it who has it.
fn locked(path: &Path) -> Result<File, Failure> {
    let file = path.join(LOCK);
    let mut options = File::options();
    options.create(true).truncate(false).read(true).write(true);
    let open = files::open_with(&mut options, &file, Links::Refused).and_then(require_single);
    let mut lock = open.map_err(|error| failed(&file, "cannot be written", &error))?;
    match lock.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => {
            let mut process = String::new();
            // Who it is may be unknown.
            let _ = Read::by_ref(&mut lock).take(MAX_LOCK).read_to_string(&mut process);
            return Err(Failure::other(format!(
                "{} is being synced by another process ({}): wait until it ends, or name another folder",
                path.display(),
                process.trim()
            )));
        }
        Err(TryLockError::Error(error)) => return Err(failed(&file, "cannot be locked", &error)),
    }
    // Without it the message above knows no number.
    let _ = lock.rewind().and_then(|()| lock.set_len(0));
    let _ = writeln!(lock, "{}", std::process::id());
    Ok(lock)
}

/// Refuses a file that has another name, too, whose content would be written over.
#[cfg(unix)]
fn require_single(file: File) -> io::Result<File> {
    match std::os::unix::fs::MetadataExt::nlink(&file.metadata()?) {
        0 | 1 => Ok(file),
        _ => Err(io::Error::other("it is a link to another file")),
    }
}

/// Returns the file: where the system does not count names, the folder's own rights hold.
#[cfg(not(unix))]
fn require_single(file: File) -> io::Result<File> {
    Ok(file)
}

/// Reads the manifest, if there is one.
fn manifest(path: &Path) -> Result<Option<Manifest>, Failure> {
    let file = path.join(MANIFEST);
    let text = match files::read(&file, MAX_MANIFEST, Links::Refused) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        read => read.map_err(|error| failed(&file, "cannot be read", &error))?,
    };
    let failed = |error: serde_json::Error| {
        Failure::other(format!(
            "{} is no manifest: {error}; remove it, and sync the folder again with its --interval",
            file.display()
        ))
    };
    let manifest: Value = serde_json::from_slice(&text).map_err(failed)?;
    match manifest.get("version").and_then(Value::as_u64) {
        Some(VERSION) => serde_json::from_value(manifest).map(Some).map_err(failed),
        version => Err(Failure::other(format!(
            "{} has the version {}, and this vfapi knows {VERSION}: take the vfapi that made it, or name another \
             folder",
            file.display(),
            version.map_or_else(|| "none".to_owned(), |version| version.to_string())
        ))),
    }
}

/// Returns the facts about a file; `None` if it has no bars.
fn entry(bars: &Bars, body: &[u8]) -> Option<Entry> {
    let (first, last) = bars.span()?;
    let (overlap, crc32) = (bars.overlap()?, checksum(body));
    Some(Entry { bars: bars.len(), first, last, overlap, crc32 })
}

fn checksum(body: &[u8]) -> String {
    format!("{:08x}", crc32fast::hash(body))
}

/// Writes a file beside its place, and moves it there when it is on the disk.
fn replace(folder: &Path, name: &str, body: &[u8]) -> io::Result<()> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(UNFINISHED);
    // Like any new file; temporary files are for their owner alone.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut beside = builder.tempfile_in(folder)?;
    beside.write_all(body)?;
    beside.as_file().sync_all()?;
    let place = folder.join(name);
    files::require_replaceable(&place)?;
    beside.persist(place)?;
    // A folder is no file elsewhere.
    #[cfg(unix)]
    File::open(folder)?.sync_all()?;
    Ok(())
}

fn failed(path: &Path, what: &str, error: &io::Error) -> Failure {
    Failure::other(format!("{} {what}: {error}; check the folder and its disk", path.display()))
}

/// Refuses to make a folder named like a symbol: the folder's name was forgotten on the command line.
fn refuse_symbol(path: &Path) -> Result<(), Failure> {
    let name = path.to_string_lossy();
    let is_symbol = name.bytes().any(|byte| byte.is_ascii_uppercase())
        && name
            .bytes()
            .all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || b"^.-=".contains(&byte));
    if is_symbol && !path.exists() {
        return Err(Failure::usage(format!(
            "{name} looks like a ticker, and the folder comes first: write vfapi sync FOLDER {name}, or ./{name} if that is \
             the folder"
        )));
    }
    Ok(())
}
