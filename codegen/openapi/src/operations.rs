//! The operations of a document as endpoints.

use std::collections::HashMap;

use indexmap::IndexMap;
use virtual_finance_table::names;

use super::at::At;
use super::context::{Context, doc};
use super::hosts::Hosts;
use super::lifetime::lifetime;
use super::node::Node;
use super::params::{Params, Unsayable, unsayable};
use super::replies::{reply, streamed};
use virtual_finance_core::catalogue::TABLE_KEYS;
use virtual_finance_table::template::{MAX_PLACEHOLDERS, decoded};

/// The maximum length of a path, in bytes.
const MAX_PATH: usize = 8 << 10;

/// The methods of a table.
const METHODS: &[&str] = &["get", "post", "put", "patch", "delete"];

/// The endpoints, and what they are made with.
pub(super) struct Operations {
    pub(super) endpoints: Node,
    pub(super) hosts: Hosts,
    /// The places of operation ids.
    ids: HashMap<String, String>,
    /// The names of the operations that have an id, by their places.
    names: HashMap<String, String>,
}

impl Operations {
    pub(super) fn read(cx: &mut Context<'_>) -> Self {
        let hosts = Hosts::read(cx);
        let mut operations =
            Self { endpoints: Node::map(), hosts, ids: HashMap::new(), names: HashMap::new() };
        let mut items = Vec::new();
        let root = At::root(cx.document);
        for (path, item) in root.members_of("paths") {
            if path.starts_with("x-") {
                continue;
            }
            match item.clone().followed(cx.document) {
                Ok(item) => items.push((path, item)),
                Err(message) => cx.tell(item.pointer, message),
            }
        }
        // Ids name their operations first; an operation without an id takes a name that is left.
        items.iter().for_each(|(path, item)| operations.name_by_id(cx, path, item));
        items.iter().for_each(|(path, item)| operations.path(cx, path, item));
        for (name, webhook) in root.members_of("webhooks") {
            cx.tell(&webhook.pointer, format!("a table has no requests that others send, such as '{name}'"));
        }
        operations
    }

    fn name_by_id(&mut self, cx: &mut Context<'_>, path: &str, item: &At<'_>) {
        for (method, operation) in item.members() {
            let is_read = METHODS.contains(&method) && cx.options.includes(method, path);
            if let Some(name) = is_read.then(|| self.own_name(cx, &operation)).flatten() {
                self.names.insert(operation.pointer, name);
            }
        }
    }

