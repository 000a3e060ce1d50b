//! Declarations of keys: each once, with its type, its documentation and an example.
//!
//! One declaration gives the struct that serde_yaml fills, the shape that its value must have, and the JSON
//! Schema for editors.

use indexmap::IndexMap;
pub use virtual_finance_core::catalogue::Datum;
use virtual_finance_core::catalogue::Keyed;

use super::tree::{Node, Role};
use crate::level::Level;

/// The kind of value that a key takes.
#[derive(Debug)]
pub enum Shape {
    String,
    /// One of these strings.
    OneOf(&'static [&'static str]),
    Bool,
    Integer,
    Number,
    /// A string, a number or a bool.
    Scalar,
    /// A scalar, or a list of scalars.
    Scalars,
    /// A list of strings.
    Strings,
    /// The name of a type, or a list type with these keys.
    TypeName(&'static [Key]),
    /// The name of a type of responses, or `{ list: … }` or `{ map: … }` with one.
    ItemType,
    /// These keys.
    Keys(&'static [Key]),
    /// Names that the table chooses, each with a value of that shape.
    Named(Form, &'static Shape),
}

/// The form of the names that a table chooses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// `max_results`.
    Word,
    /// `OneDay`.
    Type,
    /// `Bar`, or `history.Bar`.
    Record,
    /// `404`.
    Status,
    /// `response.created`, or any other string.
    Value,
}

/// A key of the table.
#[derive(Debug)]
pub struct Key {
    pub name: &'static str,
    /// The documentation, as Markdown.
    pub doc: &'static str,
    pub shape: Shape,
    pub required: bool,
    /// True if the table need not have the key: its value is then the sample.
    pub has_default: bool,
    /// A value that it could have, as written in YAML; empty for keys whose value has keys of its own.
    pub sample: &'static str,
    /// The meaning of another value for programs: a level with words, in which `{old}` and `{new}` stand for the values; or
    /// one for a key that is new, one for a key that is gone, and one for another value. A key without one is compared by
    /// code.
    pub changes: &'static [(Level, &'static str)],
}

/// A type of values in a table.
pub trait Shaped: Default {
    const SHAPE: Shape;

    /// Returns the value of a node whose shape is checked.
    fn read(node: &Node) -> Self;

    /// Returns the value as an entry of the catalogue takes it.
    fn datum(&self) -> Datum {
        Datum::Absent
    }
}

/// Returns the value of a node, or the default of its type where the node is broken.
pub fn filled<T: Shaped>(node: &Node) -> T {
    if node.broken { T::default() } else { T::read(node) }
}

/// Returns the value at a key of a node, or the default of its type where it is missing or broken.
pub fn at<T: Shaped>(node: &Node, key: &str) -> T {
    node.entry(key).map(|entry| filled(&entry.value)).unwrap_or_default()
}

/// A struct of keys.
pub trait Part: Shaped {
    const KEYS: &'static [Key];

    /// Returns the keys that have another value in the other part, with both values.
    fn differences(&self, other: &Self) -> Vec<(&'static Key, Datum, Datum)>;

    /// Sets the fields of an entry of the catalogue that are keys, too.
    fn fill(&self, entry: &mut impl Keyed);
}

/// The keys of texts for people, whose blanks around them are layout of the table.
const PROSE: [&str; 3] = ["doc", "deprecated", "graphql"];

/// Returns the value of a key as an entry of the catalogue takes it.
pub fn entered(key: &str, value: &impl Shaped) -> Datum {
    match value.datum() {
        Datum::Text(text) if PROSE.contains(&key) => Datum::Text(text.trim()),
        value => value,
    }
}

/// A type whose values a table lists by name.
pub trait Listed: Shaped {
    /// The form of the names.
    const NAMES: Form;
}

impl<T: Shaped> Shaped for Option<T> {
    const SHAPE: Shape = T::SHAPE;

    fn read(node: &Node) -> Self {
        Some(T::read(node))
    }

    fn datum(&self) -> Datum {
        self.as_ref().map_or(Datum::Absent, T::datum)
    }
}

impl<T: Listed> Shaped for IndexMap<String, T> {
    const SHAPE: Shape = Shape::Named(T::NAMES, &T::SHAPE);

    fn read(node: &Node) -> Self {
        let first = node.entries().iter().filter(|entry| entry.role == Role::First);
        first.map(|entry| (entry.key.text.clone(), filled(&entry.value))).collect()
    }
}

impl Shaped for Vec<String> {
    const SHAPE: Shape = Shape::Strings;

    fn read(node: &Node) -> Self {
        // A broken item keeps its index, so that the others keep theirs.
        node.items().iter().map(filled).collect()
    }

