//! Parameters of the catalogue as arguments of the command line.

use std::borrow::Cow;
use std::ffi::OsStr;

use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::error::ErrorKind;
use clap::{Arg, Command, ValueHint};
use virtual_finance_core::catalogue::{JsonKind, ParamInfo, ParamKind, VariantInfo};
use virtual_finance_reference::argument_name;
use virtual_finance_tables::tabular::as_in_table;

use super::{Arguments, given};

/// Returns a parameter as an argument if it is required, else as an option.
pub fn parameter(param: &'static ParamInfo) -> Arg {
    let is_switch = matches!(param.kind, ParamKind::Boolean) && !param.required;
    let arg = Arg::new(argument_name(param.name))
        .value_name(if is_switch { "true|false".to_owned() } else { param.name.to_uppercase() })
        .help(help(param))
        .long_help(long_help(param))
        .value_parser(Listed(listed(&param.kind), param.kind))
        // The help has them, with the form of those that are not listed.
        .hide_possible_values(true)
        .value_hint(hint(&param.kind));
    if param.required {
        // A coordinate or a time before 1970 is negative.
        return arg.required(true).allow_negative_numbers(is_numeric(&param.kind));
    }
    arg.long(option_of(param))
        .aliases(aliases(param).map(option_name))
        .num_args(if matches!(param.kind, ParamKind::Boolean) { 0..=1 } else { 1..=1 })
        .require_equals(matches!(param.kind, ParamKind::Boolean))
        .default_missing_value("true")
        // A time before 1970 is negative.
        .allow_negative_numbers(true)
}

/// Returns true for numbers and lists of them.
const fn is_numeric(kind: &ParamKind) -> bool {
    match kind {
        ParamKind::Integer | ParamKind::Number | ParamKind::DateTime | ParamKind::IsoDateTime => true,
        ParamKind::List { item, .. } => is_numeric(item),
        _ => false,
    }
}

/// Returns the value that the arguments give a parameter.
pub fn value<'a>(param: &ParamInfo, arguments: &'a Arguments<'_>) -> Option<Cow<'a, str>> {
    let mut values = arguments.get_many::<String>(argument_name(param.name))?;
    match param.kind {
        ParamKind::List { separator, .. } => {
            let joined = values.map(String::as_str).collect::<Vec<_>>().join(separator);
            Some(Cow::Owned(as_in_table(param, &joined).into_owned()))
        }
        ParamKind::Grammar(_) => Some(Cow::Owned(sentence(&values.map(String::as_str).collect::<Vec<_>>()))),
        ParamKind::Ticker => values.next().map(|text| as_in_table(param, only(text))),
        _ => values.next().map(|text| as_in_table(param, text)),
    }
}

/// Returns the only symbol of a list: a trailing comma separates nothing, and a repeated symbol counts once.
fn only(text: &str) -> &str {
    let mut symbols = text.split(',').map(str::trim).filter(|symbol| !symbol.is_empty());
    let first = symbols.next().unwrap_or(text);
    if symbols.all(|symbol| symbol == first) { first } else { text }
}

/// Joins the words of a query into one text. A shell removes quotes around words with spaces; if every word has
/// spaces, each is a condition and all must hold.
fn sentence(words: &[&str]) -> String {
    let has_space = |word: &&str| word.contains(char::is_whitespace);
    if words.iter().all(has_space) {
        return words.join(" and ");
    }
    let quoted =
        words.iter().map(|word| match has_space(word) && !word.contains(['"', '(', '<', '>', '=']) {
            true => Cow::Owned(format!("\"{word}\"")),
            false => Cow::Borrowed(*word),
        });
    quoted.collect::<Vec<_>>().join(" ")
}

/// Returns the kind of values that a shell completes beside the listed values: paths, where a value may be one.
const fn hint(kind: &ParamKind) -> ValueHint {
    match kind {
        ParamKind::Json { kind, .. } if given::may_be_path(kind) => ValueHint::FilePath,
        _ => ValueHint::Other,
    }
}

/// Takes every string, reads the file that one in the place of JSON names, and knows the values that a shell can complete.
/// What is allowed is said by the client, about all parameters at once.
#[derive(Clone)]
struct Listed(Vec<PossibleValue>, ParamKind);

impl TypedValueParser for Listed {
    type Value = String;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<String, clap::Error> {
        let text = StringValueParser::new().parse_ref(command, arg, value)?;
        given::value(&self.1, text)
            .map_err(|message| clap::Error::raw(ErrorKind::ValueValidation, message + "\n").with_cmd(command))
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        if self.0.is_empty() {
            return None;
        }
        Some(Box::new(self.0.iter().cloned()))
    }
}

fn listed(kind: &ParamKind) -> Vec<PossibleValue> {
    match kind {
        ParamKind::Enum(info) => {
            let value = |variant: &VariantInfo| {
                let parts = [first_line(variant.doc).to_owned(), described("", variant.deprecated, "")];
                let (listed, help) = (PossibleValue::new(variant.wire), joined(&parts, ". "));
                if help.is_empty() { listed } else { listed.help(help) }
            };
            info.variants.iter().map(value).collect()
        }
        ParamKind::Boolean => ["true", "false"].map(PossibleValue::new).into(),
        ParamKind::List { item, .. } => listed(item),
        _ => Vec::new(),
    }
}

