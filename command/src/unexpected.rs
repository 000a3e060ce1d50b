//! Messages about an option or a value that a subcommand does not have.

use clap::Command;

use crate::command::{self, Described};
use crate::misplaced;
use crate::names::nearest;
use crate::program::Program;

/// Options that people try, each with what to write. The first that the subcommand has counts.
const OPTIONS: &[(&str, &str)] = &[
    ("csv", "--format csv"),
    ("json", "--format json"),
    ("jsonl", "--format jsonl"),
    ("parquet", "--format parquet"),
    ("pretty", "--format json"),
    ("f", "--format"),
    ("fields", "--columns"),
    ("select", "--columns"),
    ("file", "-o FILE"),
    ("debug", "--verbose"),
    ("silent", "--quiet"),
];

/// Returns the message about an unexpected argument, with what to write instead if that is known.
pub(crate) fn unexpected(program: &'static Program, given: &str, arguments: &[String]) -> Option<String> {
    let root = command::accepted(program, Described::All);
    let (path, command) = named(&root, arguments)?;
    let info = program.endpoints.iter().find(|info| info.command == command.get_name()).copied();
    let options: Vec<&str> = command
        .get_arguments()
        .chain(root.get_arguments().filter(|option| option.is_global_set()))
        .filter_map(|option| option.get_long())
        .collect();
    let advice = match given.strip_prefix('-') {
        Some(option) => meant(program, option.trim_start_matches('-'), &options),
        None => info.and_then(|info| misplaced::advice(info, given)).map(|advice| format!("{advice}; ")),
    };
    let advice = advice.unwrap_or_default();
    let (name, path) = (program.name, path.join(" "));
    Some(format!("unexpected argument '{given}' found: {advice}{name} {path} -h lists the options of {path}"))
}

/// Returns the words about what an option means that none of these is.
fn meant(program: &Program, option: &str, options: &[&str]) -> Option<String> {
    let word = option.split('=').next().unwrap_or_default().to_lowercase().replace('_', "-");
    let has = |line: &str| {
        let name = line.split(' ').next().and_then(|name| name.strip_prefix("--"));
        name.is_none_or(|name| options.contains(&name))
    };
    let words = program.option_words.iter().chain(OPTIONS);
    let known = words.filter(|(known, _)| *known == word).find(|(_, line)| has(line));
    let near = || Some(format!("did you mean --{}? ", nearest(&word, options.iter().copied())?));
    known.map(|(_, line)| format!("write {line}; ")).or_else(near)
}

/// Returns the subcommand that arguments name, with its names.
fn named<'c>(root: &'c Command, arguments: &[String]) -> Option<(Vec<&'c str>, &'c Command)> {
    let (mut path, mut command) = (Vec::new(), root);
    // What stands before the first is an option of all commands, or its value.
    for word in arguments.iter().skip_while(|word| root.find_subcommand(word).is_none()) {
        let Some(next) = command.find_subcommand(word) else { break };
        path.push(next.get_name());
        command = next;
    }
    (!path.is_empty()).then_some((path, command))
}
