//! Values that are written as text, in the cells of CSV and the elements of XML.

use serde::de::value::StrDeserializer;
use serde::de::{Deserializer, IntoDeserializer as _, Visitor};
use serde::forward_to_deserialize_any;
use serde_json::{Error, Number};

/// A text that is read as what is asked for: a string as it stands, and else as a number or a bool that is written as in
/// JSON. An empty one is null.
#[derive(Clone, Copy)]
pub(super) struct Cell<'t>(pub(super) &'t str);

impl<'de> Deserializer<'de> for Cell<'_> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0 {
            "" => visitor.visit_unit(),
            "true" => visitor.visit_bool(true),
            "false" => visitor.visit_bool(false),
            text => match serde_json::from_str::<Number>(text) {
                Ok(number) => match (number.as_i64(), number.as_u64(), number.as_f64()) {
                    (Some(number), _, _) => visitor.visit_i64(number),
                    (_, Some(number), _) => visitor.visit_u64(number),
                    (_, _, Some(number)) => visitor.visit_f64(number),
                    _ => visitor.visit_str(text),
                },
                Err(_) => visitor.visit_str(text),
            },
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        if self.0.is_empty() { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_str(self.0)
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_str(self.0)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        let text: StrDeserializer<'_, Error> = self.0.into_deserializer();
        text.deserialize_enum(name, variants, visitor)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char bytes byte_buf unit unit_struct
        seq tuple tuple_struct map struct identifier ignored_any
    }
}
