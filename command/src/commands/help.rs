//! The texts of help: the commands in their groups, how to begin, and examples.

use std::collections::BTreeMap;

use clap::builder::Styles;
use clap::{Arg, Command};
use virtual_finance_core::ErrorKind;
use virtual_finance_core::request::EndpointInfo;
use virtual_finance_reference::command_line;
use virtual_finance_tables::tabular::{BELOW, Outline};

use super::Described;
use crate::arguments::{Program, described, first_line, parameter::flowed};
use crate::system::SOME_FAILED;

/// The group of the tools, and of endpoints without a group.
const TOOLS: &str = "Tools";
const COMMANDS: &str = "Commands";

/// The width of lines that are not broken by the library.
const WIDTH: usize = 80;

/// The number of examples of bare calls.
const EXAMPLES: usize = 4;

/// The length of the names of commands beside which their summaries begin in one column; a longer one moves its own alone.
const LONGEST: usize = 16;

/// A command of a list: its name and its summary.
type Listed = (String, String);

/// Returns the groups of the commands, each with its commands, in the order of the program.
fn groups(program: &Program, command: &Command) -> Vec<(&'static str, Vec<Listed>)> {
    let mut groups: Vec<(&'static str, Vec<Listed>)> =
        program.groups.iter().map(|name| (*name, Vec::new())).collect();
    let mut add =
        |group: &'static str, listed: Listed| match groups.iter_mut().find(|(name, _)| *name == group) {
            Some((_, list)) => list.push(listed),
            None => groups.push((group, vec![listed])),
        };
    for info in program.endpoints {
        let about = described(first_line(info.doc), info.deprecated, ". ");
        add(info.group.unwrap_or(COMMANDS), (info.command.to_owned(), about));
    }
    let is_endpoint = |name: &str| program.endpoints.iter().any(|info| info.command == name);
    let others =
        command.get_subcommands().filter(|other| !is_endpoint(other.get_name()) && !other.is_hide_set());
    for other in others {
        let own = program.subcommands.iter().find(|own| own.name == other.get_name());
        let about = other.get_about().map(ToString::to_string).unwrap_or_default();
        add(own.and_then(|own| own.group).unwrap_or(TOOLS), (other.get_name().to_owned(), about));
    }
    groups.retain(|(_, list)| !list.is_empty());
    groups
}

/// Returns a command line with its help: the names of the commands in the short one, and the summaries of most in the long
/// one.
pub(crate) fn with_groups(program: &Program, command: Command) -> Command {
    let groups = groups(program, &command);
    let width = groups.iter().map(|(name, _)| name.len()).max().unwrap_or_default().saturating_add(2);
    let short: String = groups.iter().map(|(name, list)| line_of_names(name, list, width)).collect();
    let (listed, named): (Vec<_>, Vec<_>) = groups.iter().partition(|(name, _)| has_lines(program, name));
    let names = listed.iter().flat_map(|(_, list)| list).map(|(name, _)| name.len());
    let indent = names.max().unwrap_or_default().min(LONGEST);
    let mut long: Vec<String> = listed
        .iter()
        .map(|(name, list)| {
            let lines = list.iter().map(|(name, about)| format!("  {name:indent$}  {about}\n"));
            format!("{name}:\n{}", lines.collect::<String>())
        })
        .collect();
    if !named.is_empty() {
        let lines = named.iter().map(|(name, list)| line_of_names(name, list, width));
        let more = format!("More, of which {} endpoints says what each is:\n", program.name);
        long.insert(program.groups.len().min(long.len()), more + &lines.collect::<String>());
    }
    let hints: String = program.hints.iter().map(|hint| format!("{hint}\n")).collect();
    // With the commands of all features a screen has no line left.
    let gap = if hints.is_empty() { "" } else { "\n" };
    let more =
        format!("{0} COMMAND --help explains one; {0} config options has the common options", program.name);
    let examples = examples(program);
    let short = format!("{short}\nExamples:\n{examples}\n{hints}{more}\n--help says what commands do.");
    command
        .help_template("{about-with-newline}{usage-heading} {usage}{after-help}")
        .after_help(short)
        .after_long_help(format!("{}{gap}{hints}{more}", long.join("\n")))
}

