//! Checks of what XML does not have: names of elements and attributes, parts of texts, lists beside the root.

use crate::codes;
use crate::diagnostic::Fault;
use crate::item::Item;
use crate::parse::located::Located;
use crate::parse::table::{Endpoint, Field, ItemType, Response, Table};

use super::items::data_type;
use super::record_facts::RecordFacts;
use super::{Checker, elements};

/// The name of the text of an element.
const TEXT: &str = "$text";

/// The names that it has elsewhere.
const FOREIGN_TEXTS: &[&str] = &["#text", "text()", "$", "$t", "_", "__text", "@text()", "#"];

const NO_PARTS: &str = "a text, which has no parts";

impl Checker<'_, '_> {
    /// Checks the name on the wire of a field of a record that is in XML.
    pub(super) fn xml_wire(&mut self, record: &str, field: Located<'_, Field>, facts: &RecordFacts<'_>) {
        let Some(wire) = field.wire().some() else { return };
        let fault = |message: String, advice: &str| Fault::new(codes::REPLY_FORMAT, message, advice);
        // In other replies it may be a name.
        if facts.is_only_in(record, "xml") && !is_member(&wire) {
            let message = format!("no element or attribute of XML is called '{}'", *wire);
            let advice = match wire.contains('/') {
                _ if FOREIGN_TEXTS.contains(&wire.as_str()) => "write '$text', the text of the element",
                true => "write the name of one element, and a record of its own for what lies deeper",
                false => "write the name of an element, '@' and that of an attribute, or '$text'",
            };
            self.value(wire, fault(message, advice));
        } else if is_text(&wire) && has_parts(&field.value().kind, self.table.value()) {
            let message = format!("'{}' is {NO_PARTS}", *wire);
            self.value(wire, fault(message, "write 'type: string', or the name of an element"));
        }
    }

    /// Checks the path of the data in XML, and that of an error.
    pub(super) fn xml_paths(&mut self, endpoint: &Endpoint, response: Located<'_, Response>) {
        let fault = |message: String, advice: String| Fault::new(codes::REPLY_FORMAT, message, advice);
        let Some(kind) = data_type(response.value(), self.table) else { return };
        let is_list = matches!(kind, ItemType::List(_));
        let Some(at) = response.at().some().filter(|at| !at.is_empty()) else {
            if is_list {
                let message = "a document has one root, and no list of it".to_owned();
                let shown = endpoint.examples.values().filter_map(|example| example.reply.as_deref());
                let path = shown
                    .filter_map(|reply| elements::document(reply).ok())
                    .find_map(|document| self.within(&document, kind));
                let advice = path.map_or_else(
                    || {
                        "write 'at' with the names from the root to the items, like 'at: feed.entry'"
                            .to_owned()
                    },
                    |path| format!("write 'at: {path}'"),
                );
                self.value(response.kind(), fault(message, advice));
            }
            return;
        };
        let (first, last) =
            (at.split('.').next().unwrap_or_default(), at.rsplit('.').next().unwrap_or_default());
        if !is_name(first) {
            let message = format!("no root of a document is called '{first}'");
            let advice = "write the names from the root on, like 'rss.channel.item'".to_owned();
            self.value(at, fault(message, advice));
        } else if is_list && last.parse::<usize>().is_ok() {
            let message = format!("'{last}' is one element, and the others would be left out");
            let list = at.strip_suffix(last).unwrap_or_default().trim_end_matches('.');
            self.value(at, fault(message, format!("write '{list}'")));
        } else if is_text(last) && has_parts(kind, self.table.value()) {
            let message = format!("'{last}' is {NO_PARTS}");
            self.value(at, fault(message, "write the path of an element".to_owned()));
        }
        self.error_root(response, &at);
    }

    /// Reports the path of an error that begins below the root of the data.
    fn error_root(&mut self, response: Located<'_, Response>, data: &str) {
        let Some(error) = response.error().some() else { return };
        let at = error.value().at.as_str();
        let (first, mut before) = (at.split('.').next().unwrap_or_default(), Vec::new());
        for name in data.split('.') {
            if name == first && !before.is_empty() {
                let message = format!("'{first}' is not the root, which the path of the data begins with");
                let advice = format!("write '{}.{at}'", before.join("."));
                return self.value(error.at(), Fault::new(codes::DATA_PATH, message, advice));
            }
            if name == first {
                return;
            }
            before.push(name);
        }
    }
}

/// Returns true for the name of an element, of an attribute, or of the text.
fn is_member(wire: &str) -> bool {
    wire == TEXT || is_name(wire.strip_prefix('@').unwrap_or(wire))
}

/// Returns true for a name of XML.
fn is_name(name: &str) -> bool {
    name.starts_with(|first: char| first.is_alphabetic() || matches!(first, '_' | ':'))
        && name.chars().all(|letter| letter.is_alphanumeric() || "_-.:\u{b7}".contains(letter))
}

/// Returns true for what is a text: an attribute, or the text of an element.
fn is_text(name: &str) -> bool {
    name == TEXT || name.starts_with('@')
}

/// Returns true for a type whose values have parts: a record or a map, or a list of them.
fn has_parts(kind: &ItemType, table: &Table) -> bool {
    match kind {
        ItemType::Map(_) => true,
        ItemType::List(item) => has_parts(item, table),
        ItemType::One(_) => matches!(Item::resolve(kind, table), Some(Item::Record(_))),
    }
}
