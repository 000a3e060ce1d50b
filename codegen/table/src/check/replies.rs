//! The paths into replies, and which types are free of errors.

use serde_json::Value as Json;
use virtual_finance_core::catalogue::PagesInfo;
use virtual_finance_core::read::ANY_NAME;

use crate::codes;
use crate::item::{BYTES, EMPTY, ITEMS, reached};
use crate::parse::located::Located;
use crate::parse::table::{Endpoint, Example, ItemType};

use super::Checker;

impl Checker<'_, '_> {
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
