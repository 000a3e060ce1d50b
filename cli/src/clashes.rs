//! Tests that the endpoints of the table have no names that the command keeps for itself.

use std::collections::BTreeMap;

use clap::{Arg, Command};

use crate::command;

/// Describes every name that two arguments or two subcommands share, with what to write instead.
fn clashes(command: &Command) -> Vec<String> {
    let mut faults = Vec::new();
    let common = ["help", "version"].map(|name| (name.to_owned(), "the command".to_owned()));
    walk(command, &mut common.into_iter().collect(), "", &mut faults);
    faults
}

/// `taken` has the names of the arguments that commands above share with this one.
fn walk(command: &Command, taken: &mut BTreeMap<String, String>, path: &str, faults: &mut Vec<String>) {
    let mut own = taken.clone();
    for arg in command.get_arguments() {
        let owner = if path.is_empty() { "the command".to_owned() } else { format!("'{path}'") };
        for name in names(arg) {
            if let Some(first) = own.get(&name) {
                faults.push(format!(
                    "'{name}' of {owner} is an argument of {first} already: rename it in the table, and give \
                     the host's name in 'wire'"
                ));
            }
        }
        for name in names(arg) {
            own.insert(name.clone(), owner.clone());
            if arg.is_global_set() {
                taken.insert(name, owner.clone());
            }
        }
    }
    let mut seen = vec!["help"];
    for sub in command.get_subcommands() {
        let name = sub.get_name();
        if seen.contains(&name) {
            faults
                .push(format!("'{name}' is a command already: give the endpoint another name in the table"));
        }
        seen.push(name);
        walk(sub, &mut taken.clone(), format!("{path} {name}").trim(), faults);
    }
}

/// Returns the names by which an argument is known.
fn names(arg: &Arg) -> Vec<String> {
    let aliases = arg.get_all_aliases().unwrap_or_default().into_iter();
    let words = std::iter::once(arg.get_id().as_str()).chain(arg.get_long()).chain(aliases);
    let mut names: Vec<String> = words.map(|word| word.to_lowercase().replace('-', "_")).collect();
    names.sort_unstable();
    names.dedup();
    names
}

#[test]
fn no_parameter_and_no_endpoint_has_a_name_that_the_command_keeps_for_itself() {
    assert_eq!(clashes(&command::command()), [""; 0]);
}

#[test]
fn a_name_that_is_taken_is_told_with_what_to_write() {
    let arg = |name: &'static str| Arg::new(name).long(name);
    let with = command::command()
        .mut_subcommand("isin", |isin| isin.arg(arg("format")).arg(arg("session-file")))
        .mut_subcommand("quote", |quote| quote.arg(arg("other").alias("record")).arg(arg("help")))
        .subcommand(Command::new("convert"))
        .arg(command::host_option("sample", "A host.", "https://example.com"))
        .arg(command::host_option("version", "A host.", "https://example.com"));
    assert_eq!(
        clashes(&with),
        [
            "'sample' of the command is an argument of the command already: rename it in the table, and give the host's name in 'wire'",
            "'version' of the command is an argument of the command already: rename it in the table, and give the host's name in 'wire'",
            "'format' of 'isin' is an argument of the command already: rename it in the table, and give the host's name in 'wire'",
            "'session_file' of 'isin' is an argument of the command already: rename it in the table, and give the host's name in 'wire'",
            "'record' of 'quote' is an argument of the command already: rename it in the table, and give the host's name in 'wire'",
            "'help' of 'quote' is an argument of the command already: rename it in the table, and give the host's name in 'wire'",
            "'convert' is a command already: give the endpoint another name in the table",
        ]
    );
}