    fn path<'d>(&mut self, cx: &mut Context<'d>, path: &'d str, item: &At<'d>) {
        if let Some(excess) = excess(path) {
            cx.tell(&item.pointer, format!("{excess}, so its endpoints are left out"));
            return;
        }
        let mut is_empty = true;
        for (method, operation) in item.members() {
            match method {
                "additionalOperations" => {
                    for (method, operation) in operation.members() {
                        cx.tell(&operation.pointer, format!("a table has no method {method}"));
                    }
                }
                method if !cx.options.includes(method, path) => {}
                "head" | "options" | "trace" | "query" => {
                    cx.tell(&operation.pointer, format!("a table has no method {}", method.to_uppercase()));
                }
                // The endpoint is there by the host's own method.
                "get" if operation.get("x-same-as").is_some() => {}
                method if METHODS.contains(&method) => {
                    self.operation(cx, (path, method), item, &operation);
                }
                _ => continue,
            }
            is_empty = false;
        }
        if is_empty {
            cx.tell(&item.pointer, "the path has no operations");
        }
    }

    /// Adds the endpoint of an operation, and the endpoint of its events.
    fn operation<'d>(
        &mut self,
        cx: &mut Context<'d>,
        (path, method): (&'d str, &'d str),
        item: &At<'d>,
        operation: &At<'d>,
    ) -> Option<()> {
        let own = operation.get(TABLE_KEYS);
        let name = self.names.remove(&operation.pointer);
        let name = name.unwrap_or_else(|| cx.item_name(&format!("{method} {path}")));
        cx.origin(&["endpoints", &name], &operation.pointer);
        cx.owner.clone_from(&name);
        if let Some(callbacks) = operation.get("callbacks") {
            cx.tell(callbacks.pointer, "a table has no requests that the host sends");
        }
        let mut params = Params::new(&name);
        if let Node::Map(hosts) = &self.hosts.entries {
            hosts.iter().for_each(|(host, _)| params.taken.take(&names::camel(host).to_lowercase()));
        }
        parameters(cx, &mut params, item, operation, method).ok()?;
        let (path, query) = parts(path);
        let query = constants(&mut params, query);
        let own_path = own.as_ref().and_then(|own| own.text("path"));
        let path = own_path
            .map_or_else(|| template(cx, &mut params, path, operation), |path| Some(path.to_owned()))?;

        let mut node = Node::map();
        let otherwise = format!("The reply of {} {path}.", method.to_uppercase());
        node.set("doc", doc(operation.text("summary"), operation.text("description"), &otherwise));
        lifetime(operation, &mut node);
        let own_host = own.as_ref().and_then(|own| own.text("host"));
        let (host, session) = match own_host {
            Some(host) => (host.to_owned(), None),
            None => self.hosts.of_operation(cx, item, operation),
        };
        let has_auth = self.hosts.entries.at(&[&host, "auth"]).is_some();
        node.set("host", Node::text(host));
        node.set("path", Node::text(path));
        node.set("method", Node::text(method.to_uppercase()));
        node.set_some("query", (!query.is_empty()).then_some(Node::List(query)));
        if let Some(media_type) = &params.media_type {
            let header = format!("Content-Type={media_type}");
            node.set("headers", Node::List(vec![Node::text(header)]));
        }
        node.set_some("session", session.filter(|_| has_auth).map(Node::text));
        let stream = params.stream();
        reply(cx, (&name, stream.is_some()), operation, &mut node);
        let is_key = |key: &str| !matches!(key, "name" | "response");
        for (key, value) in own.iter().flat_map(At::members).filter(|(key, _)| is_key(key)) {
            node.set_some(key, Node::of(value.value));
        }
        if let Some(own) = own {
            written_converter(cx, &name, &own, &mut node);
        }
        if !params.nodes.is_empty() {
            node.set("params", params.nodes);
        }
        let events = stream.and_then(|stream| streamed(cx, (&name, &stream), operation, &node));
        self.endpoints.push(&name, node);
        events.map(|(name, node)| self.endpoints.push(&name, node))
    }

    /// Returns the name of the request that an operation has of its own.
    fn own_name(&mut self, cx: &mut Context<'_>, operation: &At<'_>) -> Option<String> {
        if let Some(name) = operation.get(TABLE_KEYS).as_ref().and_then(|own| own.text("name"))
            && cx.options.prefix.is_empty()
            && cx.items.exact(name)
        {
            return Some(name.to_owned());
        }
        let id = operation.text("operationId").filter(|id| !id.trim().is_empty())?;
        let name = cx.item_name(id);
        match self.ids.get(id) {
            Some(first) => cx.tell(
                format!("{}/operationId", operation.pointer),
                format!("'{id}' is the id of {first} too; this request is {name}"),
            ),
            None => drop(self.ids.insert(id.to_owned(), format!("#{}", operation.pointer))),
        }
        Some(name)
    }
}

/// Returns the path and the query of a key. What stands behind `#` only tells operations apart.
fn parts(key: &str) -> (&str, &str) {
    let sent = key.split_once('#').map_or(key, |(sent, _)| sent);
    sent.split_once('?').unwrap_or((sent, ""))
}

/// Returns the constants of the query in the key of a path. A declared parameter of their name gives way.
fn constants(params: &mut Params, query: &str) -> Vec<Node> {
    let mut constants = Vec::new();
    for pair in query.split('&').filter(|pair| !pair.is_empty()) {
        let (wire, value) = pair.split_once('=').unwrap_or((pair, ""));
        let (wire, value) = (decoded(wire), decoded(value));
        params.remove_from_query(&wire);
        constants.push(Node::text(format!("{wire}={value}")));
    }
    constants
}

