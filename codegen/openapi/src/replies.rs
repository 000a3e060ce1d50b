//! The replies of operations: their status, and what becomes of them.

use super::at::At;
use super::context::Context;
use super::node::Node;
use super::params::is_json;
use super::records;
use super::schema::Schema;
use virtual_finance_codegen::import::TABLE_KEYS;

/// The converter of replies that are text.
pub(super) const TEXT: &str = "text";

/// Media types that are text beside those that begin with `text/`: the ends of their names.
const TEXTS: &[&str] = &[
    "xml",
    "yaml",
    "csv",
    "html",
    "javascript",
    "ecmascript",
    "x-www-form-urlencoded",
    "ndjson",
    "jsonl",
    "json-seq",
    "graphql",
    "sql",
    "toml",
];

/// A reply with its status.
type Reply<'d> = (u16, At<'d>);

/// Writes the status and the response of an operation.
pub(super) fn reply<'d>(cx: &mut Context<'d>, name: &str, operation: &At<'d>, node: &mut Node) {
    let all = listed(cx, operation);
    let good = good(cx, operation, &all);
    let status = good.as_ref().map_or(200, |(status, _)| *status);
    node.set("status", Node::plain(&status));
    let others: Vec<&Reply<'d>> = all.iter().filter(|(other, _)| *other != status).collect();
    let is_empty = good.as_ref().is_some_and(|(_, at)| !at.has("content"));
    let media = good.map(|(_, at)| at.members_of("content")).unwrap_or_default();
    if is_file(cx, &media) {
        node.set("raw", Node::text("bytes"));
        untold(cx, &others);
        return;
    }
    let json = media.into_iter().find(|(media, _)| is_json(media)).map(|(_, at)| at);
    // A reply without a body, by the document or by its status, needs no code that reads it.
    if json.is_none() && !is_empty && !matches!(status, 204 | 205) {
        node.set("raw", Node::text("txt"));
        node.set("converter", Node::text(TEXT));
        untold(cx, &others);
        return;
    }
    let mut response = Node::map();
    response.set("type", json.as_ref().map_or_else(|| Node::text("empty"), |json| data(cx, json, name)));
    if let Some(json) = json {
        cx.origin(&["endpoints", name, "response"], &json.pointer);
    }
    // The document of a table has the errors of the server that it describes.
    let statuses = if operation.has(TABLE_KEYS) { Node::map() } else { statuses(cx, name, &others) };
    if !statuses.is_empty() {
        response.set("statuses", statuses);
    }
    node.set("raw", Node::text("json"));
    node.set("response", response);
}

/// Returns the type of the data of a reply.
fn data<'d>(cx: &mut Context<'d>, json: &At<'d>, name: &str) -> Node {
    let hint = format!("{name} response");
    json.get("schema").map_or_else(|| Node::text("any"), |at| records::item(cx, &at, &hint))
}

/// Returns the replies of an operation that have a status.
fn listed<'d>(cx: &mut Context<'d>, operation: &At<'d>) -> Vec<Reply<'d>> {
    let mut found = Vec::new();
    for (status, at) in operation.members_of("responses") {
        // `2XX` is every good status.
        let number = if status.eq_ignore_ascii_case("2xx") { Ok(200) } else { status.parse::<u16>() };
        let Some(number) = number.ok().filter(|number| (200..600).contains(number)) else { continue };
        match at.clone().followed(cx.document) {
            Ok(at) => found.push((number, at)),
            Err(message) => cx.tell(&at.pointer, message),
        }
    }
    found
}

/// Returns the good reply of an operation: the first that is JSON, or else the first.
fn good<'d>(cx: &mut Context<'d>, operation: &At<'d>, all: &[Reply<'d>]) -> Option<Reply<'d>> {
    let mut good = all.iter().filter(|(status, _)| *status < 300);
    if let Some(found) = good.clone().find(|(_, at)| json_of(at).is_some()).or_else(|| good.next()) {
        return Some(found.clone());
    }
    let otherwise = operation.get("responses")?.get("default")?;
    match otherwise.clone().followed(cx.document) {
        Ok(at) => {
            cx.tell(&otherwise.pointer, "no reply has a good status; this one is taken for that of 200");
            Some((200, at))
        }
        Err(message) => {
            cx.tell(&otherwise.pointer, message);
            None
        }
    }
}

/// Returns the statuses that a response has a word for, and tells those that it has none for.
fn statuses<'d>(cx: &mut Context<'d>, name: &str, others: &[&Reply<'d>]) -> Node {
    let mut statuses = Node::map();
    let mut reported = Vec::new();
    for (status, at) in others.iter().copied() {
        let key = status.to_string();
        let meaning = match status {
            200..=299 if !at.has("content") => Some(Node::text("empty")),
            400.. => json_of(at).and_then(|json| record(cx, &json, &format!("{name} {status}"))),
            _ => None,
        };
        match meaning {
            Some(meaning) => {
                cx.origin(&["endpoints", name, "response", "statuses", &key], &at.pointer);
                statuses.set(&key, meaning);
            }
            None => reported.push((*status, at.clone())),
        }
    }
    untold(cx, &reported.iter().collect::<Vec<_>>());
    statuses
}

/// Tells the good replies that a table has no word for.
fn untold(cx: &mut Context<'_>, others: &[&Reply<'_>]) {
    for (status, at) in others.iter().filter(|(status, _)| *status < 300) {
        cx.tell(&at.pointer, format!("an endpoint has one status of a good reply, and {status} is another"));
    }
}

/// Returns the record that the body of an error is.
fn record<'d>(cx: &mut Context<'d>, json: &At<'d>, hint: &str) -> Option<Node> {
    let at = json.get("schema")?;
    let schema = Schema::read(cx.document, &at);
    let is_record = schema.kind() == Some("object")
        && !schema.properties().is_empty()
        && schema.alternatives().is_empty();
    is_record.then(|| records::item(cx, &at, hint))
}

fn json_of<'d>(reply: &At<'d>) -> Option<At<'d>> {
    reply.members_of("content").into_iter().find(|(media, _)| is_json(media)).map(|(_, at)| at)
}

/// Returns true for a reply that is neither JSON nor text.
fn is_file(cx: &Context<'_>, media: &[(&str, At<'_>)]) -> bool {
    let is_binary = |at: &At<'_>| {
        let schema = at.get("schema").and_then(|schema| schema.followed(cx.document).ok());
        schema.is_some_and(|schema| schema.text("format") == Some("binary"))
    };
    // "*/*" is JSON unless its schema says something else.
    let is_readable = |(name, at): &(&str, At<'_>)| match *name {
        "*/*" => !is_binary(at),
        name => is_json(name) || is_text(name),
    };
    !media.is_empty() && !media.iter().any(is_readable)
}

fn is_text(media: &str) -> bool {
    let name = media.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    let subtype = name.rsplit(['/', '+']).next().unwrap_or_default();
    name.starts_with("text/") || TEXTS.contains(&subtype.strip_prefix("x-").unwrap_or(subtype))
}
