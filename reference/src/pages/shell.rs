//! A request as a command line.

use virtual_finance_core::catalogue::{ParamInfo, ParamKind};
use virtual_finance_core::request::EndpointInfo;

/// Pairs the name of each argument with the name that a parameter has instead.
macro_rules! taken {
    ($($name:literal,)+) => { &[$(($name, concat!("param_", $name))),+] };
}

/// The arguments of every command, each with the name that a parameter of that name has instead.
const TAKEN: &[(&str, &str)] = taken![
    "all",
    "all_pages",
    "append",
    "ca_file",
    "cache",
    "columns",
    "continue",
    "deadline",
    "failures",
    "format",
    "help",
    "http1",
    "https_only",
    "max_age",
    "max_body",
    "max_items",
    "no_header",
    "no_progress",
    "no_session_file",
    "output",
    "proxy",
    "quiet",
    "rate",
    "record",
    "refresh",
    "replay",
    "retries",
    "sample",
    "session_file",
    "source",
    "stale_if_error",
    "subjects",
    "table",
    "timeout",
    "verbose",
    "version",
    "wide",
];

/// Returns the name of a parameter as an argument of a command: its own, unless every command has an argument of that name.
///
/// ```
/// use virtual_finance_reference::argument_name;
///
/// assert_eq!(argument_name("interval"), "interval");
/// assert_eq!(argument_name("format"), "param_format");
/// ```
pub fn argument_name(param: &str) -> &str {
    TAKEN.iter().find(|(taken, _)| *taken == param).map_or(param, |(_, other)| other)
}

/// Returns the command line of a request: required parameters as arguments, all others as options.
///
/// ```
/// use virtual_finance::ENDPOINTS;
/// use virtual_finance_reference::command_line;
///
/// let isin = ENDPOINTS.iter().find(|info| info.command == "isin").unwrap();
/// let line = command_line("vfapi", isin, &[("max_results", "10"), ("query", "IBM")]);
/// assert_eq!(line, "vfapi isin IBM --max-results 10");
/// ```
pub fn command_line(command: &str, info: &EndpointInfo, params: &[(&str, &str)]) -> String {
    let mut words = vec![command.to_owned(), info.command.to_owned()];
    let given = |param: &ParamInfo| params.iter().find(|(name, _)| *name == param.name);
    let required = info.params.iter().filter(|param| param.required);
    words.extend(required.filter_map(given).map(|(_, value)| quoted(value)));
    for (name, value) in params {
        match info.param(name) {
            Some(param) if param.required => {}
            Some(ParamInfo { kind: ParamKind::Boolean, .. }) => {
                words.push(format!("{}={value}", option(name)));
            }
            _ => words.extend([option(name), quoted(value)]),
        }
    }
    words.join(" ")
}

/// Returns the synopsis of a command: its arguments and options.
pub(super) fn synopsis(command: &str, info: &EndpointInfo) -> String {
    let word = |param: &ParamInfo| {
        let value = param.name.to_uppercase();
        match (param.required, param.kind) {
            (true, _) => value,
            (false, ParamKind::Boolean) => format!("[{}]", option(param.name)),
            (false, _) => format!("[{} {value}]", option(param.name)),
        }
    };
    let params = info.params.iter();
    let words = params.clone().filter(|param| param.required).chain(params.filter(|param| !param.required));
    let words: String = words.map(|param| format!(" {}", word(param))).collect();
    format!("{command} {}{words}", info.command)
}

fn option(name: &str) -> String {
    format!("--{}", argument_name(name).replace('_', "-"))
}

/// Returns a value with the quotes that a shell needs.
pub fn quoted(value: &str) -> String {
    let plain = |letter: char| letter.is_ascii_alphanumeric() || "-_.,:/=@%+".contains(letter);
    if !value.is_empty() && value.chars().all(plain) {
        return value.to_owned();
    }
    format!("'{}'", value.replace('\'', r"'\''"))
}
