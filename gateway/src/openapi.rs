//! The OpenAPI document of a gateway: the document of the table, with what a gateway adds to it.

use serde_json::{Map, Value, json};
use virtual_finance_command::Program;
use virtual_finance_core::catalogue::{NextPage, ParamLocation, RawKind};
use virtual_finance_core::request::EndpointInfo;
use virtual_finance_reference::openapi;
use virtual_finance_tables::formats::Format;

use crate::form::{formats, parameters};
use crate::pages::NEXT;
use crate::sse::MEDIA_TYPE;

/// The tag of the paths that are no endpoints.
const GATEWAY: &str = "Gateway";

/// The media type of documents.
pub(crate) const JSON: &str = "application/json";

/// The name of the scheme of tokens.
const TOKEN: &str = "token";

/// The name of the response to who has it already.
const NOT_MODIFIED: &str = "NotModified";

/// The headers of a response that a gateway adds.
const HEADERS: [(&str, &str); 3] = [
    ("ETag", "The entity tag. Who sends it as `If-None-Match` gets 304 instead of the same response."),
    ("X-Source", "The source of the data, percent-encoded."),
    ("X-Notes", "The notes beside the response, percent-encoded."),
];

/// The ways in which callers say who they are.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Access {
    pub(crate) needs_token: bool,
    /// True if a path may have the token.
    pub(crate) has_tokens_in_paths: bool,
}

/// A path that is no endpoint.
pub(crate) struct Own {
    pub(crate) path: &'static str,
    name: &'static str,
    summary: &'static str,
    media_type: &'static str,
    /// True if it needs no token.
    is_open: bool,
    /// Its other members, by the words of OpenAPI; it is asked with POST if it has a body.
    more: Option<fn() -> Value>,
}

impl Own {
    pub(crate) const fn new(
        path: &'static str,
        name: &'static str,
        summary: &'static str,
        media_type: &'static str,
    ) -> Self {
        Self { path, name, summary, media_type, is_open: false, more: None }
    }

    pub(crate) const fn open(self) -> Self {
        Self { is_open: true, ..self }
    }

    #[cfg(any(feature = "mcp", feature = "stream"))]
    pub(crate) const fn with(self, more: fn() -> Value) -> Self {
        Self { more: Some(more), ..self }
    }
}

/// Returns the document of a gateway with these paths beside the endpoints.
pub(crate) fn document(program: &Program, access: Access, own: &[Own]) -> Value {
    let mut document = openapi(&program.document(), program.endpoints);
    let completed = document.as_object_mut().and_then(|all| complete(all, program, access, own));
    debug_assert!(completed.is_some(), "a document has all these members");
    document
}

fn complete(document: &mut Map<String, Value>, program: &Program, access: Access, own: &[Own]) -> Option<()> {
    let not_modified = json!({ "description": "The caller has the response." });
    let mut responses = Map::from_iter([(NOT_MODIFIED.to_owned(), not_modified)]);
    let mut errors = Map::new();
    let paths = within(document, "paths")?;
    for info in program.endpoints {
        let path = format!("/{}", info.command);
        let item = within(paths, &path)?;
        for operation in item.values_mut().filter_map(Value::as_object_mut) {
            errors = extend(operation, info, &mut responses)?;
        }
        let below = item.get("get").and_then(|get| below(get, info));
        paths.extend(below.map(|(subject, get)| (format!("{path}/{{{subject}}}"), json!({ "get": get }))));
    }
    paths.extend(own.iter().map(|own| (own.path.to_owned(), of_gateway(own, &errors))));
    let components = within(document, "components")?;
    within(components, "responses")?.extend(responses);
    // The credentials of hosts are the gateway's own.
    components.shift_remove("securitySchemes");
    let mut security = json!([]);
    if access.needs_token {
        let scheme = json!({ "type": "http", "scheme": "bearer", "description": "The token of a caller." });
        within(components, "securitySchemes")?.insert(TOKEN.to_owned(), scheme);
        security = json!([{ TOKEN: [] }]);
    }
    let mut servers = vec![json!({ "url": "/" })];
    if access.has_tokens_in_paths {
        let doc = "For programs that send no header.";
        let token = json!({ "default": "TOKEN", "description": "The token of a caller." });
        servers.push(json!({ "url": "/t/{token}", "description": doc, "variables": { TOKEN: token } }));
    }
    document.entry("tags").or_insert_with(|| json!([])).as_array_mut()?.push(json!({ "name": GATEWAY }));
    document.extend([("security".to_owned(), security), ("servers".to_owned(), servers.into())]);
    Some(())
}

