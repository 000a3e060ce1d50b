//! The members of forms as parameters of an endpoint, in the way that the document encodes them.

use super::at::At;
use super::context::Context;
use super::kinds::{self, Kind, list_of};
use super::media_types::{is_json, is_text};
use super::node::Node;
use super::params::{Draft, Params, Unsayable, separator, tell_reserved, unsayable};
use super::records;
use super::schema::Schema;

/// The way in which a member of a form is encoded.
struct Encoding<'d> {
    style: Option<&'d str>,
    explode: Option<bool>,
    media_type: Option<&'d str>,
    pointer: String,
}

impl<'d> Encoding<'d> {
    /// Reads a member's encoding, and tells its headers, which a table cannot have.
    fn read(cx: &mut Context<'_>, found: &At<'d>, member: &str) -> Self {
        let at = found.get("encoding").and_then(|all| all.get(member));
        if let Some(headers) = at.as_ref().and_then(|at| at.get("headers")) {
            cx.tell(headers.pointer, "a part of a table has no headers; they are left out");
        }
        at.iter().for_each(|at| tell_reserved(cx, at));
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
        let schema = cx.schema(&at);
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
            let of = cx.schema(&property);
            if of.flag("readOnly") {
                continue;
            }
            if name.is_empty() {
                return Err(unsayable(cx, &property.pointer, "a member of the form has no name"));
            }
            let (is_required, description) = (required.contains(name), of.text("description"));
            let draft = Draft { at: &property, wire: name, place, is_required, description };
            let encoding = Encoding::read(cx, found, name);
            self.member_of_form(cx, &draft, &of, &encoding)?;
        }
        Ok(())
    }

    fn member_of_form<'d>(
        &mut self,
        cx: &mut Context<'d>,
        draft: &Draft<'_, 'd>,
        of: &Schema<'d>,
        encoding: &Encoding<'d>,
    ) -> Result<(), Unsayable> {
        let property = draft.at;
        let is_part = draft.place == "part";
        if is_part && let Some(kind) = file(cx, of).or_else(|| encoded_file(of, encoding)) {
            return self.add(cx, draft, of, property, kind);
        }
        let kind = kinds::kind(cx, of, property, draft.wire);
        tell_media_type(cx, &kind, encoding, is_part);
        let style = encoding.style.unwrap_or("form");
        match kind {
            _ if !is_part && encoding.media_type.is_some_and(is_json) => {
                self.add(cx, draft, of, property, Node::text("string"))
            }
            Kind::List(_) if style == "deepObject" => {
                let wire = format!("{}[]", draft.wire);
                let message = format!("'deepObject' says nothing of lists; each value is sent as '{wire}'");
                cx.tell(format!("{}/style", encoding.pointer), message);
                self.add(cx, &Draft { wire: &wire, ..*draft }, of, property, kind.node(None))
            }
            Kind::Object | Kind::Unknown(_) if is_part => {
                let kind = records::sent(cx, property, &format!("{} {}", self.endpoint, draft.wire));
                self.add(cx, draft, of, property, kind)
            }
            Kind::Object => {
                let is_flat = encoding.style == Some("form") && encoding.explode != Some(false);
                self.members(cx, draft, of, (is_flat, 0))
            }
            Kind::Unknown(reason) => draft.cannot(cx, reason),
            kind => {
                let separator = separator(style, encoding.explode.unwrap_or(style == "form"));
                self.add(cx, draft, of, property, kind.node(separator))
            }
        }
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

/// Returns the type of a file, or of a list of files. What may be one or several is several.
pub(super) fn file<'d>(cx: &Context<'d>, schema: &Schema<'d>) -> Option<Node> {
    if is_binary(schema) {
        return Some(Node::text("bytes"));
    }
    let alternatives = schema.alternatives();
    if !alternatives.is_empty() {
        let kinds = alternatives.iter().map(|one| file(cx, &cx.schema(one)));
        let kinds: Vec<Node> = kinds.collect::<Option<_>>()?;
        return kinds.into_iter().max_by_key(|kind| kind.get("list").is_some());
    }
    let items = schema.part("items").filter(|_| schema.kind() == Some("array"))?;
    is_binary(&cx.schema(&items)).then(|| list_of("bytes", None))
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
