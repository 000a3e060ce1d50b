//! The corpus of the fuzzer, replayed: every input that it was given or has found runs without a panic.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::BTreeSet;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use libtest_mimic::{Arguments, Failed, Trial};
use virtual_finance::ENDPOINTS;
use virtual_finance_fuzz_targets::{SEPARATOR, TARGETS, Target};

/// The folder of the fuzzer.
const FUZZ: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fuzz");

/// The maximum length of the corpus in bytes, so that a clone of the project stays small.
const MOST: u64 = 300_000;

fn main() {
    // The targets measure the memory of the whole program.
    let arguments = Arguments { test_threads: Some(1), ..Arguments::from_args() };
    let replays = TARGETS.iter().map(|target| Trial::test(target.name, || replay(target)));
    let rules = [
        Trial::test("each_target_has_a_program_and_a_corpus", each_target_has_a_program_and_a_corpus),
        Trial::test("each_endpoint_has_a_seed", each_endpoint_has_a_seed),
        Trial::test("the_corpus_is_small", the_corpus_is_small),
    ];
    libtest_mimic::run(&arguments, replays.chain(rules).collect()).exit();
}

/// Runs a target over each of its inputs.
fn replay(target: &Target) -> Result<(), Failed> {
    for file in files(target.name) {
        let data = fs::read(&file)?;
        if catch_unwind(AssertUnwindSafe(|| (target.run)(&data))).is_err() {
            return Err(format!("{} breaks a promise; the reason stands above", file.display()).into());
        }
    }
    Ok(())
}

fn each_target_has_a_program_and_a_corpus() -> Result<(), Failed> {
    let names: BTreeSet<String> = TARGETS.iter().map(|target| target.name.to_owned()).collect();
    for (folder, what) in [("corpus", "inputs"), ("fuzz_targets", "a program")] {
        let found: BTreeSet<String> = list(&Path::new(FUZZ).join(folder))
            .iter()
            .map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned())
            .collect();
        if found != names {
            return Err(format!("{found:?} have {what} in fuzz/{folder}, the targets are {names:?}").into());
        }
    }
    let empty: Vec<_> = names.iter().filter(|name| files(name).is_empty()).collect();
    if empty.is_empty() { Ok(()) } else { Err(format!("{empty:?} have no inputs").into()) }
}

/// A converter without a seed is hardly reached.
fn each_endpoint_has_a_seed() -> Result<(), Failed> {
    let seeds: Vec<Vec<u8>> = files("convert").iter().map(|file| fs::read(file).unwrap()).collect();
    let begins = |seed: &[u8], command: &str| {
        let rest = seed.strip_prefix(command.as_bytes());
        rest.and_then(|rest| rest.first()).is_some_and(|next| [SEPARATOR, b'?'].contains(next))
    };
    let commands = ENDPOINTS.iter().map(|info| info.command);
    let without: Vec<_> =
        commands.filter(|command| !seeds.iter().any(|seed| begins(seed, command))).collect();
    if without.is_empty() {
        return Ok(());
    }
    Err(format!("{without:?} have no seed; write one into fuzz/corpus/convert").into())
}

fn the_corpus_is_small() -> Result<(), Failed> {
    let all = TARGETS.iter().flat_map(|target| files(target.name));
    let bytes: u64 = all.map(|file| fs::metadata(file).unwrap().len()).sum();
    if bytes <= MOST { Ok(()) } else { Err(format!("{bytes} bytes; keep those that add something").into()) }
}

/// Returns the inputs of a target.
fn files(target: &str) -> Vec<PathBuf> {
    list(&Path::new(FUZZ).join("corpus").join(target))
}

/// Returns the files of a folder in the order of their names; none where there is no folder.
fn list(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten();
    let mut files: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}
