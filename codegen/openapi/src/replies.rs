//! The replies of operations: their status, and what becomes of them.

use std::collections::HashSet;

use super::at::At;
use super::context::Context;
use super::examples::ShownReply;
use super::forms::is_binary;
use super::media_types::{is_json, is_text, is_xml, list_format};
use super::node::Node;
use super::records;
use virtual_finance_core::catalogue::TABLE_KEYS;
use virtual_finance_table::names::is_readable_header;

/// The members of an event.
const OF_EVENTS: &[&str] = &["id", "event", "data", "retry", "comment"];

/// A good reply with its status.
type Reply<'d> = (u16, At<'d>);

/// An error with the key of its statuses in the table.
type Failure<'d> = (String, At<'d>);

/// Writes the status and the response of an operation.
///
/// `is_streamed` is true if events are an endpoint of their own.
pub(super) fn reply<'d>(
    cx: &mut Context<'d>,
    (name, is_streamed): (&str, bool),
    operation: &At<'d>,
    node: &mut Node,
) {
    let all = listed(cx, operation);
    if all.is_empty()
        && let Some(found) = redirect(operation)
    {
        cx.tell(found.pointer, "the host leads to another address, whose reply is taken as bytes");
        node.set("status", Node::plain(&200));
        node.set("raw", Node::text("bytes"));
        failures(cx, operation, false).iter().for_each(|(_, at)| untyped(cx, at));
        return;
    }
    let good = good(cx, operation, &all);
    let status = good.as_ref().map_or(200, |(status, _)| *status);
    node.set("status", Node::plain(&status));
    let others: Vec<&Reply<'d>> = all.iter().filter(|(other, _)| *other != status).collect();
    // The document of a table has the errors of the server that it describes.
    let is_own = operation.has(TABLE_KEYS);
    let errors = if is_own { Vec::new() } else { failures(cx, operation, all.is_empty()) };
    if let Some((_, at)) = good.as_ref().filter(|_| !is_own) {
        node.set_some("reply_headers", headers(cx, at));
    }
    let is_empty = good.as_ref().is_some_and(|(_, at)| !at.has("content"));
    let content = good.and_then(|(_, at)| at.get("content"));
    let media = content.as_ref().map(At::members).unwrap_or_default();
    if is_file(cx, &media) {
        node.set("raw", Node::text("bytes"));
        all_untold(cx, &others, &errors);
        return;
    }
    let is_empty = is_empty || matches!(status, 204 | 205);
    let (raw, kind) = read(cx, (name, is_streamed), (content.as_ref(), &media), is_empty);
    let mut response = Node::map();
    response.set("type", kind);
    let statuses = if is_own { Node::map() } else { statuses(cx, name, &others, &errors) };
    if !statuses.is_empty() {
        response.set("statuses", statuses);
    }
    node.set("raw", Node::text(raw));
    node.set("response", response);
}

/// Returns the format of a good reply and the type of its data: JSON, a list of it, a text, or nothing.
fn read<'d>(
    cx: &mut Context<'d>,
    (name, is_streamed): (&str, bool),
    (content, media): (Option<&At<'d>>, &[(&'d str, At<'d>)]),
    is_empty: bool,
) -> (&'static str, Node) {
    let json = media.iter().find(|(media_type, _)| is_json(media_type));
    let list = media.iter().find_map(|one| Some((one, Items::read(cx, one)?)));
    let (raw, chosen) = match (json, &list) {
        (Some(json), _) => ("json", Some(json)),
        (None, Some((one, items))) => (items.format, Some(*one)),
        // A reply without a body, by the document or by its status, needs no code that reads it.
        (None, None) if is_empty => return ("json", Node::text("empty")),
        (None, None) => ("txt", media.iter().find(|(media_type, _)| is_text(media_type))),
    };
    let (Some((sent, at)), Some(content)) = (chosen, content) else { return ("txt", Node::text("string")) };
    let is_own = |other: &str| is_json(other) || (is_streamed && list_format(other).is_some());
    let others = media.iter().map(|(other, _)| *other);
    let others: Vec<&str> = others.filter(|other| other != sent && !is_own(other)).collect();
    // The document of a table has the formats that its own server gives.
    if !others.is_empty() && !cx.is_of_table {
        cx.tell(&content.pointer, format!("the response is read as {sent}, not as {}", others.join(", ")));
    }
    if raw == "txt" {
        if is_xml(sent) && at.has("schema") {
            cx.tell(&at.pointer, "the schema of XML is not read; the response is the text");
        }
        return (raw, Node::text("string"));
    }
    cx.origin(&["endpoints", name, "response"], &at.pointer);
    match list.filter(|_| raw != "json") {
        Some((_, items)) => (raw, items.list(cx, name)),
        None => {
            cx.shown.entry(name.to_owned()).or_default().reply = ShownReply::of(cx.document, at);
            (raw, data(cx, at, name))
        }
    }
}

