//! Copies of parts of the workspace, in which cargo runs as it does for somebody else. What it builds goes to the target
//! folder of the workspace.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A folder with a copy, which goes with it.
pub(crate) struct Copy(pub(crate) PathBuf);

impl Copy {
    /// Creates a folder with the versions of the workspace's dependencies.
    pub(crate) fn new(name: &str) -> Self {
        // Always the same folder: for cargo a crate in another one is another crate.
        let copy = Self(Path::new(env!("CARGO_TARGET_TMPDIR")).join(name));
        // One of an earlier run that was stopped.
        let _ = fs::remove_dir_all(&copy.0);
        fs::create_dir_all(&copy.0).unwrap();
        fs::copy(workspace().join("Cargo.lock"), copy.0.join("Cargo.lock")).unwrap();
        copy
    }

    pub(crate) fn take(&self, from: &str, to: &str) {
        copy_all(&workspace().join(from), &self.0.join(to));
    }

    pub(crate) fn edit(&self, path: &str, change: impl FnOnce(String) -> String) {
        let path = self.0.join(path);
        fs::write(&path, change(fs::read_to_string(&path).unwrap())).unwrap();
    }

    /// Runs cargo and returns what it prints; it succeeds.
    #[track_caller]
    pub(crate) fn cargo(&self, arguments: &[&str]) -> String {
        self.cargo_into(target(), arguments)
    }

    /// Runs cargo as [`Copy::cargo`] does. What it makes goes to a folder of its own, and what it compiles for that to the
    /// one of the workspace.
    #[track_caller]
    pub(crate) fn cargo_into(&self, folder: &Path, arguments: &[&str]) -> String {
        let (task, rest) = arguments.split_first().unwrap();
        let mut command = Command::new(env!("CARGO"));
        command
            .args([task, "--offline", "--quiet", "--color", "never", "--target-dir"])
            .arg(folder)
            .args(rest);
        self.run(command.env("CARGO_BUILD_BUILD_DIR", target()))
    }

    /// Runs an example that cargo built last, and returns what it prints; it succeeds.
    #[track_caller]
    pub(crate) fn example(&self, name: &str, arguments: &[&str]) -> String {
        self.run(Command::new(target().join("debug/examples").join(name)).args(arguments))
    }

    #[track_caller]
    fn run(&self, command: &mut Command) -> String {
        let output = command
            .env("MYAPI_CONFIG", "")
            // The tests of the workspace read them already.
            .env("VFAPI_CAPTURES", "none")
            .env("VFAPI_REQUIRE_CAPTURES", "0")
            .current_dir(&self.0)
            .output()
            .unwrap();
        let printed = String::from_utf8(output.stdout).unwrap();
        let reported = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{command:?}: {printed}\n{reported}");
        printed
    }
}

impl Drop for Copy {
    fn drop(&mut self) {
        // What stays behind lies in the target folder.
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn target() -> &'static Path {
    Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap()
}

pub(crate) fn workspace() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap()
}

fn copy_all(from: &Path, to: &Path) {
    if !from.is_dir() {
        fs::create_dir_all(to.parent().unwrap()).unwrap();
        fs::copy(from, to).unwrap();
        return;
    }
    for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
        if entry.file_name() != "target" {
            copy_all(&entry.path(), &to.join(entry.file_name()));
        }
    }
}
