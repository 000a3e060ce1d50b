//! The catalogue as one JSON document, for tools in other languages.

use std::collections::BTreeMap;

use virtual_finance_core::catalogue::{
    AuthScheme, ChoiceInfo, ChoiceOption, EnumInfo, ErrorObject, ExampleInfo, FallbackInfo, GrammarInfo,
    HostAuth, NextPage, PagesInfo, ParamInfo, ParamKind, ParamLocation, StatusInfo, StepInfo, VariantInfo,
    ViewInfo,
};
use virtual_finance_core::request::EndpointInfo;
use virtual_finance_core::{Host, Value};

use crate::about::About;
use crate::json::{list, number, object, typed};

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
#[must_use]
pub fn catalogue(about: &About<'_>, endpoints: &[&EndpointInfo]) -> Value {
    let hosts = endpoints.first().map(|info| info.hosts).unwrap_or_default();
    object([
        ("version", Some(about.version.into())),
        ("hosts", Some(hosts.iter().map(|host| self::host(host)).collect())),
        ("endpoints", Some(endpoints.iter().map(|info| endpoint(info)).collect())),
    ])
}

fn host(host: &Host) -> Value {
    object([
        ("name", Some(host.name.into())),
        ("default", Some(host.default.into())),
        ("doc", Some(host.doc.into())),
        ("auth", host.auth.map(auth)),
        ("headers", list(host.headers.iter().map(pair))),
    ])
}

pub(crate) fn auth(auth: HostAuth) -> Value {
    let (name, desk) = match auth.scheme {
        AuthScheme::Header(name) | AuthScheme::Query(name) => (Some(name), None),
        AuthScheme::OAuth2 { host, path, scopes } => (None, Some((host, path, scopes))),
        _ => (None, None),
    };
    object([
        ("type", Some(auth.scheme.as_str().into())),
        ("name", name.map(Value::from)),
        ("token_host", desk.map(|(host, _, _)| host.into())),
        ("token_path", desk.map(|(_, path, _)| path.into())),
        ("scopes", desk.and_then(|(_, _, scopes)| list(scopes.iter().copied()))),
        ("env", auth.env.map(Value::from)),
    ])
}

fn endpoint(info: &EndpointInfo) -> Value {
    object([
        ("name", Some(info.name.into())),
        ("command", Some(info.command.into())),
        ("doc", Some(info.doc.into())),
        ("host", Some(host(info.host))),
        ("path", Some(info.path.into())),
        ("method", Some(info.method.into())),
        ("safe", info.safe.then(|| true.into())),
        ("query", list(info.query.iter().map(pair))),
        ("split", info.split.map(Value::from)),
        ("headers", list(info.headers.iter().map(pair))),
        ("reply_headers", list(info.reply_headers.iter().map(|name| Value::from(*name)))),
        ("body", info.body.map(|format| format.as_str().into())),
        ("graphql", info.graphql.map(Value::from)),
        ("status", Some(info.status.into())),
        ("raw", Some(info.raw.as_str().into())),
        ("error", info.error.map(error)),
        ("statuses", list(info.statuses.iter().map(status))),
        ("session", Some(info.session.as_str().into())),
        ("fallbacks", list(info.fallbacks.iter().map(fallback))),
        ("fresh_for", info.fresh_for.map(|time| time.to_string().into())),
        ("pages", info.pages.as_ref().map(pages)),
        ("view", info.view.as_ref().map(view)),
        ("group", info.group.map(Value::from)),
        ("words", labelled(info.words)),
        ("params", Some(info.params.iter().map(param).collect())),
        ("choices", list(info.choices.iter().map(choice))),
        ("examples", list(info.examples.iter().map(|example| self::example(info, example)))),
        ("response", info.schema.map(|schema| schema())),
        ("deprecated", info.deprecated.map(Value::from)),
    ])
}

