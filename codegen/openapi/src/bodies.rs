//! The bodies of operations: which of several media types is sent, and the parameters of one.

use super::at::At;
use super::context::Context;
use super::examples;
use super::forms::{file, is_binary};
use super::kinds;
use super::media_types::{self, is_json, is_text, is_xml};
use super::node::Node;
use super::params::{Draft, MAX_PARAMS, Params, Unsayable, unsayable};
use super::records;
use super::schema::Schema;

/// The form of a body, the preferred one first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Form {
    Json,
    /// A form with files.
    Parts,
    Pairs,
    /// A text or a file.
    Content,
}

/// A body of a media type.
type Media<'d> = (&'d str, At<'d>);

impl Params {
    /// Reads the body of an operation. What cannot be said of it leaves out the endpoint: no body is sent in part.
    pub(super) fn body<'d>(&mut self, cx: &mut Context<'d>, body: &At<'d>) -> Result<(), Unsayable> {
        let is_required = body.flag("required");
        let media = body.members_of("content");
        let forms = media.iter().map(|one| (form(cx, one), one));
        let Some((form, chosen)) = forms.min_by_key(|(form, _)| *form) else {
            return Err(unsayable(cx, &body.pointer, "the body has no media type"));
        };
        tell_others(cx, body, &media, (form, chosen));
        let (media_type, found) = chosen;
        let schema = found.get("schema").map(|at| cx.schema(&at));
        let shown = examples::value(cx.document, found, schema.as_ref());
        cx.shown.entry(self.endpoint.clone()).or_default().body = shown;
        match (form, found.get("schema")) {
            (Form::Json, at) => {
                // JSON may have a media type of its own, such as application/merge-patch+json.
                self.media_type = Some(media_types::name(media_type)).filter(|name| name.ends_with("+json"));
                // Without a schema it is any JSON.
                self.json_body(cx, &at.unwrap_or_else(|| found.clone()), is_required)
            }
            (Form::Parts, Some(_)) => self.form(cx, found, "part", is_required),
            (Form::Pairs, Some(_)) => self.form(cx, found, "form", is_required),
            (Form::Parts | Form::Pairs, None) => Err(unsayable(cx, &found.pointer, "the body has no schema")),
            (Form::Content, _) => self.content(cx, &media, chosen, is_required),
        }
    }

    /// Reads a body of JSON: its members are parameters where they have names, and where each can be given by itself;
    /// else the whole body is one.
    fn json_body<'d>(
        &mut self,
        cx: &mut Context<'d>,
        at: &At<'d>,
        is_required: bool,
    ) -> Result<(), Unsayable> {
        let schema = cx.schema(at);
        cx.tell_all(&schema.faults);
        let required = schema.required();
        // A body that may be left out has all that it needs, or is left out.
        let is_apart = is_required || required.is_empty();
        if !is_apart || !self.has_members(cx, &schema) {
            return self.whole_body(cx, at, &schema, is_required);
        }
        records::tell_conditions(cx, &schema);
        for (name, property) in schema.properties() {
            let of = cx.schema(&property);
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
            let kind = kinds::member(cx, &of, &property, name);
            self.add(cx, &draft, &of, &property, kind)?;
        }
        Ok(())
    }

    /// Returns true for a body of JSON each of whose members can be a parameter.
    fn has_members(&self, cx: &Context<'_>, schema: &Schema<'_>) -> bool {
        let properties = schema.properties();
        let is_named = |name: &str| !name.is_empty() && !name.contains('.');
        !properties.is_empty()
            && !records::has_more(cx, schema)
            && !schema.is_open()
            && !schema.is_nullable
            && properties.iter().all(|(name, _)| is_named(name))
            && properties.len() <= MAX_PARAMS.saturating_sub(self.nodes.count())
    }

    /// Reads a body of JSON as one parameter.
    fn whole_body<'d>(
        &mut self,
        cx: &mut Context<'d>,
        at: &At<'d>,
        schema: &Schema<'d>,
        is_required: bool,
    ) -> Result<(), Unsayable> {
        let kind = records::sent(cx, at, &format!("{} body", self.endpoint));
        let description = schema.text("description");
        let draft = Draft { at, wire: "body", place: "body", is_required, description };
        self.add(cx, &draft, schema, at, kind)?;
        if let Node::Map(entries) = &mut self.nodes
            && let Some((_, node)) = entries.last_mut()
        {
            node.set("wire", Node::text("."));
        }
        Ok(())
    }

    /// Reads a body that is a text or a file.
    fn content<'d>(
        &mut self,
        cx: &mut Context<'d>,
        media: &[Media<'d>],
        (media_type, found): &Media<'d>,
        is_required: bool,
    ) -> Result<(), Unsayable> {
        let at = found.get("schema").unwrap_or_else(|| found.clone());
        let schema = cx.schema(&at);
        let is_text = is_text(media_type) && !is_binary(&schema);
        let (kind, usual) =
            if is_text { ("string", "text/plain") } else { ("bytes", "application/octet-stream") };
        // A file of one of several media types says its own.
        let is_said = is_text || media.len() == 1;
        self.media_type = Some(media_types::name(media_type))
            .filter(|name| is_said && name != usual && !name.contains('*'));
        if is_xml(media_type) && found.has("schema") {
            cx.tell(&found.pointer, "the schema of XML is not read; the body is sent as it is given");
        }
        let description = schema.text("description");
        let draft = Draft { at: &at, wire: "body", place: "content", is_required, description };
        self.add(cx, &draft, &schema, &at, Node::text(kind))
    }
}

