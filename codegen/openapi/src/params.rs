//! The parameters of operations, and what becomes a parameter of an endpoint.

use super::at::At;
use super::context::{Context, OF_BODY, doc};
use super::defaults::default_in_doc;
use super::kinds::{self, Kind};
use super::lifetime::lifetime;
use super::limits::limits;
use super::node::Node;
use super::schema::Schema;
use virtual_finance_codegen::import::TABLE_KEYS;
use virtual_finance_codegen::import::Taken;

/// The maximum number of parameters of an endpoint.
pub(super) const MAX_PARAMS: usize = 200;

/// Headers whose parameters OpenAPI ignores.
const IGNORED: &[&str] = &["accept", "content-type", "authorization"];

/// The parameters of an endpoint.
pub(super) struct Params {
    pub(super) nodes: Node,
    pub(super) taken: Taken,
    /// The names of the parameters of the path, by those of the document.
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
        match place {
            "path" | "query" => {}
            "header" if IGNORED.contains(&wire.to_ascii_lowercase().as_str()) => return Ok(()),
            "header" => {}
            place => {
                return cannot(
                    cx,
                    &at.pointer,
                    is_required,
                    &format!("a table has no parameter in the {place}"),
                );
            }
        }
        let media = at.members_of("content").into_iter().next();
        if let Some((media, found)) = &media {
            cx.tell(&found.pointer, format!("the value is a text of {media}; the table has a string"));
        }
        let own = at.get("schema");
        let is_missing = own.is_none();
        let of = own.unwrap_or_else(|| at.clone());
        let schema = Schema::read(cx.document, &of);
        let kind = if is_missing {
            Kind::One("string".to_owned())
        } else {
            kinds::kind(cx, &schema, &of, wire, false)
        };
        let draft = Draft { at, wire, place, is_required, description: at.text("description") };
        let style = at.text("style").unwrap_or(if place == "query" { "form" } else { "simple" });
        let explode = at.get("explode").and_then(|found| found.value.as_bool()).unwrap_or(style == "form");
        match kind {
            Kind::One(_) | Kind::List(_)
                if !["form", "simple", "spaceDelimited", "pipeDelimited"].contains(&style) =>
            {
                cannot(cx, &at.pointer, is_required, &format!("a table has no style '{style}'"))
            }
            Kind::One(name) => {
                self.add(cx, &draft, &schema, &of, (Node::text(&name), Some(&name)))?;
                Ok(())
            }
            Kind::List(item) => {
                let kind = list(&item, separator(style, explode));
                self.add(cx, &draft, &schema, &of, (kind, Some(&item)))?;
                Ok(())
            }
            Kind::Object if place == "query" && (style == "deepObject" || (style == "form" && explode)) => {
                self.members_of_query(cx, &draft, &schema, style == "deepObject")
            }
            Kind::Object => cannot(cx, &at.pointer, is_required, "a table has no objects here"),
            Kind::Unknown(reason) => cannot(cx, &at.pointer, is_required, reason),
        }
    }

    /// Reads the members of an object that is sent as several parameters of the query.
    fn members_of_query<'d>(
        &mut self,
        cx: &mut Context<'d>,
        draft: &Draft<'_, 'd>,
        schema: &Schema<'d>,
        is_deep: bool,
    ) -> Result<(), Unsayable> {
        let (required, properties) = (schema.required(), schema.properties());
        if properties.is_empty() {
            let reason = "a table has no objects with free names";
            return cannot(cx, &draft.at.pointer, draft.is_required, reason);
        }
        for (name, property) in properties {
            let of = Schema::read(cx.document, &property);
            let is_required = draft.is_required && required.contains(name);
            let wire = if is_deep { format!("{}[{name}]", draft.wire) } else { name.to_owned() };
            match kinds::kind(cx, &of, &property, name, false) {
                Kind::One(kind) => {
                    let description = of.text("description");
                    let member = Draft { at: &property, wire: &wire, is_required, description, ..*draft };
                    self.add(cx, &member, &of, &property, (Node::text(&kind), Some(&kind)))?;
                }
                _ => cannot(
                    cx,
                    &property.pointer,
                    is_required,
                    "a table has neither lists nor objects within objects of a query",
                )?,
            }
        }
        Ok(())
    }

    pub(super) fn count(&self) -> usize {
        if let Node::Map(entries) = &self.nodes { entries.len() } else { 0 }
    }

    /// Adds a parameter, and returns its name. `kind` is its type, and the type of one value unless it is one in JSON, which
    /// has no default.
    pub(super) fn add<'d>(
        &mut self,
        cx: &mut Context<'d>,
        draft: &Draft<'_, 'd>,
        schema: &Schema<'d>,
        of: &At<'d>,
        kind: (Node, Option<&str>),
    ) -> Result<String, Unsayable> {
        if self.count() >= MAX_PARAMS {
            let reason = format!("an endpoint has {MAX_PARAMS} parameters at most");
            return match OF_BODY.contains(&draft.place) {
                true => Err(unsayable(cx, &draft.at.pointer, &reason)),
                false => cannot(cx, &draft.at.pointer, draft.is_required, &reason).map(|()| String::new()),
            };
        }
        let own = draft.at.get(TABLE_KEYS);
        let wanted = own.as_ref().and_then(|own| own.text("name")).unwrap_or(draft.wire);
        let name = self.taken.param(wanted, draft.is_required);
        cx.origin(&["endpoints", &self.endpoint, "params", &name], &draft.at.pointer);
        let mut node = Node::map();
        let text = draft.description.or(schema.text("description"));
        node.set("doc", doc(None, text, &format!("The parameter '{}'.", draft.wire)));
        let (kind, item) = kind;
        let is_nullable = draft.place == "body" && schema.is_nullable;
        let item = item.filter(|_| !is_nullable);
        // The limits of a type that the table names are those of the table.
        let is_named = own.as_ref().is_some_and(|own| own.has("type"));
        let in_list = item.is_some() && matches!(kind, Node::Map(_));
        node.set("type", kind.clone());
        node.set("in", Node::text(draft.place));
        match draft.place {
            "path" => self.in_path.push((draft.wire.to_owned(), name.clone())),
            _ if name != draft.wire => node.set("wire", Node::text(draft.wire)),
            _ => {}
        }
        if draft.is_required {
            node.set("required", Node::plain(&true));
        } else if !cx.is_of_table {
            default_in_doc(schema, &mut node);
        } else if let Some(item) = item {
            default(cx, schema, item, in_list, &mut node);
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
        Ok(name)
    }
}

