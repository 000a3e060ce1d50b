//! The endpoints as an OpenAPI 3.1 document: one path for each request, with the parameters under their names in
//! the table.

mod components;
mod parameter;
mod problems;
mod rules;
mod security;
mod table;

use virtual_finance_core::Value;
use virtual_finance_core::catalogue::{ParamInfo, ParamLocation, RawKind, StatusInfo};
use virtual_finance_core::request::EndpointInfo;

use crate::about::About;
use crate::catalogue::{parsed, status_key};
use crate::json::{deprecation, joined, list, named, object};
use components::Components;
use problems::with_errors;
pub(crate) use rules::sentences;

/// The member of an operation that is another one by GET: its `operationId`. An import leaves it out.
const SAME_AS: &str = "x-same-as";

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
        ("tags", list(tags(endpoints))),
        (table::TABLE, table::hosts(endpoints)),
        ("paths", Some(named(paths))),
        (
            "components",
            Some(object([
                ("schemas", Some(components.into_schemas(problems::schema()))),
                ("responses", Some(named(problems::responses()))),
                ("securitySchemes", security::schemes(endpoints)),
            ])),
        ),
    ])
}

fn description(about: &About<'_>) -> String {
    format!(
        "The standardized requests as they look to a caller. The names, types, defaults and limits of the parameters \
         are those of the command `{}` and of the Rust client, and so are the responses. Parameters that are lists \
         are one text with their separator, or a value for each item where they have none. Where an operation has \
         `x-several`, its parameter may be given several times: the response is then an object with the members \
         `responses` and `failures`, which has the response or the problem of each value, and rows begin with a column \
         of that name.",
        about.command
    )
}

/// Returns the groups of the endpoints, in the order of the table.
fn tags(endpoints: &[&EndpointInfo]) -> Vec<Value> {
    let mut groups: Vec<&str> = Vec::new();
    for group in endpoints.iter().filter_map(|info| info.group) {
        if !groups.contains(&group) {
            groups.push(group);
        }
    }
    groups.into_iter().map(|group| object([("name", Some(group.into()))])).collect()
}

fn license(name: &str) -> Value {
    object([("name", Some(name.into())), ("identifier", Some(name.into()))])
}

fn path(info: &EndpointInfo, components: &mut Components) -> Value {
    let own = info.method.to_ascii_lowercase();
    let responses = responses(info, components);
    // A server answers GET, too, where the host wants another method for what only reads.
    let get = (info.only_reads() && own != "get")
        .then(|| ("get".to_owned(), operation(info, true, &responses, components)));
    named([(own, operation(info, false, &responses, components))].into_iter().chain(get))
}

/// Returns the operation of an endpoint: as the host has it, or as a GET with all its parameters in the query.
fn operation(info: &EndpointInfo, is_get: bool, responses: &Value, components: &mut Components) -> Value {
    let (summary, description) = split(info.doc);
    let outside = info.params.iter().filter(|param| is_get || param.place != ParamLocation::Body);
    let parameters = outside.map(|param| parameter::parameter(info, param, components));
    let parameters: Vec<Value> = parameters.collect();
    let id = if is_get { format!("get-{}", info.command) } else { info.command.to_owned() };
    let members = [
        ("operationId", Some(id.into())),
        (SAME_AS, is_get.then(|| info.command.into())),
        ("tags", list(info.group)),
        ("summary", Some(summary.into())),
        ("description", description.map(Into::into)),
        ("x-fresh-for", info.fresh_for.map(|time| time.to_string().into())),
        ("parameters", list(parameters)),
        (
            "requestBody",
            info.body.filter(|_| !is_get).map(|format| parameter::body(info, format, components)),
        ),
        ("responses", Some(responses.clone())),
        ("security", security::requirement(info)),
        ("x-several", several(info).map(|param| object([("parameter", Some(param.name.into()))]))),
        ("x-host-statuses", list(info.statuses.iter().map(|status| host_status(status, components)))),
        (table::TABLE, Some(table::endpoint(info))),
    ];
    joined(members, deprecation(info.deprecated))
}

/// Returns the parameter of an endpoint that a server takes several values of, with a request to the host for each.
pub fn several(info: &EndpointInfo) -> Option<&'static ParamInfo> {
    info.sole_subject().filter(|_| info.only_reads() && info.raw != RawKind::Bytes)
}

/// Returns a status of the host with its meaning. Callers get the responses of the document instead.
fn host_status(info: &StatusInfo, components: &mut Components) -> Value {
    object([
        ("status", Some(status_key(info))),
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
    let schema = info.response_schema().map(|schema| components.response(info.name, schema));
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
        ("headers", headers(info)),
        ("content", Some(object([("application/json", Some(content))]))),
    ]))
}

/// Returns the headers of a response whose items come in pages.
fn headers(info: &EndpointInfo) -> Option<Value> {
    info.pages.filter(|_| info.only_reads())?;
    let doc = "The addresses of the first page and, unless this is the last, of the next one (RFC 8288): \
               `<?page=2>; rel=\"next\"`.";
    let schema = object([("type", Some("string".into()))]);
    let link = object([("description", Some(doc.into())), ("schema", Some(schema))]);
    Some(object([("Link", Some(link))]))
}

/// Returns the response of an endpoint that gives bytes. Each reply says its media type.
fn bytes() -> Value {
    let schema = object([("type", Some("string".into())), ("format", Some("binary".into()))]);
    let content = object([("schema", Some(schema))]);
    object([
        ("description", Some("The bytes, with the media type of the host.".into())),
        ("content", Some(object([("*/*", Some(content))]))),
    ])
}
