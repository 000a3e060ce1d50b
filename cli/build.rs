//! Tells the command its commit: the commit of its package, or of its clone.

use std::path::Path;
use std::process::Command;
use std::{env, fs};

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-env-changed=VFAPI_COMMIT");
    // A build for development would be linked anew after each commit.
    let is_release = env::var("PROFILE").as_deref() == Ok("release");
    let found = || if is_release { published().or_else(cloned) } else { None };
    if let Some(commit) = env::var("VFAPI_COMMIT").ok().or_else(found) {
        println!("cargo:rustc-env=VFAPI_COMMIT={}", commit.get(..12).unwrap_or(&commit));
    }
}

/// Returns the commit that `cargo publish` writes into a package.
fn published() -> Option<String> {
    let facts = fs::read_to_string(".cargo_vcs_info.json").ok()?;
    facts.split_once("\"sha1\": \"")?.1.split('"').next().map(str::to_owned)
}

fn cloned() -> Option<String> {
    let log = git(&["rev-parse", "--git-path", "logs/HEAD"])?;
    if Path::new(&log).exists() {
        println!("cargo:rerun-if-changed={log}");
    }
    git(&["rev-parse", "HEAD"])
}

fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}
