//! Events keyed by their time as text: `{"-249298200": {…}, "602433000": {…}}`, in no order.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserialize, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};

use crate::read::Key;

/// Events with the epoch seconds of their keys. The date inside an event can differ from its key.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Events<T>(Vec<(i64, T)>);

impl<T> Events<T> {
    /// Returns the events, ascending by key.
    ///
    /// # Errors
    /// The first error of `check`, which gets the key of each event, too.
    pub(crate) fn sorted<E>(mut self, check: impl Fn(i64, &T) -> Result<(), E>) -> Result<Vec<T>, E> {
        self.0.sort_by_key(|(time, _)| *time);
        self.0.iter().try_for_each(|(time, event)| check(*time, event))?;
        Ok(self.0.into_iter().map(|(_, event)| event).collect())
    }
}

impl<T> Default for Events<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Events<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Members<T>(PhantomData<T>);

        impl<'de, T: Deserialize<'de>> Visitor<'de> for Members<T> {
            type Value = Events<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("events by time")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Events<T>, A::Error> {
                let mut events = Vec::new();
                while let Some(Key(key)) = members.next_key()? {
                    let time = key
                        .parse()
                        .map_err(|_| A::Error::custom("the key of an event is not epoch seconds"))?;
                    events.push((time, members.next_value()?));
                }
                Ok(Events(events))
            }

            /// No events at all come as an empty list from some hosts.
            fn visit_seq<A: SeqAccess<'de>>(self, mut values: A) -> Result<Events<T>, A::Error> {
                match values.next_element::<IgnoredAny>()? {
                    None => Ok(Events(Vec::new())),
                    Some(_) => Err(A::Error::custom("events without their times")),
                }
            }
        }

        deserializer.deserialize_any(Members(PhantomData))
    }
}
