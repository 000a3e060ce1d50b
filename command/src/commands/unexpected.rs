//! Messages about an option or a value that a subcommand does not have.

use std::path::Path;

use clap::Command;
use virtual_finance_core::request::EndpointInfo;
use virtual_finance_tables::formats::Format;
use virtual_finance_tables::tabular::{Outline, nearest};

use crate::arguments::{Program, TABLE, misplaced, option_name};
use crate::writing::PLOT;

/// Options that people try, each with what to write. The first that the subcommand has counts.
const OPTIONS: &[(&str, &str)] = &[
    ("csv", "--format csv"),
    ("json", "--format json"),
    ("jsonl", "--format jsonl"),
    ("parquet", "--format parquet"),
    ("html", "-o FILE.html"),
    ("svg", "-o FILE.svg"),
    ("png", "-o FILE.png"),
    ("pretty", "--format json"),
    ("f", "--format"),
    ("fields", "--columns"),
    ("select", "--columns"),
    ("file", "-o FILE"),
    ("n", "--limit"),
    ("head", "--limit"),
    ("rows", "--limit"),
    ("top", "--limit"),
    ("last", "--limit"),
    ("debug", "--verbose"),
    ("silent", "--quiet"),
];

/// Returns the message about an unexpected argument, with what to write instead if that is known.
pub(crate) fn unexpected(
    program: &'static Program,
    root: &Command,
    given: &str,
    arguments: &[String],
) -> Option<String> {
    let (path, command) = named(root, arguments)?;
    let known = Known::of(program, root, command);
    let Known { info, options, .. } = &known;
    let advice = match given.strip_prefix('-') {
        Some(option) => as_value(command, given, arguments)
            .or_else(|| without_option(command, option.trim_start_matches('-')))
            .or_else(|| of_command(option.trim_start_matches('-'), options, &path))
            .or_else(|| known.meant(option.trim_start_matches('-'))),
        None => info
            .and_then(|info| misplaced::advice(info, given))
            .or_else(|| one_only(command))
            .map(|advice| format!("{advice}; ")),
    };
    let advice = advice.unwrap_or_default();
    let (name, path) = (program.name, path.join(" "));
    Some(format!("unexpected argument '{given}' found: {advice}{name} {path} -h lists the options of {path}"))
}

/// Returns the words about an argument that was to be the value of the option before it.
fn as_value(command: &Command, given: &str, arguments: &[String]) -> Option<String> {
    // Of several letters behind one '-' the library names the first. Two are those of an option.
    if given.starts_with("--") {
        return None;
    }
    let place = arguments.iter().position(|argument| argument.starts_with(given))?;
    let (value, before) = (arguments.get(place)?, arguments.get(place.checked_sub(1)?)?.strip_prefix("--")?);
    let option = command.get_arguments().find(|option| option.get_long() == Some(before))?;
    option
        .get_action()
        .takes_values()
        .then(|| format!("a value that begins with '-' is written --{before}={value}; "))
}

/// Returns the words about a second value where a subcommand takes one.
fn one_only(command: &Command) -> Option<String> {
    let mut places = command.get_positionals();
    let (place, others) = (places.next()?, places.next());
    others.is_none().then(|| format!("{} takes one {}", command.get_name(), place.get_id().as_str()))
}

/// Returns the words about an option of the subcommand that stands before it, or is written in upper case.
fn of_command(option: &str, options: &[&str], path: &[&str]) -> Option<String> {
    let given = option.split('=').next()?;
    let known = options.iter().find(|known| known.eq_ignore_ascii_case(given))?;
    let after = if *known == given { format!(" after {}", path.join(" ")) } else { String::new() };
    Some(format!("write --{known}{after}; "))
}