/// The items of a reply that come one after the other.
struct Items<'d> {
    format: &'static str,
    schema: At<'d>,
    /// True if the schema may describe the whole list and not an item.
    is_whole: bool,
}

impl<'d> Items<'d> {
    /// Returns the items of a media type whose schema describes them, and not a text.
    fn read(cx: &Context<'d>, (media_type, media): &(&str, At<'d>)) -> Option<Self> {
        let format = list_format(media_type)?;
        let (item, whole) = (media.get("itemSchema"), media.get("schema"));
        let is_whole = item.is_none();
        let at = item.or(whole)?;
        let schema = cx.schema(&at);
        let properties = schema.properties();
        let is_event = format == "sse" && properties.iter().all(|(name, _)| OF_EVENTS.contains(name));
        let data = properties.into_iter().find(|(name, _)| is_event && *name == "data");
        let at = match data {
            // The data of an event is a text of JSON.
            Some((_, data)) => cx.schema(&data).part("contentSchema").unwrap_or(data),
            None => at,
        };
        let of = cx.schema(&at);
        let has_parts = matches!(of.kind(), Some("object" | "array")) || !of.alternatives().is_empty();
        has_parts.then_some(Self { format, schema: at, is_whole })
    }

    /// Returns the type of their list.
    fn list(&self, cx: &mut Context<'d>, name: &str) -> Node {
        let item = records::item(cx, &self.schema, &format!("{name} response"));
        match item.get("list") {
            Some(_) if self.is_whole => item,
            _ => Node::Map(vec![("list".to_owned(), item)]),
        }
    }
}

/// Returns the endpoint of the events of an operation, with its name: the request that asks for them by a parameter of its
/// body, where their reply stands beside one of JSON.
pub(super) fn streamed<'d>(
    cx: &mut Context<'d>,
    (name, param): (&str, &str),
    operation: &At<'d>,
    node: &Node,
) -> Option<(String, Node)> {
    let replies = listed(cx, operation);
    let (_, reply) = good(cx, operation, &replies)?;
    json_of(&reply)?;
    let items = reply.members_of("content").iter().find_map(|one| Items::read(cx, one))?;
    let own = cx.items.item(&format!("{name} stream"));
    cx.origin(&["endpoints", &own], &operation.pointer);
    let mut node = node.clone();
    if let Some(Node::Text(doc)) = node.at_mut(&["doc"]) {
        *doc = format!("{}\n\nThe reply comes event by event.\n", doc.trim_end());
    }
    let list = items.list(cx, &own);
    node.set("raw", Node::text(items.format));
    node.at_mut(&["response"])?.set("type", list);
    let mut stream = Node::map();
    stream.set("doc", Node::text("Asks for events: always true."));
    for key in ["type", "in", "wire"] {
        stream.set_some(key, node.at(&["params", param, key]).cloned());
    }
    stream.set("default", Node::plain(&true));
    node.at_mut(&["params"])?.set(param, stream);
    Some((own, node))
}

/// Returns the first reply that leads to another address.
fn redirect<'d>(operation: &At<'d>) -> Option<At<'d>> {
    let is_redirect = |status: &str| ["301", "302", "303", "307", "308", "3XX", "3xx"].contains(&status);
    let found = operation.members_of("responses").into_iter().find(|(status, _)| is_redirect(status));
    found.map(|(_, at)| at)
}

/// Returns the names of the headers of a reply, and tells the headers that programs do not read.
fn headers(cx: &mut Context<'_>, reply: &At<'_>) -> Option<Node> {
    let mut names: Vec<&str> = Vec::new();
    for (name, at) in reply.members_of("headers") {
        let is_named = names.iter().any(|own| own.eq_ignore_ascii_case(name));
        match name {
            name if !is_readable_header(name) => {
                cx.tell(&at.pointer, format!("programs do not read the header '{name}' of a reply"));
            }
            name if !is_named => names.push(name),
            _ => {}
        }
    }
    (!names.is_empty()).then(|| Node::List(names.into_iter().map(Node::text).collect()))
}

/// Returns the type of the data of a reply.
fn data<'d>(cx: &mut Context<'d>, json: &At<'d>, name: &str) -> Node {
    let hint = format!("{name} response");
    json.get("schema").map_or_else(|| Node::text("any"), |at| records::item(cx, &at, &hint))
}

/// Returns the good replies of an operation that have a status.
fn listed<'d>(cx: &mut Context<'d>, operation: &At<'d>) -> Vec<Reply<'d>> {
    let mut found = Vec::new();
    for (status, at) in operation.members_of("responses") {
        // `2XX` is every good status.
        let number = if status.eq_ignore_ascii_case("2xx") { Ok(200) } else { status.parse::<u16>() };
        let Some(number) = number.ok().filter(|number| (200..300).contains(number)) else { continue };
        match at.clone().followed(cx.document) {
            Ok(at) => found.push((number, at)),
            Err(message) => cx.tell(&at.pointer, message),
        }
    }
    found
}

