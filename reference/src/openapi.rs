//! The endpoints as an OpenAPI 3.1 document: one path for each request, with the parameters under their names in
//! the table.

mod components;
mod parameter;
mod rules;
mod security;
mod table;

use virtual_finance_core::catalogue::{ParamLocation, RawKind, StatusInfo};
use virtual_finance_core::request::EndpointInfo;
use virtual_finance_core::{ErrorKind, Value};

use crate::about::About;
use crate::catalogue::parsed;
use crate::json::{deprecation, joined, list, named, object};
use components::Components;
pub(crate) use rules::sentences;

/// Returns the OpenAPI 3.1 document of the endpoints: `GET /{command}`, or the method of the endpoint, with its
/// parameters, the standardized response, and the errors.
///
/// ```
/// use virtual_finance::ENDPOINTS;
///
/// use virtual_finance_reference::{About, openapi};
///
/// let document = openapi(&About::new("vfapi"), ENDPOINTS);
/// assert_eq!(document["openapi"], "3.1.1");
/// assert_eq!(document["paths"].as_object().unwrap().len(), ENDPOINTS.len());
/// ```
#[must_use]
pub fn openapi(about: &About<'_>, endpoints: &[&EndpointInfo]) -> Value {
    let mut components = Components::of(endpoints);
    let paths: Vec<(String, Value)> =
        endpoints.iter().map(|info| (format!("/{}", info.command), path(info, &mut components))).collect();
    object([
        ("openapi", Some("3.1.1".into())),
        (
            "info",
            Some(object([
                ("title", Some(about.title.into())),
                ("version", Some(about.version.into())),
                ("description", Some(description(about).into())),
                ("license", about.license.map(license)),
            ])),
        ),
        ("servers", Some(object([("url", Some("/".into()))])).map(|server| vec![server].into())),
        (table::TABLE, table::hosts(endpoints)),
        ("paths", Some(named(paths))),
        (
            "components",
            Some(object([
                ("schemas", Some(components.into_schemas(error_schema()))),
                ("responses", Some(named(error_responses()))),
                ("securitySchemes", security::schemes(endpoints)),
            ])),
        ),
    ])
}

fn description(about: &About<'_>) -> String {
    format!(
        "The standardized requests as they look to a caller. The names, types, defaults and limits of the parameters \
         are those of the command `{}` and of the Rust client, and so are the responses. Parameters that are lists \
         are one text with their separator, or a value for each item where they have none.",
        about.command
    )
}

fn license(name: &str) -> Value {
    object([("name", Some(name.into())), ("identifier", Some(name.into()))])
}

fn path(info: &EndpointInfo, components: &mut Components) -> Value {
    let (summary, description) = split(info.doc);
    let outside = info.params.iter().filter(|param| param.place != ParamLocation::Body);
    let parameters = outside.map(|param| parameter::parameter(info, param, components));
    let parameters: Vec<Value> = parameters.collect();
    let members = [
        ("operationId", Some(info.command.into())),
        ("summary", Some(summary.into())),
        ("description", description.map(Into::into)),
        ("x-fresh-for", info.fresh_for.map(|time| time.to_string().into())),
        ("parameters", list(parameters)),
        ("requestBody", info.body.map(|format| parameter::body(info, format, components))),
        ("responses", Some(responses(info, components))),
        ("security", security::requirement(info)),
        ("x-host-statuses", list(info.statuses.iter().map(|status| host_status(status, components)))),
        (table::TABLE, Some(table::endpoint(info))),
    ];
    let operation = joined(members, deprecation(info.deprecated));
    named([(info.method.to_ascii_lowercase(), operation)])
}

/// Returns a status of the host with its meaning. Callers get the responses of the document instead.
fn host_status(info: &StatusInfo, components: &mut Components) -> Value {
    object([
        ("status", Some(info.status.into())),
        ("meaning", Some(info.meaning.as_str().into())),
        ("schema", info.schema.map(|schema| components.inline(schema()))),
    ])
}

/// Splits a doc into its summary and the rest.
pub(crate) fn split(doc: &str) -> (&str, Option<&str>) {
    let (summary, rest) = doc.trim().split_once('\n').unwrap_or((doc.trim(), ""));
    (summary.trim_end_matches('.'), Some(rest.trim()).filter(|rest| !rest.is_empty()))
}

fn responses(info: &EndpointInfo, components: &mut Components) -> Value {
    if info.raw == RawKind::Bytes {
        return with_errors(bytes());
    }
    let schema = info.schema.map(|schema| components.response(info.name, schema()));
    let examples: Vec<(String, Value)> = info
        .examples
        .iter()
        .filter_map(|example| {
            let (summary, description) = split(example.doc);
            let value = object([
                ("summary", Some(summary.into())),
                ("description", description.map(Into::into)),
                ("value", Some(parsed(example.response?))),
            ]);
            Some((example.name.to_owned(), value))
        })
        .collect();
    let content = object([("schema", schema), ("examples", (!examples.is_empty()).then(|| named(examples)))]);
    with_errors(object([
        ("description", Some("The standardized response.".into())),
        ("content", Some(object([("application/json", Some(content))]))),
    ]))
}

/// Returns the response of an endpoint that gives bytes. Their media type is that of each reply.
fn bytes() -> Value {
    let schema = object([("type", Some("string".into())), ("format", Some("binary".into()))]);
    let content = object([("schema", Some(schema))]);
    object([
        ("description", Some("The bytes, with the media type of the host.".into())),
        ("content", Some(object([("*/*", Some(content))]))),
    ])
}

/// Returns the responses of an operation: a good one, and those of errors.
fn with_errors(good: Value) -> Value {
    let errors = statuses().map(|(status, kind)| {
        let reference = format!("#/components/responses/{}", kind.response_name());
        (status.to_string(), object([("$ref", Some(reference.into()))]))
    });
    named(std::iter::once(("200".to_owned(), good)).chain(errors))
}

fn error_responses() -> impl Iterator<Item = (String, Value)> {
    statuses().map(|(_, kind)| {
        let schema = object([("$ref", Some("#/components/schemas/Error".into()))]);
        let content = object([("application/json", Some(object([("schema", Some(schema))])))]);
        let response = object([("description", Some(kind.description().into())), ("content", Some(content))]);
        (kind.response_name().to_owned(), response)
    })
}

/// Returns the kinds of errors that a server answers with, by status.
fn statuses() -> impl Iterator<Item = (u16, ErrorKind)> {
    ErrorKind::ALL.into_iter().filter_map(|kind| Some((kind.gateway_status()?, kind)))
}

fn error_schema() -> Value {
    serde_json::json!({
        "description": "An error of a request.",
        "type": "object",
        "properties": {
            "status": {
                "description": "The status of the response.",
                "type": "integer",
                "enum": statuses().map(|(status, _)| status).collect::<Vec<_>>(),
            },
            "message": {
                "description": "The reason and what to do, in a sentence that names the request.",
                "type": "string",
            },
            "faults": {
                "description": "Each error of the parameters by itself, if the status is 400.",
                "type": "array",
                "items": { "type": "string" },
            },
        },
        "required": ["status", "message"],
        "additionalProperties": false,
    })
}
