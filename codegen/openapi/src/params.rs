//! The parameters of operations, and the members of their bodies, as parameters of an endpoint.

use super::at::At;
use super::context::{Context, doc};
use super::kinds::{self, Kind};
use super::lifetime::lifetime;
use super::limits::limits;
use super::media_types::{self, is_json, is_text};
use super::node::Node;
use super::records;
use super::schema::Schema;
use virtual_finance_codegen::import::TABLE_KEYS;
use virtual_finance_codegen::import::Taken;

/// The maximum number of parameters of an endpoint.
const MAX_PARAMS: usize = 200;

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
    endpoint: String,
}

/// A parameter that is required and cannot be said, which its endpoint cannot do without.
pub(super) struct Unsayable;

/// A parameter before it has its name in the table.
struct Draft<'a, 'd> {
    at: &'a At<'d>,
    wire: &'a str,
    place: &'a str,
    is_required: bool,
    description: Option<&'d str>,
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
                self.add(cx, &draft, &schema, &of, (Node::text(&name), Some(&name)));
                Ok(())
            }
            Kind::List(item) => {
                let separator = match style {
                    "spaceDelimited" => Some(" "),
                    "pipeDelimited" => Some("|"),
                    "form" if explode => None,
                    _ => Some(","),
                };
                self.add(cx, &draft, &schema, &of, (list(&item, separator), Some(&item)));
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
            return cannot(
                cx,
                &draft.at.pointer,
                draft.is_required,
                "a table has no objects with free names",
            );
        }
        for (name, property) in properties {
            let of = Schema::read(cx.document, &property);
            let is_required = draft.is_required && required.contains(name);
            let wire = if is_deep { format!("{}[{name}]", draft.wire) } else { name.to_owned() };
            match kinds::kind(cx, &of, &property, name, false) {
                Kind::One(kind) => {
                    let description = of.text("description");
                    let member = Draft { at: &property, wire: &wire, is_required, description, ..*draft };
                    self.add(cx, &member, &of, &property, (Node::text(&kind), Some(&kind)));
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

    /// Reads the body of an operation. What cannot be said of it leaves out the endpoint: no body is sent in part.
    pub(super) fn body<'d>(&mut self, cx: &mut Context<'d>, body: &At<'d>) -> Result<(), Unsayable> {
        let is_required = body.flag("required");
        let media = body.members_of("content");
        let json = media.iter().find(|(name, _)| is_json(name));
        let form = |name: &str, place: &'static str| {
            let found = media.iter().find(|(media_type, _)| media_types::name(media_type) == name);
            found.map(|(_, at)| (at, place))
        };
        let form = || {
            form("multipart/form-data", "part").or_else(|| form("application/x-www-form-urlencoded", "form"))
        };
        match (json, form()) {
            (Some((media_type, found)), _) => {
                // JSON may have a media type of its own, such as application/merge-patch+json.
                self.media_type = Some(media_types::name(media_type)).filter(|name| name.ends_with("+json"));
                // Without a schema it is any JSON.
                let at = found.get("schema").unwrap_or_else(|| found.clone());
                self.json_body(cx, &at, is_required);
                Ok(())
            }
            (None, Some((found, place))) => match found.get("schema") {
                Some(at) => self.form(cx, &at, place, is_required),
                None => unsayable(cx, &found.pointer, "the body has no schema"),
            },
            (None, None) => self.content(cx, body, &media, is_required),
        }
    }

    /// Reads a body of JSON: its members are parameters where they have names, and where each can be given by itself;
    /// else the whole body is one.
    fn json_body<'d>(&mut self, cx: &mut Context<'d>, at: &At<'d>, is_required: bool) {
        let schema = Schema::read(cx.document, at);
        tell_faults(cx, &schema);
        let properties = schema.properties();
        let required = schema.required();
        let names_all = |(name, _): &(&str, At<'d>)| !name.is_empty() && !name.contains('.');
        let has_others = schema
            .get("additionalProperties")
            .is_some_and(|more| more.value.is_object() || more.value == true);
        let is_object = !properties.is_empty()
            && schema.alternatives().is_empty()
            && !has_others
            && !schema.is_nullable
            // A body that may be left out has all that it needs, or is left out.
            && (is_required || required.is_empty())
            && properties.iter().all(names_all)
            && properties.len() <= MAX_PARAMS.saturating_sub(self.count());
        if !is_object {
            let kind = records::sent(cx, at, &format!("{} body", self.endpoint));
            let draft = Draft {
                at,
                wire: "body",
                place: "body",
                is_required,
                description: schema.text("description"),
            };
            let name = self.add(cx, &draft, &schema, at, (kind, None));
            if let Some(node) = self.nodes.at_mut(&[&name]) {
                node.set("wire", Node::text("."));
            }
            return;
        }
        for (name, property) in properties {
            let of = Schema::read(cx.document, &property);
            if of.flag("readOnly") {
                continue;
            }
            let draft = Draft {
                at: &property,
                wire: name,
                place: "body",
                is_required: required.contains(name),
                description: of.text("description"),
            };
            match kinds::kind(cx, &of, &property, name, true) {
                Kind::One(kind) => self.add(cx, &draft, &of, &property, (Node::text(&kind), Some(&kind))),
                Kind::List(item) => self.add(cx, &draft, &of, &property, (list(&item, None), Some(&item))),
                Kind::Object | Kind::Unknown(_) => {
                    let kind = records::sent(cx, &property, &format!("{} {name}", self.endpoint));
                    self.add(cx, &draft, &of, &property, (kind, None))
                }
            };
        }
    }

    /// Reads a body that is a text or a file.
    fn content<'d>(
        &mut self,
        cx: &mut Context<'d>,
        body: &At<'d>,
        media: &[(&'d str, At<'d>)],
        is_required: bool,
    ) -> Result<(), Unsayable> {
        let Some((media_type, found)) = media.first() else {
            return unsayable(cx, &body.pointer, "the body has no media type");
        };
        let at = found.get("schema").unwrap_or_else(|| found.clone());
        let schema = Schema::read(cx.document, &at);
        let is_text = is_text(media_type) && !is_binary(&schema);
        let (kind, usual) =
            if is_text { ("string", "text/plain") } else { ("bytes", "application/octet-stream") };
        // A file of one of several media types says its own.
        let is_said = is_text || media.len() == 1;
        self.media_type = Some(media_types::name(media_type))
            .filter(|name| is_said && name != usual && !name.contains('*'));
        let description = schema.text("description");
        let draft = Draft { at: &at, wire: "body", place: "content", is_required, description };
        self.add(cx, &draft, &schema, &at, (Node::text(kind), is_text.then_some(kind)));
        Ok(())
    }

    /// Reads the members of a form, each in that place.
    fn form<'d>(
        &mut self,
        cx: &mut Context<'d>,
        at: &At<'d>,
        place: &'static str,
        is_required: bool,
    ) -> Result<(), Unsayable> {
        let schema = Schema::read(cx.document, at);
        tell_faults(cx, &schema);
        let (properties, required) = (schema.properties(), schema.required());
        if properties.is_empty() || !schema.alternatives().is_empty() {
            return unsayable(cx, &at.pointer, "a form of a table has members with names");
        }
        for (name, property) in properties {
            let of = Schema::read(cx.document, &property);
            if of.flag("readOnly") {
                continue;
            }
            let draft = Draft {
                at: &property,
                wire: name,
                place,
                is_required: is_required && required.contains(name),
                description: of.text("description"),
            };
            if place == "part"
                && let Some(kind) = file(cx, &of)
            {
                self.add(cx, &draft, &of, &property, (kind, None));
                continue;
            }
            match kinds::kind(cx, &of, &property, name, false) {
                Kind::One(kind) => self.add(cx, &draft, &of, &property, (Node::text(&kind), Some(&kind))),
                Kind::List(item) => self.add(cx, &draft, &of, &property, (list(&item, None), Some(&item))),
                Kind::Object | Kind::Unknown(_) if place == "part" => {
                    let kind = records::sent(cx, &property, &format!("{} {name}", self.endpoint));
                    self.add(cx, &draft, &of, &property, (kind, None))
                }
                Kind::Object => return unsayable(cx, &property.pointer, "a form has no objects"),
                Kind::Unknown(reason) => return unsayable(cx, &property.pointer, reason),
            };
        }
        Ok(())
    }

    fn count(&self) -> usize {
        if let Node::Map(entries) = &self.nodes { entries.len() } else { 0 }
    }

    /// Adds a parameter, and returns its name. `kind` is its type, and the type of one value unless it is one in JSON, which
    /// has no default.
    fn add<'d>(
        &mut self,
        cx: &mut Context<'d>,
        draft: &Draft<'_, 'd>,
        schema: &Schema<'d>,
        of: &At<'d>,
        kind: (Node, Option<&str>),
    ) -> String {
        if self.count() >= MAX_PARAMS {
            cx.tell(
                &draft.at.pointer,
                format!("an endpoint has {MAX_PARAMS} parameters at most; it is left out"),
            );
            return String::new();
        }
        let own = draft.at.get(TABLE_KEYS);
        let wanted = own.as_ref().and_then(|own| own.text("name")).unwrap_or(draft.wire);
        let name = self.taken.param(wanted, draft.is_required);
        cx.origin(&["endpoints", &self.endpoint, "params", &name], &draft.at.pointer);
        let mut node = Node::map();
        node.set(
            "doc",
            doc(
                None,
                draft.description.or(schema.text("description")),
                &format!("The parameter '{}'.", draft.wire),
            ),
        );
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
        name
    }
}