fn help(param: &ParamInfo) -> String {
    let doc = described(first_line(param.doc), param.deprecated, ". ");
    joined(&[doc, hints(param, SHORT)], " ")
}

fn long_help(param: &ParamInfo) -> String {
    let doc = described(&flowed(param.doc), param.deprecated, "\n\n");
    // A blank line stands before the next parameter alone.
    joined(&[doc.replace("\n\n", "\n"), hints(param, SHORT)], "\n")
}

/// Returns a doc whose paragraphs are lines of their own: whoever shows it breaks them once.
pub(crate) fn flowed(doc: &str) -> String {
    let mut out = String::with_capacity(doc.len());
    let (mut is_flowing, mut is_code) = (false, false);
    for line in doc.trim().lines() {
        let is_fence = line.starts_with("```");
        let is_own =
            is_code || is_fence || line.trim().is_empty() || line.starts_with(['-', '*', '|', ' ', '#', '>']);
        is_code ^= is_fence;
        if !out.is_empty() {
            out.push(if is_flowing && !is_own { ' ' } else { '\n' });
        }
        out.push_str(line);
        // The next line of an item of a list goes on with it.
        is_flowing = !is_code && !is_fence && !line.trim().is_empty() && !line.starts_with(['|', ' ', '#']);
    }
    out
}

/// Joins the parts that there are.
fn joined(parts: &[String], between: &str) -> String {
    let parts = parts.iter().filter(|part| !part.is_empty());
    parts.map(String::as_str).collect::<Vec<_>>().join(between)
}

/// Returns a doc with the advice what to use instead of its part, if it is deprecated.
pub(crate) fn described(doc: &str, deprecated: Option<&str>, between: &str) -> String {
    deprecated.map_or_else(|| doc.to_owned(), |note| format!("{doc}{between}Deprecated: {note}"))
}

/// The number of allowed values that the short help shows.
const SHORT: usize = 24;

/// Returns the default, the limits, the separator of several values, and the allowed values, in clap's own form. Of more values
/// than `limit` there are the first ones.
fn hints(param: &ParamInfo, limit: usize) -> String {
    let default = param.default.map(|default| format!("[default: {default}]"));
    let separator = match param.kind {
        ParamKind::List { separator, .. } => {
            Some(format!("[several values with {separator:?} between them]"))
        }
        ParamKind::Json { kind, nullable } => {
            let file = if given::may_be_path(kind) { ", or the path of a file" } else { "" };
            Some(match (kind, nullable) {
                // These are written bare, without quotes.
                (JsonKind::String | JsonKind::Date | JsonKind::DateTime, true) => {
                    format!("[{}; the word null is null]", kind.words())
                }
                (_, true) => format!("[JSON: {}, or null{file}]", kind.words()),
                (_, false) => format!("[JSON: {}{file}]", kind.words()),
            })
        }
        _ => None,
    };
    // The name of the value of an option that is on or off has both.
    let is_named = matches!(param.kind, ParamKind::Boolean) && !param.required;
    let allowed = allowed(&param.kind, limit).filter(|_| !is_named);
    let names: Vec<String> = aliases(param).map(|alias| format!("--{}", option_name(alias))).collect();
    let alias = (!names.is_empty()).then(|| format!("[alias: {}]", names.join(", ")));
    let hints = [default].into_iter().chain(limits(param)).chain([separator, allowed, alias]);
    hints.flatten().collect::<Vec<_>>().join(" ")
}

fn limits(param: &ParamInfo) -> [Option<String>; 5] {
    let unit = if param.kind.is_list() { "values" } else { "characters" };
    [
        param.min.map(|min| format!("[minimum: {min}]")),
        param.max.map(|max| format!("[maximum: {max}]")),
        param.max_length.map(|length| format!("[maximum length: {length} {unit}]")),
        param.batch.map(|most| format!("[more than {most} values: several requests]")),
        param.pattern.map(|pattern| format!("[pattern: {pattern}]")),
    ]
}

fn allowed(kind: &ParamKind, limit: usize) -> Option<String> {
    match kind {
        ParamKind::Enum(info) => {
            let mut wires: Vec<&str> = info.variants.iter().map(|variant| variant.wire).collect();
            let count = wires.len();
            let all = format!("… {count} in all");
            if count > limit {
                wires.truncate(limit / 4);
                wires.push(&all);
            }
            let other = info.other.map_or("", |_| "; other:NAME for one that is not listed");
            Some(format!("[possible values: {}{other}]", wires.join(", ")))
        }
        ParamKind::Boolean => Some("[possible values: true, false]".to_owned()),
        ParamKind::List { item, .. } => allowed(item, limit),
        _ => None,
    }
}

/// Returns the summary of a doc string.
pub(crate) fn first_line(doc: &str) -> &str {
    doc.lines().next().unwrap_or_default().trim_end_matches('.')
}

/// Returns the name of a parameter as an option, which may be no name that every command has.
pub(crate) fn option_of(param: &ParamInfo) -> String {
    option_name(argument_name(param.name))
}

/// Returns the other names of a parameter that no command has itself.
fn aliases(param: &ParamInfo) -> impl Iterator<Item = &'static str> {
    param.aliases.iter().copied().filter(|alias| argument_name(alias) == *alias)
}

/// Returns the name of an argument or a host as an option: `max_results` becomes `max-results`.
pub(crate) fn option_name(name: &str) -> String {
    name.replace('_', "-")
}