/// Returns the members of an object within another one, which are there then.
fn within<'m>(object: &'m mut Map<String, Value>, name: &str) -> Option<&'m mut Map<String, Value>> {
    object.entry(name).or_insert_with(|| json!({})).as_object_mut()
}

/// Adds to the operation of an endpoint what a gateway takes and gives. Its response becomes one for all its paths.
/// Returns the errors.
fn extend(
    operation: &mut Map<String, Value>,
    info: &EndpointInfo,
    responses: &mut Map<String, Value>,
) -> Option<Map<String, Value>> {
    operation.shift_remove("security");
    let has_forms = info.raw != RawKind::Bytes;
    if has_forms {
        let own = operation.entry("parameters").or_insert_with(|| json!([])).as_array_mut()?;
        own.extend(parameters(info));
        let is_linked = info.pages.is_some_and(|pages| matches!(pages.next, NextPage::Link { .. }));
        own.extend((is_linked && info.param(NEXT).is_none()).then(|| {
            let doc = "The page, by the name that the header `Link` has for it.";
            json!({ "name": NEXT, "in": "query", "description": doc, "schema": { "type": "string" } })
        }));
    }
    let own = within(operation, "responses")?;
    let Some(Value::Object(mut response)) = own.shift_remove("200") else { return None };
    let errors = own.clone();
    within(&mut response, "headers")?.extend(
        HEADERS.map(|(name, doc)| {
            (name.to_owned(), json!({ "description": doc, "schema": { "type": "string" } }))
        }),
    );
    let content = within(&mut response, "content")?;
    for format in formats(info).filter(|_| has_forms) {
        content.entry(format.media_type()?).or_insert_with(|| json!({ "schema": schema(format) }));
    }
    if info.has_events() {
        content.insert(MEDIA_TYPE.to_owned(), json!({ "schema": { "type": "string" } }));
    }
    let name = format!("{}Response", info.name);
    for (index, (status, name)) in [("200", &*name), ("304", NOT_MODIFIED)].into_iter().enumerate() {
        let reference = json!({ "$ref": format!("#/components/responses/{name}") });
        own.shift_insert(index, status.to_owned(), reference);
    }
    responses.insert(name, response.into());
    Some(errors)
}

/// Returns the schema of a format that is not JSON.
fn schema(format: Format) -> Value {
    if format.is_binary() {
        json!({ "type": "string", "format": "binary" })
    } else {
        json!({ "type": "string" })
    }
}

/// Returns the operation of the path with the subject at its end, with the name of the subject.
fn below<'i>(get: &Value, info: &'i EndpointInfo) -> Option<(&'i str, Value)> {
    let subject = info.subject?;
    let param = info.param(subject)?;
    let name = if param.place == ParamLocation::Header { param.wire } else { subject };
    let mut get = get.as_object()?.clone();
    let list = get.get_mut("parameters")?.as_array_mut()?;
    let index = list.iter().position(|param| param.get("name").is_some_and(|known| known == name))?;
    let own = list.get_mut(index)?.as_object_mut()?;
    own.shift_remove("style");
    own.extend([
        ("name".to_owned(), subject.into()),
        ("in".to_owned(), "path".into()),
        ("required".to_owned(), true.into()),
        ("explode".to_owned(), false.into()),
    ]);
    let id = format!("{}-by-{subject}", info.command);
    get.extend([("operationId".to_owned(), id.into()), ("x-same-as".to_owned(), info.command.into())]);
    Some((subject, get.into()))
}

/// Returns the item of a path that is no endpoint.
fn of_gateway(own: &Own, errors: &Map<String, Value>) -> Value {
    let is_error_of = |status: &str| !matches!(status, "404" | "422" | "429" | "502" | "504");
    let errors = errors.iter().filter(|(status, _)| is_error_of(status));
    let schema = if own.media_type == JSON { json!({}) } else { json!({ "type": "string" }) };
    let content = Map::from_iter([(own.media_type.to_owned(), json!({ "schema": schema }))]);
    let good = ("200".to_owned(), json!({ "description": own.summary, "content": content }));
    let responses: Map<_, _> =
        std::iter::once(good).chain(errors.map(|(status, error)| (status.clone(), error.clone()))).collect();
    let mut operation = Map::from_iter([
        ("operationId".to_owned(), own.name.into()),
        ("tags".to_owned(), json!([GATEWAY])),
        ("summary".to_owned(), own.summary.into()),
    ]);
    operation.extend(own.is_open.then(|| ("security".to_owned(), json!([]))));
    if let Some(Value::Object(more)) = own.more.map(|more| more()) {
        operation.extend(more);
    }
    operation.insert("responses".to_owned(), responses.into());
    let method = if operation.contains_key("requestBody") { "post" } else { "get" };
    Map::from_iter([(method.to_owned(), operation.into())]).into()
}
