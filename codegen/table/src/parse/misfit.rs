//! The faults of values that have not the shape of their keys, with what to write.

use crate::codes;
use crate::diagnostic::{Fault, suggest};

use super::keys::Shape;
use super::remedies;
use super::scalar::Literal;
use super::tree::Node;
use super::worded::{found, has_shape, taken, with_sample};

/// Returns the fault of a value that has not the shape of its key.
pub(super) fn misfit(key: &str, node: &Node, shape: &Shape, sample: &str) -> Fault {
    if let Shape::OneOf(words) = shape {
        return wrong_word(key, node, words, sample);
    }
    let advice = match (node.scalar(), shape) {
        (_, Shape::Keys(keys)) => {
            let needed = keys.iter().filter(|key| key.required).map(|key| key.name);
            format!("write its keys indented below it: {}", needed.collect::<Vec<_>>().join(", "))
        }
        (_, Shape::Named(..)) => format!("write names indented below '{key}:', each with its keys"),
        (Some(literal), Shape::Strings) if literal.value.is_string() => {
            format!("write {key}: [{}]", literal.text)
        }
        (Some(literal), _) if has_shape(&Literal::new(literal.text.clone(), true), shape) => {
            format!("write it without quotes: {}", literal.text)
        }
        (_, Shape::Bool) => "write true or false".to_owned(),
        (None, Shape::String) if key == "body" => {
            "write each member as a parameter with 'in: body', a constant one with its 'default'".to_owned()
        }
        (None, Shape::String) => "write a string; one that begins with a bracket stands in quotes".to_owned(),
        (None, Shape::Scalars) => "write JSON in quotes, and a list of values as [one, two]".to_owned(),
        (_, Shape::TypeName(_)) => several(node)
            .unwrap_or_else(|| "write 'integer', or { list: integer, separator: \",\" }".to_owned()),
        (_, Shape::ItemType) => {
            several(node).unwrap_or_else(|| "write 'number', { list: number } or { map: number }".to_owned())
        }
        _ if sample.is_empty() => format!("write {}", taken(shape)),
        _ => format!("write for example {}", with_sample(key, sample)),
    };
    let message = format!("'{key}' takes {}, not {}", taken(shape), found(node));
    codes::WRONG_SHAPE.fault(message, advice)
}

fn wrong_word(key: &str, node: &Node, words: &[&str], sample: &str) -> Fault {
    let list = match words.split_last() {
        Some((last, [])) => (*last).to_owned(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
        None => String::new(),
    };
    let foreign = node.scalar().and_then(|literal| remedies::of_word(&literal.text, words));
    let advice = match (foreign, node.scalar()) {
        (Some(advice), _) => advice,
        (None, Some(literal)) if words.len() > 1 => suggest(&literal.text, words.iter().copied()),
        _ => format!("write {}", with_sample(key, sample)),
    };
    codes::WRONG_WORD.fault(format!("'{key}' takes {list}, not {}", found(node)), advice)
}

/// Returns the advice for a type of several values that is written as others write it: `[Author]`, or `{ array: Author }`.
fn several(node: &Node) -> Option<String> {
    let (word, of) = match (node.items(), node.entries()) {
        ([item], []) => ("list", item),
        ([], [entry]) => (remedies::key(&entry.key.text, |own| matches!(own, "list" | "map"))?, &entry.value),
        _ => return None,
    };
    Some(format!("write {{ {word}: {} }}", of.scalar()?.text))
}