    fn datum(&self) -> Datum {
        Datum::List(self.iter().map(String::datum).collect())
    }
}

impl Shaped for String {
    const SHAPE: Shape = Shape::String;

    fn read(node: &Node) -> Self {
        node.value().as_str().unwrap_or_default().to_owned()
    }

    fn datum(&self) -> Datum {
        Datum::Text(self.clone().leak())
    }
}

impl Shaped for bool {
    const SHAPE: Shape = Shape::Bool;

    fn read(node: &Node) -> Self {
        node.value().as_bool().unwrap_or_default()
    }

    fn datum(&self) -> Datum {
        Datum::Flag(*self)
    }
}

impl Shaped for i64 {
    const SHAPE: Shape = Shape::Integer;

    fn read(node: &Node) -> Self {
        node.value().as_i64().unwrap_or_default()
    }

    fn datum(&self) -> Datum {
        Datum::Integer(*self)
    }
}

impl Shaped for f64 {
    const SHAPE: Shape = Shape::Number;

    fn read(node: &Node) -> Self {
        node.value().as_f64().unwrap_or_default()
    }

    fn datum(&self) -> Datum {
        Datum::Number(*self)
    }
}

/// Declares structs of keys: `must`, `may`, or `or` where the example is the value of a key that is absent, the key, its
/// field, an example, its shape where the type alone does not say it, and the meaning of another value for programs.
///
/// Keys that are broken or missing get the default of their type. Every key is also a method of
/// [`Located`](super::located::Located), which gives its value with its place.
macro_rules! keys {
    ($(
        $(#[doc = $about:literal])+
        $name:ident, named by $form:ident {
            $(
                $(#[doc = $doc:literal])+
                $need:ident $key:literal => $field:ident: $type:ty, $sample:literal $(as $shape:expr)?
                    $(, $level:ident $words:literal)*;
            )+
        }
    )+) => {$(
        $(#[doc = $about])+
        #[derive(Debug, Default, PartialEq)]
        pub struct $name {
            $($(#[doc = $doc])+ pub $field: $type,)+
        }

        impl $crate::parse::keys::Shaped for $name {
            const SHAPE: $crate::parse::keys::Shape =
                $crate::parse::keys::Shape::Keys(<Self as $crate::parse::keys::Part>::KEYS);

            fn read(node: &$crate::parse::tree::Node) -> Self {
                Self { $($field: $crate::parse::keys::at(node, $key),)+ }
            }
        }

        impl $crate::parse::keys::Part for $name {
            const KEYS: &'static [$crate::parse::keys::Key] = &[$(
                $crate::parse::keys::Key {
                    name: $key,
                    doc: concat!($($doc, "\n"),+),
                    shape: $crate::parse::keys::keys!(@shape $type $(, $shape)?),
                    required: $crate::parse::keys::keys!(@$need),
                    has_default: $crate::parse::keys::keys!(@default $need),
                    sample: $sample,
                    changes: &[$(($crate::level::Level::$level, $words)),*],
                },
            )+];

            fn differences(
                &self,
                other: &Self,
            ) -> Vec<(&'static $crate::parse::keys::Key, $crate::parse::keys::Datum, $crate::parse::keys::Datum)> {
                use $crate::parse::keys::Shaped as _;

                let mut found = Vec::new();
                for key in Self::KEYS {
                    match key.name {
                        $($key if self.$field != other.$field => {
                            found.push((key, self.$field.datum(), other.$field.datum()));
                        })+
                        _ => {}
                    }
                }
                found
            }

            fn fill(&self, entry: &mut impl virtual_finance_core::catalogue::Keyed) {
                $(entry.set($key, $crate::parse::keys::entered($key, &self.$field));)+
            }
        }

        impl $crate::parse::keys::Listed for $name {
            const NAMES: $crate::parse::keys::Form = $crate::parse::keys::Form::$form;
        }

        #[allow(dead_code, reason = "no check needs the place of every key")]
        impl<'t> $crate::parse::located::Located<'t, $name> {$(
            $(#[doc = $doc])+
            pub fn $field(self) -> $crate::parse::located::Located<'t, $type> {
                self.child($key, &self.value().$field)
            }
        )+}
    )+};
    (@shape $type:ty) => { <$type as $crate::parse::keys::Shaped>::SHAPE };
    (@shape $type:ty, $shape:expr) => { $shape };
    (@must) => { true };
    (@may) => { false };
    (@or) => { false };
    (@default or) => { true };
    (@default $need:ident) => { false };
}
pub(crate) use keys;
