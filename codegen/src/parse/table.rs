//! The plain structs of a table, in the order and with the names of its keys.

use std::fmt;

use indexmap::IndexMap;
use serde::Deserialize;
use serde::de::{Deserializer, Error, IntoDeserializer, MapAccess, SeqAccess, Visitor};

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Table {
    #[serde(default)]
    pub(crate) hosts: IndexMap<String, Host>,
    #[serde(default)]
    pub(crate) types: IndexMap<String, Enumeration>,
    #[serde(default)]
    pub(crate) endpoints: IndexMap<String, Endpoint>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Host {
    pub(crate) doc: String,
    pub(crate) default: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Enumeration {
    pub(crate) doc: String,
    pub(crate) variants: IndexMap<String, Variant>,
    pub(crate) other: Option<String>,
}

#[derive(Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Variant {
    pub(crate) wire: String,
    pub(crate) doc: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Endpoint {
    pub(crate) doc: String,
    pub(crate) host: String,
    pub(crate) path: String,
    pub(crate) method: String,
    pub(crate) status: i64,
    pub(crate) raw: String,
    pub(crate) converter: String,
    pub(crate) prepare: Option<String>,
    pub(crate) subject: Option<String>,
    #[serde(default)]
    pub(crate) params: IndexMap<String, Param>,
    #[serde(default)]
    pub(crate) choices: IndexMap<String, Choice>,
    #[serde(default)]
    pub(crate) examples: IndexMap<String, Example>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Param {
    pub(crate) doc: String,
    #[serde(rename = "type")]
    pub(crate) kind: TypeName,
    #[serde(rename = "in")]
    pub(crate) place: String,
    pub(crate) wire: Option<String>,
    #[serde(default)]
    pub(crate) client: bool,
    #[serde(default)]
    pub(crate) required: bool,
    pub(crate) default: Option<Scalar>,
    pub(crate) min: Option<f64>,
    pub(crate) max: Option<f64>,
    pub(crate) pattern: Option<String>,
    pub(crate) max_length: Option<i64>,
    #[serde(default)]
    pub(crate) conflicts: Vec<String>,
    pub(crate) after: Option<String>,
    #[serde(default)]
    pub(crate) aliases: Vec<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Choice {
    pub(crate) doc: String,
    pub(crate) options: IndexMap<String, ChoiceOption>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ChoiceOption {
    pub(crate) doc: String,
    pub(crate) required: Vec<String>,
    #[serde(default)]
    pub(crate) optional: Vec<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Example {
    pub(crate) doc: String,
    pub(crate) now: Option<Scalar>,
    #[serde(default)]
    pub(crate) params: IndexMap<String, Values>,
    pub(crate) url: String,
    pub(crate) reply: Option<String>,
    pub(crate) response: Option<String>,
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

impl<'de> Deserialize<'de> for Values {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct OneOrMany;

        impl<'de> Visitor<'de> for OneOrMany {
            type Value = Values;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a value, or a list of values")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Values, A::Error> {
                let mut values = Vec::new();
                while let Some(value) = items.next_element()? {
                    values.push(value);
                }
                Ok(Values::Many(values))
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Values, E> {
                Ok(Values::One(Scalar::Text(text.to_owned())))
            }

            fn visit_i64<E: Error>(self, number: i64) -> Result<Values, E> {
                Ok(Values::One(Scalar::Integer(number)))
            }

            fn visit_u64<E: Error>(self, number: u64) -> Result<Values, E> {
                Scalar::deserialize(number.into_deserializer()).map(Values::One)
            }

            fn visit_f64<E: Error>(self, number: f64) -> Result<Values, E> {
                Ok(Values::One(Scalar::Number(number)))
            }

            fn visit_bool<E: Error>(self, flag: bool) -> Result<Values, E> {
                Ok(Values::One(Scalar::Flag(flag)))
            }
        }

        deserializer.deserialize_any(OneOrMany)
    }
}

/// A type as the table names it: `integer`, or `{ list: integer, separator: "," }`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum TypeName {
    One(String),
    List { item: String, separator: String },
}

impl<'de> Deserialize<'de> for TypeName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Names;

        impl<'de> Visitor<'de> for Names {
            type Value = TypeName;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the name of a type, or { list: its name, separator: \",\" }")
            }

            fn visit_str<E: Error>(self, name: &str) -> Result<TypeName, E> {
                Ok(TypeName::One(name.to_owned()))
            }

            fn visit_map<A: MapAccess<'de>>(self, mut keys: A) -> Result<TypeName, A::Error> {
                let (mut item, mut separator) = (None, None);
                while let Some(key) = keys.next_key::<String>()? {
                    match key.as_str() {
                        "list" => item = Some(keys.next_value()?),
                        "separator" => separator = Some(keys.next_value()?),
                        other => return Err(A::Error::unknown_field(other, &["list", "separator"])),
                    }
                }
                Ok(TypeName::List {
                    item: item.ok_or_else(|| A::Error::missing_field("list"))?,
                    separator: separator.ok_or_else(|| A::Error::missing_field("separator"))?,
                })
            }
        }

        deserializer.deserialize_any(Names)
    }
}

/// One value: a text, a number or a flag.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Scalar {
    Text(String),
    Integer(i64),
    Number(f64),
    Flag(bool),
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

impl<'de> Deserialize<'de> for Scalar {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Values;

        impl Visitor<'_> for Values {
            type Value = Scalar;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a text, a number, true or false")
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Scalar, E> {
                Ok(Scalar::Text(text.to_owned()))
            }

            fn visit_i64<E: Error>(self, number: i64) -> Result<Scalar, E> {
                Ok(Scalar::Integer(number))
            }

            fn visit_u64<E: Error>(self, number: u64) -> Result<Scalar, E> {
                i64::try_from(number)
                    .map(Scalar::Integer)
                    .map_err(|_| E::custom("a number of 64 bits at most"))
            }

            fn visit_f64<E: Error>(self, number: f64) -> Result<Scalar, E> {
                Ok(Scalar::Number(number))
            }

            fn visit_bool<E: Error>(self, flag: bool) -> Result<Scalar, E> {
                Ok(Scalar::Flag(flag))
            }
        }

        deserializer.deserialize_any(Values)
    }
}
