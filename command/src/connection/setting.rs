//! Options that environment variables set, too. What is said of a value that cannot be read names the variable: nobody
//! sees it on the command line.

use std::ffi::OsString;

use clap::parser::ValueSource;
use clap::{Arg, ArgAction, Command};

use super::{check_address, is_address, sending::wrong_address};
use crate::arguments::Program;

/// Returns what is wrong with the environment variables of a command's options, a line for each variable whose value
/// cannot be read and that no argument overrides.
pub(crate) fn wrong_variables(program: &Program, command: &Command, arguments: &[OsString]) -> Vec<String> {
    let options = command.get_arguments().filter(|option| !is_given(option, arguments));
    options.filter_map(|option| wrong(program, option)).collect()
}

/// Returns a command without the variables of options that an argument gives: those go before them, wherever they stand.
pub(crate) fn without_overridden(command: Command, arguments: &[OsString]) -> Command {
    command.mut_args(|option| match option.get_env().is_some() && is_given(&option, arguments) {
        true => option.env(None::<&str>),
        false => option,
    })
}

fn is_given(option: &Arg, arguments: &[OsString]) -> bool {
    let Some(long) = option.get_long() else { return false };
    let name = |argument: &OsString| {
        let text = argument.to_string_lossy().into_owned();
        text.split_once('=').map_or_else(|| text.clone(), |(name, _)| name.to_owned())
    };
    arguments.iter().any(|argument| name(argument).strip_prefix("--") == Some(long))
}

/// Returns what is wrong with the value that the environment gives an option.
fn wrong(program: &Program, option: &Arg) -> Option<String> {
    let (variable, long) = (option.get_env()?, option.get_long()?);
    let value = std::env::var_os(variable)?;
    let id = option.get_id().as_str();
    if is_address(program, id) {
        let reason = check_address(id, &value.to_string_lossy()).err()?;
        return Some(wrong_address(program, id, Some(ValueSource::EnvVariable), reason));
    }
    // The same option alone, given on a command line.
    let alone = option.clone().env(None::<&str>).global(false).required(false).num_args(1);
    let alone = alone.action(match option.get_action() {
        ArgAction::SetTrue | ArgAction::SetFalse => ArgAction::Set,
        action => action.clone(),
    });
    let mut given = OsString::from(format!("--{long}="));
    given.push(&value);
    let error =
        Command::new("alone").arg(alone).try_get_matches_from([OsString::from("alone"), given]).err()?;
    let said = error.to_string();
    let first = said.lines().next().unwrap_or_default();
    let possible = said.lines().find_map(|line| line.trim().strip_prefix("[possible values: "));
    let reason = match (first.split_once(">': "), possible) {
        (Some((_, reason)), _) => reason.to_owned(),
        (None, Some(values)) => format!("write one of {}", values.trim_end_matches(']')),
        (None, None) => "it cannot be read".to_owned(),
    };
    let (variable, value) = (variable.to_string_lossy(), value.to_string_lossy());
    Some(format!("the environment variable {variable} (--{long}) is {value:?}: {reason}, or unset it"))
}
