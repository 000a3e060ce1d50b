//! Lists whose places have names: they are read as objects.

use serde::de::value::{BorrowedStrDeserializer, UnitDeserializer};
use serde::de::{DeserializeSeed, Deserializer, Error as _, IgnoredAny, MapAccess, SeqAccess};

/// The places of a list as the members of an object. Places that the list lacks at its end are null.
pub struct Places<N, A> {
    names: N,
    places: A,
}

impl<N, A> Places<N, A> {
    /// Creates an object of the values of a list, with a name for each.
    pub const fn new(names: N, places: A) -> Self {
        Self { names, places }
    }
}

impl<'de, N: Iterator<Item = &'static str>, A: SeqAccess<'de>> MapAccess<'de> for Places<N, A> {
    type Error = A::Error;

    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, A::Error> {
        if let Some(name) = self.names.next() {
            return seed.deserialize(BorrowedStrDeserializer::new(name)).map(Some);
        }
        while self.places.next_element::<IgnoredAny>()?.is_some() {}
        Ok(None)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, A::Error> {
        let mut left = Some(seed);
        let found = self.places.next_element_seed(Taken(&mut left))?.flatten();
        match (found, left) {
            (Some(value), _) => Ok(value),
            (None, Some(seed)) => seed.deserialize(UnitDeserializer::new()),
            (None, None) => Err(A::Error::custom("a place has no value")),
        }
    }
}

/// A reader that is taken if there is a value.
struct Taken<'s, S>(&'s mut Option<S>);

impl<'de, S: DeserializeSeed<'de>> DeserializeSeed<'de> for Taken<'_, S> {
    type Value = Option<S::Value>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        self.0.take().map(|seed| seed.deserialize(deserializer)).transpose()
    }
}
