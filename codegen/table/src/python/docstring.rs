//! Docs of the table as docstrings.

use super::{literal, signature};
use crate::kind::Kind;
use crate::model::{Endpoint, Example, Param, Variant};

/// Returns a docstring at an indent of so many spaces.
pub(super) fn docstring(text: &str, indent: usize) -> String {
    let blanks = " ".repeat(indent);
    let text = text.trim().replace('\\', "\\\\").replace("\"\"\"", "\\\"\\\"\\\"");
    // A quote before the end would be part of it.
    let end = if text.ends_with('"') { " " } else { "" };
    let mut out = format!("{blanks}\"\"\"");
    for (index, line) in text.lines().enumerate() {
        if index > 0 {
            out.push('\n');
            if !line.trim().is_empty() {
                out.push_str(&blanks);
            }
        }
        out.push_str(line.trim_end());
    }
    if text.contains('\n') {
        out.push('\n');
        out.push_str(&blanks);
    }
    out + end + "\"\"\"\n"
}

/// Returns a doc of the table in the words of Python: its constants, and values of an enumeration instead of their names.
pub(super) fn in_python(doc: &str, variants: &[Variant<'_>]) -> String {
    let parts = doc.split('`').enumerate();
    let parts: Vec<String> = parts
        .map(|(index, part)| if index % 2 == 0 { part.to_owned() } else { word(part, variants) })
        .collect();
    parts.join("`")
}

/// Returns what Python writes for code of a doc, which may have a name and `=` before it.
fn word(code: &str, variants: &[Variant<'_>]) -> String {
    let (name, value) = code.rsplit_once('=').map_or((None, code), |(name, value)| (Some(name), value));
    let value = match value {
        "true" => "True",
        "false" => "False",
        "null" => "None",
        value if value.ends_with("::other") => "other:…",
        value => variants.iter().find(|known| known.name == value).map_or(value, |known| known.wire),
    };
    name.map_or_else(|| value.to_owned(), |name| format!("{name}={value}"))
}

/// Returns the doc of a request: what it is, its parameters, its errors and its examples.
pub(super) fn of_request(endpoint: &Endpoint<'_>) -> String {
    let mut out = in_python(&endpoint.doc, &[]);
    if let Some(advice) = endpoint.deprecated {
        out += &format!("\n\nDeprecated: {advice}");
    }
    out += &parameters(endpoint, true);
    out += "\n\nRaises:\n    ParamsError: A parameter is wrong; the message has every error at once. Nothing is sent.";
    if !endpoint.examples.is_empty() {
        out += "\n\nExamples:\n";
        let examples: Vec<String> =
            endpoint.examples.iter().map(|example| of_example(endpoint, example)).collect();
        out += &examples.join("\n");
    }
    out
}

/// Returns the doc of the method of a client: what it is, and its parameters in a line each.
pub(super) fn of_method(endpoint: &Endpoint<'_>) -> String {
    let mut out = in_python(endpoint.doc.trim(), &[]);
    let examples = if endpoint.examples.is_empty() { "" } else { ", whose docs have examples" };
    out += &format!("\n\nIt sends a `{}`{examples}.", endpoint.name);
    if let Some(advice) = endpoint.deprecated {
        out += &format!("\n\nDeprecated: {advice}");
    }
    out + &parameters(endpoint, false)
}

/// Returns a doc on one line.
fn one_line(doc: &str) -> String {
    doc.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn parameters(endpoint: &Endpoint<'_>, in_full: bool) -> String {
    if endpoint.params.is_empty() {
        return String::new();
    }
    let mut out = "\n\nArgs:".to_owned();
    for param in &endpoint.params {
        let doc = in_python(param.doc.trim(), &[]);
        let mut doc = if in_full { doc.replace('\n', "\n        ") } else { one_line(&doc) };
        for said in facts(endpoint, param) {
            doc += " ";
            doc += &said;
        }
        out += &format!("\n    {}: {doc}", literal::name(param.name));
    }
    for (alias, param) in signature::aliases(endpoint) {
        out += &format!("\n    {}: Another name for `{}`.", literal::name(alias), literal::name(param.name));
    }
    // Blank lines have no blanks.
    let lines: Vec<&str> = out.lines().map(str::trim_end).collect();
    lines.join("\n")
}

/// Returns what the table says of the values of a parameter, in sentences.
fn facts(endpoint: &Endpoint<'_>, param: &Param<'_>) -> Vec<String> {
    let mut out = Vec::new();
    let list = matches!(param.kind, Kind::List { .. });
    let limits = param.limits;
    out.extend(values(param, list));
    match (limits.min, limits.max) {
        (Some(min), Some(max)) => out.push(format!("From {min} to {max}.")),
        (Some(min), None) => out.push(format!("At least {min}.")),
        (None, Some(max)) => out.push(format!("At most {max}.")),
        (None, None) => {}
    }
    if let Some(most) = limits.max_length {
        out.push(format!("At most {most} {}.", if param.kind.is_list() { "values" } else { "characters" }));
    }
    if let Some(pattern) = limits.pattern {
        out.push(format!("It matches `{pattern}`."));
    }
    let excluded: Vec<String> =
        param.conflicts.iter().map(|other| in_python(&format!("`{other}`"), &[])).collect();
    if !excluded.is_empty() {
        out.push(format!("Not together with {}.", excluded.join(" and ")));
    }
    if let Some(before) = param.after {
        out.push(format!("After `{before}`."));
    }
    if let Some(choice) = param.choice.and_then(|index| endpoint.choices.get(index)) {
        let sets: Vec<String> = choice
            .options
            .iter()
            .map(|option| {
                let names: Vec<String> =
                    option.params.iter().map(|(param, _)| format!("`{}`", param.name)).collect();
                names.join(" with ")
            })
            .collect();
        out.push(format!("Give one of {}.", sets.join(" or ")));
    }
    if let (Some(default), None) = (&param.default, literal::default(endpoint, param)) {
        out.push(in_python(&format!("Default: `{}`.", default.text), &[]));
    }
    if let Some(advice) = param.deprecated {
        out.push(format!("Deprecated: {advice}"));
    }
    out
}

/// The number of values that docs repeat; more of them are left to their type.
const SHOWN: usize = 16;

/// Returns the values of an enumeration in a sentence.
fn values(param: &Param<'_>, list: bool) -> Option<String> {
    let wires: Vec<String> =
        param.kind.variants().map(|(_, variant)| format!("`{}`", variant.wire)).collect();
    if wires.is_empty() {
        return None;
    }
    let which = if list { "Some" } else { "One" };
    if wires.len() > SHOWN {
        return Some(format!("{which} of `{}`.", param.kind.own_type()?));
    }
    Some(format!("{which} of {}.", wires.join(", ")))
}

/// Returns an example as a doctest, which has a client of the sample host.
fn of_example(endpoint: &Endpoint<'_>, example: &Example<'_>) -> String {
    let doc = example.doc.lines().map(|line| format!("    {line}").trim_end().to_owned());
    let doc: Vec<String> = doc.collect();
    format!("{}\n\n    >>> reply = client.request({})\n", doc.join("\n"), call(endpoint, example))
}

/// Returns the request of an example.
fn call(endpoint: &Endpoint<'_>, example: &Example<'_>) -> String {
    let required = endpoint.params.iter().filter(|param| param.required);
    let optional = endpoint.params.iter().filter(|param| !param.required);
    let value = |param: &Param<'_>| example.value(param.name).map(|values| literal::given(param, values));
    let first = required.filter_map(value);
    let others =
        optional.filter_map(|param| Some(format!("{}={}", literal::name(param.name), value(param)?)));
    let arguments: Vec<String> = first.chain(others).collect();
    format!("{}({})", endpoint.name, arguments.join(", "))
}
