//! Takes what is broken out of a tree, and lets serde_yaml fill the structs with the rest.

use serde_yaml::{Mapping, Value};

use super::keys::{Key, Part, Shape};
use super::table::Table;
use super::tree::{Content, Entry, Node, Role};

/// Returns the table of a tree whose shape is checked.
pub(super) fn table(tree: &Node) -> Result<Table, serde_yaml::Error> {
    let mut table: Table = serde_yaml::from_value(keys(tree, Table::KEYS))?;
    for record in table.records.values_mut() {
        record.open |= record.partial;
        for field in record.fields.values_mut() {
            field.optional |= record.partial;
            field.nullable |= record.partial || !field.nulls.is_empty();
        }
    }
    Ok(table)
}

/// Returns a value with a default for every broken part.
fn value(node: &Node, shape: &Shape) -> Value {
    if node.broken {
        return default(shape);
    }
    match (&node.content, shape) {
        (Content::Scalar(literal), _) => literal.value.clone(),
        (Content::Sequence(items), _) => {
            // A broken item keeps its index, so that the others keep theirs.
            Value::Sequence(items.iter().map(|item| value(item, &Shape::String)).collect())
        }
        (Content::Mapping(_), Shape::Keys(known)) => keys(node, known),
        (Content::Mapping(_), Shape::TypeName(known)) if node.entry("map").is_none() => keys(node, known),
        (Content::Mapping(entries), Shape::Named(_, of)) => {
            let first = entries.iter().filter(|entry| entry.role == Role::First);
            let named = first.map(|entry| (entry.key.text.clone().into(), value(&entry.value, of)));
            Value::Mapping(named.collect())
        }
        (Content::Mapping(entries), Shape::TypeName(_) | Shape::ItemType) => {
            let shape = &Shape::ItemType;
            let of = |entry: &Entry| (entry.key.text.clone().into(), value(&entry.value, shape));
            Value::Mapping(entries.iter().map(of).collect())
        }
        (Content::Mapping(_), _) => default(shape),
    }
}

/// Returns a mapping of the known keys whose values are not broken.
fn keys(node: &Node, known: &[Key]) -> Value {
    let entry = |key: &Key| {
        let entry = node.entry(key.name).filter(|entry| !entry.value.broken)?;
        Some((key.name.into(), value(&entry.value, &key.shape)))
    };
    Value::Mapping(known.iter().filter_map(entry).collect::<Mapping>())
}

/// Returns what stands for a broken item or a broken value of a name.
fn default(shape: &Shape) -> Value {
    match shape {
        Shape::Keys(_) | Shape::Named(..) => Value::Mapping(Mapping::new()),
        Shape::Scalars | Shape::Strings => Value::Sequence(Vec::new()),
        _ => Value::String(String::new()),
    }
}
