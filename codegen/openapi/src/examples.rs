//! The examples of a document: requests of the values that it shows, with the replies that it shows or that its schemas
//! describe.

use std::borrow::Cow;
use std::collections::HashMap;

use serde_json::{Map, Value};
use virtual_finance_core::DateTime;
use virtual_finance_core::catalogue::{ParamInfo, ParamKind, ParamLocation};
use virtual_finance_core::examples::default_url;
use virtual_finance_core::params::ParamMap;
use virtual_finance_core::request::{EndpointInfo, RequestBody};
use virtual_finance_table::TableInfo;
use virtual_finance_table::parse::alone;

use super::at::At;
use super::node::Node;
use super::schema::{Schema, Use};

/// The maximum length of a reply, in bytes.
const MAX_REPLY: usize = 16 << 10;

/// The depth of lists and objects to which a reply is made of its schema, and the maximum number of its values.
const MAX_DEPTH: usize = 6;
const MAX_VALUES: usize = 200;

/// The name of an example in the table.
pub(super) const NAME: &str = "shown";

const DATE: &str = "2024-01-31";
const DATE_TIME: &str = "2024-01-31T12:00:00Z";

/// The example of an operation: its reply, and the values of its parameters by their names in the table.
#[derive(Default)]
pub(super) struct Shown<'d> {
    pub(super) reply: Option<ShownReply>,
    /// The body, if the document shows it.
    pub(super) body: Option<&'d Value>,
    pub(super) params: HashMap<String, Cow<'d, Value>>,
    /// True if a part of its body is made of a schema.
    pub(super) is_made: bool,
}

/// A reply of an operation.
pub(super) struct ShownReply {
    value: Value,
    /// True if the document shows it, rather than its schema.
    pub(super) is_whole: bool,
}

impl ShownReply {
    /// Returns the reply that the document shows, or else a reply of the schema.
    pub(super) fn of<'d>(document: &'d Value, at: &At<'d>) -> Option<Self> {
        let schema = at.get("schema").map(|at| Schema::read(document, &at));
        if let Some(value) = value(document, at, schema.as_ref()) {
            return Some(Self { value: value.clone(), is_whole: true });
        }
        let mut left = MAX_VALUES;
        let value = Some(made(document, &schema?, (MAX_DEPTH, Use::Read), &mut left)).filter(|_| left > 0)?;
        Some(Self { value, is_whole: false })
    }
}

impl<'d> Shown<'d> {
    /// Takes the value of a parameter that the document shows, or makes a value for a required part of a body.
    pub(super) fn param(
        &mut self,
        document: &'d Value,
        name: &str,
        at: &At<'d>,
        (schema, is_needed): (&Schema<'d>, bool),
    ) {
        let shown = value(document, at, Some(schema)).map(Cow::Borrowed);
        let mut left = MAX_VALUES;
        let mut sent = || {
            self.is_made = true;
            Cow::Owned(made(document, schema, (MAX_DEPTH, Use::Sent), &mut left))
        };
        if let Some(value) = shown.or_else(|| is_needed.then(&mut sent)) {
            self.params.insert(name.to_owned(), value);
        }
    }
}

/// Returns a value of a schema with all of its parts.
pub(super) fn whole(document: &Value, schema: &Schema<'_>) -> Value {
    let mut left = usize::MAX;
    made(document, schema, (usize::MAX, Use::Read), &mut left)
}

/// Returns a value of a schema, with the values that its parts show.
fn made(document: &Value, schema: &Schema<'_>, (depth, used): (usize, Use), left: &mut usize) -> Value {
    *left = left.saturating_sub(1);
    let shown = ["example", "default"].into_iter().find_map(|key| schema.get(key));
    let listed = || schema.listed().and_then(|values| values.first().copied());
    if let Some(value) = shown.map(|at| at.value).or_else(listed) {
        return value.clone();
    }
    let below = depth.checked_sub(1).filter(|_| *left > 0);
    let part = |at: &At<'_>, below, left: &mut usize| {
        made(document, &Schema::read(document, at), (below, used), left)
    };
    if let Some(first) = schema.alternatives().first().filter(|_| schema.kind().is_none()) {
        return below.map(|below| part(first, below, left)).unwrap_or_default();
    }
    match (schema.kind(), below) {
        (Some("object"), Some(below)) => {
            // A body has what it needs.
            let required = schema.required();
            let properties = schema.properties().into_iter();
            let properties = properties.filter(|(name, _)| used == Use::Read || required.contains(name));
            Value::Object(
                properties.map(|(name, at)| (name.to_owned(), part(&at, below, left))).collect::<Map<_, _>>(),
            )
        }
        (Some("array"), Some(below)) => {
            let items = schema.part("items");
            Value::Array(items.iter().map(|at| part(at, below, left)).collect())
        }
        (Some("array"), None) => Value::Array(Vec::new()),
        (Some("object"), None) => Value::Object(Map::new()),
        (Some("integer" | "number"), _) => {
            schema.number("minimum").cloned().unwrap_or_else(|| Value::from(1))
        }
        (Some("boolean"), _) => Value::Bool(true),
        (Some("string"), _) => Value::from(match schema.text("format") {
            Some("date") => DATE,
            Some("date-time") => DATE_TIME,
            Some("uuid") => "3f333df6-90a4-4fda-8dd3-9485d27cee36",
            _ => "text",
        }),
        _ => Value::Null,
    }
}

