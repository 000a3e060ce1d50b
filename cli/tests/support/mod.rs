//! The command as tests run it.

use std::ffi::OsStr;
use std::process::Command;

/// Returns the command with these arguments, in an environment without settings: a result may not depend on those of
/// whoever runs the tests.
pub(crate) fn vfapi<S: AsRef<OsStr>>(arguments: impl IntoIterator<Item = S>) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_vfapi"));
    command.args(arguments);
    for (name, _) in std::env::vars_os() {
        let text = name.to_string_lossy();
        if text.starts_with("VFAPI_") || text.to_ascii_lowercase().ends_with("_proxy") {
            command.env_remove(name);
        }
    }
    // The width of help texts would depend on the terminal.
    command.env("COLUMNS", "100").env("VFAPI_CONFIG", "");
    command
}
