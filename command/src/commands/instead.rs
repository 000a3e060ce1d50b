//! The line to write instead of a line that the command does not understand.

use std::cell::LazyCell;
use std::ffi::OsString;
use std::path::Path;

use clap::Command;
use clap::error::{ContextKind, ContextValue, ErrorKind as Mistake};
use virtual_finance_core::request::EndpointInfo;
use virtual_finance_reference::{command_line, quoted};
use virtual_finance_tables::tabular::nearest;

use super::{
    Described, command,
    unexpected::{corrected, plain, unexpected},
};
use crate::arguments::{CONVERT, Program, is_switch, misplaced, option_name};

/// Returns the message of an error of a command line that says what to write instead, if there is something to say.
pub(crate) fn instead(
    program: &'static Program,
    error: &clap::Error,
    arguments: &[OsString],
) -> Option<String> {
    let root = LazyCell::new(|| command::accepted(program, Described::Told(arguments)));
    let arguments: Vec<String> =
        arguments.iter().skip(1).map(|argument| argument.to_string_lossy().into_owned()).collect();
    match (error.kind(), error.get(ContextKind::InvalidSubcommand), error.get(ContextKind::InvalidArg)) {
        (Mistake::InvalidSubcommand, Some(ContextValue::String(word)), _)
            if is_of_program(&root, word, &arguments) =>
        {
            no_command(program, &root, word, &arguments)
        }
        (Mistake::InvalidSubcommand, Some(ContextValue::String(word)), _)
            if arguments.iter().find(|word| !word.starts_with('-')).is_some_and(|first| first == CONVERT) =>
        {
            let file = if Path::new(word).is_file() { quoted(word) } else { "FILE".to_owned() };
            let line = format!("{} {CONVERT} {} {file}", program.name, program.example?);
            Some(format!("{word} is not a request, which comes before the file: write {line}"))
        }
        (Mistake::MissingRequiredArgument, _, Some(ContextValue::Strings(missing))) => {
            let saved = arguments
                .iter()
                .position(|word| word == CONVERT)
                .and_then(|at| arguments.get(at..)?.get(1..));
            let info = named(program, saved.unwrap_or(&arguments))?;
            let params = required(info);
            let advice = match saved {
                None => format!("write {}", command_line(program.name, info, &params)),
                // It has been taken for the first parameter.
                Some(saved) => {
                    let example = command_line(&format!("{} {CONVERT}", program.name), info, &params);
                    match saved.iter().find(|word| Path::new(word).is_file()) {
                        Some(file) => {
                            format!("{file} is a file, which comes last: write {example} {}", quoted(file))
                        }
                        None => format!("write {example} FILE"),
                    }
                }
            };
            let missing = missing.join(", ");
            Some(format!("the following required arguments were not provided: {missing}; {advice}"))
        }
        (Mistake::UnknownArgument, _, Some(ContextValue::String(given))) => {
            unexpected(program, &root, given, &arguments)
        }
        _ => None,
    }
}

/// Returns the required parameters of the first example.
fn required(info: &EndpointInfo) -> Vec<(&'static str, &'static str)> {
    let is_required = |(name, _): &(&str, &str)| info.param(name).is_some_and(|param| param.required);
    let params = info.examples.first().map(|example| example.params).unwrap_or_default();
    params.iter().copied().filter(is_required).collect()
}

/// Returns true for a word that stands where a command of the program does, behind `help` too, and not one of `config` or
/// `convert`.
fn is_of_program(root: &Command, word: &str, arguments: &[String]) -> bool {
    let is_command = |argument: &String| root.find_subcommand(argument).is_some();
    !arguments.iter().take_while(|argument| *argument != word).any(is_command)
}

/// Returns the endpoint that arguments name.
fn named(program: &Program, arguments: &[String]) -> Option<&'static EndpointInfo> {
    let of = |word: &String| program.endpoints.iter().find(|info| info.command == word).copied();
    // What stands before it is an option of all commands; `convert history` is about saved replies.
    arguments.iter().find(|word| !word.starts_with('-')).and_then(of)
}

/// Returns what to write instead of a word that is no command: what it or the nearest word stands for.
fn no_command(program: &'static Program, root: &Command, word: &str, arguments: &[String]) -> Option<String> {
    let mut is_word = true;
    let rest: Vec<&str> = arguments
        .iter()
        .map(String::as_str)
        .filter(|argument| !(*argument == word && std::mem::take(&mut is_word)))
        .filter(|argument| !matches!(*argument, "-h" | "--help" | "help"))
        .collect();
    let plain = plain(word);
    let near = || {
        let of_endpoints = program
            .endpoints
            .iter()
            .flat_map(|info| std::iter::once(info.command).chain(info.words.iter().map(|(known, _)| *known)));
        let own = program.subcommands.iter();
        let own = own.flat_map(|own| std::iter::once(own.name).chain(own.words.iter().copied()));
        let words = of_endpoints.chain(own);
        let begun = words.clone().find(|known| plain.len() > 2 && known.starts_with(&plain));
        begun.or_else(|| nearest(&plain, words))
    };
    let found = |word: &str, rest: &[&str]| {
        Some(meaning(program, root, word, rest)).filter(|lines| !lines.is_empty())
    };
    let lines = joined(&plain, &rest).iter().find_map(|(word, rest)| found(word, rest));
    let lines = lines.or_else(|| found(&plain, &rest));
    let lines = lines.or_else(|| misplaced::of_code(program, word, &rest));
    let lines = lines.or_else(|| about(program, word, &rest));
    let lines = lines.or_else(|| found(near()?, &rest));
    lines.map(|lines| format!("there is no command {word}; write{lines}"))
}

