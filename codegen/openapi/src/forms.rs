//! The members of forms as parameters of an endpoint, in the way that the document encodes them.

use super::at::At;
use super::context::Context;
use super::kinds::{self, Kind};
use super::media_types::{is_json, is_text};
use super::node::Node;
use super::params::{Draft, Params, Unsayable, list, separator, unsayable};
use super::records;
use super::schema::Schema;

/// The maximum number of objects within each other in a form.
const MAX_DEPTH: usize = 8;

/// The way in which a member of a form is encoded.
struct Encoding<'d> {
    style: Option<&'d str>,
    explode: Option<bool>,
    media_type: Option<&'d str>,
    pointer: String,
}

impl<'d> Encoding<'d> {
    /// Reads that of a member, and tells the headers, which a table has not.
    fn read(cx: &mut Context<'_>, found: &At<'d>, member: &str) -> Self {
        let at = found.get("encoding").and_then(|all| all.get(member));
        if let Some(headers) = at.as_ref().and_then(|at| at.get("headers")) {
            cx.tell(headers.pointer, "a part of a table has no headers; they are left out");
        }
        let text = |key: &str| at.as_ref().and_then(|at| at.text(key));
        Self {
            style: text("style"),
            explode: at.as_ref().and_then(|at| at.get("explode")?.value.as_bool()),
            media_type: text("contentType"),
            pointer: at.as_ref().map(|at| at.pointer.clone()).unwrap_or_default(),
        }
    }

    /// Returns true if a part is neither a text nor JSON.
    fn is_file(&self) -> bool {
        self.media_type.is_some_and(|media_type| {
            media_type.split(',').all(|name| {
                !name.trim().is_empty() && !is_text(name) && (name.contains('*') || !is_json(name))
            })
        })
    }
}

impl Params {
    /// Reads the members of a form, each in that place.
    pub(super) fn form<'d>(
        &mut self,
        cx: &mut Context<'d>,
        found: &At<'d>,
        place: &'static str,
        is_required: bool,
    ) -> Result<(), Unsayable> {
        let at = found.get("schema").unwrap_or_else(|| found.clone());
        let schema = Schema::read(cx.document, &at);
        cx.tell_all(&schema.faults);
        let (properties, required) = (schema.properties(), schema.required());
        if properties.is_empty() || records::has_more(cx, &schema) {
            return Err(unsayable(cx, &at.pointer, "a form of a table has members with names"));
        }
        records::tell_conditions(cx, &schema);
        if !is_required && !required.is_empty() {
            cx.tell(
                &at.pointer,
                "a form of a table cannot be left out as a whole; what it needs is always sent",
            );
        }
        for (name, property) in properties {
            let of = Schema::read(cx.document, &property);
            if of.flag("readOnly") {
                continue;
            }
            if name.is_empty() {
                return Err(unsayable(cx, &property.pointer, "a member of the form has no name"));
            }
            let (is_required, description) = (required.contains(name), of.text("description"));
            let draft = Draft { at: &property, wire: name, place, is_required, description };
            let encoding = Encoding::read(cx, found, name);
            self.member(cx, &draft, &of, &encoding)?;
        }
        Ok(())
    }

    /// Reads a member of a form.
    fn member<'d>(
        &mut self,
        cx: &mut Context<'d>,
        draft: &Draft<'_, 'd>,
        of: &Schema<'d>,
        encoding: &Encoding<'d>,
    ) -> Result<(), Unsayable> {
        let property = draft.at;
        let is_part = draft.place == "part";
        if is_part && let Some(kind) = file(cx, of).or_else(|| encoded_file(of, encoding)) {
            self.add(cx, draft, of, property, (kind, None))?;
            return Ok(());
        }
        let kind = kinds::kind(cx, of, property, draft.wire, false);
        tell_media_type(cx, &kind, encoding, is_part);
        let style = encoding.style.unwrap_or("form");
        match kind {
            _ if !is_part && is_json_text(encoding) => {
                self.add(cx, draft, of, property, (Node::text("string"), Some("string")))?;
            }
            Kind::One(kind) => {
                self.add(cx, draft, of, property, (Node::text(&kind), Some(&kind)))?;
            }
            Kind::List(item) if style == "deepObject" => {
                let wire = format!("{}[]", draft.wire);
                let message = format!("'deepObject' says nothing of lists; each value is sent as '{wire}'");
                cx.tell(format!("{}/style", encoding.pointer), message);
                let draft = Draft { wire: &wire, ..*draft };
                self.add(cx, &draft, of, property, (list(&item, None), Some(&item)))?;
            }
            Kind::List(item) => {
                let separator = separator(style, encoding.explode.unwrap_or(style == "form"));
                self.add(cx, draft, of, property, (list(&item, separator), Some(&item)))?;
            }
            Kind::Object | Kind::Unknown(_) if is_part => {
                let kind = records::sent(cx, property, &format!("{} {}", self.endpoint, draft.wire));
                self.add(cx, draft, of, property, (kind, None))?;
            }
            Kind::Object => {
                let is_flat = encoding.style == Some("form") && encoding.explode != Some(false);
                return self.members_of_form(cx, draft, of, (is_flat, 0));
            }
            Kind::Unknown(reason) => return Err(unsayable(cx, &property.pointer, reason)),
        }
        Ok(())
    }

    /// Reads the members of an object in a form: `address[city]`, or `city` where it is flat.
    fn members_of_form<'d>(
        &mut self,
        cx: &mut Context<'d>,
        draft: &Draft<'_, 'd>,
        schema: &Schema<'d>,
        (is_flat, depth): (bool, usize),
    ) -> Result<(), Unsayable> {
        let (required, properties) = (schema.required(), schema.properties());
        if properties.is_empty() || depth > MAX_DEPTH || records::has_more(cx, schema) {
            return Err(unsayable(cx, &draft.at.pointer, "a form has no objects with free names"));
        }
        for (name, property) in properties {
            let of = Schema::read(cx.document, &property);
            let is_required = draft.is_required && required.contains(name);
            let wire = if is_flat { name.to_owned() } else { format!("{}[{name}]", draft.wire) };
            let description = of.text("description");
            let member = Draft { at: &property, wire: &wire, is_required, description, ..*draft };
            match kinds::kind(cx, &of, &property, name, false) {
                Kind::One(kind) => {
                    self.add(cx, &member, &of, &property, (Node::text(&kind), Some(&kind)))?;
                }
                Kind::Object => {
                    self.members_of_form(cx, &member, &of, (is_flat, depth.saturating_add(1)))?;
                }
                _ => return Err(unsayable(cx, &property.pointer, "a form has no lists within objects")),
            }
        }
        Ok(())
    }
}

