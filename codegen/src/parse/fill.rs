//! Reads a text with serde_yaml, and gives the scalars of its tree the values that serde_yaml reads.

use serde::Deserializer;
use serde::de::{self, DeserializeSeed, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_yaml::Value;

use crate::codes;
use crate::diagnostic::{Fault, Faults, Span};

use super::scalar::Literal;
use super::syntax;
use super::tree::{Content, Entry, Node};

/// Gives every scalar of a tree its value. Returns false after a fault behind which nothing can be read.
pub(super) fn fill(tree: &mut Node, text: &str, faults: &mut Faults<'_>) -> bool {
    // A second document is reported already.
    let Some(document) = serde_yaml::Deserializer::from_str(text).next() else { return false };
    let filler = Filler { node: tree, faults };
    let Err(error) = filler.deserialize(document) else { return true };
    // Aliases and tags are reported already, and may be the reason.
    if !faults.any() {
        let span = error.location().map_or(Span::START, |place| Span {
            line: place.line(),
            column: place.column(),
            length: 1,
        });
        syntax::report(text, span, &error.to_string(), faults);
    }
    false
}

/// Reads one value beside its node.
struct Filler<'n, 'f, 'a> {
    node: &'n mut Node,
    faults: &'f mut Faults<'a>,
}

impl Filler<'_, '_, '_> {
    /// Sets the value of a scalar.
    fn set(self, value: Value) {
        match &mut self.node.content {
            Content::Scalar(literal) if is_of(literal, &value) => literal.value = value,
            _ => self.differ(),
        }
    }

    /// Sets the value of a number that is too large for an integer.
    fn set_large(self, number: &str) {
        self.set(number.parse::<f64>().map_or(Value::Null, Value::from));
    }

    /// Reports that the two readers read different things.
    fn differ(self) {
        let message = "not every YAML reader reads the same here";
        let advice = "write it more plainly: strings in quotes, each on one line";
        self.faults.add(self.node.span, Fault::new(codes::AMBIGUOUS, message, advice));
        self.node.broken = true;
    }
}

/// Returns false for a string that has another text than its scalar.
fn is_of(literal: &Literal, value: &Value) -> bool {
    value.as_str().is_none_or(|text| text == literal.text)
}

impl<'de> DeserializeSeed<'de> for Filler<'_, '_, '_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        if self.node.broken {
            deserializer.deserialize_ignored_any(IgnoredAny)?;
            return Ok(());
        }
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Filler<'_, '_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a value of a table")
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        self.set(Value::Null);
        Ok(())
    }

    fn visit_bool<E>(self, value: bool) -> Result<(), E> {
        self.set(Value::from(value));
        Ok(())
    }

    fn visit_i64<E>(self, value: i64) -> Result<(), E> {
        self.set(Value::from(value));
        Ok(())
    }

    fn visit_u64<E>(self, value: u64) -> Result<(), E> {
        self.set(Value::from(value));
        Ok(())
    }

    fn visit_i128<E>(self, value: i128) -> Result<(), E> {
        self.set_large(&value.to_string());
        Ok(())
    }

    fn visit_u128<E>(self, value: u128) -> Result<(), E> {
        self.set_large(&value.to_string());
        Ok(())
    }

    fn visit_f64<E>(self, value: f64) -> Result<(), E> {
        self.set(Value::from(value));
        Ok(())
    }

    fn visit_str<E>(self, value: &str) -> Result<(), E> {
        self.set(Value::from(value));
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut access: A) -> Result<(), A::Error> {
        let Self { node, faults } = self;
        let mut is_same = true;
        if let Content::Sequence(items) = &mut node.content {
            for node in items {
                is_same &= access.next_element_seed(Filler { node, faults })?.is_some();
            }
        }
        while access.next_element::<IgnoredAny>()?.is_some() {
            is_same = false;
        }
        if !is_same || !matches!(node.content, Content::Sequence(_)) {
            Self { node, faults }.differ();
        }
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<(), A::Error> {
        let Self { node, faults } = self;
        let mut is_same = true;
        if let Content::Mapping(entries) = &mut node.content {
            for entry in entries {
                is_same &= fill_entry(entry, &mut access, faults)?;
            }
        }
        while access.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {
            is_same = false;
        }
        if !is_same || !matches!(node.content, Content::Mapping(_)) {
            Self { node, faults }.differ();
        }
        Ok(())
    }

    /// Reads a value with a tag, which is reported already.
    fn visit_enum<A: de::EnumAccess<'de>>(self, access: A) -> Result<(), A::Error> {
        let (IgnoredAny, content) = access.variant()?;
        de::VariantAccess::newtype_variant_seed(content, self)
    }
}

/// Reads the next key and value of a mapping beside their entry. Returns false if there are none.
fn fill_entry<'de, A: MapAccess<'de>>(
    entry: &mut Entry,
    access: &mut A,
    faults: &mut Faults<'_>,
) -> Result<bool, A::Error> {
    let content = Content::Scalar(entry.key.clone());
    let is_refused = entry.role == super::tree::Role::Refused;
    let mut key = Node { span: entry.key_span, content, broken: is_refused };
    if access.next_key_seed(Filler { node: &mut key, faults })?.is_none() {
        return Ok(false);
    }
    if let Content::Scalar(literal) = key.content {
        entry.key = literal;
    }
    access.next_value_seed(Filler { node: &mut entry.value, faults })?;
    Ok(true)
}