/// Returns true if the long help has a line for each command of a group: a program says which of its groups are read so.
fn has_lines(program: &Program, group: &str) -> bool {
    program.groups.is_empty() || program.groups.contains(&group) || [TOOLS, COMMANDS].contains(&group)
}

/// Returns the names of a group, with the name of the group before them.
fn line_of_names(group: &str, list: &[Listed], width: usize) -> String {
    let mut lines = format!("{:width$}", format!("{group}:"));
    let mut used = width;
    for (index, (name, _)) in list.iter().enumerate() {
        let joint = if index == 0 { "" } else { ", " };
        let length = name.len().saturating_add(joint.len());
        if used.saturating_add(length) >= WIDTH {
            lines.push_str(&format!(",\n{:width$}{name}", ""));
            used = width.saturating_add(name.len());
        } else {
            lines.push_str(&format!("{joint}{name}"));
            used = used.saturating_add(length);
        }
    }
    lines.push('\n');
    lines
}

/// Returns an example of the first endpoints of each group, a line for each.
fn examples(program: &Program) -> String {
    let mut chosen: Vec<&EndpointInfo> = Vec::new();
    let example = program.example.and_then(|line| line.split(' ').next());
    let first = program.endpoints.iter().find(|info| Some(info.command) == example);
    let has_example =
        |info: &&&EndpointInfo| info.examples.first().is_some_and(|example| !example.params.is_empty());
    for group in program.groups.iter().map(|group| Some(*group)).chain([None]) {
        let of_group = program.endpoints.iter().filter(|info| group.is_none() || info.group == group);
        let own =
            of_group.filter(has_example).find(|info| !chosen.iter().any(|known| known.name == info.name));
        chosen.extend(own);
    }
    if let Some(first) = first {
        chosen.retain(|info| info.name != first.name);
        chosen.insert(0, first);
    }
    chosen.truncate(EXAMPLES);
    let lines = chosen.into_iter().filter_map(|info| {
        let example = info.examples.first()?;
        Some((command_line(program.name, info, example.params), first_line(example.doc)))
    });
    let lines: Vec<(String, &str)> = lines.collect();
    let width = lines.iter().map(|(line, _)| line.len()).max().unwrap_or_default().saturating_add(2);
    lines.iter().map(|(line, doc)| format!("  {line:width$}{doc}\n")).collect()
}

/// Returns what a call without arguments says.
pub(crate) fn beginning(program: &Program) -> String {
    let Program { name, about, .. } = program;
    let command = program.example_line();
    let command = command.split(' ').next().unwrap_or_default();
    format!(
        "{name}: {about}\n\n{}\n{name} --help lists the commands, and {name} {command} --help explains one.\n\
         Add --sample to try any of them with invented data, without a network.",
        examples(program)
    )
}

/// Returns the example that stands first in the help of an endpoint.
pub(crate) fn example(program: &Program, info: &EndpointInfo) -> Option<String> {
    let example = info.examples.first()?;
    Some(format!("Example: {}", command_line(program.name, info, example.params)))
}

/// Returns the doc of an endpoint with the commands of the others that it names. A note may have the name of one.
pub(crate) fn with_commands(program: &Program, info: &EndpointInfo) -> String {
    let doc = described(&flowed(info.doc), info.deprecated, "\n\n");
    let mut out = String::with_capacity(doc.len());
    for (index, part) in doc.split('`').enumerate() {
        let is_named = index % 2 == 1 && !out.ends_with("note `") && part != info.name;
        match program.endpoints.iter().find(|other| is_named && other.name == part) {
            Some(other) => out.push_str(&format!("{} {}", program.name, other.command)),
            None => out.push_str(part),
        }
        out.push('`');
    }
    out.pop();
    out
}

