//! Checks of names on the wire that are encoded already, or paths of other languages; and what these are in a table.

use serde_json::Value as Json;

use crate::codes;
use crate::diagnostic::Fault;
use crate::parse::located::Located;
use crate::parse::table::{Endpoint, Example, Field, Table};
use crate::template;

use super::Checker;
use super::fallbacks::is_encoded;
use super::record_facts::RecordFacts;

impl Checker<'_, '_> {
    /// Checks the name on the wire of a field.
    pub(super) fn field_wire(&mut self, record: &str, field: Located<'_, Field>, facts: &RecordFacts<'_>) {
        if facts.is_in(record, "xml") {
            self.xml_wire(record, field, facts);
        }
        let Some(wire) = field.wire().some() else { return };
        // A table in CSV has columns of any name.
        let is_free = facts.is_in(record, "csv") || facts.is_in(record, "xml");
        if !is_free && is_foreign(&wire) && !is_shown(self.table.value(), &wire) {
            let message = format!("'{}' is a path, and a field has one name on the wire", *wire);
            let advice = "write the name alone; what lies deeper is in a record of its own";
            self.value(wire, Fault::new(codes::BAD_WIRE, message, advice));
        }
    }
}

/// Returns true for a path in the notation of JSON pointers or JSONPath, and for one with brackets.
fn is_foreign(wire: &str) -> bool {
    let has_brackets =
        wire.split_once('[').is_some_and(|(name, rest)| !name.is_empty() && rest.contains(']'));
    let is_pointer = wire.len() > 1 && wire.starts_with('/');
    is_pointer || has_brackets || ["$.", "$[", "#/"].iter().any(|start| wire.starts_with(start))
}

/// Returns true if an example of the table has a member of a name.
fn is_shown(table: &Table, name: &str) -> bool {
    let quoted = Json::from(name).to_string();
    let texts = |example: &Example| {
        [&example.reply, &example.body].into_iter().flatten().any(|text| text.contains(&quoted))
    };
    table.endpoints.values().flat_map(|endpoint| endpoint.examples.values()).any(texts)
}

/// Returns the fault of the path of a member of a body that is one of another language, or leads into a list, unless the body
/// of an example has the member.
pub(super) fn body_path_fault(endpoint: &Endpoint, wire: &str) -> Option<Fault> {
    let bodies = endpoint.examples.values().filter_map(|example| example.body.as_deref());
    let mut bodies = bodies.filter_map(|body| serde_json::from_str::<Json>(body).ok());
    let is_there =
        |body: &Json| wire.split('.').try_fold(body, |value, name| value.as_object()?.get(name)).is_some();
    if wire == "." || endpoint.graphql.is_some() || bodies.any(|body| is_there(&body)) {
        return None;
    }
    let own = plain(wire).filter(|own| is_foreign(wire) && !own.is_empty());
    let names: Vec<&str> = own.as_deref().unwrap_or(wire).split('.').collect();
    let index = names.iter().skip(1).position(|name| name.parse::<usize>().is_ok());
    if let Some(before) = index.and_then(|index| names.get(..=index)) {
        let message = format!("'{wire}' has the index of a list, and a body has lists as a whole");
        let advice = format!("write 'wire: {}' and {{ list: … }} of a record as the type", before.join("."));
        return Some(Fault::new(codes::BAD_WIRE, message, advice));
    }
    own.map(|own| {
        let message = format!("'{wire}' would be the name of a member, and is a path of another language");
        Fault::new(codes::BAD_WIRE, message, format!("write '{own}'"))
    })
}

/// Returns the fault of a name in a form with a mark between names and values.
pub(super) fn form_name_fault(wire: &str) -> Option<Fault> {
    let marks = ['&', '='];
    wire.contains(marks).then(|| {
        let message = format!("'{wire}' would be encoded, and is not only a name in a form");
        let plain = wire.trim_matches(marks);
        let advice = match plain.is_empty() || plain.contains(marks) {
            true => "write the name alone, without '&' and '='".to_owned(),
            false => format!("write '{plain}'"),
        };
        Fault::new(codes::BAD_WIRE, message, advice)
    })
}

/// Returns the fault of a name in a query or a form that is encoded already.
pub(super) fn encoded_fault(wire: &str) -> Option<Fault> {
    is_encoded(wire).then(|| {
        let decoded = template::decoded(&wire.replace('+', "%2B"));
        let message = format!("'{wire}' would be encoded a second time");
        Fault::new(codes::BAD_WIRE, message, format!("write '{decoded}'"))
    })
}

/// Returns a path as tables write it, where it has the marks of JSONPath, of JSON pointers or of other languages.
pub(super) fn plain(path: &str) -> Option<String> {
    let is_foreign = path.starts_with("$.")
        || matches!(path, "$" | "#" | "." | "/")
        || path.starts_with("$[")
        || path.contains(['/', '[', ']', '*', '"', '\''])
        || path.contains("->")
        || path.contains("::")
        || has_negative(path);
    // What stands before "all items" is the list of them.
    let (plain, _) = path.split_once('*').unwrap_or((path, ""));
    let plain = plain.strip_prefix(['$', '#']).unwrap_or(plain).replace("->", ".").replace("::", ".");
    let plain = plain.replace(['/', '[', ']'], ".").replace(['"', '\''], "");
    let names: Vec<&str> = plain.split('.').filter(|name| !name.trim().is_empty()).collect();
    (is_foreign || names.len() < path.split('.').count()).then(|| names.join("."))
}

/// Returns true for a path with an index from the end, which tables do not have.
pub(super) fn has_negative(path: &str) -> bool {
    path.split('.').any(|name| name.parse::<i64>().is_ok_and(|index| index < 0))
}
