//! The configuration file: defaults for the common options, whichever there are. It is TOML with the long names of
//! options as keys. Its values become the defaults of clap, so that options and the environment go before them.

use std::env;
use std::fs::File;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use clap::parser::ValueSource;
use clap::{Arg, Command};
use etcetera::BaseStrategy as _;
use toml::de::{DeTable, DeValue};
use virtual_finance_tables::tabular::nearest;
use virtual_finance_tables::text::{Content, Failure, say};

use super::help;
use crate::arguments::{Arguments, CONFIG, FORMAT, OPTIONS, PATH, Program, ids::SHOW, is_switch};
use crate::connection::{check_address, is_address};
use crate::system::pipe;
use crate::writing::{Destination, finish};

/// The maximum length of the file, in bytes: it has some twenty lines.
const MAX_FILE: u64 = 64 << 10;
/// The number of mistakes in the file that are told.
const SHOWN: usize = 20;
/// The number of characters of a name that a message repeats; a longer one is no option with mistakes.
const LONGEST: usize = 60;

/// Returns the environment variable that names another file, or none with an empty value.
fn variable(program: &Program) -> String {
    program.variable(CONFIG)
}

/// Returns the subcommand about the file.
pub(crate) fn command(program: &Program) -> Command {
    Command::new(CONFIG)
        .about("Show the configuration file, or the options of all commands")
        .long_about(format!(
            "Show the configuration file, or the options of all commands.\n\nThe file has defaults for the common options, a \
             line each, with the name of the option: format = \"table\", or verbose = true. format = {{ terminal = \"table\", pipe = \"csv\" }} sets one for \
             people and one for pipes and files. An option of the command \
             line goes before an environment variable, and that before the file. {} names another file; an \
             empty one stands for no file.",
            variable(program)
        ))
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommand(Command::new(PATH).about("Print the path of the file, which need not be there"))
        .subcommand(Command::new(OPTIONS).about("Print the options of all commands, and the exit codes"))
        .subcommand(
            Command::new(SHOW).about("Print the common options that are set, and what sets them, without secrets"),
        )
}

/// Returns the path of the file: from the environment, else in the system's folder of configurations; `None` where the
/// environment forbids it or the system has no such folder.
fn path(program: &Program) -> Option<PathBuf> {
    match env::var_os(variable(program)) {
        Some(named) if named.is_empty() => None,
        Some(named) => Some(named.into()),
        None => {
            Some(etcetera::choose_base_strategy().ok()?.config_dir().join(program.id()).join("config.toml"))
        }
    }
}

/// The defaults of the format on a terminal, and in pipes and files.
const TERMINAL: &str = "terminal";
const PIPE: &str = "pipe";

/// Returns the command line with the defaults of the file, but for the options that arguments undo. `has_file` is true if
/// the result goes to a file.
pub(crate) fn with_defaults(
    program: &Program,
    command: Command,
    has_file: bool,
    undone: &[String],
) -> Result<Command, Failure> {
    let Some(path) = path(program) else { return Ok(command) };
    let text = match text(&path) {
        Ok(text) => text,
        // Only a file that the environment names has to be there.
        Err(error) if error.kind() == io::ErrorKind::NotFound && env::var_os(variable(program)).is_none() => {
            return Ok(command);
        }
        Err(error) => {
            let advice = format!("mend it, or name another file with {}", variable(program));
            return Err(Failure::usage(format!("{} cannot be read: {error}; {advice}", path.display())));
        }
    };
    let is_terminal = !has_file && Destination::Stdout.is_terminal();
    let defaults = read(program, &command, &text, is_terminal)
        .map_err(|faults| Failure::usage(format!("{}: {}", path.display(), faults.join("; "))))?;
    let is_undone = |id: &str| undone.iter().any(|name| name.replace('-', "_") == id);
    let defaults = defaults.into_iter().filter(|(id, _)| !is_undone(id));
    Ok(defaults.fold(command, |command, (id, value)| {
        command.mut_arg(id, |arg| {
            let is_switch = is_switch(&arg);
            arg.default_value(value).hide_default_value(!is_switch)
        })
    }))
}

