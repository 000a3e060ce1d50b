//! The paths into replies, and what a reply lacks that the declared response cannot be read from.

use serde_json::Value as Json;
use virtual_finance_core::catalogue::PagesInfo;
use virtual_finance_core::read::ANY_NAME;

use crate::codes;
use crate::diagnostic::nearest;
use crate::item::{BYTES, EMPTY, ITEMS, reached};
use crate::parse::located::Located;
use crate::parse::table::{Endpoint, Example, ItemType, Response};
use crate::quoting::yaml_string;

use super::Checker;
use super::items::data_type;
use super::misfit::{Misfit, Rules, Types};

impl Checker<'_, '_> {
    /// Returns the types against which the values of a document are held.
    pub(super) fn types(&self, is_text: bool) -> Types<'_> {
        Types { table: self.table.value(), is_text }
    }

    /// Returns true if nothing was reported about a type, or about what it consists of, so that a value is at fault itself.
    pub(super) fn is_sound(&self, kind: &ItemType) -> bool {
        let reached = reached(std::iter::once(kind.innermost()), self.table.value());
        reached.into_iter().filter(|name| !is_built_in(name)).all(|name| {
            let look = || match (self.table.records().named(name), self.table.types().named(name)) {
                (Some(record), _) => self.is_at_fault(record),
                (None, Some(found)) => self.is_at_fault(found),
                // It may be in a part that is broken; otherwise it is reported where it is named.
                (None, None) => true,
            };
            !self.sound.borrow_mut().is_at_fault(name, self.faults.count(), look)
        })
    }

    /// Checks a path into a reply; a path that an example shows is one, whatever its form.
    pub(super) fn data_path(&mut self, endpoint: Located<'_, Endpoint>, path: Located<'_, String>) {
        if path.split('.').any(|name| name.trim().is_empty()) {
            let message = format!("'{}' is not a path to a part of a reply", *path);
            let advice = "write names with '.' between them, like 'data.readings'";
            return self.value(path, codes::DATA_PATH.fault(message, advice));
        }
        let Some(plain) = plain(&path) else { return };
        let is_shown = replies(endpoint.value()).any(|(_, reply)| at(&reply, &path).is_some());
        if !is_shown {
            let message = format!("'{}' is a path of another language, or no example shows it", *path);
            let advice = match plain.as_str() {
                "" => "remove it: without a path it is the whole reply".to_owned(),
                plain => format!("write '{plain}', or show it in the 'reply' of an example"),
            };
            self.value(path, codes::DATA_PATH.fault(message, advice));
        }
    }

    /// Returns the first part of a reply that the declared response cannot be read from.
    pub(super) fn misfit(&self, endpoint: &Endpoint, response: &Response, reply: &Json) -> Option<Misfit> {
        let path = response.at.as_deref().unwrap_or_default();
        let Some(data) = data_of(response, reply) else {
            let what = format!("has no '{path}', where the data is");
            let advice = match near_path(reply, path) {
                Some(near) => {
                    format!("write 'at: {}' at the response, or correct the reply", yaml_string(&near, true))
                }
                None => "correct 'at' of the response, or the reply".to_owned(),
            };
            return Some((String::new(), what, advice));
        };
        if let (Some(most), Json::Array(items)) = (response.max_items, data)
            && usize::try_from(most).is_ok_and(|most| items.len() > most)
        {
            let what = format!("has {} items, and 'max_items' is {most}", items.len());
            return Some((path.to_owned(), what, "change one of the two".to_owned()));
        }
        // A type that is missing is reported at its place.
        let kind = data_type(response, self.table)?;
        let is_text = matches!(endpoint.raw.as_str(), "csv" | "xml");
        let types = self.types(is_text);
        let (path, what, advice) = types.misfit(kind, Rules::default(), data, path)?;
        let advice = wrapped(types, response, kind, reply).unwrap_or(advice);
        Some((path, what, advice))
    }
}

/// Returns a path as tables write it, where it has the marks of JSONPath or of a JSON pointer.
pub(super) fn plain(path: &str) -> Option<String> {
    const MARKS: [char; 6] = ['/', '[', ']', '*', '"', '\''];
    let is_root = |start: &&str| path == *start || path.starts_with(&format!("{start}."));
    let root = ["$", "#"].into_iter().find(is_root);
    let inner = path.strip_prefix(['$', '#']).filter(|rest| root.is_some() || rest.starts_with(MARKS));
    let names = inner.unwrap_or(path).split(|letter| letter == '.' || MARKS.contains(&letter));
    let names: Vec<&str> = names.filter(|name| !name.is_empty()).collect();
    (root.is_some() || path.contains(MARKS)).then(|| names.join("."))
}

/// Returns the path of a reply that one is with another name in it.
fn near_path(reply: &Json, path: &str) -> Option<String> {
    let names: Vec<&str> = path.split('.').collect();
    let (mut value, mut found) = (reply, Vec::new());
    for name in names {
        let members = value.as_object().map(|members| members.keys().map(String::as_str));
        let own = match at(value, name) {
            Some(_) => name,
            None => nearest(name, members?)?,
        };
        (value, found) = (at(value, own)?, [found, vec![own]].concat());
    }
    Some(found.join("."))
}

/// Returns what to write where a reply without a path has the data in its only member that is a list or an object.
fn wrapped(types: Types<'_>, response: &Response, kind: &ItemType, reply: &Json) -> Option<String> {
    let members = reply.as_object().filter(|_| response.at.is_none())?;
    let mut parts = members.iter().filter(|(_, member)| member.is_array() || member.is_object());
    let (Some((name, member)), None) = (parts.next(), parts.next()) else { return None };
    let fits = !name.contains('.') && types.misfit(kind, Rules::default(), member, name).is_none();
    fits.then(|| format!("write 'at: {}' at the response", yaml_string(name, true)))
}

/// Returns true for a type that every table has.
fn is_built_in(name: &str) -> bool {
    name == BYTES || name == EMPTY || ITEMS.iter().any(|(built_in, _)| *built_in == name)
}

/// Returns the replies of examples that are JSON, with the names of the examples.
pub(super) fn replies(endpoint: &Endpoint) -> impl Iterator<Item = (&str, Json)> {
    let reply = |example: &Example| serde_json::from_str(example.reply.as_deref()?).ok();
    endpoint.examples.iter().filter_map(move |(name, example)| Some((name.as_str(), reply(example)?)))
}

/// Returns the first name of a path and the rest; none at its end.
pub(super) fn first(path: &str) -> Option<(&str, &str)> {
    (!path.is_empty()).then(|| path.split_once('.').unwrap_or((path, "")))
}

/// Returns the data of a response in a reply.
pub(super) fn data_of<'j>(response: &Response, reply: &'j Json) -> Option<&'j Json> {
    match response.at.as_deref() {
        None | Some("") => Some(reply),
        Some(path) => at(reply, path),
    }
}

/// Returns the value at a path of a reply.
pub(super) fn at<'j>(reply: &'j Json, path: &str) -> Option<&'j Json> {
    path.split('.').try_fold(reply, |value, name| match value {
        Json::Array(items) if name == PagesInfo::LAST_ITEM => items.last(),
        Json::Object(members) if name == ANY_NAME => {
            members.values().find(|value| value.is_array() || value.is_object())
        }
        Json::Array(items) => items.get(name.parse::<usize>().ok()?),
        other => other.get(name),
    })
}
