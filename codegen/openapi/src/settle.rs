//! Makes a table that the generator accepts: what its checks refuse is left out or written more generally, and told.

use std::collections::BTreeSet;

use virtual_finance_table::{Diagnostic, Severity};

use super::context::OF_BODY;
use super::node::Node;

/// The rounds after which a whole entry goes where a part of it is refused.
const GENTLE_ROUNDS: usize = 12;

/// The parts that a table can do without, by their paths: `*` is any name, and `!` any but these. A name alone is the last
/// of any path.
const OPTIONAL: &[&str] = &[
    "deprecated",
    "hosts.*.auth",
    "types.*.other",
    "types.*.variants.*",
    "records.*.key|whole",
    "records.*.fields.*.unit|min|max|pattern|max_length",
    "records.*.fields.*",
    "endpoints.*.params.*.default|min|max|pattern|max_length|conflicts|after|aliases|client|batch",
    "endpoints.*.params.*.type.separator",
    "endpoints.*.params.*",
    "endpoints.*.response.statuses.*",
    "endpoints.*.response.!type",
    "endpoints.*.examples.*",
    "endpoints.*.!host|path|method|status|raw|converter|response",
    "*.*",
];

/// The parts that something more general can stand for.
const GENERAL: &[(&str, &str)] = &[
    ("doc", "This has no description."),
    ("hosts.*.default", super::hosts::NO_ADDRESS),
    ("records.*.fields.*.type", "any"),
    ("endpoints.*.response.type", "any"),
    ("endpoints.*.params.*.type", TEXT),
];

/// The most general type of a parameter.
const TEXT: &str = "string";

/// The code of what nothing uses.
const UNUSED: &str = "V120";

/// A part that the checks refused.
pub(super) struct Refusal {
    /// The path of the part in the table.
    pub(super) path: Vec<String>,
    pub(super) message: String,
}

/// Returns the text of a table without what the checks refuse, or the fault that no part is to blame for.
pub(super) fn settle(
    table: &mut Node,
    check: impl Fn(&str) -> Vec<Diagnostic>,
) -> Result<(String, Vec<Refusal>), String> {
    let mut refusals = Vec::new();
    for round in 0_usize.. {
        let text = table.written();
        let faults = check(&text);
        // What only left out parts named goes as well.
        let unused = faults.iter().filter(|fault| fault.code.as_str() == UNUSED).map(|fault| fault.line);
        let mut is_changed = false;
        for path in table.paths(unused).into_values() {
            let [section, name] = path.as_slice() else { continue };
            is_changed |= table.remove(&[section, name]);
            if section != "hosts" && table.get(section).is_some_and(Node::is_empty) {
                table.remove(&[section]);
            }
        }
        if is_changed {
            continue;
        }
        let is_error = |fault: &Diagnostic| fault.code.severity() == Severity::Error;
        let faults: Vec<Diagnostic> = faults.into_iter().filter(is_error).collect();
        let Some(first) = faults.first() else { return Ok((text, refusals)) };
        let paths = table.paths(faults.iter().map(|fault| fault.line));
        let (mut done, mut is_changed) = (BTreeSet::new(), false);
        for fault in &faults {
            let Some(path) = paths.get(&fault.line) else { continue };
            let path: Vec<&str> = path.iter().map(String::as_str).collect();
            // A part that is gone is no part of another refusal.
            if table.at(&path).is_none() || !done.insert(fault.line) {
                continue;
            }
            let Some(what) = given_up(table, &path, round < GENTLE_ROUNDS) else { continue };
            is_changed = true;
            let message = format!("{what}: {}", fault.message);
            refusals.push(Refusal { path: path.iter().map(|name| (*name).to_owned()).collect(), message });
        }
        if !is_changed {
            return Err(first.one_line());
        }
    }
    Err("no table is left".to_owned())
}

/// Gives up a part, and as much around it as cannot do without. Returns the change in words.
fn given_up(table: &mut Node, path: &[&str], gently: bool) -> Option<String> {
    let parts = || (2..=path.len()).rev().filter_map(|length| path.get(..length));
    let general = parts().find_map(|part| {
        let (_, by) = GENERAL.iter().find(|(pattern, _)| fits(pattern, part))?;
        let (_, param) = part.split_last()?;
        // What is more general than a type of JSON is any JSON.
        let is_json = ["body", "part"]
            .map(|place| Some(Node::text(place)))
            .contains(&table.at(&[param, &["in"]].concat()).cloned());
        Some((part, if is_json && *by == TEXT { "any" } else { *by }))
    });
    if let Some((part, by)) = general.filter(|_| gently)
        && replaced(table, part, by)
    {
        return Some("it is written more generally".to_owned());
    }
    let part = parts().find(|part| OPTIONAL.iter().any(|pattern| fits(pattern, part)))?;
    let part = if gently && !is_needed(table, part) { part } else { part.get(..2)? };
    if !table.remove(part) {
        return None;
    }
    let Some((name, around @ [_, _, ..])) = part.split_last() else {
        return Some("it is left out as a whole".to_owned());
    };
    let is_section = around.last().is_some_and(|name| matches!(*name, "params" | "statuses" | "examples"));
    if is_section && table.at(around).is_some_and(Node::is_empty) {
        table.remove(around);
    }
    Some(format!("'{name}' is left out"))
}

/// Returns true for a path that a pattern describes.
fn fits(pattern: &str, path: &[&str]) -> bool {
    let is_one = |(names, name): (&str, &&str)| match names.strip_prefix('!') {
        Some(names) => names.split('|').all(|other| other != *name),
        None => names == "*" || names.split('|').any(|other| other == *name),
    };
    let count = pattern.split('.').count();
    match count {
        1 => path.last() == Some(&pattern),
        count => count == path.len() && pattern.split('.').zip(path).all(is_one),
    }
}

/// Returns true for a parameter that its endpoint cannot do without: a required one, or a part of a body, which is not sent
/// in part.
fn is_needed(table: &Node, path: &[&str]) -> bool {
    let Some(param) = table.at(path).filter(|_| fits("endpoints.*.params.*", path)) else { return false };
    let is_of_body = |place: &Node| OF_BODY.iter().any(|known| *place == Node::text(*known));
    param.get("required") == Some(&Node::plain(&true)) || param.get("in").is_some_and(is_of_body)
}

/// Writes something more general in the place of a value, or of the items of a list. Returns false if it stands there already.
fn replaced(table: &mut Node, path: &[&str], by: &str) -> bool {
    let inner = [path, &["list"]].concat();
    let path = if table.at(&inner).is_some() { inner.as_slice() } else { path };
    let by = Node::text(by);
    table.at_mut(path).is_some_and(|node| std::mem::replace(node, by.clone()) != by)
}