/// Returns the text of the file. A pipe or a device has no end, and a long file no meaning.
fn text(path: &Path) -> io::Result<String> {
    let mut text = String::new();
    let length = pipe::open(path, File::options().read(true))?.take(MAX_FILE).read_to_string(&mut text)?;
    match u64::try_from(length).is_ok_and(|length| length == MAX_FILE) {
        true => Err(io::Error::other(format!("it has {MAX_FILE} bytes or more"))),
        false => Ok(text),
    }
}

/// Reads the file: the ids of options, and their values. Faults name the line and never the value, which may be a
/// secret.
fn read(
    program: &Program,
    command: &Command,
    text: &str,
    is_terminal: bool,
) -> Result<Vec<(String, String)>, Vec<String>> {
    let ends: Vec<usize> = text.match_indices('\n').map(|(at, _)| at).collect();
    let line = |at: usize| ends.partition_point(|end| *end < at).saturating_add(1);
    let table = DeTable::parse(text).map_err(|error| {
        let place = error.span().map_or_else(String::new, |span| format!("line {}: ", line(span.start)));
        vec![format!("{place}{}", error.message())]
    })?;
    let mut values: Vec<(usize, &Arg, String)> = Vec::new();
    let mut faults: Vec<(usize, String)> = Vec::new();
    for (key, value) in table.get_ref() {
        let at = line(key.span().start);
        let arg = option(command, key.get_ref());
        let value = value.get_ref();
        match (arg, value) {
            (Ok(arg), DeValue::Table(formats)) if arg.get_id() == FORMAT => {
                for (place, format) in formats {
                    let (at, name) = (line(place.span().start), place.get_ref().as_ref());
                    match checked(program, arg, format.get_ref()) {
                        Ok(format) if name == if is_terminal { TERMINAL } else { PIPE } => {
                            values.push((at, arg, format));
                        }
                        Ok(_) if name == TERMINAL || name == PIPE => {}
                        Ok(_) => faults
                            .push((at, format!("{FORMAT} has {TERMINAL} and {PIPE}; write one of them"))),
                        Err(fault) => faults.push((at, fault)),
                    }
                }
            }
            (arg, value) => match arg.and_then(|arg| Ok((arg, checked(program, arg, value)?))) {
                Ok((arg, value)) => values.push((at, arg, value)),
                Err(fault) => faults.push((at, fault)),
            },
        }
    }
    for (line, arg, value) in &values {
        let others = command.get_arg_conflicts_with(arg);
        let is_set = |(_, known, value): &&(usize, &Arg, String)| {
            others.iter().any(|other| other.get_id() == known.get_id()) && value != "false"
        };
        if let Some((before, other, _)) = values.iter().find(is_set).filter(|_| value != "false") {
            let fault = format!("{} and {} exclude each other; set one", name(arg), name(other));
            faults.push((*line.max(before), fault));
        }
    }
    if faults.is_empty() {
        return Ok(values.into_iter().map(|(_, arg, value)| (arg.get_id().to_string(), value)).collect());
    }
    faults.sort();
    let others = faults.len().saturating_sub(SHOWN);
    let shown = faults.into_iter().take(SHOWN).map(|(line, fault)| format!("line {line}: {fault}"));
    Err(shown.chain((others > 0).then(|| format!("and {others} more"))).collect())
}

/// Returns the options of every subcommand.
fn options(command: &Command) -> impl Iterator<Item = &Arg> {
    command.get_arguments().filter(|arg| arg.is_global_set() && arg.get_long().is_some())
}

fn name(arg: &Arg) -> &str {
    arg.get_long().unwrap_or_default()
}

/// Returns the common option of a name.
fn option<'c>(command: &'c Command, key: &str) -> Result<&'c Arg, String> {
    options(command).find(|arg| name(arg) == key).ok_or_else(|| {
        let near = Some(key).filter(|key| key.len() <= LONGEST);
        let near = near.and_then(|key| nearest(key, options(command).map(name)));
        let advice = match near {
            Some(near) => format!("did you mean {near:?}?"),
            None => format!("write one of {}", options(command).map(name).collect::<Vec<_>>().join(", ")),
        };
        let shown: String = key.chars().take(LONGEST).collect();
        format!("there is no common option {shown:?}: {advice}")
    })
}

