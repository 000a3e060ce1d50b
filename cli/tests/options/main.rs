//! The options of the command: addresses, names, the configuration file, help and completions, and what people see.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod cache;
mod config;
mod names;
mod secrets;
mod shells;
mod shown;
mod sources;

use std::ffi::OsStr;
use std::process::{Command, Output};

/// Returns the command in an environment without settings.
fn vfapi<S: AsRef<OsStr>>(arguments: &[S]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_vfapi"));
    command.args(arguments).env("COLUMNS", "100").env("VFAPI_CONFIG", "");
    let proxies = ["http_proxy", "https_proxy", "all_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"];
    let hosts = [
        "VFAPI_FINANCE_URL",
        "VFAPI_QUERY_URL",
        "VFAPI_COOKIE_URL",
        "VFAPI_ISIN_URL",
        "VFAPI_LOGO_SERVICE_URL",
    ];
    let sending = ["VFAPI_RETRIES", "VFAPI_TIMEOUT", "VFAPI_DEADLINE", "VFAPI_RATE"];
    let cache = ["VFAPI_CACHE", "VFAPI_MAX_AGE", "VFAPI_STALE_IF_ERROR"];
    for name in proxies.into_iter().chain(hosts).chain(sending).chain(cache) {
        command.env_remove(name);
    }
    command
}

/// Returns the arguments of a line.
fn words(line: &str) -> Vec<&str> {
    line.split(' ').collect()
}

/// Returns the exit code, stdout and stderr.
fn said(output: Output) -> (Option<i32>, String, String) {
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}