fn error(error: ErrorObject) -> Value {
    object([
        ("at", Some(error.at.into())),
        ("code", error.code.map(Value::from)),
        ("message", error.message.map(Value::from)),
    ])
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

fn fallback(fallback: &FallbackInfo) -> Value {
    object([
        ("name", Some(fallback.name.into())),
        ("doc", Some(fallback.doc.into())),
        ("raw", Some(fallback.raw.as_str().into())),
        ("steps", Some(fallback.steps.iter().map(step).collect())),
    ])
}

fn step(step: &StepInfo) -> Value {
    object([
        ("name", Some(step.name.into())),
        ("host", Some(host(step.host))),
        ("path", Some(step.path.into())),
        ("method", Some(step.method.into())),
        ("session", Some(step.session.as_str().into())),
        ("query", list(step.query.iter().map(pair))),
        ("split", step.split.map(Value::from)),
        ("prepared", Some(step.prepared.into())),
    ])
}

/// Returns a constant of a query or of headers.
pub(crate) fn pair((name, value): &(&str, &str)) -> Value {
    format!("{name}={value}").into()
}

/// Returns the pages of an endpoint, with the keys of the table.
pub(crate) fn pages(pages: &PagesInfo) -> Value {
    let way = match pages.next {
        NextPage::Cursor { parameter, next } => {
            Some(("cursor", object([("parameter", Some(parameter.into())), ("next", Some(next.into()))])))
        }
        NextPage::Offset { parameter, rows, total } => {
            let members = [
                ("parameter", Some(parameter.into())),
                ("rows", rows.map(Value::from)),
                ("total", total.map(Value::from)),
            ];
            Some(("offset", object(members)))
        }
        NextPage::Number { parameter, last } => {
            let members = [("parameter", Some(parameter.into())), ("last", last.map(Value::from))];
            Some(("page", object(members)))
        }
        NextPage::Link { next } => Some(("link", next.unwrap_or("header").into())),
        _ => None,
    };
    let items = (!pages.items.is_empty()).then(|| pages.items.into());
    let way = way.map_or(("way", None), |(name, way)| (name, Some(way)));
    object([("items", items), way])
}

/// Returns names with their labels as the table writes them.
pub(crate) fn labelled(list: &[(&str, &str)]) -> Option<Value> {
    self::list(list.iter().map(|(name, label)| match *label {
        "" => (*name).to_owned(),
        label => format!("{name}={label}"),
    }))
}

pub(crate) fn view(view: &ViewInfo) -> Value {
    object([
        ("main", view.main.map(Value::from)),
        ("otherwise", list(view.otherwise.iter().copied())),
        ("unfold", list(view.unfold.iter().copied())),
        ("times", list(view.times.iter().copied())),
        ("instants", list(view.instants.iter().copied())),
        ("days", list(view.days.iter().copied())),
        ("interval", view.interval.map(Value::from)),
        ("zone", view.zone.map(Value::from)),
        ("columns", list(view.columns.iter().copied())),
        ("labels", labelled(view.labels)),
        ("whole", list(view.whole.iter().copied())),
        ("head", view.head.map(Value::from)),
        ("facts", labelled(view.facts)),
        ("beside", view.beside.map(Value::from)),
        ("unknown", view.unknown.map(Value::from)),
        ("percents", list(view.percents.iter().copied())),
        ("fractions", list(view.fractions.iter().copied())),
        ("prices", list(view.prices.iter().copied())),
        ("decimals", view.decimals.map(Value::from)),
        ("names", list(view.names.iter().copied())),
        ("currency", view.currency.map(Value::from)),
        ("chart", list(view.chart.iter().copied())),
    ])
}

fn param(param: &ParamInfo) -> Value {
    let mut members = vec![
        ("name", Some(param.name.into())),
        ("aliases", list(param.aliases.iter().copied())),
        ("doc", Some(param.doc.into())),
    ];
    members.extend(kind(&param.kind));
    members.extend([
        ("in", Some(param.place.as_str().into())),
        ("wire", (param.place != ParamLocation::Client).then(|| param.wire.into())),
        ("repeated", param.repeated.then(|| true.into())),
        ("required", Some(param.required.into())),
        ("default", param.default.map(|text| typed(&param.kind, text))),
        ("min", param.min.map(number)),
        ("max", param.max.map(number)),
        ("max_length", param.max_length.map(Into::into)),
        ("batch", param.batch.map(Into::into)),
        ("pattern", param.pattern.map(Into::into)),
        ("conflicts", list(param.conflicts.iter().copied())),
        ("after", param.after.map(Into::into)),
        ("deprecated", param.deprecated.map(Value::from)),
    ]);
    object(members)
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

fn choice(choice: &ChoiceInfo) -> Value {
    let option = |option: &ChoiceOption| {
        object([
            ("name", Some(option.name.into())),
            ("required", list(option.required.iter().copied())),
            ("optional", list(option.optional.iter().copied())),
        ])
    };
    object([
        ("name", Some(choice.name.into())),
        ("doc", Some(choice.doc.into())),
        ("required", choice.required.then(|| true.into())),
        ("options", Some(choice.options.iter().map(option).collect())),
    ])
}

fn example(info: &EndpointInfo, example: &ExampleInfo) -> Value {
    let params = example.params.iter().map(|(name, text)| {
        let value = info.param(name).map_or_else(|| (*text).into(), |param| typed(&param.kind, text));
        (*name, Some(value))
    });
    object([
        ("name", Some(example.name.into())),
        ("doc", Some(example.doc.into())),
        ("params", Some(object(params))),
        ("rust", Some(example.rust.into())),
        ("now", example.now.map(Into::into)),
        ("url", Some(example.url.into())),
        ("body", example.body.map(parsed)),
        ("reply", example.reply.map(Into::into)),
        ("response", example.response.map(parsed)),
    ])
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
