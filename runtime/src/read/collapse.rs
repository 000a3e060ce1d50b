//! Formatted numbers: `{"raw": 5, "fmt": "5.00", "longFmt": "5"}` becomes 5 and `{}` becomes null, at
//! every depth, while the JSON is read. Text that merely looks like them is left alone.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};

use crate::read::Key;

/// A value in which formatted numbers are numbers and empty objects are null.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Collapsed(pub(crate) Value);

impl<'de> Deserialize<'de> for Collapsed {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(AnyValue)
    }
}

struct AnyValue;

impl<'de> Visitor<'de> for AnyValue {
    type Value = Collapsed;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Collapsed, E> {
        Ok(Collapsed(Value::Null))
    }

    fn visit_bool<E>(self, value: bool) -> Result<Collapsed, E> {
        Ok(Collapsed(value.into()))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Collapsed, E> {
        Ok(Collapsed(value.into()))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Collapsed, E> {
        Ok(Collapsed(value.into()))
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Collapsed, E> {
        let number = Number::from_f64(value).ok_or_else(|| E::custom("a number that is not finite"))?;
        Ok(Collapsed(number.into()))
    }

    fn visit_str<E>(self, value: &str) -> Result<Collapsed, E> {
        Ok(Collapsed(value.into()))
    }

    fn visit_string<E>(self, value: String) -> Result<Collapsed, E> {
        Ok(Collapsed(value.into()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut values: A) -> Result<Collapsed, A::Error> {
        let mut list = Vec::new();
        while let Some(Collapsed(value)) = values.next_element()? {
            list.push(value);
        }
        Ok(Collapsed(list.into()))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Collapsed, A::Error> {
        let mut formatted = Formatted::default();
        loop {
            let Some(Key(key)) = members.next_key()? else {
                return Ok(Collapsed(formatted.into_value()));
            };
            let Some(slot) = formatted.slot(&key) else {
                let mut map = formatted.into_map();
                map.insert(key.into_owned(), members.next_value::<Collapsed>()?.0);
                return rest(map, members);
            };
            *slot = Some(members.next_value::<Collapsed>()?.0);
        }
    }
}

/// The members of an object that is known not to be a formatted number.
fn rest<'de, A: MapAccess<'de>>(mut map: Map<String, Value>, mut members: A) -> Result<Collapsed, A::Error> {
    while let Some(Key(key)) = members.next_key()? {
        map.insert(key.into_owned(), members.next_value::<Collapsed>()?.0);
    }
    Ok(Collapsed(map.into()))
}

/// An object that has had no other key than those of a formatted number so far.
#[derive(Default)]
struct Formatted {
    raw: Option<Value>,
    fmt: Option<Value>,
    long_fmt: Option<Value>,
}

impl Formatted {
    fn slot(&mut self, key: &str) -> Option<&mut Option<Value>> {
        match key {
            "raw" => Some(&mut self.raw),
            "fmt" => Some(&mut self.fmt),
            "longFmt" => Some(&mut self.long_fmt),
            _ => None,
        }
    }

    fn into_map(self) -> Map<String, Value> {
        let members = [("raw", self.raw), ("fmt", self.fmt), ("longFmt", self.long_fmt)];
        members.into_iter().filter_map(|(key, value)| Some((key.to_owned(), value?))).collect()
    }

    /// The object is complete: its number, null where it is empty, itself where it has no number.
    fn into_value(self) -> Value {
        match self {
            Self { raw: Some(raw), .. } => raw,
            Self { raw: None, fmt: None, long_fmt: None } => Value::Null,
            formatted => formatted.into_map().into(),
        }
    }
}
