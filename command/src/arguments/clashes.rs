//! The names that the endpoints of a table share with the command, and the options of their words that it has not.

use std::collections::BTreeMap;

use clap::{Arg, Command};
use virtual_finance_core::request::EndpointInfo;
use virtual_finance_tables::tabular::nearest;

/// Describes every name that two arguments or two subcommands share, with what to write instead.
pub(crate) fn clashes(command: &Command) -> Vec<String> {
    let mut faults = Vec::new();
    let common = ["help", "version"].map(|name| (name.to_owned(), "the command".to_owned()));
    walk(command, &mut common.into_iter().collect(), "", &mut faults);
    faults
}

/// Describes every name that two subcommands share, with what to write instead.
pub(crate) fn shared_commands(command: &Command) -> Vec<String> {
    let mut seen = vec!["help"];
    let mut faults = Vec::new();
    for name in command.get_subcommands().map(Command::get_name) {
        if seen.contains(&name) {
            faults
                .push(format!("'{name}' is a command already: give the endpoint another name in the table"));
        }
        seen.push(name);
    }
    faults
}

/// Describes every option of the words of endpoints that their commands do not have, with what to write instead.
pub(crate) fn lacking(command: &Command, endpoints: &[&EndpointInfo]) -> Vec<String> {
    let mut faults = Vec::new();
    for info in endpoints {
        let Some(own) = command.find_subcommand(info.command) else { continue };
        let global = command.get_arguments().filter(|arg| arg.is_global_set());
        let known: Vec<String> = own.get_arguments().chain(global).flat_map(names).collect();
        let is_known = |option: &str| known.iter().any(|known| *known == option.replace('-', "_"));
        for (word, arguments) in info.words {
            let options = arguments.split(' ').filter_map(|part| part.strip_prefix("--"));
            let options = options.map(|option| option.split_once('=').map_or(option, |(name, _)| name));
            faults.extend(options.filter(|option| !is_known(option)).map(|option| {
                let near = nearest(option, known.iter().map(String::as_str));
                let advice = match near {
                    Some(near) => format!("write '--{}'", near.replace('_', "-")),
                    None => "remove it".to_owned(),
                };
                format!(
                    "'--{option}' of the word '{word}' is no option of '{}': {advice} in the table",
                    info.command
                )
            }));
        }
    }
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
    for sub in command.get_subcommands() {
        walk(sub, &mut taken.clone(), format!("{path} {}", sub.get_name()).trim(), faults);
    }
    faults.extend(shared_commands(command));
}

/// Returns the names by which an argument is known.
pub(crate) fn names(arg: &Arg) -> Vec<String> {
    let aliases = arg.get_all_aliases().unwrap_or_default().into_iter();
    let words = std::iter::once(arg.get_id().as_str()).chain(arg.get_long()).chain(aliases);
    let mut names: Vec<String> = words.map(|word| word.to_lowercase().replace('-', "_")).collect();
    names.sort_unstable();
    names.dedup();
    names
}
