//! The parameters of operations, and what becomes a parameter of an endpoint.

use super::at::At;
use super::context::{Context, OF_BODY, doc};
use super::defaults::default_in_doc;
use super::kinds::{self, Kind};
use super::lifetime::lifetime;
use super::limits::limits;
use super::node::Node;
use super::records;
use super::schema::Schema;
use virtual_finance_core::catalogue::TABLE_KEYS;
use virtual_finance_table::identifiers::Taken;

/// The maximum number of parameters of an endpoint.
pub(super) const MAX_PARAMS: usize = 200;

/// The maximum number of objects within each other in a query or a form.
const MAX_DEPTH: usize = 8;

/// Headers whose parameters OpenAPI ignores.
const IGNORED: &[&str] = &["accept", "content-type", "authorization"];

/// The parameters of an endpoint.
pub(super) struct Params {
    pub(super) nodes: Node,
    pub(super) taken: Taken,
    /// The names of the parameters of the path, by their names in the document.
    pub(super) in_path: Vec<(String, String)>,
    /// The media type of the body, if neither its format nor a value says it.
    pub(super) media_type: Option<String>,
    pub(super) endpoint: String,
}

/// A parameter that is required and cannot be said, which its endpoint cannot do without.
pub(super) struct Unsayable;

/// A parameter before it has its name in the table.
pub(super) struct Draft<'a, 'd> {
    pub(super) at: &'a At<'d>,
    pub(super) wire: &'a str,
    pub(super) place: &'a str,
    pub(super) is_required: bool,
    pub(super) description: Option<&'d str>,
}

impl Params {
    pub(super) fn new(endpoint: &str) -> Self {
        Self {
            nodes: Node::map(),
            taken: Taken::default(),
            in_path: Vec::new(),
            media_type: None,
            endpoint: endpoint.to_owned(),
        }
    }

    /// Reads a parameter of an operation.
    pub(super) fn parameter<'d>(&mut self, cx: &mut Context<'d>, at: &At<'d>) -> Result<(), Unsayable> {
        let (wire, place) = (at.text("name").unwrap_or_default(), at.text("in").unwrap_or_default());
        let is_required = at.flag("required") || place == "path";
        let draft = Draft { at, wire, place, is_required, description: at.text("description") };
        match place {
            "path" | "query" => {}
            "header" if IGNORED.contains(&wire.to_ascii_lowercase().as_str()) => return Ok(()),
            "header" => {}
            place => return draft.cannot(cx, &format!("a table has no parameter in the {place}")),
        }
        let media = at.members_of("content").into_iter().next();
        if let Some((media, found)) = &media {
            cx.tell(&found.pointer, format!("the value is a text of {media}; the table has a string"));
        }
        tell_reserved(cx, at);
        let own = at.get("schema");
        let of = own.clone().unwrap_or_else(|| at.clone());
        let schema = cx.schema(&of);
        let kind = match own {
            Some(_) => kinds::kind(cx, &schema, &of, wire),
            None => Kind::One("string".to_owned()),
        };
        let style = at.text("style").unwrap_or(if place == "query" { "form" } else { "simple" });
        let explode = at.get("explode").and_then(|found| found.value.as_bool()).unwrap_or(style == "form");
        match kind {
            Kind::One(_) | Kind::List(_)
                if !["form", "simple", "spaceDelimited", "pipeDelimited"].contains(&style) =>
            {
                draft.cannot(cx, &format!("a table has no style '{style}'"))
            }
            Kind::Object if place == "query" && (style == "deepObject" || (style == "form" && explode)) => {
                self.members(cx, &draft, &schema, (style == "form", 0))
            }
            Kind::Object => draft.cannot(cx, "a table has no objects here"),
            Kind::Unknown(reason) => draft.cannot(cx, reason),
            kind => self.add(cx, &draft, &schema, &of, kind.node(separator(style, explode))),
        }
    }

    /// Reads the members of an object in a query or a form: `address[city]`, or `city` where it is flat.
    pub(super) fn members<'d>(
        &mut self,
        cx: &mut Context<'d>,
        draft: &Draft<'_, 'd>,
        schema: &Schema<'d>,
        (is_flat, depth): (bool, usize),
    ) -> Result<(), Unsayable> {
        let (required, properties) = (schema.required(), schema.properties());
        if properties.is_empty() || depth > MAX_DEPTH || records::has_more(cx, schema) {
            return draft.cannot(cx, "a table has no objects with free names here");
        }
        for (name, property) in properties {
            let of = cx.schema(&property);
            let is_required = draft.is_required && required.contains(name);
            let wire = if is_flat { name.to_owned() } else { format!("{}[{name}]", draft.wire) };
            let description = of.text("description");
            let member = Draft { at: &property, wire: &wire, is_required, description, ..*draft };
            match kinds::kind(cx, &of, &property, name) {
                Kind::Object => self.members(cx, &member, &of, (is_flat, depth.saturating_add(1)))?,
                Kind::One(kind) => self.add(cx, &member, &of, &property, Node::text(kind))?,
                _ => member.cannot(cx, "a table has no lists within objects here")?,
            }
        }
        Ok(())
    }

    /// Removes the parameter of the query that has a name on the wire.
    pub(super) fn remove_from_query(&mut self, wire: &str) {
        if let Node::Map(entries) = &mut self.nodes {
            entries.retain(|(name, node)| !is_at(name, node, ("query", wire)));
        }
    }

    /// Returns the name of the parameter of a body of JSON that asks for events.
    pub(super) fn stream(&self) -> Option<String> {
        let Node::Map(entries) = &self.nodes else { return None };
        let is_stream = |(name, node): &&(String, Node)| {
            is_at(name, node, ("body", "stream")) && node.get("type") == Some(&Node::text("boolean"))
        };
        entries.iter().find(is_stream).map(|(name, _)| name.clone())
    }

    /// Adds a parameter of a type.
    pub(super) fn add<'d>(
        &mut self,
        cx: &mut Context<'d>,
        draft: &Draft<'_, 'd>,
        schema: &Schema<'d>,
        of: &At<'d>,
        kind: impl Into<Option<Node>>,
    ) -> Result<(), Unsayable> {
        let Some(kind) = kind.into() else { return Ok(()) };
        if self.nodes.count() >= MAX_PARAMS {
            return draft.cannot(cx, &format!("an endpoint has {MAX_PARAMS} parameters at most"));
        }
        let own = draft.at.get(TABLE_KEYS);
        let wanted = own.as_ref().and_then(|own| own.text("name")).unwrap_or(draft.wire);
        let name = self.taken.param(wanted, draft.is_required);
        let is_needed = draft.is_required && draft.place == "body";
        let shown = cx.shown.entry(self.endpoint.clone()).or_default();
        shown.param(cx.document, &name, draft.at, (schema, is_needed));
        cx.origin(&["endpoints", &self.endpoint, "params", &name], &draft.at.pointer);
        let mut node = Node::map();
        let text = draft.description.or(schema.text("description"));
        node.set("doc", doc(None, text, &format!("The parameter '{}'.", draft.wire)));
        let is_nullable = draft.place == "body" && schema.is_nullable;
        // The limits of a type that the table names are those of the table.
        let is_named = own.as_ref().is_some_and(|own| own.has("type"));
        node.set("type", kind.clone());
        node.set("in", Node::text(draft.place));
        match draft.place {
            "path" => self.in_path.push((draft.wire.to_owned(), name.clone())),
            _ if name != draft.wire => node.set("wire", Node::text(draft.wire)),
            _ => {}
        }
        if draft.is_required {
            node.set("required", Node::plain(&true));
        } else if cx.is_of_table {
            node.set_some("default", default(schema, &kind));
        } else {
            default_in_doc(schema, &mut node);
        }
        if is_nullable {
            node.set("nullable", Node::plain(&true));
        }
        limits(cx, schema, of, (&kind, is_named), &mut node);
        if own.as_ref().is_some_and(|own| own.has("batch")) {
            // A list that is sent in batches may be of any length.
            node.remove(&["max_length"]);
        }
        for (key, value) in own.iter().flat_map(At::members).filter(|(key, _)| *key != "name") {
            node.set_some(key, Node::of(value.value));
        }
        lifetime(draft.at, &mut node);
        self.nodes.set(&name, node);
        Ok(())
    }
}

