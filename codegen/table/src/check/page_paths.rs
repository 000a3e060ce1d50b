//! Checks of the paths of `pages`: the reply has them, by its declared type or by an example.

use serde_json::Value as Json;

use crate::codes;
use crate::diagnostic::{nearest, suggest};
use crate::item::{Member, member};
use crate::parse::located::Located;
use crate::parse::pages::{HEADER, Pages};
use crate::parse::table::{Endpoint, ItemType, Table};

use super::Checker;
use super::items::data_type;
use super::replies::{at, first, replies};

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

/// The place that a path leads to, as far as the table declares the reply.
enum Declared {
    /// The table does not say what is there.
    Unknown,
    /// Something, unless another check reports why nothing is known.
    Something,
    /// Nothing, for this reason; with what to write instead.
    Nothing(String, String),
}

impl Checker<'_, '_> {
    /// Checks that the reply has something at a path of `pages` or `until`.
    pub(super) fn page_path(&mut self, endpoint: Located<'_, Endpoint>, path: Located<'_, String>) {
        let before = self.faults.count();
        self.data_path(endpoint, path);
        // A path into text is reported by itself.
        if self.faults.count() > before || endpoint.raw != "json" {
            return;
        }
        let replies: Vec<Json> = replies(endpoint.value()).map(|(_, reply)| reply).collect();
        let (message, advice) = match declared(endpoint.value(), &path, self.table) {
            Declared::Something => return,
            // Only the converter knows the reply.
            Declared::Unknown if replies.is_empty() && endpoint.converter.is_some() => return,
            Declared::Unknown if replies.is_empty() => {
                let message = format!("nothing shows that the reply has '{}'", *path);
                (message, "add an example whose 'reply' has it, or a field of the response".to_owned())
            }
            Declared::Nothing(message, advice) => (message, advice),
            Declared::Unknown => {
                let (above, name) = path.rsplit_once('.').unwrap_or(("", &path));
                let whole = replies.first().filter(|_| above.is_empty());
                let around = whole.or_else(|| at(replies.first()?, above)).and_then(Json::as_object);
                let members: Vec<&str> =
                    around.into_iter().flatten().map(|(name, _)| name.as_str()).collect();
                (format!("no reply of the examples has '{}'", *path), instead(&path, name, name, members))
            }
        };
        if replies.iter().all(|reply| at(reply, &path).is_none()) {
            self.value(path, codes::PAGES_PATH.fault(message, advice));
        }
    }
}

/// Returns what the table declares at a path of a reply.
fn declared(endpoint: &Endpoint, whole: &str, table: Located<'_, Table>) -> Declared {
    let Some(response) = &endpoint.response else { return Declared::Unknown };
    let Some(kind) = data_type(response, table) else { return Declared::Something };
    let (mut before, mut path) = (response.at.as_deref().unwrap_or_default(), whole);
    while let Some((wanted, rest)) = first(before) {
        let Some((name, below)) = first(path) else { return Declared::Something };
        if name != wanted {
            return Declared::Unknown;
        }
        (before, path) = (rest, below);
    }
    below(kind, path, whole, table.value())
}

/// Returns what a type has at a path.
fn below(kind: &ItemType, path: &str, whole: &str, table: &Table) -> Declared {
    let (mut kind, mut path) = (kind, path);
    while let Some((name, rest)) = first(path) {
        let here = path;
        path = rest;
        kind = match member(kind, name, table) {
            Member::Of(kind) => kind,
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
    Declared::Something
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