/// Returns the value of an option as the command line would have it.
fn checked(program: &Program, arg: &Arg, value: &DeValue<'_>) -> Result<String, String> {
    let key = name(arg);
    let is_switch = is_switch(arg);
    let text = match value {
        DeValue::Boolean(value) if is_switch => return Ok(value.to_string()),
        _ if is_switch => return Err(format!("{key} is true or false")),
        DeValue::String(text) => text.to_string(),
        DeValue::Integer(number) if number.radix() == 10 => number.as_str().to_owned(),
        DeValue::Float(number) => number.as_str().to_owned(),
        _ => return Err(format!("{key} is a string or a number; write a string in quotation marks")),
    };
    let id = arg.get_id().as_str();
    if is_address(program, id) {
        let checked = check_address(id, &text);
        return checked.map(|()| text).map_err(|reason| format!("the address of {key} {reason}"));
    }
    let alone = Arg::new(CONFIG).long(key.to_owned()).value_parser(arg.get_value_parser().clone());
    let alone = Command::new(CONFIG).no_binary_name(true).arg(alone.ignore_case(arg.is_ignore_case_set()));
    match alone.try_get_matches_from([format!("--{key}={text}")]) {
        Ok(_) => Ok(text),
        Err(error) => Err(refusal(program, arg, &text, &error)),
    }
}

/// Returns the reason why an option does not take a value.
fn refusal(program: &Program, arg: &Arg, text: &str, error: &clap::Error) -> String {
    let key = name(arg);
    let values = arg.get_possible_values();
    let listed = values.iter().filter(|value| !value.is_hide_set());
    let values: Vec<&str> = listed.map(clap::builder::PossibleValue::get_name).collect();
    if values.is_empty() {
        let reason = std::error::Error::source(error).map(ToString::to_string);
        return format!(
            "{key} does not take this value: {}",
            reason.unwrap_or_else(|| format!("see {} --help", program.name))
        );
    }
    let near = nearest(text, values.iter().copied());
    let meant = near.map_or_else(String::new, |near| format!(" (did you mean {near:?}?)"));
    format!("{key} is one of {}{meant}", values.join(", "))
}

/// Prints where the file is, or what is set.
pub(crate) fn run(command: &Command, arguments: &Arguments<'_>) -> Result<(), Failure> {
    let program = arguments.program();
    let text = match (arguments.subcommand(), path(program)) {
        (Some((OPTIONS, _)), _) => {
            let all = options(command).map(|option| option.clone().help_heading("Options of all commands"));
            format!("{}\n{}", help::options(all), help::exit_codes())
        }
        (Some((SHOW, arguments)), path) => shown(command, &arguments, path.as_deref()),
        (_, Some(path)) => format!("{}\n", path.display()),
        (_, None) => {
            let variable = variable(program);
            return Err(Failure::usage(format!("there is no file: {variable} is empty; name one with it")));
        }
    };
    finish(say(Content::Text, &text))
}

/// Returns the common options that are set, as lines of such a file.
fn shown(command: &Command, arguments: &Arguments<'_>, path: Option<&Path>) -> String {
    let mut text = match path {
        Some(path) if path.exists() => format!("# {}\n", path.display()),
        Some(path) => format!("# {}, which is not there\n", path.display()),
        None => format!("# no file: {} is empty\n", variable(arguments.program())),
    };
    let mut unset = Vec::new();
    for arg in options(command) {
        match value(arg, arguments) {
            Some((value, source)) => text += &format!("{} = {value}  # {source}\n", name(arg)),
            None => unset.push(name(arg)),
        }
    }
    text + &format!("# not set: {}\n", unset.join(", "))
}

/// Returns the value of an option that is set, and what sets it.
fn value(arg: &Arg, arguments: &Arguments<'_>) -> Option<(String, &'static str)> {
    let id = arg.get_id().as_str();
    let source = match arguments.value_source(id)? {
        ValueSource::CommandLine => "the command line",
        ValueSource::EnvVariable => "the environment",
        _ => "the file",
    };
    if is_switch(arg) {
        return arguments.get_flag(id).then(|| ("true".to_owned(), source));
    }
    let text = arguments.get_raw(id)?.next()?.to_string_lossy();
    if text.is_empty() {
        return None;
    }
    // A string of JSON is one of TOML.
    let shown = if is_address(arguments.program(), id) { "…" } else { text.as_ref() };
    Some((serde_json::Value::from(shown).to_string(), source))
}
