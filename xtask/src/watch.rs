//! Running a task again whenever a file changes.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// Runs a task, and again whenever a file or a file of a folder has changed, until `wait` ends it. `paths` is asked
/// each time, as files may come and go. The task returns the files that it wrote, whose changes do not count; changes
/// of other files count while it runs, too. `wait` is called between two looks at the files.
///
/// The times of files are compared: they work on every file system and in containers, and the files of a table are few.
pub fn watch(
    paths: impl Fn() -> Vec<PathBuf>,
    mut task: impl FnMut() -> Vec<PathBuf>,
    mut wait: impl FnMut() -> ControlFlow<()>,
) {
    let mut seen = None;
    loop {
        let now = state(&paths());
        if seen.as_ref() != Some(&now) {
            let written = task();
            seen = Some(with_own(now, &written));
        }
        if wait().is_break() {
            return;
        }
    }
}

/// The files with their times and lengths.
type State = BTreeMap<PathBuf, Option<Facts>>;

/// The time of a file, and its length.
type Facts = (Option<SystemTime>, u64);

fn state(paths: &[PathBuf]) -> State {
    let mut state = State::new();
    for path in paths {
        let entries = std::fs::read_dir(path).into_iter().flatten();
        state.extend(
            entries.filter_map(|entry| Some(entry.ok()?.path())).map(|path| (path.clone(), of(&path))),
        );
        state.insert(path.clone(), of(path));
    }
    state
}

/// Returns the state with those files as they were written.
fn with_own(mut state: State, written: &[PathBuf]) -> State {
    for path in written {
        let is_listed = path.parent().is_some_and(|folder| state.contains_key(folder));
        let facts = of(path);
        if facts.is_none() {
            state.remove(path);
        } else if is_listed || state.contains_key(path) {
            state.insert(path.clone(), facts);
        }
    }
    state
}

/// Returns what is compared of a file; `None` if there is none. A folder is compared by its files.
fn of(path: &Path) -> Option<Facts> {
    let facts = std::fs::metadata(path).ok()?;
    Some(if facts.is_file() { (facts.modified().ok(), facts.len()) } else { (None, 0) })
}
