//! Reads a text with serde_yaml, and gives the scalars of its tree the values that serde_yaml reads.

use serde::Deserializer;
use serde::de::{self, DeserializeSeed, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_yaml::Value;

use crate::codes;
use crate::diagnostic::{Faults, Span};

use super::scalar::Literal;
use super::syntax;
use super::tree::{Content, Entry, Node, Role};

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
    fn set<E: de::Error>(self, value: Value) -> Result<(), E> {
        match &mut self.node.content {
            Content::Scalar(literal) if is_of(literal, &value) => {
                literal.value = value;
                Ok(())
            }
            _ => Err(self.differ()),
        }
    }

    /// Sets the value of an integer of more than 64 bits.
    fn set_large<E: de::Error>(self, number: &str) -> Result<(), E> {
        match (&mut self.node.content, number.parse::<f64>()) {
            (Content::Scalar(literal), Ok(number)) if literal.plain => {
                literal.value = Value::from(number);
                Ok(())
            }
            _ => Err(self.differ()),
        }
    }

    /// Reports that the two readers read different things, and ends the reading: the rest is not beside its
    /// nodes.
    fn differ<E: de::Error>(self) -> E {
        let message = "not every YAML reader reads the same here";
        let advice = "write it more plainly: strings in quotes, each on one line";
        self.faults.add(self.node.span, codes::AMBIGUOUS.fault(message, advice));
        E::custom(message)
    }
}

/// Returns true if a value is a scalar with this text. The readers find different scalars where they take different
/// characters for the ends of lines.
fn is_of(literal: &Literal, value: &Value) -> bool {
    match value {
        Value::String(text) => *text == literal.text,
        // No other has a text of its own.
        _ if !literal.plain => false,
        value => serde_yaml::from_str::<Value>(&literal.text).is_ok_and(|again| again == *value),
    }
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

    fn visit_unit<E: de::Error>(self) -> Result<(), E> {
        self.set(Value::Null)
    }

    fn visit_bool<E: de::Error>(self, value: bool) -> Result<(), E> {
        self.set(Value::from(value))
    }

    fn visit_i64<E: de::Error>(self, value: i64) -> Result<(), E> {
        self.set(Value::from(value))
    }

    fn visit_u64<E: de::Error>(self, value: u64) -> Result<(), E> {
        self.set(Value::from(value))
    }

    fn visit_i128<E: de::Error>(self, value: i128) -> Result<(), E> {
        self.set_large(&value.to_string())
    }

    fn visit_u128<E: de::Error>(self, value: u128) -> Result<(), E> {
        self.set_large(&value.to_string())
    }

    fn visit_f64<E: de::Error>(self, value: f64) -> Result<(), E> {
        self.set(Value::from(value))
    }

    fn visit_str<E: de::Error>(self, value: &str) -> Result<(), E> {
        self.set(Value::from(value))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut access: A) -> Result<(), A::Error> {
        let Self { node, faults } = self;
        let Content::Sequence(items) = &mut node.content else { return Err(Self { node, faults }.differ()) };
        for item in items {
            if access.next_element_seed(Filler { node: item, faults })?.is_none() {
                return Err(Self { node, faults }.differ());
            }
        }
        match access.next_element::<IgnoredAny>()? {
            None => Ok(()),
            Some(_) => Err(Self { node, faults }.differ()),
        }
    }

    fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<(), A::Error> {
        let Self { node, faults } = self;
        let Content::Mapping(entries) = &mut node.content else { return Err(Self { node, faults }.differ()) };
        for entry in entries {
            if !fill_entry(entry, &mut access, faults)? {
                return Err(Self { node, faults }.differ());
            }
        }
        match access.next_entry::<IgnoredAny, IgnoredAny>()? {
            None => Ok(()),
            Some(_) => Err(Self { node, faults }.differ()),
        }
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
    let is_refused = entry.role == Role::Refused;
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
