//! The corpus of the fuzzer, replayed: every input that it was given or has found runs without a panic. The examples of
//! the table are inputs of the converters without standing in the corpus.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::BTreeSet;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use libtest_mimic::{Arguments, Failed, Trial};
use url::form_urlencoded;
use virtual_finance::ENDPOINTS;
use virtual_finance_fuzz_targets::{SEPARATOR, TARGETS, Target};

/// The folder of the fuzzer.
const FUZZ: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

/// The maximum length of the corpus in bytes, so that a clone of the project stays small.
const MOST: u64 = 300_000;

fn main() {
    // The targets measure the memory of the whole program.
    let arguments = Arguments { test_threads: Some(1), ..Arguments::from_args() };
    let replays = TARGETS.iter().map(|target| Trial::test(target.name, || replay(target)));
    let rules = [
        Trial::test("each_target_has_a_program_and_a_corpus", each_target_has_a_program_and_a_corpus),
        Trial::test("each_endpoint_has_an_input", each_endpoint_has_an_input),
        Trial::test("the_corpus_is_small", the_corpus_is_small),
        Trial::test("write_examples", write_examples).with_ignored_flag(true),
    ];
    libtest_mimic::run(&arguments, replays.chain(rules).collect()).exit();
}

fn replay(target: &Target) -> Result<(), Failed> {
    let own =
        files(target.name).into_iter().map(|file| (file.display().to_string(), fs::read(file).unwrap()));
    let examples = if target.name == "convert" { examples() } else { Vec::new() };
    for (name, data) in own.chain(examples) {
        if catch_unwind(AssertUnwindSafe(|| (target.run)(&data))).is_err() {
            return Err(format!("{name} breaks a promise; the reason stands above").into());
        }
    }
    Ok(())
}

/// Returns the examples of the table that have a reply, as inputs of the target `convert`, each with its name.
fn examples() -> Vec<(String, Vec<u8>)> {
    let input = |command: &str, params: &[(&str, &str)], reply: &str| {
        let query = form_urlencoded::Serializer::new(String::new()).extend_pairs(params).finish();
        [format!("{command}?{query}").as_bytes(), reply.as_bytes()].join(&SEPARATOR)
    };
    let of = |info: &virtual_finance::catalogue::EndpointInfo| {
        let replies = info.examples.iter().filter_map(|found| Some((found, found.reply?)));
        let inputs = replies.map(|(found, reply)| {
            (format!("{}-{}", info.command, found.name), input(info.command, found.params, reply))
        });
        inputs.collect::<Vec<_>>()
    };
    ENDPOINTS.iter().flat_map(|info| of(info)).collect()
}

fn write_examples() -> Result<(), Failed> {
    let folder = Path::new(FUZZ).join("examples");
    fs::create_dir_all(&folder)?;
    examples().into_iter().try_for_each(|(name, data)| Ok(fs::write(folder.join(name), data)?))
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

/// A converter without an input is hardly reached.
fn each_endpoint_has_an_input() -> Result<(), Failed> {
    let own = files("convert").into_iter().map(|file| fs::read(file).unwrap());
    let inputs: Vec<Vec<u8>> = own.chain(examples().into_iter().map(|(_, data)| data)).collect();
    let begins = |input: &[u8], command: &str| {
        let rest = input.strip_prefix(command.as_bytes());
        rest.and_then(|rest| rest.first()).is_some_and(|next| [SEPARATOR, b'?'].contains(next))
    };
    let commands = ENDPOINTS.iter().map(|info| info.command);
    let without: Vec<_> =
        commands.filter(|command| !inputs.iter().any(|input| begins(input, command))).collect();
    if without.is_empty() {
        return Ok(());
    }
    Err(format!("{without:?} have no input; give an example of the table a reply").into())
}

fn the_corpus_is_small() -> Result<(), Failed> {
    let all = TARGETS.iter().flat_map(|target| files(target.name));
    let bytes: u64 = all.map(|file| fs::metadata(file).unwrap().len()).sum();
    if bytes <= MOST { Ok(()) } else { Err(format!("{bytes} bytes; keep those that add something").into()) }
}

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