/// Returns what a path has too much of. The place of each part of an operation has the whole path in it.
fn excess(path: &str) -> Option<String> {
    let (count, length) = (path.matches('{').count(), path.len());
    if count > MAX_PLACEHOLDERS {
        return Some(format!("the path has {count} placeholders; a table has {MAX_PLACEHOLDERS} at most"));
    }
    (length > MAX_PATH).then(|| format!("the path has {length} bytes; {MAX_PATH} are read"))
}

/// Reads the parameters and the body of an operation.
fn parameters<'d>(
    cx: &mut Context<'d>,
    params: &mut Params,
    item: &At<'d>,
    operation: &At<'d>,
    method: &str,
) -> Result<(), Unsayable> {
    let mut found: IndexMap<(&str, &str), At<'d>> = IndexMap::new();
    for at in item.items("parameters").into_iter().chain(operation.items("parameters")) {
        let at = match at.clone().followed(cx.document) {
            Ok(at) => at,
            Err(message) => {
                cx.tell(at.pointer, message);
                continue;
            }
        };
        // A parameter of the operation replaces that of the path.
        let key = (at.text("in").unwrap_or_default(), at.text("name").unwrap_or_default());
        found.insert(key, at);
    }
    for at in found.values() {
        params.parameter(cx, at)?;
    }
    let Some(body) = operation.get("requestBody") else { return Ok(()) };
    match body.clone().followed(cx.document) {
        Err(message) => Err(unsayable(cx, &body.pointer, &message)),
        Ok(body) if method == "get" && body.flag("required") => {
            Err(unsayable(cx, &body.pointer, "a GET has no body"))
        }
        Ok(body) if method == "get" => {
            cx.tell(body.pointer, "a GET has no body; it is left out");
            Ok(())
        }
        Ok(body) => params.body(cx, &body),
    }
}

/// Returns the path of an operation with the names of the table.
fn template<'d>(cx: &mut Context<'d>, params: &mut Params, path: &str, operation: &At<'d>) -> Option<String> {
    let mut out = String::new();
    let mut rest = path.trim_start_matches('/');
    let mut used = Vec::new();
    while let Some((before, after)) = rest.split_once('{') {
        let Some((wire, behind)) = after.split_once('}') else { break };
        let known = params.in_path.iter().find(|(known, _)| known == wire);
        let Some((_, name)) = known else {
            cx.tell(
                &operation.pointer,
                format!("'{{{wire}}}' of the path is no parameter; declare it, so the endpoint is left out"),
            );
            return None;
        };
        used.push(name.clone());
        out.push_str(before);
        out.push_str(&format!("{{{name}}}"));
        rest = behind;
    }
    out.push_str(rest);
    if out.is_empty() {
        out.push('/');
    }
    for (wire, name) in params.in_path.iter().filter(|(_, name)| !used.contains(name)) {
        cx.tell(&operation.pointer, format!("the path has no '{{{wire}}}'; the parameter is left out"));
        params.nodes.remove(&[name]);
    }
    Some(out)
}

/// Names the converter of an endpoint whose keys belong to a table, if there is a converter of its name.
fn written_converter(cx: &mut Context<'_>, name: &str, own: &At<'_>, node: &mut Node) {
    if let (Some(keys), Some(response)) = (own.get("response"), node.at_mut(&["response"])) {
        // The schema of the document says the type.
        keys.members().into_iter().for_each(|(key, value)| response.set_some(key, Node::of(value.value)));
        node.remove(&["converter"]);
        return;
    }
    let module = names::snake(name);
    if !own.has("converter") && cx.options.converters.contains(&module) {
        node.set("converter", Node::text(module));
    }
    if node.get("converter").is_some() {
        node.remove(&["response"]);
    }
    // The document of a table describes what its converters make, and says nothing about the replies.
    if own.has("raw") && node.get("response").is_some_and(|response| response.get("type").is_some()) {
        cx.tell(
            &own.pointer,
            "the document does not say where the host's reply has the response; add 'at' and 'error' to it, or a \
             converter",
        );
    }
}
