//! Values of a table that can be written in more than one way.

use std::fmt;

use super::keys::{Form, Listed, Part, Shape, Value, keys};
use super::tree::{Content, Node};

/// A type as the table names it: `integer`, or `{ list: integer, separator: "," }`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum TypeName {
    One(String),
    List { item: String, separator: String },
}

keys! {
    /// A list type.
    List, named by Type {
        /// The type of each value.
        must "list" => item: String, "integer";
        /// What stands between the values.
        must "separator" => separator: String, "\",\"";
    }
}

impl Default for TypeName {
    fn default() -> Self {
        Self::One(String::new())
    }
}

impl Value for TypeName {
    const SHAPE: Shape = Shape::TypeName(List::KEYS);

    fn read(node: &Node) -> Self {
        if matches!(node.content, Content::Mapping { .. }) {
            let List { item, separator } = List::read(node);
            Self::List { item, separator }
        } else {
            Self::One(String::read(node))
        }
    }
}

/// A text, a number or a flag.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Scalar {
    Text(String),
    Integer(i64),
    Number(f64),
    Flag(bool),
}

impl Default for Scalar {
    fn default() -> Self {
        Self::Text(String::new())
    }
}

impl Value for Scalar {
    const SHAPE: Shape = Shape::Scalar;

    fn read(node: &Node) -> Self {
        match node.resolved() {
            Resolved::Flag => Self::Flag(bool::read(node)),
            Resolved::Whole => Self::Integer(i64::read(node)),
            Resolved::Number => Self::Number(f64::read(node)),
            Resolved::Text | Resolved::Nothing => Self::Text(String::read(node)),
        }
    }
}

impl fmt::Display for Scalar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => text.fmt(f),
            Self::Integer(number) => number.fmt(f),
            Self::Number(number) => number.fmt(f),
            Self::Flag(flag) => flag.fmt(f),
        }
    }
}

/// What a scalar is read as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Resolved {
    Nothing,
    Flag,
    Whole,
    Number,
    Text,
}

impl Resolved {
    /// What a text without quotes is read as.
    pub(crate) fn of(text: &str) -> Self {
        match text {
            "" | "~" | "null" | "Null" | "NULL" => Self::Nothing,
            "true" | "True" | "TRUE" | "false" | "False" | "FALSE" => Self::Flag,
            _ if text.parse::<i64>().is_ok() => Self::Whole,
            // Rust also reads the words `inf` and `nan`; limits are finite.
            _ if text.parse().is_ok_and(f64::is_finite) => Self::Number,
            _ => Self::Text,
        }
    }
}

/// The value of a parameter in an example: one, or several for a list.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Values {
    One(Scalar),
    Many(Vec<Scalar>),
}

impl Values {
    /// The value, or the values.
    pub(crate) fn all(&self) -> &[Scalar] {
        match self {
            Self::One(value) => std::slice::from_ref(value),
            Self::Many(values) => values,
        }
    }
}

impl Default for Values {
    fn default() -> Self {
        Self::Many(Vec::new())
    }
}

impl Value for Values {
    const SHAPE: Shape = Shape::Values;

    fn read(node: &Node) -> Self {
        match &node.content {
            Content::Sequence(items) => Self::Many(items.iter().map(Scalar::read).collect()),
            Content::Scalar { .. } | Content::Mapping { .. } => Self::One(Scalar::read(node)),
        }
    }
}

impl Listed for Values {
    const NAMES: Form = Form::Word;
}
