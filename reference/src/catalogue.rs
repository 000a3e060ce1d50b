//! The catalogue as one JSON document, for tools in other languages.

use std::collections::BTreeMap;

use virtual_finance_core::catalogue::{
    AuthScheme, Catalogued as _, Datum, EnumInfo, ExampleInfo, FallbackInfo, GrammarInfo, HostAuth, NextPage,
    PagesInfo, ParamInfo, ParamKind, ParamLocation, StatusInfo, StepInfo, VariantInfo, ViewInfo,
};
use virtual_finance_core::request::EndpointInfo;
use virtual_finance_core::{Host, Value};

use crate::about::About;
use crate::json::{list, members, object, typed, value};

/// Returns the whole catalogue: the hosts, and every endpoint with its parameters, choices, examples and the JSON
/// Schema of its response. Keys without a value are left out.
///
/// ```
/// use virtual_finance::ENDPOINTS;
///
/// use virtual_finance_reference::{About, catalogue};
///
/// let document = catalogue(&About::new("vfapi"), ENDPOINTS);
/// assert_eq!(document["endpoints"][0]["name"], ENDPOINTS[0].name);
/// ```
pub fn catalogue(about: &About<'_>, endpoints: &[&EndpointInfo]) -> Value {
    let hosts = endpoints.first().map(|info| info.hosts).unwrap_or_default();
    object([
        ("version", Some(about.version.into())),
        ("hosts", Some(hosts.iter().map(|host| self::host(host)).collect())),
        ("endpoints", Some(endpoints.iter().map(|info| endpoint(info)).collect())),
    ])
}

fn host(host: &Host) -> Value {
    object(host_members(host, || list(host.auth_or.iter().copied().map(auth))))
}

/// Returns the members of a host, with its other credentials.
pub(crate) fn host_members(
    host: &Host,
    others: impl Fn() -> Option<Value>,
) -> Vec<(&'static str, Option<Value>)> {
    members(host, |key| match key {
        "auth" => Some(host.auth.map(auth)),
        "auth_or" => Some(others()),
        "rate" => Some(host.rate.map(|rate| rate.to_string().into())),
        _ => None,
    })
}

pub(crate) fn auth(auth: HostAuth) -> Value {
    let (name, desk) = match auth.scheme {
        AuthScheme::Header(name) | AuthScheme::Query(name) => (Some(name), None),
        AuthScheme::OAuth2 { host, path, scopes } => (None, Some((host, path, scopes))),
        _ => (None, None),
    };
    let of_scheme = [
        ("type", Some(auth.scheme.as_str().into())),
        ("name", name.map(Value::from)),
        ("token_host", desk.map(|(host, _, _)| host.into())),
        ("token_path", desk.map(|(_, path, _)| path.into())),
        ("scopes", desk.and_then(|(_, _, scopes)| list(scopes.iter().copied()))),
    ];
    object(of_scheme.into_iter().chain(members(&auth, |key| (key == "scheme").then_some(None))))
}

/// The keys that only programs need.
const INTERNAL: [&str; 3] = ["subject", "declared", "lenient"];

fn endpoint(info: &EndpointInfo) -> Value {
    let by_data = info.by_data.map(|by_data| ("response", by_data.schema()));
    let members = members(info, |key| {
        Some(match key {
            "host" => Some(host(info.host)),
            "statuses" => list(info.statuses.iter().map(status)),
            "then" => list(info.then.iter().map(step)),
            "fallbacks" => list(info.fallbacks.iter().map(fallback)),
            "fresh_for" => info.fresh_for.map(|time| time.to_string().into()),
            "pages" => info.pages.as_ref().map(pages),
            "view" => info.view.as_ref().map(view),
            "words" => labelled(info.words),
            "params" => Some(info.params.iter().map(param).collect()),
            "examples" => list(info.examples.iter().map(|example| self::example(info, example))),
            key if INTERNAL.contains(&key) => None,
            _ => return None,
        })
    });
    object(members.into_iter().chain(by_data))
}

/// Returns a status as a number, or a range as its key.
pub(crate) fn status_key(info: &StatusInfo) -> Value {
    if info.is_range() { info.key().into() } else { info.status.into() }
}

fn status(info: &StatusInfo) -> Value {
    object([
        ("status", Some(status_key(info))),
        ("meaning", Some(info.meaning.as_str().into())),
        ("body", info.schema.map(|schema| schema())),
    ])
}

