//! The files that were written since the manifest was: a line for each, so that the manifest knows them after the
//! process was killed. A line is written before its file takes its place, and counts if the file is the one it tells of.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::Path;

use serde::Serialize;
use serde::de::DeserializeOwned;
use virtual_finance_files::{self as files, Links};

/// The name of the file with the lines.
const WRITTEN: &str = "_written";

/// The maximum length of the file in bytes: the lines of one second.
const MAX_LINES: u64 = 16 << 20;

/// Adds a line.
pub(super) fn add(folder: &Path, symbol: &str, entry: &impl Serialize) -> io::Result<()> {
    let line = serde_json::to_string(&(symbol, entry))? + "\n";
    let mut file = files::open_with(
        File::options().create(true).append(true).read(true),
        &folder.join(WRITTEN),
        Links::Refused,
    )?;
    file.write_all(line.as_bytes())
}

/// Returns the symbols and entries of the lines, the last one last. What cannot be read tells of no file.
pub(super) fn lines<E: DeserializeOwned>(folder: &Path) -> Vec<(String, E)> {
    let text = files::read(&folder.join(WRITTEN), MAX_LINES, Links::Refused).unwrap_or_default();
    let lines = text.split(|byte| *byte == b'\n');
    lines.filter_map(|line| serde_json::from_slice(line).ok()).collect()
}

/// Removes the lines: the manifest has them.
pub(super) fn remove(folder: &Path) -> io::Result<()> {
    match fs::remove_file(folder.join(WRITTEN)) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        removed => removed,
    }
}
