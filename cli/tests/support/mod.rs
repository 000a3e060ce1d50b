//! The command as tests run it.

use std::ffi::OsStr;
use std::process::{Command, Output};

/// Returns the command with these arguments, in an environment without settings: a result may not depend on those of
/// whoever runs the tests.
pub(crate) fn vfapi<S: AsRef<OsStr>>(arguments: impl IntoIterator<Item = S>) -> Command {
    #[cfg(unix)]
    signals::reset();
    let mut command = Command::new(env!("CARGO_BIN_EXE_vfapi"));
    command.args(arguments);
    without_settings(command)
}

/// Returns a program that runs the command, in such an environment.
pub(crate) fn without_settings(mut command: Command) -> Command {
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

pub(crate) fn said(output: Output) -> (Option<i32>, String, String) {
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

/// The signals of the tests, which those who run them may ignore: `nohup`, a job in the background, a runner of a gate. A
/// command inherits that, and would rightly ignore them too.
#[cfg(unix)]
mod signals {
    use std::sync::Once;

    use tokio::runtime::Builder;
    use tokio::signal::unix::{SignalKind, signal};

    /// Makes every command that is started from now on begin with the default of each signal: what is handled here, and not
    /// ignored, starts anew in another program.
    pub(super) fn reset() {
        static RESET: Once = Once::new();
        RESET.call_once(|| {
            let runtime = Builder::new_current_thread().enable_io().build().unwrap();
            let _in_runtime = runtime.enter();
            for kind in [SignalKind::hangup(), SignalKind::interrupt(), SignalKind::terminate()] {
                if is_ignored(kind) {
                    drop(signal(kind).unwrap());
                }
            }
        });
    }

    /// Returns true for a signal that this process was started to ignore. Where no `/proc` says so, each may be.
    fn is_ignored(kind: SignalKind) -> bool {
        let Ok(status) = std::fs::read_to_string("/proc/self/status") else { return true };
        let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:")).unwrap();
        let bit = u32::try_from(kind.as_raw_value()).unwrap().checked_sub(1).unwrap();
        u64::from_str_radix(mask.trim(), 16).unwrap() & 1_u64.checked_shl(bit).unwrap() != 0
    }
}