/// Writes the default of a parameter whose values are of the type `item`.
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

/// Returns the type of a file, or of a list of files.
fn file(cx: &Context<'_>, schema: &Schema<'_>) -> Option<Node> {
    if is_binary(schema) {
        return Some(Node::text("bytes"));
    }
    let items = schema.get("items").filter(|_| schema.kind() == Some("array"))?;
    is_binary(&Schema::read(cx.document, &items)).then(|| list("bytes", None))
}

/// Returns true for the schema of a file: one of 3.0, or one of 3.1, which says the media type and no encoding.
fn is_binary(schema: &Schema<'_>) -> bool {
    let is_encoded = schema.text("contentEncoding").is_some();
    schema.kind().is_none_or(|kind| kind == "string")
        && (schema.text("format") == Some("binary")
            || (schema.text("contentMediaType").is_some() && !is_encoded))
}

fn list(item: &str, separator: Option<&str>) -> Node {
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
fn unsayable(cx: &mut Context<'_>, pointer: &str, reason: &str) -> Result<(), Unsayable> {
    cx.tell(pointer, format!("{reason}; no body is sent in part, so the endpoint is left out"));
    Err(Unsayable)
}

fn tell_faults(cx: &mut Context<'_>, schema: &Schema<'_>) {
    for (pointer, message) in &schema.faults {
        cx.tell(pointer, message);
    }
}
