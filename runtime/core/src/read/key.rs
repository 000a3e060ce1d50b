//! Keys of JSON objects.

use std::borrow::Cow;
use std::marker::PhantomData;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};

use crate::expecting;

/// The key of a member, borrowed from the reply unless it has escapes. The macros here read with it.
#[doc(hidden)]
pub struct Key<'de>(pub Cow<'de, str>);

impl<'de> Deserialize<'de> for Key<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Text;

        impl<'de> Visitor<'de> for Text {
            type Value = Key<'de>;

            expecting!("a key");

            fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Key<'de>, E> {
                Ok(Key(Cow::Borrowed(text)))
            }

            fn visit_str<E>(self, text: &str) -> Result<Key<'de>, E> {
                Ok(Key(Cow::Owned(text.to_owned())))
            }

            fn visit_string<E>(self, text: String) -> Result<Key<'de>, E> {
                Ok(Key(Cow::Owned(text)))
            }
        }

        deserializer.deserialize_str(Text)
    }
}

/// The members of an object in its order, each under its name.
#[derive(Debug)]
pub struct Entries<T>(pub Vec<(String, T)>);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Entries<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Object<T>(PhantomData<T>);

        impl<'de, T: Deserialize<'de>> Visitor<'de> for Object<T> {
            type Value = Entries<T>;

            expecting!("an object");

            fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Entries<T>, A::Error> {
                let mut all = Vec::new();
                while let Some((Key(key), value)) = members.next_entry()? {
                    all.push((key.into_owned(), value));
                }
                Ok(Entries(all))
            }
        }

        deserializer.deserialize_map(Object(PhantomData))
    }
}
