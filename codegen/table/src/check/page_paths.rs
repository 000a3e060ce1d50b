//! Checks of the paths of `pages`: the reply has them, by its declared type or by an example, and of a type that leads on.

use serde_json::{Map, Value as Json};

use crate::codes;
use crate::diagnostic::{Fault, nearest, suggest};
use crate::item::{Member, is_index, member};
use crate::kind::Kind;
use crate::parse::located::Located;
use crate::parse::pages::{HEADER, Pages};
use crate::parse::table::{Endpoint, Field, ItemType, Table};

use super::Checker;
use super::items::data_type;
use super::misfit::said_of;
use super::replies::{at, below_of, first, is_always_there, replies};

/// Returns the paths of pages that lead into a reply.
pub(super) fn paths<'p>(pages: Located<'p, Pages>) -> impl Iterator<Item = Located<'p, String>> {
    let paths = [
        pages.cursor().some().map(Located::next),
        pages.offset().some().and_then(|offset| offset.rows().some()),
        pages.offset().some().and_then(|offset| offset.total().some()),
        pages.page().some().and_then(|page| page.last().some()),
        pages.link().some().filter(|link| link.as_str() != HEADER),
        pages.more().some(),
    ];
    paths.into_iter().flatten()
}

/// The use that pages have for the value at a path.
#[derive(Clone, Copy)]
pub(super) enum Use<'c> {
    /// The value of a parameter of this name.
    Cursor(&'c str),
    /// The address of the next page.
    Link,
    /// The bool that says whether more pages follow.
    More,
    /// The number of items or pages.
    Number,
    /// The list of items.
    Rows,
    /// The value that a request waits for.
    Value,
}

/// The place that a path leads to, as far as the table declares the reply.
enum Declared<'t> {
    /// The table does not say what is there.
    Unknown,
    /// Another check reports why nothing is known.
    Broken,
    /// A value of this type, and the field that has it.
    Type(&'t ItemType, Option<&'t Field>),
    /// An object around the data.
    Around,
    /// Nothing, for this reason; with what to write instead.
    Nothing(String, String),
}

impl Checker<'_, '_> {
    /// Checks a path of `pages` in the reply.
    pub(super) fn page_path(
        &mut self,
        endpoint: Located<'_, Endpoint>,
        path: Located<'_, String>,
        used: Use<'_>,
    ) {
        let before = self.faults.count();
        self.data_path(endpoint, path);
        // A path into text is reported by itself.
        if self.faults.count() > before || endpoint.raw != "json" {
            return;
        }
        let wanted = Wanted::new(endpoint.value(), used, self.table.value());
        let declared = declared(endpoint.value(), &path, self.table);
        let found = match &declared {
            Declared::Broken => return,
            Declared::Type(kind, field) => sample(kind, *field),
            Declared::Around => Some(Json::Object(Map::new())),
            _ => None,
        };
        let replies: Vec<(&str, Json)> = replies(endpoint.value()).collect();
        if let Some(found) = found.filter(|found| !wanted.takes(found)) {
            return self.value(path, wanted.fault("the reply", said_of(&found), &path));
        }
        if let Some(fault) = self.endless(endpoint.value(), &path, used, &declared) {
            return self.value(path, fault);
        }
        let shown = || replies.iter().filter_map(|(name, reply)| Some((name, at(reply, &path)?)));
        if let Some((name, value)) = shown().find(|(_, value)| !wanted.takes(value)) {
            let whose = format!("the reply of the example '{name}'");
            return self.value(path, wanted.fault(&whose, said_of(value), &path));
        }
        let (message, advice) = match declared {
            // Only the converter knows the reply.
            Declared::Unknown if replies.is_empty() && endpoint.converter.is_some() => return,
            Declared::Unknown if replies.is_empty() => {
                let message = format!("nothing shows that the reply has '{}'", *path);
                (message, "add an example whose 'reply' has it, or a field of the response".to_owned())
            }
            Declared::Nothing(message, advice) => (message, advice),
            Declared::Unknown => {
                let advice = replies.first().map(|(_, reply)| lacks(reply, &path)).unwrap_or_default();
                (format!("no reply of the examples has '{}'", *path), advice)
            }
            Declared::Type(..) | Declared::Around | Declared::Broken => return,
        };
        if shown().next().is_none() {
            self.value(path, codes::PAGES_PATH.fault(message, advice));
        }
    }
}

