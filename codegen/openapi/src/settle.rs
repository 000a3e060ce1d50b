//! Makes a table that the generator accepts: what its checks refuse is left out or written more generally, and told.

use std::collections::BTreeSet;

use virtual_finance_codegen::Diagnostic;

use super::context::OF_BODY;
use super::node::Node;

/// The rounds after which a whole entry goes where a part of it is refused.
const GENTLE_ROUNDS: usize = 12;

/// The keys of a parameter that it can do without.
const OPTIONAL: &[&str] =
    &["default", "min", "max", "pattern", "max_length", "conflicts", "after", "aliases", "client", "batch"];

/// The keys of a field that it can do without.
const OPTIONAL_OF_FIELD: &[&str] = &["unit", "min", "max", "pattern", "max_length"];

/// The keys of an endpoint that it cannot do without.
const NEEDED: &[&str] = &["host", "path", "method", "status", "raw", "converter"];

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
fn given_up(table: &mut Node, path: &[&str], gently: bool) -> Option<&'static str> {
    match path {
        [section, name, ..] if !gently => table.remove(&[section, name]).then_some(GONE),
        [.., "deprecated"] => table.remove(path).then_some("the key is left out"),
        [.., "doc"] => replaced(table, path, "This has no description."),
        ["hosts", name, "auth", ..] => {
            table.remove(&["hosts", name, "auth"]).then_some("the credentials are left out")
        }
        ["hosts", _, "default"] => replaced(table, path, super::hosts::NO_ADDRESS),
        ["types", name, "variants", variant, ..] => {
            table.remove(&["types", name, "variants", variant]).then_some("the value is left out")
        }
        ["types", name, "other"] => {
            table.remove(&["types", name, "other"]).then_some("other values are left out")
        }
        ["records", name, "fields", field, key @ ..] => record_field(table, (name, field), key),
        ["endpoints", name, "response", "statuses", status, ..] => {
            let removed = table.remove(&["endpoints", name, "response", "statuses", status]);
            if table.at(&["endpoints", name, "response", "statuses"]).is_some_and(Node::is_empty) {
                table.remove(&["endpoints", name, "response", "statuses"]);
            }
            removed.then_some("the status is left out")
        }
        ["endpoints", name, "response", key, ..] if *key != "type" => {
            table.remove(&["endpoints", name, "response", key]).then_some("the key is left out")
        }
        ["endpoints", name, "response", ..] => {
            let general = replaced(table, &["endpoints", name, "response", "type"], "any");
            general.or_else(|| table.remove(&["endpoints", name]).then_some(GONE))
        }
        ["records", name, key @ ("key" | "whole"), ..] => {
            table.remove(&["records", name, key]).then_some("the key is left out")
        }
        ["endpoints", name, "params", param, key @ ..] => parameter(table, (name, param), key),
        ["endpoints", name, "examples", example, ..] => {
            table.remove(&["endpoints", name, "examples", example]).then_some("the example is left out")
        }
        ["endpoints", name, key, ..] if !NEEDED.contains(key) => {
            table.remove(&["endpoints", name, key]).then_some("it is left out")
        }
        [section, name, ..] => table.remove(&[section, name]).then_some(GONE),
        _ => None,
    }
}

/// The words for an entry of a section that was left out.
const GONE: &str = "it is left out as a whole";

fn record_field(table: &mut Node, (name, field): (&str, &str), key: &[&str]) -> Option<&'static str> {
    let path = ["records", name, "fields", field];
    if key.first() == Some(&"type")
        && let Some(what) = replaced(table, &["records", name, "fields", field, "type"], "any")
    {
        return Some(what);
    }
    if let [key] = key
        && OPTIONAL_OF_FIELD.contains(key)
    {
        return table.remove(&["records", name, "fields", field, key]).then_some("the key is left out");
    }
    table.remove(&path).then_some("the member is left out")
}

fn parameter(table: &mut Node, (name, param): (&str, &str), key: &[&str]) -> Option<&'static str> {
    let path = |rest: &[&'static str]| -> Vec<String> {
        ["endpoints", name, "params", param]
            .into_iter()
            .chain(rest.iter().copied())
            .map(str::to_owned)
            .collect()
    };
    let remove = |table: &mut Node, path: &[String]| {
        table.remove(&path.iter().map(String::as_str).collect::<Vec<_>>())
    };
    match key {
        [key, ..] if OPTIONAL.contains(key) => {
            let known = OPTIONAL.iter().find(|known| *known == key)?;
            remove(table, &path(&[known])).then_some("the key is left out")
        }
        ["type", "separator"] => {
            remove(table, &path(&["type", "separator"])).then_some("the separator is left out")
        }
        ["type", ..] => {
            let list = table.at(&["endpoints", name, "params", param, "type", "list"]).is_some();
            let place = if list { path(&["type", "list"]) } else { path(&["type"]) };
            let place: Vec<&str> = place.iter().map(String::as_str).collect();
            replaced(table, &place, "string").or_else(|| without_parameter(table, name, param))
        }
        _ => without_parameter(table, name, param),
    }
}

/// Removes a parameter, or its endpoint if that cannot do without, or if it is a part of a body: none is sent in part.
fn without_parameter(table: &mut Node, name: &str, param: &str) -> Option<&'static str> {
    let node = table.at(&["endpoints", name, "params", param])?;
    let is_required = node.get("required") == Some(&Node::plain(&true));
    let is_of_body = matches!(node.get("in"), Some(Node::Text(place)) if OF_BODY.contains(&place.as_str()));
    if is_required || is_of_body {
        return table.remove(&["endpoints", name]).then_some(GONE);
    }
    let removed = table.remove(&["endpoints", name, "params", param]);
    if table.at(&["endpoints", name, "params"]).is_some_and(Node::is_empty) {
        table.remove(&["endpoints", name, "params"]);
    }
    removed.then_some("the parameter is left out")
}

/// Writes something more general in the place of a value. `None` if it stands there already.
fn replaced(table: &mut Node, path: &[&str], by: &str) -> Option<&'static str> {
    let node = table.at_mut(path)?;
    if *node == Node::text(by) {
        return None;
    }
    *node = Node::text(by);
    Some("it is written more generally")
}