/// Returns the words about an option with the name of an argument.
fn without_option(command: &Command, option: &str) -> Option<String> {
    let name = option.split('=').next()?;
    let mut arguments = command.get_positionals().map(|argument| argument.get_id().as_str());
    let argument = arguments.find(|argument| option_name(argument) == name)?;
    let line: Vec<String> =
        command.get_positionals().map(|argument| argument.get_id().as_str().to_uppercase()).collect();
    Some(format!("{argument} needs no option, write {} {}; ", command.get_name(), line.join(" ")))
}

/// Returns words of a line with the options that the subcommand of an endpoint has, in the place of words that people try.
pub(crate) fn corrected(
    program: &'static Program,
    root: &Command,
    info: &EndpointInfo,
    words: &[&str],
) -> Vec<String> {
    let command = root.find_subcommand(info.command);
    let known = command.map(|command| Known::of(program, root, command));
    let corrected = |word: &str| {
        let (known, option) = (known.as_ref()?, word.strip_prefix('-')?.trim_start_matches('-'));
        let (name, value) =
            option.split_once('=').map_or((option, None), |(name, value)| (name, Some(value)));
        let line = known.word(&plain(name)).filter(|_| !known.options.contains(&name))?;
        Some(value.map_or_else(|| line.to_owned(), |value| format!("{line}={value}")))
    };
    let corrected = words.iter().map(|word| corrected(word).unwrap_or_else(|| (*word).to_owned()));
    corrected.flat_map(|words| words.split(' ').map(str::to_owned).collect::<Vec<_>>()).collect()
}

/// Returns the name of an option or a command in the case and with the hyphens that all have.
pub(crate) fn plain(name: &str) -> String {
    name.to_lowercase().replace('_', "-")
}

/// The options of a subcommand.
struct Known<'c> {
    program: &'static Program,
    info: Option<&'static EndpointInfo>,
    options: Vec<&'c str>,
    outline: Option<Outline>,
    /// True if there are charts.
    is_drawn: bool,
}

impl<'c> Known<'c> {
    fn of(program: &'static Program, root: &'c Command, command: &'c Command) -> Self {
        let info = program.endpoints.iter().find(|info| info.command == command.get_name()).copied();
        let common = root.get_arguments().filter(|option| option.is_global_set());
        let options = command.get_arguments().chain(common).filter_map(|option| option.get_long()).collect();
        let outline = info.map(Outline::of);
        let is_drawn = outline.as_ref().map_or(command.get_name() == PLOT, Outline::has_chart);
        Self { program, info, options, outline, is_drawn }
    }

    /// Returns true if the subcommand takes what a line says.
    fn has(&self, line: &str) -> bool {
        match line.split(' ').next().and_then(|name| name.strip_prefix("--")) {
            Some(TABLE) => {
                let name = line.rsplit(' ').next().unwrap_or_default();
                self.outline.as_ref().is_some_and(|outline| outline.exact(name).is_some())
            }
            Some(name) => self.options.contains(&name),
            None => self.is_drawn || !Format::of_file(Path::new(line)).is_some_and(Format::is_drawn),
        }
    }

    /// Returns what to write instead of the name of an option that people try.
    fn word(&self, name: &str) -> Option<&'static str> {
        let words = self.program.option_words.iter().chain(OPTIONS);
        words.filter(|(known, _)| *known == name).map(|(_, line)| *line).find(|line| self.has(line))
    }

    /// Returns the words about what an option means that the subcommand does not have.
    fn meant(&self, option: &str) -> Option<String> {
        let word = plain(option.split('=').next().unwrap_or_default());
        let elsewhere = || {
            let host = self.info?.host.name;
            let mut others = self.program.endpoints.iter().filter(|other| other.host.name == host);
            let other =
                others.find(|other| other.params.iter().any(|param| option_name(param.name) == word))?;
            Some(format!("--{word} is an option of {}; ", other.command))
        };
        let near = || Some(format!("did you mean --{}? ", nearest(&word, self.options.iter().copied())?));
        let known = self.word(&word).map(|line| format!("write {line}; "));
        known.or_else(elsewhere).or_else(near)
    }
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