/// Returns the good reply of an operation: the first that is JSON, or else the first.
fn good<'d>(cx: &mut Context<'d>, operation: &At<'d>, all: &[Reply<'d>]) -> Option<Reply<'d>> {
    if let Some(found) = all.iter().find(|(_, at)| json_of(at).is_some()).or_else(|| all.first()) {
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

/// Returns the statuses that a response has a word for, and tells the others.
fn statuses<'d>(cx: &mut Context<'d>, name: &str, others: &[&Reply<'d>], errors: &[Failure<'d>]) -> Node {
    let mut statuses = Node::map();
    for (status, at) in others.iter().copied() {
        if at.has("content") {
            untold(cx, *status, at);
        } else {
            set(cx, name, &mut statuses, (&status.to_string(), at, Node::text("empty")));
        }
    }
    for (key, at) in errors {
        let hint = if key.ends_with("XX") { format!("{name} error") } else { format!("{name} {key}") };
        match json_of(at).and_then(|json| record(cx, &json, &hint)) {
            Some(record) => set(cx, name, &mut statuses, (key, at, record)),
            None => untyped(cx, at),
        }
    }
    statuses
}

/// Writes the meaning of a status.
fn set(cx: &mut Context<'_>, name: &str, statuses: &mut Node, (key, at, meaning): (&str, &At<'_>, Node)) {
    cx.origin(&["endpoints", name, "response", "statuses", key], &at.pointer);
    statuses.set(key, meaning);
}

/// Returns the replies of an operation that are errors, each with its key of the table: statuses first, then ranges.
/// The reply for all other statuses is for both ranges, unless it is the good reply.
fn failures<'d>(cx: &mut Context<'d>, operation: &At<'d>, is_default_good: bool) -> Vec<Failure<'d>> {
    let mut found: Vec<(bool, Failure<'d>)> = Vec::new();
    for (status, at) in operation.members_of("responses") {
        let key = status.to_ascii_uppercase();
        let is_default = key == "DEFAULT";
        let keys = match key.as_str() {
            "DEFAULT" if !is_default_good => vec!["4XX", "5XX"],
            key if key == "4XX" || key == "5XX" => vec![key],
            key if key.parse().is_ok_and(|number| (400..600).contains(&number)) => vec![key],
            _ => continue,
        };
        match at.clone().followed(cx.document) {
            Err(message) => cx.tell(&at.pointer, message),
            Ok(at) => {
                found.extend(keys.into_iter().map(|key| (is_default, (key.to_owned(), at.clone()))));
            }
        }
    }
    found.sort_by_key(|(is_default, (key, _))| (key.ends_with("XX"), *is_default));
    let mut seen = HashSet::new();
    found.into_iter().map(|(_, failure)| failure).filter(|(key, _)| seen.insert(key.clone())).collect()
}

/// Tells an error whose body has no type.
fn untyped(cx: &mut Context<'_>, at: &At<'_>) {
    if at.has("content") {
        cx.tell(
            &at.pointer,
            "the body of the error has no record; the error of the client has it as it came",
        );
    }
}

/// Tells a good reply that a table has no word for.
fn untold(cx: &mut Context<'_>, status: u16, at: &At<'_>) {
    cx.tell(&at.pointer, format!("an endpoint has one status of a good reply, and {status} is another"));
}

/// Tells the replies that an endpoint without a declared response has no word for.
fn all_untold<'d>(cx: &mut Context<'d>, others: &[&Reply<'d>], errors: &[Failure<'d>]) {
    for (status, at) in others.iter().copied() {
        untold(cx, *status, at);
    }
    errors.iter().for_each(|(_, at)| untyped(cx, at));
}

/// Returns the record that the body of an error is.
fn record<'d>(cx: &mut Context<'d>, json: &At<'d>, hint: &str) -> Option<Node> {
    let at = json.get("schema")?;
    let schema = cx.schema(&at);
    let is_record = schema.kind() == Some("object")
        && !schema.properties().is_empty()
        && schema.alternatives().is_empty();
    is_record.then(|| records::item(cx, &at, hint))
}

fn json_of<'d>(reply: &At<'d>) -> Option<At<'d>> {
    reply.members_of("content").into_iter().find(|(media, _)| is_json(media)).map(|(_, at)| at)
}

/// Returns true for a reply that is neither JSON nor text.
fn is_file<'d>(cx: &Context<'d>, media: &[(&str, At<'d>)]) -> bool {
    let is_binary = |at: &At<'d>| at.get("schema").is_some_and(|schema| is_binary(&cx.schema(&schema)));
    // "*/*" is JSON unless its schema says something else.
    let is_readable = |(name, at): &(&str, At<'d>)| match *name {
        "*/*" => !is_binary(at),
        name => is_json(name) || is_text(name),
    };
    !media.is_empty() && !media.iter().any(is_readable)
}