/// Returns the list of tables that the responses of an endpoint can have, the main one first, each with what it is.
pub(crate) fn tables(info: &EndpointInfo) -> String {
    let outline = Outline::of(info);
    // What stands for several is no name to write.
    let named: Vec<(String, &str)> = outline
        .docs()
        .enumerate()
        .map(|(index, (name, doc))| match name.strip_suffix(BELOW) {
            Some(above) => (format!("{above}.NAME"), doc),
            // The doc of the response is about all tables.
            None if index > 0 && name == info.name => (name.to_owned(), "The values that are in no list"),
            None => (name.to_owned(), doc),
        })
        .collect();
    let width = named.iter().map(|(name, _)| name.len()).max().unwrap_or_default().saturating_add(2);
    let lines = named.iter().map(|(name, doc)| {
        let line = format!("  {name:width$}{}", brief(doc, WIDTH.saturating_sub(width.saturating_add(3))));
        format!("{}\n", line.trim_end())
    });
    format!("Tables, for --table (the first is the usual one):\n{}", lines.collect::<String>())
}

/// Returns the beginning of a doc that says what it is about: its first part, as far as it has room.
fn brief(doc: &str, room: usize) -> String {
    let doc = flowed(doc);
    let sentence = doc.lines().next().unwrap_or_default();
    let end =
        sentence.find([';', ':']).into_iter().chain(sentence.find(". ")).min().unwrap_or(sentence.len());
    let part = sentence.get(..end).unwrap_or_default().trim_end_matches('.');
    if part.chars().count() <= room {
        return part.to_owned();
    }
    let clause = part.split(',').next().unwrap_or_default();
    let mut short = String::new();
    for word in clause.split(' ') {
        if short.chars().count().saturating_add(word.chars().count()) >= room {
            break;
        }
        if !short.is_empty() {
            short.push(' ');
        }
        short.push_str(word);
    }
    short
}

/// Returns a command line whose long help has what several commands share in two columns, as the short help has it all.
pub(crate) fn compact(command: Command, described: Described<'_>) -> Command {
    let (command, shared) = without_shared(command);
    command.mut_subcommands(|subcommand| match described.may_name(subcommand.get_name()) {
        true => with_shared(subcommand, &shared),
        false => subcommand,
    })
}

fn with_shared(command: Command, shared: &[Arg]) -> Command {
    let (command, own) = without_shared(command);
    // One that the command has of its own is refused there, or is listed by it.
    let is_own = |option: &&Arg| command.get_arguments().any(|own| own.get_id() == option.get_id());
    let others = shared.iter().filter(|option| !is_own(option)).cloned();
    let text = options(own.into_iter().chain(others));
    let more = command.get_after_long_help().map(ToString::to_string).unwrap_or_default();
    command.after_long_help(format!("{text}\n{more}")).mut_subcommands(|below| with_shared(below, shared))
}

/// Takes the options that several commands share off the long help of a command: those under a heading, which say all in a
/// line.
fn without_shared(command: Command) -> (Command, Vec<Arg>) {
    let is_shared = |option: &Arg| {
        option.get_help_heading().is_some()
            && option.get_long_help().is_none()
            && !option.is_hide_long_help_set()
    };
    let shared = command.get_arguments().filter(|option| is_shared(option)).cloned().collect();
    let hidden = |option: Arg| if is_shared(&option) { option.hide_long_help(true) } else { option };
    (command.mut_args(hidden), shared)
}

/// Returns options as text, in two columns below their headings.
pub(crate) fn options(options: impl Iterator<Item = Arg>) -> String {
    let shown = options.map(|option| option.global(false).hide_short_help(false));
    let mut command = Command::new("options")
        .styles(Styles::plain())
        .max_term_width(100)
        .disable_help_flag(true)
        .args(shown)
        .help_template("{all-args}");
    command.render_help().to_string()
}

/// Returns the exit codes in their order.
pub(crate) fn exit_codes() -> String {
    let kinds = ErrorKind::ALL.into_iter().map(|kind| (kind.exit_code(), kind.exit_meaning()));
    let codes: BTreeMap<u8, &str> =
        kinds.chain([(0, "success"), (SOME_FAILED, "some of several requests failed")]).collect();
    let lines: Vec<_> = codes.iter().map(|(code, meaning)| format!("  {code}  {meaning}\n")).collect();
    format!("Exit codes:\n{}", lines.concat())
}
