//! Other clients of the same hosts, measured beside this one.

use std::path::Path;
use std::process::Command;

/// The peer of the Python package.
const YFINANCE: &str = "yfinance==1.7.0";

/// Measures this client and its peers in turns, and prints their tables. `tests/peers` has the clients in Rust, and
/// `python/benches` those in Python.
///
/// # Errors
/// A program cannot be built, fetched or run.
pub fn measure_peers(root: &Path) -> Result<String, String> {
    let target = root.join("target/peers");
    let manifest = root.join("tests/peers/Cargo.toml");
    let mut cargo = Command::new("cargo");
    cargo.args(["run", "--release", "--manifest-path"]).arg(manifest).arg("--target-dir").arg(&target);
    run(&mut cargo)?;
    let python = target.join("python/bin/python");
    if !python.exists() {
        run(Command::new("python3").args(["-m", "venv"]).arg(target.join("python")))?;
    }
    let package = format!("{}[pandas]", root.join("python").display());
    run(Command::new(&python).args(["-m", "pip", "install", "--quiet", YFINANCE, &package]))?;
    run(Command::new(&python).arg(root.join("python/benches/bench.py")))?;
    Ok(String::new())
}

fn run(command: &mut Command) -> Result<(), String> {
    let program = command.get_program().display().to_string();
    let status = command.status().map_err(|error| format!("{program} did not start: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("{program} failed: {status}")) }
}
