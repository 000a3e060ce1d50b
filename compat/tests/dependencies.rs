//! Polars is long to build: whoever depends on the client does not compile it, and this crate compiles its
//! core alone.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::process::Command;

/// Returns the names of all crates that are compiled for a package, with all of its features.
fn crates_of(package: &str) -> Vec<String> {
    let arguments = ["tree", "--locked", "--offline", "--all-features", "--edges", "normal,build"];
    let output = Command::new(env!("CARGO"))
        .args(arguments)
        .args(["--prefix", "none", "--format", "{p}", "--package", package])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let lines = String::from_utf8(output.stdout).unwrap();
    lines.lines().filter_map(|line| line.split(' ').next()).map(str::to_owned).collect()
}

#[test]
fn the_client_does_without_polars() {
    let crates = crates_of("virtual-finance");
    assert!(crates.iter().any(|name| name == "reqwest"));
    assert!(!crates.iter().any(|name| name.starts_with("polars")));
}

#[test]
fn frames_need_the_core_of_polars_alone() {
    let crates = crates_of("virtual-finance-compat");
    assert!(crates.iter().any(|name| name == "polars-core"));
    let large =
        ["polars", "polars-io", "polars-lazy", "polars-ops", "polars-plan", "polars-time", "polars-parquet"];
    assert!(!crates.iter().any(|name| large.contains(&name.as_str())));
}
