//! The completions of a command line, which the script of a shell asks for: commands, options, and values in any case.

use std::ffi::OsString;

use clap::{Arg, Command, ValueHint};
use virtual_finance_core::catalogue::ParamKind;
use virtual_finance_core::request::EndpointInfo;
use virtual_finance_tables::tabular::Outline;
use virtual_finance_tables::text::{Content, say};

use super::{Described, command};
use crate::arguments::{COLUMNS, FILES, Program, SORT, TABLE, is_switch};

/// Prints the candidates for the last of the words, each on its own line.
pub(crate) fn run(program: &'static Program, words: &[OsString]) {
    let words: Vec<String> = words.iter().map(|word| word.to_string_lossy().into_owned()).collect();
    let lines: String = candidates(program, &words).into_iter().map(|word| format!("{word}\n")).collect();
    // A shell that does not read it needs none.
    let _ = say(Content::Text, &lines);
}

/// The words before the word to complete.
struct Cursor<'c> {
    command: &'c Command,
    info: Option<&'static EndpointInfo>,
    /// The option that the word is a value of.
    option: Option<&'c Arg>,
    /// The number of arguments before it that are no options.
    arguments: usize,
    /// The table that an option before it names.
    table: Option<&'c str>,
}

/// Returns the candidates for the last of the words.
pub(crate) fn candidates(program: &'static Program, words: &[String]) -> Vec<String> {
    let named: Vec<OsString> = words.iter().map(OsString::from).collect();
    let root = command::accepted(program, Described::Named(&named));
    let Some((last, before)) = words.split_last() else { return Vec::new() };
    let cursor = cursor(program, &root, before);
    // An option with its value in one word.
    if let Some((name, value)) =
        last.split_once('=').filter(|_| last.starts_with("--") && cursor.option.is_none())
    {
        let option = options(&root, cursor.command).find(|option| is_named(option, name));
        let found = option.map(|option| completed(program, &cursor, option, value)).unwrap_or_default();
        let whole = |found| if found == FILES { found } else { format!("{name}={found}") };
        return found.into_iter().map(whole).collect();
    }
    if let Some(option) = cursor.option {
        return completed(program, &cursor, option, last);
    }
    if last.starts_with('-') {
        let names = options(&root, cursor.command).filter(|option| !option.is_hide_set());
        let names = names.filter_map(|option| Some(format!("--{}", option.get_long()?)));
        return matching(names.collect(), last);
    }
    let commands: Vec<String> = cursor
        .command
        .get_subcommands()
        .filter(|command| !command.is_hide_set())
        .map(|command| command.get_name().to_owned())
        .collect();
    if !commands.is_empty() {
        return matching(commands, last);
    }
    let positionals: Vec<&Arg> = cursor.command.get_positionals().collect();
    let argument = positionals.get(cursor.arguments).or(positionals.last());
    argument.map(|argument| completed(program, &cursor, argument, last)).unwrap_or_default()
}

/// Returns the candidates for a value of an argument that begins with a word.
fn completed(program: &'static Program, cursor: &Cursor<'_>, argument: &Arg, word: &str) -> Vec<String> {
    match argument.get_value_hint() {
        ValueHint::AnyPath | ValueHint::FilePath | ValueHint::DirPath => vec![FILES.to_owned()],
        _ => matching(values(program, cursor, argument), word),
    }
}

/// Returns what stands behind words.
fn cursor<'c>(program: &'static Program, root: &'c Command, before: &'c [String]) -> Cursor<'c> {
    let mut cursor = Cursor { command: root, info: None, option: None, arguments: 0, table: None };
    for word in before {
        if let Some(option) = cursor.option.take() {
            if option.get_id() == TABLE {
                cursor.table = Some(word);
            }
        } else if word.starts_with('-') {
            let found = options(root, cursor.command).find(|option| is_named(option, word));
            cursor.option = found.filter(|option| {
                let takes_none = option.get_num_args().is_some_and(|count| count.min_values() == 0);
                option.get_action().takes_values() && !takes_none && !is_switch(option)
            });
        } else if let Some(command) = cursor.command.find_subcommand(word) {
            cursor.command = command;
            cursor.info = program.endpoints.iter().find(|info| info.command == word).copied().or(cursor.info);
        } else {
            cursor.arguments = cursor.arguments.saturating_add(1);
        }
    }
    cursor
}

/// Returns the options of a command with the common options.
fn options<'c>(root: &'c Command, command: &'c Command) -> impl Iterator<Item = &'c Arg> {
    let common = root.get_opts().filter(|option| option.is_global_set());
    command.get_opts().filter(|option| !option.is_global_set()).chain(common)
}

fn is_named(option: &Arg, word: &str) -> bool {
    let is_short = |short: char| word.strip_prefix('-') == Some(short.to_string().as_str());
    word.strip_prefix("--").is_some_and(|name| option.get_long() == Some(name))
        || option.get_short().is_some_and(is_short)
}

/// Returns the values of an argument that are known.
fn values(program: &'static Program, cursor: &Cursor<'_>, argument: &Arg) -> Vec<String> {
    let id = argument.get_id().as_str();
    if let Some(info) = cursor.info {
        match id {
            TABLE => return Outline::of(info).names().map(str::to_owned).collect(),
            COLUMNS | SORT => {
                let outline = Outline::of(info);
                let name = cursor.table.or_else(|| outline.names().next());
                let table = name.and_then(|name| outline.table(name));
                let columns =
                    table.into_iter().flat_map(|table| table.facts.into_iter().chain(table.columns));
                return columns.map(|column| column.name).collect();
            }
            _ => {}
        }
        if let Some(ParamKind::Grammar(grammar)) = info.param(id).map(|param| param.kind) {
            return (program.names)(grammar.name).into_iter().map(str::to_owned).collect();
        }
    }
    let listed = argument.get_possible_values();
    listed.iter().filter(|value| !value.is_hide_set()).map(|value| value.get_name().to_owned()).collect()
}

/// Returns the candidates that begin with a word in any case, or with its last part behind a comma.
fn matching(candidates: Vec<String>, word: &str) -> Vec<String> {
    let (before, part) = word.rsplit_once(',').map_or(("", word), |(before, part)| (before, part));
    let joint = if before.is_empty() { "" } else { "," };
    let wanted = plain(part);
    let found = candidates.into_iter().filter(|candidate| plain(candidate).starts_with(&wanted));
    found.map(|candidate| format!("{before}{joint}{candidate}")).collect()
}

fn plain(text: &str) -> String {
    text.to_lowercase().replace('_', "-")
}
