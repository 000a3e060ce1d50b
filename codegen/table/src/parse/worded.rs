//! Values and the shapes of keys in words, and scalars that are read otherwise.

use serde_yaml::Value;

use super::keys::Shape;
use super::scalar::Literal;
use super::tree::{Content, Node};

/// Returns true if a scalar has a shape.
pub(super) fn has_shape(literal: &Literal, shape: &Shape) -> bool {
    let value = &literal.value;
    match shape {
        Shape::String | Shape::TypeName(_) | Shape::ItemType => value.is_string(),
        Shape::OneOf(words) => words.contains(&literal.text.as_str()),
        Shape::Bool => value.is_bool(),
        Shape::Integer => value.is_i64(),
        Shape::Number => value.as_f64().is_some_and(f64::is_finite),
        Shape::Scalar | Shape::Scalars => !value.is_null(),
        Shape::Strings | Shape::Keys(_) | Shape::Named(..) => false,
    }
}

/// Describes the values that a shape takes.
pub(super) fn taken(shape: &Shape) -> &'static str {
    match shape {
        Shape::String => "a string",
        Shape::OneOf(_) => "one of a few words",
        Shape::Bool => "a bool",
        Shape::Integer => "an integer",
        Shape::Number => "a number",
        Shape::Scalar => "a string, a number or a bool",
        Shape::Scalars => "a string, a number or a bool, or a list of these",
        Shape::Strings => "a list of strings",
        Shape::TypeName(_) => "the name of a type, { list: …, separator: … } or { map: … }",
        Shape::ItemType => "the name of a type, { list: … } or { map: … }",
        Shape::Keys(_) => "keys of its own",
        Shape::Named(..) => "names of your own",
    }
}

/// Describes a value that stands in the text.
pub(super) fn found(node: &Node) -> String {
    match &node.content {
        Content::Mapping(_) => "keys".to_owned(),
        Content::Sequence(_) => "a list".to_owned(),
        Content::Scalar(literal) => as_written(literal),
    }
}

/// Describes a scalar as it stands in the text.
pub(super) fn as_written(literal: &Literal) -> String {
    let text = &literal.text;
    match &literal.value {
        Value::Bool(_) => format!("the bool {text}"),
        Value::Number(number) if number.is_f64() => format!("the number {text}"),
        Value::Number(_) => format!("the integer {text}"),
        Value::Null => "nothing".to_owned(),
        _ => format!("the string {text:?}"),
    }
}

/// Returns a key with an example of its value.
pub(super) fn with_sample(key: &str, sample: &str) -> String {
    format!("'{key}: {sample}'")
}