/// Tells a media type of a member that a table does not send.
fn tell_media_type(cx: &mut Context<'_>, kind: &Kind<'_>, encoding: &Encoding<'_>, is_part: bool) {
    let Some(media_type) = encoding.media_type else { return };
    let is_text = media_type.trim() == "text/plain";
    let what = match kind {
        _ if !is_part && is_json(media_type) => {
            format!("the value is a text of {media_type}; the table has a string")
        }
        Kind::One(_) | Kind::List(_) if !is_text => format!("it is sent as text/plain, not as {media_type}"),
        Kind::Object | Kind::Unknown(_) if is_part && !is_json(media_type) => {
            format!("it is sent as JSON, not as {media_type}")
        }
        _ => return,
    };
    cx.tell(format!("{}/contentType", encoding.pointer), what);
}

/// Returns true for a member of a form without files that is JSON.
fn is_json_text(encoding: &Encoding<'_>) -> bool {
    encoding.media_type.is_some_and(is_json)
}

/// Returns the type of a file, or of a list of files. What may be one or several is several.
pub(super) fn file(cx: &Context<'_>, schema: &Schema<'_>) -> Option<Node> {
    if is_binary(schema) {
        return Some(Node::text("bytes"));
    }
    let alternatives = schema.alternatives();
    if !alternatives.is_empty() {
        let kinds = alternatives.iter().map(|one| file(cx, &Schema::read(cx.document, one)));
        let kinds: Vec<Node> = kinds.collect::<Option<_>>()?;
        let is_list = kinds.iter().any(|kind| kind.get("list").is_some());
        return Some(if is_list { list("bytes", None) } else { Node::text("bytes") });
    }
    let items = schema.get("items").filter(|_| schema.kind() == Some("array"))?;
    is_binary(&Schema::read(cx.document, &items)).then(|| list("bytes", None))
}

/// Returns the type of a part that is a file by its media type alone.
fn encoded_file(schema: &Schema<'_>, encoding: &Encoding<'_>) -> Option<Node> {
    let is_text = schema.text("contentEncoding").is_some() || schema.listed().is_some();
    let is_free = schema.kind().is_none_or(|kind| kind == "string") && schema.alternatives().is_empty();
    (encoding.is_file() && is_free && !is_text).then(|| Node::text("bytes"))
}

/// Returns true for the schema of a file: one of 3.0, or one of 3.1, which says the media type and no encoding.
pub(super) fn is_binary(schema: &Schema<'_>) -> bool {
    let encoding = schema.text("contentEncoding");
    schema.kind().is_none_or(|kind| kind == "string")
        && (schema.text("format") == Some("binary")
            || encoding == Some("binary")
            || (schema.text("contentMediaType").is_some() && encoding.is_none()))
}
