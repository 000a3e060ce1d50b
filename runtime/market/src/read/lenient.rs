//! Objects one member of which cannot be read, and numbers beside rows: it costs no other.

use serde::de::value::MapDeserializer;
use serde::de::{Deserialize, DeserializeOwned, Deserializer, Error};
use serde_json::value::RawValue;
use virtual_finance_core::read::{OTHER_TYPE, reason, shortened};
use virtual_finance_core::{Fault, Field, SkippedRow};

use crate::read::collapse::Collapsed;
use crate::read::json::Entries;

/// An object that is a part of a reply.
pub(crate) trait Object: DeserializeOwned {
    /// Its name in messages.
    const NAME: &'static str;

    /// The members that say what the reply is about. One without any may be missing as a whole.
    const SUBJECT: &'static [&'static str] = &[];
}

/// The number of things that a host says to have or to send, or why it cannot be read, which costs nothing else.
pub(crate) struct Count(Result<i64, &'static str>);

impl Count {
    /// Returns the number, or adds it to what is skipped. `path` is its own.
    ///
    /// # Errors
    /// There is none: the reply is not the service's.
    pub(crate) fn read(
        count: &Field<Self>,
        path: &'static str,
        skipped: &mut Vec<SkippedRow>,
    ) -> Result<Option<i64>, Fault> {
        let found = match count {
            Field::Absent => {
                return Err(Fault::Malformed { path: path.into(), reason: "it is missing".to_owned() });
            }
            Field::Null => Err("it is null"),
            Field::Value(Self(found)) => *found,
        };
        Ok(found.map_err(|reason| skipped.push(SkippedRow::at(path, reason).as_null())).ok())
    }
}

impl<'de> Deserialize<'de> for Count {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Collapsed(value) = Collapsed::deserialize(deserializer)?;
        Ok(Self(i64::deserialize(value).map_err(|error| reason(&error.to_string()))))
    }
}

/// An object, and its unreadable members. Reading it takes longer than reading the object alone.
pub(crate) struct Lenient<T> {
    pub(crate) value: T,
    pub(crate) skipped: Vec<SkippedRow>,
}

impl<T> From<T> for Lenient<T> {
    fn from(value: T) -> Self {
        Self { value, skipped: Vec::new() }
    }
}

impl<'de, T: Object> Deserialize<'de> for Lenient<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Box::<RawValue>::deserialize(deserializer)?;
        let mut skipped = Vec::new();
        let entries = match serde_json::from_str::<Entries<&RawValue>>(text.get()) {
            Ok(Entries(entries)) => entries,
            // Some hosts write an empty list for an object without members.
            Err(_) if T::SUBJECT.is_empty() && text.get() == "[]" => Vec::new(),
            Err(_) if T::SUBJECT.is_empty() => {
                skipped.push(SkippedRow::at(T::NAME, OTHER_TYPE));
                Vec::new()
            }
            Err(error) => return Err(D::Error::custom(error)),
        };
        let mut members: Vec<_> = entries.iter().map(|(name, value)| (name.as_str(), *value)).collect();
        let prefix = format!("{}.", T::NAME);
        let value = object(&mut members, &prefix, T::SUBJECT, &mut skipped).map_err(D::Error::custom)?;
        Ok(Self { value, skipped })
    }
}

/// Returns the structure of the members of an object. One that cannot be read is left out and added to what is skipped,
/// by its name after `prefix`.
///
/// # Errors
/// A member that cannot be read is one of those that say what the object is about, or no JSON.
pub(crate) fn object<'a, T: Deserialize<'a>>(
    members: &mut Vec<(&str, &'a RawValue)>,
    prefix: &str,
    subject: &[&str],
    skipped: &mut Vec<SkippedRow>,
) -> Result<T, serde_json::Error> {
    let read =
        |members: &[(&str, &'a RawValue)]| T::deserialize(MapDeserializer::new(members.iter().copied()));
    let first = match read(members) {
        Err(error) => error,
        whole => return whole,
    };
    let mut refused = None;
    members.retain(|member| match read(&[*member]) {
        Ok(_) => true,
        // What is no JSON is wrong as a whole.
        Err(error) if error.is_syntax() || subject.contains(&member.0) => {
            refused.get_or_insert(error);
            true
        }
        Err(error) => {
            skipped
                .push(SkippedRow::at(shortened(format!("{prefix}{}", member.0)), reason(&error.to_string())));
            false
        }
    });
    match refused {
        Some(error) => Err(error),
        // Where each can be read alone, something else is wrong.
        None => read(members).map_err(|_| first),
    }
}
