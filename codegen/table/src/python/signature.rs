//! Signatures: the parameters of an endpoint with their types and defaults.

use super::literal;
use crate::kind::Kind;
use crate::model::{Endpoint, Param};

/// Returns the parameters after `self`: the required ones by position or name, the others by name.
pub(super) fn parameters(endpoint: &Endpoint<'_>) -> String {
    let mut out = String::new();
    for param in required(endpoint) {
        out += &format!(", {}: {}", literal::name(param.name), annotation(&param.kind));
    }
    let mut optional = optional(endpoint).peekable();
    if optional.peek().is_some() {
        out += ", *";
    }
    for param in optional {
        let (name, kind) = (literal::name(param.name), annotation(&param.kind));
        out += &match literal::default(endpoint, param) {
            Some(default) => format!(", {name}: {kind} = {default}"),
            None => format!(", {name}: {kind} | None = None"),
        };
    }
    for (alias, param) in aliases(endpoint) {
        out += &format!(", {}: {} | None = None", literal::name(alias), annotation(&param.kind));
    }
    out
}

/// Returns the arguments that pass all parameters on.
pub(super) fn arguments(endpoint: &Endpoint<'_>) -> String {
    let first = required(endpoint).map(|param| literal::name(param.name));
    let others = optional(endpoint).map(|param| {
        let name = literal::name(param.name);
        format!("{name}={name}")
    });
    let aliases = aliases(endpoint).map(|(alias, _)| {
        let name = literal::name(alias);
        format!("{name}={name}")
    });
    first.chain(others).chain(aliases).collect::<Vec<_>>().join(", ")
}

pub(super) fn required<'e, 't>(endpoint: &'e Endpoint<'t>) -> impl Iterator<Item = &'e Param<'t>> {
    endpoint.params.iter().filter(|param| param.required)
}

pub(super) fn optional<'e, 't>(endpoint: &'e Endpoint<'t>) -> impl Iterator<Item = &'e Param<'t>> {
    endpoint.params.iter().filter(|param| !param.required)
}

/// Returns the other names of the optional parameters, each with its parameter. A required parameter has its own alone.
pub(super) fn aliases<'e, 't>(endpoint: &'e Endpoint<'t>) -> impl Iterator<Item = (&'t str, &'e Param<'t>)> {
    optional(endpoint).flat_map(|param| param.aliases.iter().map(move |alias| (alias.as_str(), param)))
}

/// Returns the type of a parameter's values.
fn annotation(kind: &Kind<'_>) -> String {
    match kind {
        Kind::String | Kind::Ticker | Kind::Grammar { .. } => "str".to_owned(),
        Kind::Integer => "int".to_owned(),
        Kind::Number => "float".to_owned(),
        Kind::Boolean => "bool".to_owned(),
        Kind::Date => "DateLike".to_owned(),
        Kind::DateTime { .. } => "DateTimeLike".to_owned(),
        Kind::Enum { name, .. } => (*name).to_owned(),
        Kind::List { item, .. } => {
            let item = annotation(item);
            format!("{item} | Sequence[{item}]")
        }
        Kind::Json { .. } => "Any".to_owned(),
    }
}
