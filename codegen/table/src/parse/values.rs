//! Values of a table that can be written in more than one way.

use std::fmt;

use serde_yaml::Value;

use super::keys::{Form, Listed, Part, Shape, Shaped, at, filled, keys};
use super::located::Located;
use super::tree::Node;

/// A type as the table names it: `integer`, `{ list: integer, separator: "," }` or `{ map: number }`.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct TypeName {
    pub of: ItemType,
    /// The text between the values of a list.
    pub separator: Option<String>,
}

keys! {
    /// A list type.
    List, named by Type {
        /// The type of each value. In a JSON body it may be a record, a list or a map.
        must "list" => item: ItemType, "integer";
        /// The string between the values. Without it each value is sent by itself: `id=1&id=2` in a query, an array
        /// in a JSON body.
        may "separator" => separator: Option<String>, "\",\"";
    }
}

impl TypeName {
    /// Returns the name of the type, or of the innermost one of lists and maps.
    pub fn innermost(&self) -> &str {
        self.of.innermost()
    }

    /// Returns true for a list.
    pub const fn is_list(&self) -> bool {
        matches!(self.of, ItemType::List(_))
    }
}

impl Shaped for TypeName {
    const SHAPE: Shape = Shape::TypeName(List::KEYS);

    fn read(node: &Node) -> Self {
        Self { of: ItemType::read(node), separator: at(node, "separator") }
    }
}

impl<'t> Located<'t, TypeName> {
    /// Returns the name of the type, or of the innermost one of lists and maps.
    pub fn name(self) -> Located<'t, String> {
        self.map(&self.value().of).name()
    }

    /// Returns the separator of a list, if it has one.
    pub fn separator(self) -> Option<Located<'t, String>> {
        self.child("separator", &self.value().separator).some()
    }
}

/// A type of a response as the table names it: `number`, `{ list: Reading }` or `{ map: number }`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ItemType {
    One(String),
    List(Box<ItemType>),
    Map(Box<ItemType>),
}

impl ItemType {
    /// Returns the name of the type, or of the innermost one of lists and maps.
    pub fn innermost(&self) -> &str {
        match self {
            Self::One(name) => name,
            Self::List(item) | Self::Map(item) => item.innermost(),
        }
    }
}

impl Default for ItemType {
    fn default() -> Self {
        Self::One(String::new())
    }
}

impl Shaped for ItemType {
    const SHAPE: Shape = Shape::ItemType;

    fn read(node: &Node) -> Self {
        let of = |key| node.entry(key).map(|entry| Box::new(filled(&entry.value)));
        let several = of("list").map(Self::List).or_else(|| of("map").map(Self::Map));
        several.unwrap_or_else(|| Self::One(String::read(node)))
    }
}

impl Listed for ItemType {
    const NAMES: Form = Form::Value;
}

impl<'t> Located<'t, ItemType> {
    /// Returns the name of the type, or of the innermost one of lists and maps.
    pub fn name(self) -> Located<'t, String> {
        match self.value() {
            ItemType::One(name) => self.map(name),
            ItemType::List(item) => self.child("list", &**item).name(),
            ItemType::Map(item) => self.child("map", &**item).name(),
        }
    }
}

/// The meaning of a status: a word, or the name of a record.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Meaning(pub String);

impl Shaped for Meaning {
    const SHAPE: Shape = Shape::String;

    fn read(node: &Node) -> Self {
        Self(String::read(node))
    }
}

impl Listed for Meaning {
    const NAMES: Form = Form::Status;
}

/// A string, a number or a bool.
#[derive(Debug, Clone, PartialEq)]
pub enum Scalar {
    Bool(bool),
    Integer(i64),
    Number(f64),
    String(String),
}

impl Default for Scalar {
    fn default() -> Self {
        Self::String(String::new())
    }
}

impl Shaped for Scalar {
    const SHAPE: Shape = Shape::Scalar;

    fn read(node: &Node) -> Self {
        match node.value() {
            Value::Bool(value) => Self::Bool(*value),
            Value::Number(number) => match number.as_i64() {
                Some(integer) => Self::Integer(integer),
                None => Self::Number(number.as_f64().unwrap_or_default()),
            },
            _ => Self::String(String::read(node)),
        }
    }
}

impl fmt::Display for Scalar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::String(text) => text.fmt(f),
            Self::Integer(number) => number.fmt(f),
            // As YAML writes them.
            Self::Number(number) if number.is_nan() => f.write_str(".nan"),
            Self::Number(number) if number.is_infinite() => {
                f.write_str(if number.is_sign_positive() { ".inf" } else { "-.inf" })
            }
            Self::Number(number) => number.fmt(f),
            Self::Bool(value) => value.fmt(f),
        }
    }
}

/// The value of a parameter in an example: one, or several for a list.
#[derive(Debug, Clone, PartialEq)]
pub enum Values {
    One(Scalar),
    Many(Vec<Scalar>),
}

impl Values {
    /// Returns the value, or the values.
    pub fn all(&self) -> &[Scalar] {
        match self {
            Self::One(value) => std::slice::from_ref(value),
            Self::Many(values) => values,
        }
    }
}

impl<'t> Located<'t, Values> {
    /// Returns the value, or the values, each with its place.
    pub fn scalars(self) -> Vec<Located<'t, Scalar>> {
        match self.value() {
            Values::One(value) => vec![self.map(value)],
            Values::Many(values) => {
                values.iter().enumerate().map(|(index, value)| self.at_index(index, value)).collect()
            }
        }
    }
}

impl Default for Values {
    fn default() -> Self {
        Self::Many(Vec::new())
    }
}

impl Shaped for Values {
    const SHAPE: Shape = Shape::Scalars;

    fn read(node: &Node) -> Self {
        match node.scalar() {
            Some(_) => Self::One(Scalar::read(node)),
            None => Self::Many(node.items().iter().map(filled).collect()),
        }
    }
}

impl Listed for Values {
    const NAMES: Form = Form::Word;
}
