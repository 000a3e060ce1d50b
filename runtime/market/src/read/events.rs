//! Events keyed by their time as text: `{"-249298200": {…}, "602433000": {…}}`, in no order.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{
    Deserialize, DeserializeOwned, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor,
};
use serde_json::value::RawValue;
use virtual_finance_core::SkippedRow;
use virtual_finance_core::read::shortened;

use crate::read::Key;

/// Events with the epoch seconds of their keys. The date inside an event can differ from its key.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Events<T> {
    events: Vec<(i64, T)>,
    /// The keys of the events that cannot be read.
    unreadable: Vec<String>,
}

impl<T: PartialEq> Events<T> {
    /// Returns the events, ascending by key, each once, and adds those that cannot be read to what is skipped. `kind` is the
    /// name of their member.
    ///
    /// # Errors
    /// The first error of `check`, which gets the key of each event, too.
    pub(crate) fn sorted<E>(
        mut self,
        kind: &str,
        skipped: &mut Vec<SkippedRow>,
        check: impl Fn(i64, &T) -> Result<(), E>,
    ) -> Result<Vec<T>, E> {
        self.events.sort_by_key(|(time, _)| *time);
        self.events.iter().try_for_each(|(time, event)| check(*time, event))?;
        let path = |key: String| format!("chart.result[0].events.{kind}.{}", shortened(key));
        let unreadable = self.unreadable.into_iter();
        skipped.extend(unreadable.map(|key| SkippedRow::at(path(key), "it cannot be read")));
        let mut events: Vec<T> = self.events.into_iter().map(|(_, event)| event).collect();
        events.dedup();
        Ok(events)
    }
}

impl<T> Default for Events<T> {
    fn default() -> Self {
        Self { events: Vec::new(), unreadable: Vec::new() }
    }
}

impl<'de, T: DeserializeOwned> Deserialize<'de> for Events<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Members<T>(PhantomData<T>);

        impl<'de, T: DeserializeOwned> Visitor<'de> for Members<T> {
            type Value = Events<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("events by time")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Events<T>, A::Error> {
                let mut all = Events::default();
                while let Some(Key(key)) = members.next_key()? {
                    // One that cannot be read costs no other.
                    let text: &RawValue = members.next_value()?;
                    match key.parse().ok().zip(serde_json::from_str(text.get()).ok()) {
                        Some(event) => all.events.push(event),
                        None => all.unreadable.push(key.into_owned()),
                    }
                }
                Ok(all)
            }

            /// No events at all come as an empty list from some hosts.
            fn visit_seq<A: SeqAccess<'de>>(self, mut values: A) -> Result<Events<T>, A::Error> {
                match values.next_element::<IgnoredAny>()? {
                    None => Ok(Events::default()),
                    Some(_) => Err(A::Error::custom("events without their times")),
                }
            }
        }

        deserializer.deserialize_any(Members(PhantomData))
    }
}