fn step(step: &StepInfo) -> Value {
    object(members(step, |key| (key == "host").then(|| Some(host(step.host)))))
}

fn fallback(fallback: &FallbackInfo) -> Value {
    object(members(fallback, |key| (key == "steps").then(|| Some(fallback.steps.iter().map(step).collect()))))
}

/// Returns the pages of an endpoint, with the keys of the table.
pub(crate) fn pages(pages: &PagesInfo) -> Value {
    let name = match pages.next {
        NextPage::Cursor { .. } => "cursor",
        NextPage::Offset { .. } => "offset",
        NextPage::Number { .. } => "page",
        _ => "link",
    };
    let way = match (pages.next, pages.next.datum()) {
        (NextPage::Link { next }, _) => Some(next.unwrap_or("header").into()),
        (_, Datum::Variant(_, _, fields)) => {
            Some(object(fields.iter().map(|(name, field)| (*name, value(field)))))
        }
        _ => None,
    };
    let items = (!pages.items.is_empty()).then(|| pages.items.into());
    object([("items", items), (name, way), ("more", pages.more.map(Into::into))])
}

/// Returns names with their labels as the table writes them.
pub(crate) fn labelled(list: &[(&str, &str)]) -> Option<Value> {
    self::list(list.iter().map(|(name, label)| match *label {
        "" => (*name).to_owned(),
        label => format!("{name}={label}"),
    }))
}

pub(crate) fn view(view: &ViewInfo) -> Value {
    object(members(view, |key| match key {
        "labels" => Some(labelled(view.labels)),
        "facts" => Some(labelled(view.facts)),
        _ => None,
    }))
}

fn param(param: &ParamInfo) -> Value {
    let members = members(param, |key| match key {
        "wire" if param.place == ParamLocation::Client => Some(None),
        "default" => Some(param.default.map(|text| typed(&param.kind, text))),
        _ => None,
    });
    object(members.into_iter().flat_map(|member| match member {
        ("type", _) => kind(&param.kind),
        member => vec![member],
    }))
}

fn kind(kind: &ParamKind) -> Vec<(&'static str, Option<Value>)> {
    let mut members = vec![("type", Some(kind.as_str().into()))];
    match kind {
        ParamKind::Enum(EnumInfo { variants, other, .. }) => members.extend([
            ("values", Some(variants.iter().map(variant).collect())),
            ("other", other.map(Into::into)),
        ]),
        ParamKind::List { item, separator } => {
            members
                .extend([("item", Some(object(self::kind(item)))), ("separator", Some((*separator).into()))]);
        }
        ParamKind::Json { kind, nullable } => {
            members.extend([("schema", Some(kind.schema())), ("nullable", nullable.then(|| true.into()))]);
        }
        _ => {}
    }
    members
}

fn variant(variant: &VariantInfo) -> Value {
    object([
        ("value", Some(variant.wire.into())),
        ("name", Some(variant.name.into())),
        ("doc", Some(variant.doc).filter(|doc| !doc.is_empty()).map(Into::into)),
        ("deprecated", variant.deprecated.map(Value::from)),
    ])
}

fn example(info: &EndpointInfo, example: &ExampleInfo) -> Value {
    let params = example.params.iter().map(|(name, text)| {
        let value = info.param(name).map_or_else(|| (*text).into(), |param| typed(&param.kind, text));
        (*name, Some(value))
    });
    let params = object(params);
    object(members(example, |key| match key {
        "params" => Some(Some(params.clone())),
        "body" => Some(example.body.map(parsed)),
        "response" => Some(example.response.map(parsed)),
        _ => None,
    }))
}

/// Returns the value of a JSON text; any other text becomes a string.
pub(crate) fn parsed(json: &str) -> Value {
    serde_json::from_str(json).unwrap_or_else(|_| json.into())
}

/// Returns the grammars of parameters, sorted by name.
pub(crate) fn grammars(endpoints: &[&EndpointInfo]) -> Vec<&'static GrammarInfo> {
    let params = endpoints.iter().flat_map(|info| info.params);
    let found = params.filter_map(|param| match param.kind {
        ParamKind::Grammar(info) => Some((info.name, info)),
        _ => None,
    });
    found.collect::<BTreeMap<_, _>>().into_values().collect()
}
