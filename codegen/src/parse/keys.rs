//! How the keys of a table are declared: each once, with its type, its documentation and an example.
//!
//! From one declaration come the struct that holds the values, the check of their shape and the JSON
//! Schema for editors.

use indexmap::IndexMap;

use super::tree::{Content, Node};

/// What kind of value a key takes.
#[derive(Debug)]
pub(crate) enum Shape {
    /// A text.
    Text,
    /// One of these words.
    Word(&'static [&'static str]),
    /// `true` or `false`.
    Flag,
    /// A whole number.
    Whole,
    /// A number.
    Number,
    /// A text, a number or a flag.
    Scalar,
    /// A text, a number or a flag, or a list of these.
    Values,
    /// A list of texts.
    Texts,
    /// The name of a type, or a list type with these keys.
    TypeName(&'static [Key]),
    /// These keys.
    Keys(&'static [Key]),
    /// Names of one's own, each with a value of that shape.
    Named(Form, &'static Shape),
}

/// The form of the names that a table gives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// `max_results`.
    Word,
    /// `OneDay`.
    Type,
}

/// A key of the table.
#[derive(Debug)]
pub(crate) struct Key {
    pub(crate) name: &'static str,
    /// What it means, as Markdown.
    pub(crate) doc: &'static str,
    pub(crate) shape: Shape,
    pub(crate) required: bool,
    /// A value that it could have, as written in YAML; empty for what has keys of its own.
    pub(crate) sample: &'static str,
}

/// A type that values of a table have.
pub(crate) trait Value: Default {
    const SHAPE: Shape;

    /// Reads a value; what is broken or missing becomes the default and is reported elsewhere.
    fn read(node: &Node) -> Self;
}

/// A struct of keys.
pub(crate) trait Part: Value {
    const KEYS: &'static [Key];
}

/// A type whose values a table lists by names.
pub(crate) trait Listed: Value {
    /// The form of the names.
    const NAMES: Form;
}

/// The value below a key, or the default where it is missing or broken.
pub(crate) fn read<T: Value>(node: &Node, key: &str) -> T {
    let value = node.entry(&[key]).map(|entry| &entry.value);
    value.filter(|value| !value.broken).map(T::read).unwrap_or_default()
}

impl<T: Value> Value for Option<T> {
    const SHAPE: Shape = T::SHAPE;

    fn read(node: &Node) -> Self {
        Some(T::read(node))
    }
}

impl<T: Listed> Value for IndexMap<String, T> {
    const SHAPE: Shape = Shape::Named(T::NAMES, &T::SHAPE);

    fn read(node: &Node) -> Self {
        node.keys().map(|key| (key.to_owned(), read(node, key))).collect()
    }
}

impl Value for Vec<String> {
    const SHAPE: Shape = Shape::Texts;

    fn read(node: &Node) -> Self {
        let Content::Sequence(items) = &node.content else { return Self::new() };
        // A broken item keeps its place, so that the others keep theirs.
        items.iter().map(String::read).collect()
    }
}

impl Value for String {
    const SHAPE: Shape = Shape::Text;

    fn read(node: &Node) -> Self {
        node.scalar().filter(|_| !node.broken).unwrap_or_default().to_owned()
    }
}

impl Value for bool {
    const SHAPE: Shape = Shape::Flag;

    fn read(node: &Node) -> Self {
        node.scalar().is_some_and(|text| text.eq_ignore_ascii_case("true"))
    }
}

impl Value for i64 {
    const SHAPE: Shape = Shape::Whole;

    fn read(node: &Node) -> Self {
        node.scalar().and_then(|text| text.parse().ok()).unwrap_or_default()
    }
}

impl Value for f64 {
    const SHAPE: Shape = Shape::Number;

    fn read(node: &Node) -> Self {
        node.scalar().and_then(|text| text.parse().ok()).unwrap_or_default()
    }
}

/// Declares structs of keys: `must` or `may`, the key, its field, an example, and its shape where the
/// type alone does not say it.
macro_rules! keys {
    ($(
        $(#[doc = $about:literal])+
        $name:ident, named by $form:ident {
            $(
                $(#[doc = $doc:literal])+
                $need:ident $key:literal => $field:ident: $type:ty, $sample:literal $(as $shape:expr)?;
            )+
        }
    )+) => {$(
        $(#[doc = $about])+
        #[derive(Debug, Default, PartialEq)]
        pub(crate) struct $name {
            $($(#[doc = $doc])+ pub(crate) $field: $type,)+
        }

        impl $crate::parse::keys::Value for $name {
            const SHAPE: $crate::parse::keys::Shape =
                $crate::parse::keys::Shape::Keys(<Self as $crate::parse::keys::Part>::KEYS);

            fn read(node: &$crate::parse::tree::Node) -> Self {
                Self { $($field: $crate::parse::keys::read(node, $key),)+ }
            }
        }

        impl $crate::parse::keys::Part for $name {
            const KEYS: &'static [$crate::parse::keys::Key] = &[$(
                $crate::parse::keys::Key {
                    name: $key,
                    doc: concat!($($doc, "\n"),+),
                    shape: $crate::parse::keys::keys!(@shape $type $(, $shape)?),
                    required: $crate::parse::keys::keys!(@$need),
                    sample: $sample,
                },
            )+];
        }

        impl $crate::parse::keys::Listed for $name {
            const NAMES: $crate::parse::keys::Form = $crate::parse::keys::Form::$form;
        }
    )+};
    (@shape $type:ty) => { <$type as $crate::parse::keys::Value>::SHAPE };
    (@shape $type:ty, $shape:expr) => { $shape };
    (@must) => { true };
    (@may) => { false };
}
pub(crate) use keys;