/// Returns true for a parameter at a place that has a name on the wire.
fn is_at(name: &str, node: &Node, (place, wire): (&str, &str)) -> bool {
    let own = node.get("wire").cloned().unwrap_or_else(|| Node::text(name));
    node.get("in") == Some(&Node::text(place)) && own == Node::text(wire)
}

/// Returns the default of a parameter in the document of a table.
fn default(schema: &Schema<'_>, kind: &Node) -> Option<Node> {
    let is_typed = ["integer", "number", "boolean"].map(Node::text).contains(kind);
    match Node::of(schema.get("default")?.value)? {
        Node::Plain(text) if !is_typed => Some(Node::Text(text)),
        default => Some(default),
    }
}

/// Returns what stands between the values of a list of this style, unless each is sent by itself.
pub(super) fn separator(style: &str, explode: bool) -> Option<&'static str> {
    match style {
        "spaceDelimited" => Some(" "),
        "pipeDelimited" => Some("|"),
        "form" if explode => None,
        _ => Some(","),
    }
}

impl Draft<'_, '_> {
    /// Tells that a parameter cannot be said. It is an error if requests need it, and in a body.
    pub(super) fn cannot(&self, cx: &mut Context<'_>, reason: &str) -> Result<(), Unsayable> {
        let pointer = &self.at.pointer;
        if OF_BODY.contains(&self.place) {
            return Err(unsayable(cx, pointer, reason));
        }
        if self.is_required {
            cx.tell(pointer, format!("{reason}; every request needs it, so the endpoint is left out"));
            return Err(Unsayable);
        }
        cx.tell(pointer, format!("{reason}; it is left out"));
        Ok(())
    }
}

/// Tells that a value is encoded which the document wants as it is.
pub(super) fn tell_reserved(cx: &mut Context<'_>, at: &At<'_>) {
    if at.flag("allowReserved") {
        let message = "a table has no 'allowReserved'; reserved characters are encoded";
        cx.tell(format!("{}/allowReserved", at.pointer), message);
    }
}

/// Tells that a body cannot be said, and that its endpoint is left out.
pub(super) fn unsayable(cx: &mut Context<'_>, pointer: &str, reason: &str) -> Unsayable {
    cx.tell(pointer, format!("{reason}; no body is sent in part, so the endpoint is left out"));
    Unsayable
}