/// Returns the form of a body of a media type.
fn form<'d>(cx: &Context<'d>, (media_type, found): &Media<'d>) -> Form {
    let name = media_types::name(media_type);
    // Any media type is JSON, unless the body is a file.
    let is_file = || {
        let schema = found.get("schema").map(|at| cx.schema(&at));
        name.contains('*') && schema.is_some_and(|schema| is_binary(&schema))
    };
    match name.as_str() {
        "multipart/form-data" => Form::Parts,
        "application/x-www-form-urlencoded" => Form::Pairs,
        name if is_json(name) && !is_file() => Form::Json,
        _ => Form::Content,
    }
}

/// Tells the media types of a body that are not sent, and the files that go with them. A file may be of any.
fn tell_others<'d>(
    cx: &mut Context<'d>,
    body: &At<'d>,
    media: &[Media<'d>],
    (form, chosen): (Form, &Media<'d>),
) {
    let (sent, found) = chosen;
    let is_file = form == Form::Content && !is_text(sent);
    let is_same = |other: &At<'_>| self::same_schema(other, found);
    let others: Vec<&Media<'_>> = media
        .iter()
        .filter(|(name, at)| name != sent && !(is_file || is_json(name) && is_json(sent) && is_same(at)))
        .collect();
    if others.is_empty() {
        return;
    }
    let names: Vec<&str> = others.iter().map(|(name, _)| *name).collect();
    let files: Vec<String> = others.iter().flat_map(|one| files(cx, one)).collect();
    let files = match files.as_slice() {
        [] => String::new(),
        files => format!(", and with it what is a file: {}", files.join(", ")),
    };
    let are = if names.len() == 1 { "is" } else { "are" };
    let message = format!("the body is sent as {sent}; {} {are} left out{files}", names.join(", "));
    cx.tell(format!("{}/content", body.pointer), message);
}

fn same_schema(one: &At<'_>, other: &At<'_>) -> bool {
    one.get("schema").map(|at| at.value) == other.get("schema").map(|at| at.value)
}

/// Returns the members of a form that are files.
fn files<'d>(cx: &Context<'d>, (media_type, found): &Media<'d>) -> Vec<String> {
    let schema = found.get("schema").filter(|_| media_types::name(media_type) == "multipart/form-data");
    let properties = schema.map(|at| cx.schema(&at).properties()).unwrap_or_default();
    let is_file = |(_, at): &(&str, At<'d>)| file(cx, &cx.schema(at)).is_some();
    properties.into_iter().filter(is_file).map(|(name, _)| format!("'{name}'")).collect()
}