/// Returns the value that a document shows for a parameter or a reply, or for its schema.
pub(super) fn value<'d>(document: &'d Value, at: &At<'d>, schema: Option<&Schema<'d>>) -> Option<&'d Value> {
    let named = || {
        let (_, first) = at.members_of("examples").into_iter().next()?;
        Some(first.followed(document).ok()?.get("value")?.value)
    };
    let of_schema = |schema: &Schema<'d>| {
        let listed = || schema.get("examples")?.value.as_array()?.first();
        let example = schema.get("example").map(|at| at.value).or_else(listed);
        example.or_else(|| Some(schema.get("default")?.value))
    };
    at.get("example").map(|at| at.value).or_else(named).or_else(|| schema.and_then(of_schema))
}

/// Adds an example to each endpoint with a reply in the document. Returns false if no endpoint gets an example.
pub(super) fn add(table: &mut Node, text: &str, shown: &HashMap<String, Shown<'_>>, is_draft: bool) -> bool {
    if shown.values().all(|shown| shown.reply.is_none()) {
        return false;
    }
    let Ok(known) = TableInfo::new("t.yaml", text, &alone) else { return false };
    let mut is_changed = false;
    for info in known.endpoints {
        let example = shown.get(info.name).and_then(|shown| example(info, shown, is_draft));
        if let Some((example, endpoint)) = example.zip(table.at_mut(&["endpoints", info.name])) {
            endpoint.set("examples", Node::Map(vec![(NAME.to_owned(), example)]));
            is_changed = true;
        }
    }
    is_changed
}

/// Returns the example of an endpoint. The example of a draft has all parameters.
fn example(info: &'static EndpointInfo, shown: &Shown<'_>, is_draft: bool) -> Option<Node> {
    let ShownReply { value, is_whole } = shown.reply.as_ref()?;
    let reply = value.to_string();
    let (mut given, mut params) = (ParamMap::new(), Node::map());
    for param in info.params {
        let in_body = shown.body.filter(|_| param.place == ParamLocation::Body);
        let in_body =
            in_body.and_then(|body| if param.wire == "." { Some(body) } else { member(body, param.wire) });
        let known =
            || shown.params.get(param.name).filter(|_| param.required || is_draft).map(|value| &**value);
        let value = match in_body.or_else(known).and_then(|value| node(param, value)) {
            Some(value) => value,
            None if param.required => sample(param)?,
            None => continue,
        };
        given.insert(param.name, written(param, &value)?);
        params.set(param.name, value);
    }
    if reply.len() > MAX_REPLY && !is_draft {
        return None;
    }
    let (request, now) = (info.request(&given).ok()?, DateTime::from(0));
    let url = default_url(&*request, now).ok()?;
    let mut node = Node::map();
    let of_schema = "A reply of the schema.";
    node.set("doc", Node::text(if *is_whole { "The reply that the document shows." } else { of_schema }));
    if !params.is_empty() {
        node.set("params", params);
    }
    node.set("url", Node::text(url));
    if let Some(RequestBody::Json(body)) = request.body(now).ok()? {
        node.set("body", Node::text(body.to_string()));
    }
    node.set("reply", Node::text(reply));
    Some(node)
}

/// Returns the member of a body at the path of a parameter.
fn member<'v>(body: &'v Value, path: &str) -> Option<&'v Value> {
    path.split('.').try_fold(body, |value, name| value.get(name))
}

/// Returns a value as an example has it.
fn node(param: &ParamInfo, value: &Value) -> Option<Node> {
    match param.kind {
        ParamKind::Json { .. } => Some(Node::text(value.to_string())),
        _ => Node::of(value),
    }
}

/// Returns a value as a request takes it.
fn written(param: &ParamInfo, value: &Node) -> Option<Value> {
    match value {
        Node::Text(text) | Node::Plain(text) => Some(param.written(text)),
        Node::List(items) => items.iter().map(|item| written(param, item)).collect(),
        Node::Map(_) => None,
    }
}

/// Returns a value of a parameter for which the document shows none.
fn sample(param: &ParamInfo) -> Option<Node> {
    Some(match param.kind {
        ParamKind::Integer | ParamKind::Number => Node::plain(&param.min.unwrap_or(1.0)),
        ParamKind::Boolean => Node::plain(&true),
        ParamKind::Enum(found) => Node::text(found.variants.first()?.wire),
        ParamKind::String if param.pattern.is_none() => Node::text("text"),
        ParamKind::Date => Node::text(DATE),
        ParamKind::DateTime | ParamKind::IsoDateTime => Node::text(DATE_TIME),
        _ => return None,
    })
}