/// Writes the default of a parameter in the document of a table, whose values are of the type `item`.
fn default(cx: &mut Context<'_>, schema: &Schema<'_>, item: &str, in_list: bool, node: &mut Node) {
    let Some(default) = schema.get("default").filter(|default| !default.value.is_null()) else { return };
    match default.value {
        value if in_list || value.is_object() || value.is_array() => {
            cx.tell(&default.pointer, "lists have no default in a table; it is left out");
        }
        value if value.is_string() || matches!(item, "integer" | "number" | "boolean") => {
            node.set_some("default", Node::of(value));
        }
        value => node.set("default", Node::text(value.to_string())),
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

pub(super) fn list(item: &str, separator: Option<&str>) -> Node {
    let mut node = Node::map();
    node.set("list", Node::text(item));
    node.set_some("separator", separator.map(Node::text));
    node
}

/// Tells that a part cannot be said. It is an error if requests need it.
fn cannot(cx: &mut Context<'_>, pointer: &str, is_required: bool, reason: &str) -> Result<(), Unsayable> {
    let end = if is_required {
        "; every request needs it, so the endpoint is left out"
    } else {
        "; it is left out"
    };
    cx.tell(pointer, format!("{reason}{end}"));
    if is_required { Err(Unsayable) } else { Ok(()) }
}

/// Tells that a body cannot be said, and that its endpoint is left out.
pub(super) fn unsayable(cx: &mut Context<'_>, pointer: &str, reason: &str) -> Unsayable {
    cx.tell(pointer, format!("{reason}; no body is sent in part, so the endpoint is left out"));
    Unsayable
}
