//! The documents that replies are, by the formats that a table names: all of them are read with the readers of JSON.

use std::borrow::Cow;

use serde::de::DeserializeSeed;
use serde_json::Error;

use super::error_path::{PathError, Reader, with_path};
#[cfg(feature = "csv")]
use super::sheet::{self, Sheet};
#[cfg(feature = "xml")]
use super::xml::{self, Element};
use super::{json, lines};
use crate::catalogue::RawKind;
use crate::error::ConversionError;
use crate::raw::RawReply;
use crate::text::shortened;

/// A reply that was found to be of its format, as far as that can be seen at its beginning.
pub trait Document<'t> {
    /// Reads the document with a reader.
    fn read_with<S: DeserializeSeed<'t>>(&self, seed: S) -> Result<S::Value, Error>;

    /// Returns the JSON text that has a place, in which a host may say an error in another format than the table's: of
    /// lines and events the item of the place.
    fn json_at(&self, path: &str) -> Option<&str>;

    /// Returns a list without items, where one is not there at all and a list is what is read.
    fn empty_list<S: DeserializeSeed<'t>>(&self, _: S) -> Option<S::Value> {
        None
    }

    /// Reads the document. An error of it has the path of its place.
    fn read<S: Reader<'t>>(&self, seed: &S) -> Result<S::Value, PathError> {
        self.read_with(seed.clone()).map_err(|error| {
            let (path, error) = with_path(seed, error, |seed| self.read_with(seed));
            // Names of members are the host's.
            (if path == "." { String::new() } else { shortened(path) }, error)
        })
    }
}

/// A text that is JSON.
pub struct Json<'t>(pub(super) &'t str);

impl<'t> Json<'t> {
    /// Returns the document that a reply is, which `name` names in messages.
    ///
    /// # Errors
    /// 422: it is not JSON, or larger or deeper than any real one.
    pub(super) fn new(reply: RawReply<'t>, name: &'static str) -> Result<Self, ConversionError> {
        json::text(reply, name).map(Self)
    }
}

impl<'t> Document<'t> for Json<'t> {
    fn read_with<S: DeserializeSeed<'t>>(&self, seed: S) -> Result<S::Value, Error> {
        json::seeded(self.0, seed)
    }

    fn json_at(&self, _: &str) -> Option<&str> {
        Some(self.0)
    }
}

/// A document whose format is known at run time.
pub struct AnyDocument<'t>(Kind<'t>);

enum Kind<'t> {
    Json(Json<'t>),
    /// A JSON value in each line or event.
    Lines(Vec<Cow<'t, str>>),
    #[cfg(feature = "csv")]
    Sheet(Sheet<'t>),
    #[cfg(feature = "xml")]
    Element(Element),
}

impl<'t> AnyDocument<'t> {
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
        Ok(Self(match kind {
            RawKind::Lines => Kind::Lines(lines::lines(lines::text(reply, kind.words())?, name, end)?),
            RawKind::Events => {
                Kind::Lines(lines::events(lines::text(reply, kind.words())?, name, end, event)?)
            }
            #[cfg(feature = "csv")]
            RawKind::Csv => Kind::Sheet(sheet::sheet(reply.text()?, name)?),
            #[cfg(feature = "xml")]
            RawKind::Xml => Kind::Element(xml::document(reply.text()?, name)?),
            _ => Kind::Json(Json::new(reply, name)?),
        }))
    }
}

impl<'t> Document<'t> for AnyDocument<'t> {
    fn read_with<S: DeserializeSeed<'t>>(&self, seed: S) -> Result<S::Value, Error> {
        match &self.0 {
            Kind::Json(text) => text.read_with(seed),
            Kind::Lines(lines) => seed.deserialize(lines::reader(lines)),
            #[cfg(feature = "csv")]
            Kind::Sheet(sheet) => seed.deserialize(sheet.reader()),
            #[cfg(feature = "xml")]
            Kind::Element(document) => seed.deserialize(document.reader()),
        }
    }

    fn json_at(&self, path: &str) -> Option<&str> {
        match &self.0 {
            Kind::Json(text) => text.json_at(path),
            Kind::Lines(lines) => {
                let (index, _) = path.strip_prefix('[')?.split_once(']')?;
                lines.get(index.parse::<usize>().ok()?).map(|line| &**line)
            }
            #[cfg(feature = "csv")]
            Kind::Sheet(_) => None,
            #[cfg(feature = "xml")]
            Kind::Element(_) => None,
        }
    }

    fn empty_list<S: DeserializeSeed<'t>>(&self, seed: S) -> Option<S::Value> {
        match &self.0 {
            #[cfg(feature = "xml")]
            Kind::Element(_) => seed.deserialize(xml::none()).ok(),
            _ => {
                drop(seed);
                None
            }
        }
    }
}
