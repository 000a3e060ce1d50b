//! The figures of all replies: a number, formatted as `{"raw": 5, "fmt": "5.00", "longFmt": "5"}` or bare. Where a host has none,
//! `{}` or a text such as `Infinity` stands in its place, bare or as `raw`; it is null then.
//!
//! Formatted numbers become numbers at every depth, while the JSON is read. A bare text is null only where a figure may stand.

use std::fmt;
use std::marker::PhantomData;

use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{
    self, Deserialize, DeserializeOwned, DeserializeSeed, Deserializer, Error, IntoDeserializer, MapAccess,
    SeqAccess, Visitor,
};
use serde::forward_to_deserialize_any;
use serde_json::{Map, Number, Value};

use crate::read::Key;

use virtual_finance_core::expecting;

/// Most objects that hold formatted numbers, such as statements, have about so many members.
const USUAL_MEMBERS: usize = 32;

/// Returns true for a text with which hosts say that there is no figure.
pub(crate) fn is_no_figure(text: &str) -> bool {
    matches!(text, "-" | "NaN" | "Infinity" | "-Infinity")
}

/// A value in which formatted numbers are numbers and empty objects are null.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Collapsed(pub(crate) Value);

/// A value of which no type says more, so that texts that stand for no figure are null too, at every depth.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Untyped(pub(crate) Value);

impl<'de> Deserialize<'de> for Untyped {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Collapsed(mut value) = Collapsed::deserialize(deserializer)?;
        hold_figures(&mut value);
        Ok(Self(value))
    }
}

/// Makes null of what stands for no figure, at every depth. Formatted numbers stay as they are.
pub(crate) fn hold_figures(value: &mut Value) {
    match value {
        Value::String(text) if is_no_figure(text) => *value = Value::Null,
        Value::Object(members) if members.is_empty() => *value = Value::Null,
        Value::Object(members) => {
            members.values_mut().for_each(hold_figures);
            if members.get("raw").is_some_and(Value::is_null) {
                *value = Value::Null;
            }
        }
        Value::Array(values) => values.iter_mut().for_each(hold_figures),
        _ => {}
    }
}

/// A figure, or none.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Figure(pub(crate) Option<Number>);

impl<'de> Deserialize<'de> for Figure {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        OfType { name: "", of: PhantomData::<Option<Number>> }.deserialize(deserializer).map(Self)
    }
}

impl<'de> Deserialize<'de> for Collapsed {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(AnyValue)
    }
}

/// Returns the value of a member, in which formatted numbers are numbers. A text that stands for no figure is null where the
/// member may be one, and so is an empty one that a member of that name has for no currency.
///
/// # Errors
/// It is of another type.
pub fn next_value<'de, A: MapAccess<'de>, T: DeserializeOwned>(
    members: &mut A,
    name: &str,
) -> Result<T, A::Error> {
    members.next_value_seed(OfType { name, of: PhantomData })
}

/// Reads a value of a type, in a member of a name. Only what becomes a figure, or anything, needs a [`Value`] on its way.
struct OfType<'n, T> {
    name: &'n str,
    of: PhantomData<T>,
}

impl<T: DeserializeOwned> OfType<'_, T> {
    /// Returns true for a text with which hosts say that there is no value.
    fn is_none(&self, text: &str) -> bool {
        match text {
            "" => self.name.contains("urrency"),
            _ => is_no_figure(text) && takes_figures::<T>(),
        }
    }
}

