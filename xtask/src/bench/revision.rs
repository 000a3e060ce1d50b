//! Another revision beside the workspace: built in a worktree, measured by the same program on the same replies.

use std::fs;
use std::io;
use std::path::Path;
use std::process::Command;

use super::figures::Figures;
use super::measure::{Program, output};

/// The program that measures, which an older revision may not have.
const PROGRAM: &str = "tests/speed";
/// How often each of the two is timed.
const TURNS: usize = 5;

/// Returns the figures of a revision and of the workspace.
pub(super) fn measured(root: &Path, revision: &str) -> Result<(Figures, Figures), String> {
    let commit = git(root, &["rev-parse", "--verify", "--end-of-options", &format!("{revision}^{{commit}}")])
        .map_err(|reason| {
            format!("{revision:?} is no revision: {reason}; write a commit, a branch or a tag")
        })?;
    let worktree = root.join("target/speed/worktree");
    let path = worktree.to_string_lossy().into_owned();
    remove(root, &path);
    git(root, &["worktree", "add", "--detach", "--force", &path, commit.trim()])?;
    let before = with_program(root, &worktree).and_then(|()| Program::build(root, &worktree));
    remove(root, &path);
    let (before, now) = (before?, Program::build(root, root)?);
    now.invent()?;
    let (mut old, mut new) = (before.counted()?, now.counted()?);
    for _ in 0..TURNS {
        add_times(&mut old, &before)?;
        add_times(&mut new, &now)?;
    }
    Ok((old, new))
}

/// Times everything once more and keeps the minimum times.
fn add_times(figures: &mut Figures, programs: &Program) -> Result<(), String> {
    for (name, time) in programs.times()? {
        let known = &mut figures.of.entry(name).or_default().nanoseconds;
        *known = Some(known.map_or(time, |known| known.min(time)));
    }
    Ok(())
}

/// Puts the program of this workspace into another one.
fn with_program(root: &Path, worktree: &Path) -> Result<(), String> {
    copy(&root.join(PROGRAM), &worktree.join(PROGRAM))
        .and_then(|()| {
            let manifest = worktree.join("Cargo.toml");
            let text = fs::read_to_string(&manifest)?;
            let has_program = text.contains(&format!("\"{PROGRAM}\""));
            let member = if has_program { String::new() } else { format!("\"{PROGRAM}\", ") };
            fs::write(manifest, text.replacen("members = [", &format!("members = [{member}"), 1))
        })
        .map_err(|error| format!("the program that measures cannot be copied: {error}"))
}

fn copy(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy(&entry.path(), &target)?;
        } else {
            fs::copy(entry.path(), target)?;
        }
    }
    Ok(())
}

/// Removes the worktree of an earlier run, if there is one.
fn remove(root: &Path, path: &str) {
    // There need not be one.
    let _ = git(root, &["worktree", "remove", "--force", path]);
}

fn git(root: &Path, arguments: &[&str]) -> Result<String, String> {
    output(Command::new("git").args(arguments).current_dir(root))
}
