//! The documents that replies are, by the formats that a table names: all of them are read with the readers of JSON.

use std::borrow::Cow;

use serde::de::DeserializeSeed;
use serde_json::Error;
use serde_path_to_error::{Deserializer as Tracked, Track};

use super::json;
use super::lines;
#[cfg(feature = "csv")]
use super::sheet::{self, Sheet};
#[cfg(feature = "xml")]
use super::xml::{self, Element};
use crate::catalogue::RawKind;
use crate::error::ConversionError;
use crate::raw::RawReply;
use crate::text::shortened;

/// A reply that was found to be of its format, as far as that can be seen at its beginning.
pub(super) enum Document<'t> {
    Json(&'t str),
    /// A JSON value in each line or event.
    Lines(Vec<Cow<'t, str>>),
    #[cfg(feature = "csv")]
    Sheet(Sheet<'t>),
    #[cfg(feature = "xml")]
    Element(Element),
}

impl<'t> Document<'t> {
    /// Returns the document that a reply is. `name` names it in messages, and `end` is the last item of lines and events. An
    /// event has its name as the member `event`.
    ///
    /// # Errors
    /// 422: it is of another format, or larger or deeper than any real one.
    pub(super) fn new(
        reply: RawReply<'t>,
        kind: RawKind,
        name: &'static str,
        end: &str,
        event: Option<&str>,
    ) -> Result<Self, ConversionError> {
        Ok(match kind {
            RawKind::Lines => Self::Lines(lines::lines(lines::text(reply, kind.words())?, name, end)?),
            RawKind::Events => {
                Self::Lines(lines::events(lines::text(reply, kind.words())?, name, end, event)?)
            }
            #[cfg(feature = "csv")]
            RawKind::Csv => Self::Sheet(sheet::sheet(reply.text()?, name)?),
            #[cfg(feature = "xml")]
            RawKind::Xml => Self::Element(xml::document(reply.text()?, name)?),
            _ => Self::Json(json::bounded_text(reply, name)?),
        })
    }

    /// Reads the document. An error of it has the path of its place.
    pub(super) fn read<S: DeserializeSeed<'t> + Clone>(&self, seed: &S) -> Result<S::Value, (String, Error)> {
        if let Ok(found) = self.read_with(seed.clone()) {
            return Ok(found);
        }
        // Only an error is worth the time that its path takes.
        let mut track = Track::new();
        let read = self.read_with(TrackedSeed { seed: seed.clone(), track: &mut track });
        read.map_err(|error| {
            let path = track.path().to_string();
            // Names of members are the host's.
            (if path == "." { String::new() } else { shortened(path) }, error)
        })
    }

    fn read_with<S: DeserializeSeed<'t>>(&self, seed: S) -> Result<S::Value, Error> {
        match self {
            Self::Json(text) => json::seeded(text, seed),
            Self::Lines(lines) => seed.deserialize(lines::reader(lines)),
            #[cfg(feature = "csv")]
            Self::Sheet(sheet) => seed.deserialize(sheet.reader()),
            #[cfg(feature = "xml")]
            Self::Element(document) => seed.deserialize(document.reader()),
        }
    }

    /// Returns the JSON text that has a place, in which a host may say an error in another format than the table's: of
    /// lines and events the item of the place.
    pub(super) fn json_at(&self, path: &str) -> Option<&str> {
        match self {
            Self::Json(text) => Some(text),
            Self::Lines(lines) => {
                let (index, _) = path.strip_prefix('[')?.split_once(']')?;
                lines.get(index.parse::<usize>().ok()?).map(|line| &**line)
            }
            #[cfg(feature = "csv")]
            Self::Sheet(_) => None,
            #[cfg(feature = "xml")]
            Self::Element(_) => None,
        }
    }

    /// Returns a list without items, where one is not there at all and a list is what is read.
    pub(super) fn empty_list<S: DeserializeSeed<'t>>(&self, seed: S) -> Option<S::Value> {
        match self {
            #[cfg(feature = "xml")]
            Self::Element(_) => seed.deserialize(xml::none()).ok(),
            _ => {
                drop(seed);
                None
            }
        }
    }
}

/// A reader that keeps track of the place that it is at.
struct TrackedSeed<'a, S> {
    seed: S,
    track: &'a mut Track,
}

impl<'de, S: DeserializeSeed<'de>> DeserializeSeed<'de> for TrackedSeed<'_, S> {
    type Value = S::Value;

    fn deserialize<D: serde::Deserializer<'de>>(self, deserializer: D) -> Result<S::Value, D::Error> {
        self.seed.deserialize(Tracked::new(deserializer, self.track))
    }
}
