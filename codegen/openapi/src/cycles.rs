//! Records that contain themselves: no value of such a type ends, so a field of each circle is any JSON.

use std::collections::HashMap;

use indexmap::IndexMap;

use super::context::Context;
use super::node::Node;

/// A field with a record in it: its name, and that of the record.
type Inner = (String, String);

/// Writes one field of each circle of records more generally, and tells it.
pub(super) fn cut(cx: &mut Context<'_>) {
    let records = contents(&cx.records);
    for (name, field) in closing(&records) {
        let path = ["records", &name, "fields", &field].map(str::to_owned);
        let pointer = cx.origin_of(&path);
        let message = format!(
            "it is written more generally: '{name}' contains itself through this field and never ends"
        );
        cx.tell(pointer, message);
        if let Some(node) = cx.records.at_mut(&[&name, "fields", &field, "type"]) {
            *node = Node::text("any");
        }
    }
}

/// Returns the records that each record has in it, but in no list and no map.
fn contents(records: &Node) -> IndexMap<String, Vec<Inner>> {
    let of = |node: &Node| {
        let fields = node.get("fields").map(Node::entries).unwrap_or_default().iter();
        let inner = fields.filter_map(|(field, of)| match of.get("type") {
            Some(Node::Text(kind)) => Some((field.clone(), kind.clone())),
            _ => None,
        });
        inner.collect()
    };
    records.entries().iter().map(|(name, node)| (name.clone(), of(node))).collect()
}

/// Returns the fields that close circles, each with its record, as a search in depth finds them.
fn closing(records: &IndexMap<String, Vec<Inner>>) -> Vec<(String, String)> {
    let mut closing = Vec::new();
    // True for the records around that of the moment.
    let mut seen: HashMap<&str, bool> = HashMap::new();
    for first in records.keys() {
        let mut open = vec![(first.as_str(), 0_usize)];
        while let Some((name, index)) = open.pop() {
            if index == 0 && seen.insert(name, true).is_some() {
                seen.insert(name, false);
                continue;
            }
            match records.get(name).and_then(|inner| inner.get(index)) {
                None => drop(seen.insert(name, false)),
                Some((field, inner)) => {
                    open.push((name, index.saturating_add(1)));
                    match seen.get(inner.as_str()) {
                        Some(true) => closing.push((name.to_owned(), field.clone())),
                        None if records.contains_key(inner) => open.push((inner, 0)),
                        _ => {}
                    }
                }
            }
        }
    }
    closing
}
