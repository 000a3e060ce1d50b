//! Events keyed by their time as text: `{"-249298200": {…}, "602433000": {…}}`, in no order.

use std::marker::PhantomData;

use serde::de::{
    Deserialize, DeserializeOwned, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor,
};
use serde_json::value::RawValue;
use virtual_finance_core::read::shortened;
use virtual_finance_core::{SkippedRow, expecting};

use crate::read::Key;
use crate::read::listed::TWICE;

/// Events with the epoch seconds of their keys. The date inside an event can differ from its key.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Events<T> {
    events: Vec<(i64, T)>,
    /// The keys of the events that cannot be read.
    unreadable: Vec<String>,
}

impl<T: PartialEq> Events<T> {
    /// Returns the events, ascending by key, each once, and counts as skipped what cannot be read or what `fault`
    /// refuses. `kind` is the name of their member.
    pub(crate) fn sorted(
        mut self,
        kind: &str,
        skipped: &mut Vec<SkippedRow>,
        fault: impl Fn(&T) -> Option<&'static str>,
    ) -> Vec<T> {
        let path = |key: String| format!("chart.result[0].events.{kind}.{}", shortened(key));
        let unreadable = self.unreadable.into_iter();
        skipped.extend(unreadable.map(|key| SkippedRow::at(path(key), "it cannot be read")));
        self.events.sort_by_key(|(time, _)| *time);
        let mut events: Vec<T> = Vec::with_capacity(self.events.len());
        for (time, event) in self.events {
            let is_known = || events.last() == Some(&event);
            match fault(&event).or_else(|| is_known().then_some(TWICE)) {
                Some(reason) => skipped.push(SkippedRow::at(path(time.to_string()), reason)),
                None => events.push(event),
            }
        }
        events
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

            expecting!("events by time");

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
