//! The members `x-table`, which keep the keys of the table that OpenAPI has no word for. An import of the document reads
//! them, so that the table comes out as it was. The functions of converters are not here, because
//! the catalogue does not know them, and neither are examples, whose addresses some of these functions make.

use virtual_finance_core::catalogue::{
    ChoiceInfo, FallbackInfo, GrammarInfo, ParamInfo, ParamKind, ParamLocation, RepeatInfo, StepInfo,
};
use virtual_finance_core::request::EndpointInfo;
use virtual_finance_core::{Host, Value};

use crate::catalogue::{auth, grammars, host_members, labelled, pages, view};
use crate::json::{list, members, named, object};
use crate::openapi::rules::{sentences, style};

/// The name of the members.
pub(super) const TABLE: &str = "x-table";

/// Returns the hosts of the table.
pub(super) fn hosts(endpoints: &[&EndpointInfo]) -> Option<Value> {
    let hosts = endpoints.first()?.hosts;
    let is_asked = |host: &Host| {
        endpoints
            .iter()
            .any(|info| info.host.name == host.name || info.steps().any(|step| step.host.name == host.name))
    };
    let host = |host: &&Host| {
        let mut keys = host_members(host, || others(host));
        keys.retain(|(key, _)| *key != "name");
        // The table demands it of a host that no request goes to.
        keys.push(("client", (!is_asked(host)).then(|| true.into())));
        let keys = object(keys);
        (host.name.to_owned(), keys)
    };
    let grammars: Vec<_> = grammars(endpoints).into_iter().map(grammar).collect();
    Some(object([
        ("replies", endpoints.iter().any(|info| info.lenient).then(|| "lenient".into())),
        ("hosts", Some(named(hosts.iter().map(host)))),
        ("grammars", (!grammars.is_empty()).then(|| named(grammars))),
    ]))
}

fn grammar(info: &GrammarInfo) -> (String, Value) {
    let keys = object([("doc", Some(info.doc.into())), ("converter", Some(info.converter.into()))]);
    (info.name.to_owned(), keys)
}

/// The rows of an endpoint that OpenAPI has words for, or that no table has.
const SAID: [&str; 12] = [
    "command",
    "doc",
    "method",
    "body",
    "error",
    "statuses",
    "params",
    "examples",
    "deprecated",
    "subject",
    "declared",
    "lenient",
];

/// Returns the other credentials of a host, of which a catalogue has no names.
fn others(host: &Host) -> Option<Value> {
    let name = |index: usize| format!("other_{index}");
    let forms = host.auth_or.iter().zip(1_usize..).map(|(form, index)| (name(index), auth(*form)));
    (!host.auth_or.is_empty()).then(|| named(forms))
}

/// Returns the keys of an endpoint.
pub(super) fn endpoint(info: &EndpointInfo) -> Value {
    let names = |items: Vec<(String, Value)>| (!items.is_empty()).then(|| named(items));
    object(members(info, |key| {
        Some(match key {
            "host" => Some(info.host.name.into()),
            "path" => Some(if info.path.is_empty() { "/" } else { info.path }.into()),
            // A query of GraphQL only reads, without a word.
            "safe" => (info.safe && info.graphql.is_none()).then(|| true.into()),
            "session" => info.host.auth.map(|_| info.session.as_str().into()),
            "repeats" => names(info.repeats.iter().map(repeat).collect()),
            "then" => names(info.then.iter().map(step).collect()),
            "fallbacks" => names(info.fallbacks.iter().map(fallback).collect()),
            "fresh_for" => info.fresh_for.map(|time| time.to_string().into()),
            "pages" => info.pages.as_ref().map(pages),
            "view" => info.view.as_ref().map(view),
            "words" => labelled(info.words),
            "choices" => names(info.choices.iter().map(choice).collect()),
            "response" => info.declared.and_then(|keys| keys.parse().ok()),
            key if SAID.contains(&key) => None,
            _ => return None,
        })
    }))
}

/// Returns the keys of a parameter, or `None` if OpenAPI says all of them.
pub(super) fn param(info: &EndpointInfo, param: &ParamInfo) -> Option<Value> {
    let is_elsewhere = matches!(param.place, ParamLocation::Path | ParamLocation::Client);
    let is_header = param.place == ParamLocation::Header;
    let wire = match info.graphql {
        Some(_) => param.wire.strip_prefix("variables.").unwrap_or(param.wire),
        None => param.wire,
    };
    let is_renamed = wire != param.name && param.place != ParamLocation::Client;
    let keys = object(members(param, |key| {
        Some(match key {
            "name" => (is_header && is_renamed).then(|| param.name.into()),
            "doc" => (!sentences(info, param).is_empty()).then(|| param.doc.into()),
            "type" => kind(param),
            "in" => is_elsewhere.then(|| param.place.as_str().into()),
            "wire" => (!is_header && is_renamed).then(|| wire.into()),
            "min" | "max" | "pattern" | "max_length" if !is_unsaid(param) => None,
            "repeated" | "required" | "default" | "deprecated" => None,
            _ => return None,
        })
    }));
    keys.as_object().is_some_and(|keys| !keys.is_empty()).then_some(keys)
}

/// Returns true for a list that OpenAPI has no style for: its schema is a string.
fn is_unsaid(param: &ParamInfo) -> bool {
    matches!(param.kind, ParamKind::List { .. }) && style(param).is_none()
}

/// Returns the type of a parameter as the table writes it, if a schema does not say the same.
fn kind(param: &ParamInfo) -> Option<Value> {
    match &param.kind {
        ParamKind::Ticker | ParamKind::IsoDateTime => Some(param.kind.as_str().into()),
        ParamKind::Grammar(grammar) => Some(grammar.name.into()),
        ParamKind::List { item, separator }
            if is_unsaid(param)
                || matches!(item, ParamKind::Ticker | ParamKind::IsoDateTime)
                // Neither headers nor bodies have the styles of a query.
                || matches!(param.place, ParamLocation::Header | ParamLocation::Body) =>
        {
            Some(object([
                ("list", Some(item.as_str().into())),
                ("separator", (!param.repeated).then(|| (*separator).into())),
            ]))
        }
        _ => None,
    }
}

fn choice(choice: &ChoiceInfo) -> (String, Value) {
    let options = choice.options.iter().map(|option| {
        let doc = format!("With {}.", option.required.join(" and "));
        let keys = object([
            ("doc", Some(doc.into())),
            ("required", Some(option.required.iter().copied().collect())),
            ("optional", list(option.optional.iter().copied())),
        ]);
        (option.name.to_owned(), keys)
    });
    let keys = object([
        ("doc", Some(choice.doc.into())),
        ("required", choice.required.then(|| true.into())),
        ("options", Some(named(options))),
    ]);
    (choice.name.to_owned(), keys)
}

fn repeat(repeat: &RepeatInfo) -> (String, Value) {
    (repeat.param.to_owned(), object(members(repeat, |key| (key == "param").then_some(None))))
}

fn step(step: &StepInfo) -> (String, Value) {
    let keys = object(members(step, |key| match key {
        "host" => Some(Some(step.host.name.into())),
        "session" => Some(step.host.auth.map(|_| step.session.as_str().into())),
        "name" | "method" | "prepared" => Some(None),
        _ => None,
    }));
    (step.name.to_owned(), keys)
}

fn fallback(fallback: &FallbackInfo) -> (String, Value) {
    let keys = object(members(fallback, |key| match key {
        "name" => Some(None),
        "steps" => Some(Some(named(fallback.steps.iter().map(step)))),
        _ => None,
    }));
    (fallback.name.to_owned(), keys)
}
