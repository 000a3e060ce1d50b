//! The options that every subcommand has. The configuration file has defaults for each of them.

use std::time::Duration;

use clap::{Arg, ArgAction};

use super::Program;

/// The units of a time, the longest name first.
const UNITS: [(&str, f64); 5] = [("ms", 0.001), ("s", 1.0), ("m", 60.0), ("h", 3600.0), ("d", 86_400.0)];

/// The advice about what is no time.
const TIME: &str = "write a time such as 30s, 500ms, 15m, 1h30m or 7d";

/// The longest time, in seconds: no machine runs that long.
const MAX_SECONDS: f64 = 1e12;

/// The value of `--cache` that stands for a folder of the command's own.
pub(crate) const OWN_FOLDER: &str = "default";

/// Words of people who mean yes or no.
const WORDS: [&str; 14] =
    ["true", "false", "yes", "no", "on", "off", "y", "n", "t", "f", "1", "0", "maybe", "none"];

/// Returns such an option. The short help only says that there are some.
pub(crate) fn common(name: &'static str) -> Arg {
    Arg::new(name)
        .long(name.replace('_', "-"))
        .help_heading("Common options")
        .global(true)
        .hide_short_help(true)
}

/// Returns such an option that is on or off: `--sample`, or `--sample=false` to undo a default.
pub(crate) fn switch(name: &'static str) -> Arg {
    common(name).action(ArgAction::SetTrue)
}

/// Returns true for an option that is on or off.
pub(crate) fn is_switch(option: &Arg) -> bool {
    matches!(option.get_action(), ArgAction::SetTrue)
}

/// Returns such an option that an environment variable sets too, the name of the program and its own. An empty one counts as unset: it
/// must not hide a value of the configuration file.
pub(crate) fn with_variable(program: &Program, name: &'static str) -> Arg {
    let variable = program.variable(name);
    match std::env::var_os(&variable) {
        Some(value) if value.is_empty() => common(name),
        _ => common(name).env(variable).hide_env_values(true),
    }
}

/// Returns true for a word that means yes or no rather than a symbol, such as `ON` or `T`: those have upper case only.
pub(crate) fn is_word(word: &str) -> bool {
    let plain = word.to_lowercase();
    let is_symbol =
        plain != "true" && plain != "false" && word.chars().all(|letter| letter.is_ascii_uppercase());
    WORDS.contains(&plain.as_str()) && !is_symbol
}

/// Reads a number of things that has to be 1 or more.
pub(crate) fn positive(text: &str) -> Result<u64, String> {
    let number = text.parse().ok().filter(|number| *number > 0);
    number.ok_or_else(|| "write an integer of 1 or more".to_owned())
}

/// Reads a time: `30`, `2.5s`, `500ms`, `15m`, `1h30m` or `7d`. A number alone is seconds.
pub(crate) fn duration(text: &str) -> Result<Duration, String> {
    let seconds = seconds(text).filter(|seconds| seconds.is_finite());
    let read = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds.min(MAX_SECONDS)).ok());
    read.ok_or_else(|| TIME.to_owned())
}

fn seconds(text: &str) -> Option<f64> {
    let is_of_number = |letter: char| letter.is_ascii_digit() || letter == '.';
    if text.starts_with(is_of_number) && text.chars().all(is_of_number) {
        return text.parse().ok();
    }
    let (mut rest, mut seconds) = (text, None);
    while !rest.is_empty() {
        let end = rest.find(|letter| !is_of_number(letter))?;
        let (number, after) = rest.split_at_checked(end)?;
        let (unit, length) = UNITS.iter().find(|(unit, _)| after.starts_with(unit))?;
        seconds = Some(seconds.unwrap_or(0.0) + number.parse::<f64>().ok()? * length);
        rest = after.strip_prefix(unit)?;
    }
    seconds
}

/// Reads a time that is not zero.
pub(crate) fn span(text: &str) -> Result<Duration, String> {
    duration(text).ok().filter(|span| !span.is_zero()).ok_or_else(|| TIME.to_owned())
}
