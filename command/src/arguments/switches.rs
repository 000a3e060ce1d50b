//! Boolean options as switches: `--partial`, `--partial true` and `--partial=true` mean the same. clap would
//! take any word after a bare switch for its value. It therefore knows the form with `=` only, and `true` and
//! `false` are attached to their switch before clap sees them. Other words of people who mean yes or no are refused: they
//! would be subjects without a word.

use std::ffi::OsString;

use clap::{Arg, Command};
use virtual_finance_core::catalogue::ParamKind;
use virtual_finance_core::request::EndpointInfo;
use virtual_finance_tables::text::Failure;

use super::{OWN_FOLDER, Program, is_switch, is_word, option_of};

/// Returns the arguments with `true` or `false` attached to the boolean option before it. `command` has the common options.
///
/// # Errors
/// A word follows an option that has no value behind it, and would be a subject.
pub(crate) fn with_values_of_switches(
    program: &Program,
    command: &Command,
    arguments: Vec<OsString>,
) -> Result<Vec<OsString>, Failure> {
    let switches = switches(program, command, &arguments);
    let mut attached = Vec::with_capacity(arguments.len());
    let mut rest = arguments.into_iter().peekable();
    let mut options = true;
    while let Some(argument) = rest.next() {
        options &= argument != "--";
        let switch = options && switches.iter().any(|switch| argument == switch.as_str());
        let value = if switch { rest.next_if(|next| next == "true" || next == "false") } else { None };
        let word = rest.peek().filter(|_| options && value.is_none()).and_then(|word| word.to_str());
        let advice = word.and_then(|word| match argument.to_str()? {
            name if switch && is_word(word) => {
                Some(format!("{name} is true or false, and not {word:?}: write {name}=true or {name}=false"))
            }
            "--cache" if is_word(word) || word == OWN_FOLDER => Some(format!(
                "--cache has its folder behind '=', and {word:?} is none: write --cache or --cache=DIR"
            )),
            _ => None,
        });
        if let Some(advice) = advice {
            let (subject, name) = (program.subject.0, argument.to_string_lossy());
            return Err(Failure::usage(format!("{advice}; a {subject} of that name goes before {name}")));
        }
        attached.push(argument);
        if let (Some(value), Some(argument)) = (value, attached.last_mut()) {
            argument.push("=");
            argument.push(value);
        }
    }
    Ok(attached)
}

/// Returns the switches: the common ones and the switches of the named endpoints.
fn switches(program: &Program, command: &Command, arguments: &[OsString]) -> Vec<String> {
    // A name may be that of a bool in one endpoint and of a number in another.
    let named = |endpoint: &EndpointInfo| arguments.iter().any(|argument| argument == endpoint.command);
    let any_named = program.endpoints.iter().any(|endpoint| named(endpoint));
    let endpoints = program.endpoints.iter().filter(|endpoint| !any_named || named(endpoint));
    let params = endpoints.flat_map(|endpoint| endpoint.params);
    let of_endpoints =
        params.filter(|param| !param.required && matches!(param.kind, ParamKind::Boolean)).map(option_of);
    let common = command.get_arguments().filter(|option| is_switch(option)).filter_map(Arg::get_long);
    of_endpoints.chain(common.map(str::to_owned)).map(|name| format!("--{name}")).collect()
}

/// Removes the values of common switches from the arguments: `--sample=true` becomes `--sample`, and `--sample=false`
/// goes. Returns the names of switches set to false, which lose their default too.
pub(crate) fn undone(command: &Command, arguments: &mut Vec<OsString>) -> Vec<String> {
    let is_common =
        |name: &str| command.get_arguments().any(|arg| is_switch(arg) && arg.get_long() == Some(name));
    let mut undone = Vec::new();
    let mut options = true;
    arguments.retain_mut(|argument| {
        options &= *argument != "--";
        let text = argument.to_string_lossy().into_owned();
        let Some((name, value)) = text.strip_prefix("--").and_then(|text| text.split_once('=')) else {
            return true;
        };
        match value {
            "true" if options && is_common(name) => {
                *argument = format!("--{name}").into();
                true
            }
            "false" if options && is_common(name) => {
                undone.push(name.to_owned());
                false
            }
            _ => true,
        }
    });
    undone
}