impl Checker<'_, '_> {
    /// Returns the fault of a cursor that is never missing, null or empty: an integer that the table says every reply has.
    fn endless(
        &self,
        endpoint: &Endpoint,
        path: &str,
        used: Use<'_>,
        declared: &Declared<'_>,
    ) -> Option<Fault> {
        let is_integer =
            matches!(declared, Declared::Type(ItemType::One(name), Some(_)) if name == "integer");
        // A list may have no items.
        let has_index = path.split('.').any(is_index);
        let has_more = endpoint.pages.as_ref().is_some_and(|pages| pages.more.is_some());
        if !is_integer || has_index || has_more || !matches!(used, Use::Cursor(_)) {
            return None;
        }
        let response = endpoint.response.as_ref()?;
        let below = match response.at.as_deref() {
            None | Some("") => path,
            Some(at) => below_of(path, at)?,
        };
        is_always_there(data_type(response, self.table)?, below, self.table.value()).then(|| {
            let message = format!("every reply has an integer at '{path}', so the pages never end");
            let advice = "write 'nullable: true' or 'optional: true' at its field, as the last page has it";
            codes::PAGES_PATH.fault(message, advice)
        })
    }
}

/// The values that a path of pages may have.
struct Wanted<'c> {
    used: Use<'c>,
    /// True if the parameter of a cursor is an integer.
    is_integer: bool,
    /// True if the parameter of a cursor is a part of JSON, where text is no integer.
    is_json: bool,
}

impl<'c> Wanted<'c> {
    fn new(endpoint: &'c Endpoint, used: Use<'c>, table: &Table) -> Self {
        let Use::Cursor(name) = used else {
            return Self { used, is_integer: false, is_json: false };
        };
        let param = endpoint.params.get(name);
        let kind = param.and_then(|param| Kind::of(param, table));
        Self {
            used,
            is_integer: kind == Some(Kind::Integer),
            is_json: param.is_some_and(|param| param.place == "body"),
        }
    }

    fn takes(&self, value: &Json) -> bool {
        match (self.used, value) {
            (_, Json::Null) => true,
            (Use::Cursor(_) | Use::Link, Json::Bool(is_more)) => !is_more,
            (Use::More, Json::Bool(_)) => true,
            (Use::Value, value) => !value.is_array() && !value.is_object(),
            (Use::Cursor(_), Json::String(text)) => {
                !self.is_integer || text.is_empty() || text.parse::<i64>().is_ok()
            }
            (Use::Cursor(_), Json::Number(number)) => {
                (number.is_i64() || number.is_u64()) && (self.is_integer || !self.is_json)
            }
            (Use::Number, Json::Number(_)) | (Use::Link, Json::String(_)) | (Use::Rows, Json::Array(_)) => {
                true
            }
            _ => false,
        }
    }

    fn fault(&self, whose: &str, found: &str, path: &str) -> Fault {
        let (what, advice) = match (self.used, found) {
            (Use::Cursor(name), "a string") => {
                (format!("and '{name}' is an integer"), format!("write 'type: string' at '{name}'"))
            }
            (Use::Cursor(name), "an integer") => {
                (format!("and '{name}' is a string"), format!("write 'type: integer' at '{name}'"))
            }
            (Use::Cursor(_), _) => {
                ("which is no cursor".to_owned(), "write the path of a string or an integer".to_owned())
            }
            (Use::Link, _) => ("which is no address".to_owned(), "write the path of the address".to_owned()),
            (Use::More, _) => {
                ("which is no bool".to_owned(), "write the path of a boolean, or remove it".to_owned())
            }
            (Use::Number, _) => {
                ("which is no integer".to_owned(), "write the path of an integer, or remove it".to_owned())
            }
            (Use::Value, _) => (
                "which is no single value".to_owned(),
                "write the path of a member, like 'status'".to_owned(),
            ),
            (Use::Rows, _) => {
                ("which is no list".to_owned(), "write the path of a list, or remove it".to_owned())
            }
        };
        let message = format!("{whose} has {found} at '{path}', {what}");
        codes::PAGES_PATH.fault(message, advice)
    }
}