/// Returns what the word and those behind it may be as one, such as `gdp-per-head`, each with the rest; the longest first.
fn joined<'w>(word: &str, rest: &[&'w str]) -> Vec<(String, Vec<&'w str>)> {
    const MOST: usize = 3;
    let is_option = |word: &&&str| word.starts_with('-');
    let (before, behind) = rest.split_at(rest.iter().take_while(is_option).count());
    let words = behind.iter().take_while(|word| !is_option(word)).count();
    let of = |count| {
        let (joined, after) = behind.split_at_checked(count)?;
        Some((format!("{word}-{}", joined.join("-").to_lowercase()), [before, after].concat()))
    };
    (1..=words.min(MOST)).rev().filter_map(of).collect()
}

/// Returns the lines of the commands that a word stands for, or that have it as their name.
fn meaning(program: &'static Program, root: &Command, word: &str, rest: &[&str]) -> String {
    let of_endpoints = program.endpoints.iter().flat_map(|info| {
        let is_known = |(known, more): &&(&str, &str)| *known == word || more.eq_ignore_ascii_case(word);
        let known = info.words.iter().filter(is_known).map(|(_, more)| *more);
        let mut lines: Vec<_> = (info.command == word).then_some("").into_iter().chain(known).collect();
        lines.dedup();
        lines.into_iter().map(|more| {
            let given = corrected(program, root, info, &taken(root, info, more, rest));
            let given: Vec<&str> = given.iter().map(String::as_str).collect();
            let rest = given.iter().map(|word| quoted(word));
            let has_subject = given.iter().any(|word| !word.starts_with('-')) || is_subject(more);
            let params = if has_subject { Vec::new() } else { required(info) };
            let words = std::iter::once(command_line(program.name, info, &params)).chain(rest);
            misplaced::help_line(words.chain(added(info, more, &given).into_iter().map(str::to_owned)), info)
        })
    });
    let own = program.subcommands.iter().filter(|own| own.name == word || own.words.contains(&word));
    let own = own.filter_map(|own| {
        let about = (own.command)(program)?.get_about().map(ToString::to_string).unwrap_or_default();
        let rest = rest.iter().map(|word| quoted(word));
        let line = [program.name, own.name].map(str::to_owned).into_iter().chain(rest);
        let line = line.collect::<Vec<_>>().join(" ");
        Some(format!("\n  {line:32}  {about}").trim_end().to_owned())
    });
    of_endpoints.chain(own).collect()
}

/// Returns the words after a word that people try, as far as the endpoint has a place for them.
fn taken<'w>(root: &Command, info: &EndpointInfo, more: &str, rest: &[&'w str]) -> Vec<&'w str> {
    if info.params.iter().any(|param| param.required) && !is_subject(more) {
        return rest.to_vec();
    }
    let is_switch = |word: &str| {
        root.get_arguments().any(|arg| is_switch(arg) && arg.get_long() == word.strip_prefix("--"))
    };
    let mut is_value = false;
    let is_kept = |word: &&&str| {
        let is_option = word.starts_with('-');
        let is_kept = is_option || is_value;
        is_value = is_option && !word.contains('=') && !is_switch(word);
        is_kept
    };
    rest.iter().filter(is_kept).copied().collect()
}

/// Returns true if words for a word that people try begin with a required parameter.
fn is_subject(more: &str) -> bool {
    !more.is_empty() && !more.starts_with('-')
}

/// Returns the words for a word that people try, without options that the line has already or excludes by a choice.
fn added<'m>(info: &EndpointInfo, more: &'m str, given: &[&str]) -> Vec<&'m str> {
    let is_given = |name: &str| {
        let choices = info.choices.iter().map(|choice| {
            choice.options.iter().flat_map(|option| option.required.iter().chain(option.optional).copied())
        });
        let choice = choices.map(Vec::from_iter).find(|names: &Vec<_>| names.contains(&name));
        let aliases = info.param(name).map(|param| param.aliases).unwrap_or_default();
        let names = choice.into_iter().flatten().chain(aliases.iter().copied()).chain([name]);
        let options: Vec<String> = names.map(|name| format!("--{}", option_name(name))).collect();
        given.iter().any(|word| {
            let word = word.split_once('=').map_or(*word, |(option, _)| option);
            options.iter().any(|option| option == word)
        })
    };
    let mut is_kept = true;
    let mut words = Vec::new();
    for word in more.split(' ').filter(|word| !word.is_empty()) {
        if let Some(option) = word.strip_prefix("--") {
            is_kept = !is_given(option);
        }
        if is_kept {
            words.push(word);
        }
    }
    words
}

/// Returns a line about the subject that stands where a command should: a word in upper case.
fn about(program: &Program, word: &str, rest: &[&str]) -> Option<String> {
    let is_subject = word.chars().any(|character| character.is_ascii_uppercase())
        && !word.chars().any(|character| character.is_ascii_lowercase());
    let line = program.example.filter(|_| is_subject)?;
    let known = |word: &str| program.endpoints.iter().copied().find(|info| info.command == word);
    // `IBM history` is the wrong way round.
    let info = rest.iter().copied().find_map(known).or_else(|| known(line.split(' ').next()?))?;
    let rest = rest.iter().copied().filter(|word| *word != info.command);
    let words = [info.command, word].into_iter().chain(rest).map(quoted);
    Some(misplaced::help_line(std::iter::once(program.name.into()).chain(words), info))
}
