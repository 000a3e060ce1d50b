//! Running a task again whenever a file changes.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// Runs a task, and again whenever a file or a file of a folder has changed, until `wait` ends it. `paths` is asked each
/// time: which files there are may change. `wait` is called
/// between two looks at the files.
///
/// The times of files are compared: they work on every file system and in containers, and the files of a table are few.
pub fn watch(
    paths: impl Fn() -> Vec<PathBuf>,
    mut task: impl FnMut(),
    mut wait: impl FnMut() -> ControlFlow<()>,
) {
    let mut seen = None;
    loop {
        let now = state(&paths());
        if seen.as_ref() != Some(&now) {
            task();
            // What the task itself writes is no change.
            seen = Some(state(&paths()));
        }
        if wait().is_break() {
            return;
        }
    }
}

/// The files with their times and lengths.
type State = Vec<(PathBuf, Option<SystemTime>, u64)>;

fn state(paths: &[PathBuf]) -> State {
    let mut files = Vec::new();
    for path in paths {
        files.push(path.clone());
        let entries = std::fs::read_dir(path).into_iter().flatten();
        files.extend(entries.filter_map(|entry| Some(entry.ok()?.path())));
    }
    files.sort();
    files.into_iter().map(|path| of(&path)).collect()
}

fn of(path: &Path) -> (PathBuf, Option<SystemTime>, u64) {
    let facts = std::fs::metadata(path).ok();
    let length = facts.as_ref().filter(|facts| facts.is_file()).map_or(0, std::fs::Metadata::len);
    (path.to_owned(), facts.and_then(|facts| facts.modified().ok()), length)
}