/// Returns what the table declares at a path of a reply.
fn declared<'t>(endpoint: &'t Endpoint, whole: &str, table: Located<'t, Table>) -> Declared<'t> {
    let Some(response) = &endpoint.response else { return Declared::Unknown };
    let Some(kind) = data_type(response, table) else { return Declared::Broken };
    let (mut before, mut path) = (response.at.as_deref().unwrap_or_default(), whole);
    while let Some((wanted, rest)) = first(before) {
        let Some((name, below)) = first(path) else { return Declared::Around };
        if name != wanted {
            return Declared::Unknown;
        }
        (before, path) = (rest, below);
    }
    below(kind, path, whole, table.value())
}

/// Returns what a type has at a path.
fn below<'t>(kind: &'t ItemType, path: &str, whole: &str, table: &'t Table) -> Declared<'t> {
    let (mut kind, mut field, mut path) = (kind, None, path);
    while let Some((name, rest)) = first(path) {
        let here = path;
        path = rest;
        (kind, field) = match member(kind, name, table) {
            Member::Of(kind, field) => (kind, field),
            Member::Any => return Declared::Unknown,
            Member::List => {
                let message = format!("the reply has a list where '{name}' is to be");
                return Declared::Nothing(message, "write the path of something beside the list".to_owned());
            }
            Member::None => {
                let message = format!("the reply has no object where '{name}' is to be");
                return Declared::Nothing(message, "write another path".to_owned());
            }
            Member::Unknown(own, record) => {
                let message = format!("'{own}' has no member '{name}'");
                let other = "add it to the fields, or show it in the 'reply' of an example";
                let advice = format!("{}, or {other}", instead(whole, here, name, record.wires()));
                return Declared::Nothing(message, advice);
            }
        };
    }
    Declared::Type(kind, field)
}

/// Returns what to write instead of a path that a reply does not have.
fn lacks(reply: &Json, path: &str) -> String {
    let (mut value, mut rest) = (reply, path);
    while let Some((name, below)) = first(rest) {
        match at(value, name) {
            Some(next) => (value, rest) = (next, below),
            None => match value {
                Json::Object(members) => {
                    return instead(path, rest, name, members.keys().map(String::as_str));
                }
                _ => break,
            },
        }
    }
    "write the path of something that a reply has".to_owned()
}

/// Returns what to write instead of `name`, at which the rest of a path begins.
fn instead<'c>(
    path: &str,
    rest: &str,
    name: &str,
    known: impl IntoIterator<Item = &'c str> + Clone,
) -> String {
    let before = path.strip_suffix(rest).unwrap_or_default();
    let after = rest.strip_prefix(name).unwrap_or_default();
    match nearest(name, known.clone()) {
        Some(near) => format!("write '{before}{near}{after}'"),
        None => suggest(name, known),
    }
}

/// Returns a value of a type; nothing for a type that many values have.
fn sample(kind: &ItemType, field: Option<&Field>) -> Option<Json> {
    let ItemType::One(name) = kind else {
        let is_list = matches!(kind, ItemType::List(_));
        return Some(if is_list { Json::Array(Vec::new()) } else { Json::Object(Map::new()) });
    };
    Some(match name.as_str() {
        "any" => return None,
        "number" => Json::from(1.5),
        "integer" if field.is_some_and(|field| field.text) => Json::from("1"),
        "integer" | "datetime" => Json::from(1),
        "string" | "date" => Json::from("text"),
        "boolean" => Json::from(true),
        _ => Json::Object(Map::new()),
    })
}