impl<'de, T: DeserializeOwned> DeserializeSeed<'de> for OfType<'_, T> {
    type Value = T;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<T, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de, T: DeserializeOwned> Visitor<'de> for OfType<'_, T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        AnyValue.expecting(f)
    }

    fn visit_unit<E: Error>(self) -> Result<T, E> {
        of_type(AnyValue.visit_unit()?)
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<T, E> {
        of_type(AnyValue.visit_bool(value)?)
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<T, E> {
        T::deserialize(Present(value.into_deserializer()))
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<T, E> {
        T::deserialize(Present(value.into_deserializer()))
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<T, E> {
        T::deserialize(Present(value.into_deserializer()))
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<T, E> {
        if self.is_none(value) {
            return self.visit_unit();
        }
        T::deserialize(Present(value.into_deserializer()))
    }

    fn visit_string<E: Error>(self, value: String) -> Result<T, E> {
        if self.is_none(&value) {
            return self.visit_unit();
        }
        T::deserialize(Present(value.into_deserializer()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, values: A) -> Result<T, A::Error> {
        if takes_figures::<T>() {
            return of_type(AnyValue.visit_seq(values)?);
        }
        T::deserialize(Present(SeqAccessDeserializer::new(values)))
    }

    fn visit_map<A: MapAccess<'de>>(self, members: A) -> Result<T, A::Error> {
        if takes_figures::<T>() {
            return of_type(AnyValue.visit_map(members)?);
        }
        T::deserialize(Present(MapAccessDeserializer::new(members)))
    }
}

/// Returns true for a type that a number may become, as it becomes any value.
fn takes_figures<T: DeserializeOwned>() -> bool {
    let zero: de::value::U64Deserializer<NoFigure> = 0_u64.into_deserializer();
    T::deserialize(Present(zero)).is_ok()
}

/// The error of a type that is none of a figure, which nobody reads.
#[derive(Debug)]
struct NoFigure;

impl fmt::Display for NoFigure {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        Ok(())
    }
}

impl std::error::Error for NoFigure {}

impl Error for NoFigure {
    fn custom<T: fmt::Display>(_: T) -> Self {
        Self
    }
}

/// Reads a value of a type, of which texts that stand for no figure are no part.
fn of_type<T: DeserializeOwned, E: Error>(Collapsed(mut value): Collapsed) -> Result<T, E> {
    hold_figures(&mut value);
    serde_json::from_value(value).map_err(E::custom)
}

/// A value that is not null, for an `Option` too.
struct Present<D>(D);

impl<'de, D: Deserializer<'de>> Deserializer<'de> for Present<D> {
    type Error = D::Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        self.0.deserialize_any(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        visitor.visit_some(self.0)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        self.0.deserialize_enum(name, variants, visitor)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct
        seq tuple tuple_struct map struct identifier ignored_any
    }
}

struct AnyValue;

impl<'de> Visitor<'de> for AnyValue {
    type Value = Collapsed;

    expecting!("a JSON value");

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
        while let Some(Key(key)) = members.next_key()? {
            match &*key {
                "raw" => formatted.raw = Some(members.next_value::<Collapsed>()?.0),
                "fmt" => formatted.fmt = Some(members.next_value()?),
                "longFmt" => formatted.long_fmt = Some(members.next_value()?),
                _ => {
                    let mut all = formatted.into_members();
                    all.push((key.into_owned(), members.next_value::<Collapsed>()?.0));
                    return rest(all, members);
                }
            }
        }
        Ok(Collapsed(formatted.into_value()))
    }
}

/// Returns the members of an object that is known not to be a formatted number.
fn rest<'de, A: MapAccess<'de>>(
    mut all: Vec<(String, Value)>,
    mut members: A,
) -> Result<Collapsed, A::Error> {
    while let Some(Key(key)) = members.next_key()? {
        all.push((key.into_owned(), members.next_value::<Collapsed>()?.0));
    }
    // Collected from a list of known length, the map is built once instead of growing.
    Ok(Collapsed(all.into_iter().collect::<Map<_, _>>().into()))
}

/// An object whose keys so far are keys of a formatted number.
#[derive(Default)]
struct Formatted<'de> {
    raw: Option<Value>,
    fmt: Option<Part<'de>>,
    long_fmt: Option<Part<'de>>,
}

impl Formatted<'_> {
    fn into_members(self) -> Vec<(String, Value)> {
        let texts = [("fmt", self.fmt), ("longFmt", self.long_fmt)];
        let texts = texts.into_iter().filter_map(|(key, part)| Some((key, part?.into_value())));
        let raw = self.raw.map(|raw| ("raw", raw));
        let mut members = Vec::with_capacity(USUAL_MEMBERS);
        members.extend(raw.into_iter().chain(texts).map(|(key, value)| (key.to_owned(), value)));
        members
    }

    /// Returns the value of a complete object: its number, null where it is empty, itself where it has no number.
    fn into_value(self) -> Value {
        match self {
            Self { raw: Some(Value::String(raw)), .. } if is_no_figure(&raw) => Value::Null,
            Self { raw: Some(raw), .. } => raw,
            Self { raw: None, fmt: None, long_fmt: None } => Value::Null,
            formatted => formatted.into_members().into_iter().collect::<Map<_, _>>().into(),
        }
    }
}

/// The text of a formatted number, which is nearly always thrown away: borrowed while it can be.
enum Part<'de> {
    Text(&'de str),
    Value(Value),
}

impl Part<'_> {
    fn into_value(self) -> Value {
        match self {
            Self::Text(text) => text.into(),
            Self::Value(value) => value,
        }
    }
}

impl<'de> Deserialize<'de> for Part<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct TextOrAny;

        /// Everything but a borrowed text is read as any value is.
        macro_rules! any {
            ($($method:ident($type:ty);)*) => {$(
                fn $method<E: Error>(self, value: $type) -> Result<Part<'de>, E> {
                    AnyValue.$method(value).map(|Collapsed(value)| Part::Value(value))
                }
            )*};
        }

        impl<'de> Visitor<'de> for TextOrAny {
            type Value = Part<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                AnyValue.expecting(f)
            }

            any! {
                visit_bool(bool);
                visit_i64(i64);
                visit_u64(u64);
                visit_f64(f64);
                visit_str(&str);
            }

            fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Part<'de>, E> {
                Ok(Part::Text(text))
            }

            fn visit_unit<E>(self) -> Result<Part<'de>, E> {
                Ok(Part::Value(Value::Null))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, values: A) -> Result<Part<'de>, A::Error> {
                AnyValue.visit_seq(values).map(|Collapsed(value)| Part::Value(value))
            }

            fn visit_map<A: MapAccess<'de>>(self, members: A) -> Result<Part<'de>, A::Error> {
                AnyValue.visit_map(members).map(|Collapsed(value)| Part::Value(value))
            }
        }

        deserializer.deserialize_any(TextOrAny)
    }
}
