//! Places of the data of replies, whose types say the formats of the replies.

use super::at::first;
use super::document::{AnyDocument, Document, Json};
use super::lines;
use crate::catalogue::{ErrorObject, RawKind, entries};
use crate::error::{ConversionError, Fault};
use crate::raw::RawReply;

entries! {
    /// The place of the data in a reply.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    DataPath(name: &'static str, at: &'static str, shown: &'static str) {
        /// The data in words, for messages.
        must name: &'static str = name;
        /// The path of the data: names of members with `.` between them, or indexes of lists. Empty for the whole reply.
        must at: &'static str = at;
        /// The path as messages show it.
        must shown: &'static str = shown;
        /// The error object of the host, where it has one.
        some error: ErrorObject;
        /// True if the host knows nothing where it has no data at the path, or an empty list.
        may empty_is_not_found: bool = false;
        /// The maximum number of items of a list.
        may max_items: usize = usize::MAX;
        /// The item that ends lines and events, and is none of them.
        may end: &'static str = lines::DONE;
        /// The member of an event that has the name of the event, unless its data has it.
        some event: &'static str;
    }
}

impl DataPath {
    /// Returns the place in a reply that is not JSON.
    #[must_use]
    pub const fn raw(self, raw: RawKind) -> InFormat {
        InFormat { path: self, raw }
    }

    /// Returns the fault for a reply that has no data.
    pub(super) fn nothing(&self) -> Fault {
        let whole = self.name.strip_prefix("the ").unwrap_or(self.name);
        Fault::Nothing { path: if self.shown.is_empty() { whole } else { self.shown } }
    }
}

/// The place of the data in a reply of any format.
#[derive(Debug, Clone, Copy)]
pub struct InFormat {
    /// The place.
    pub path: DataPath,
    /// The format of the reply.
    pub raw: RawKind,
}

/// The place of the data in a reply, whose type says the format: the readers of a response are compiled for that one.
pub trait DataPlace {
    /// The reply as a document.
    type Document<'t>: Document<'t>;

    /// Returns the path of the data.
    fn path(&self) -> &DataPath;

    /// Returns true if the reply is JSON.
    fn is_json(&self) -> bool;

    /// Returns the reply as a document.
    ///
    /// # Errors
    /// 422: it is of another format, or larger or deeper than any real one.
    fn document<'t>(&self, reply: RawReply<'t>) -> Result<Self::Document<'t>, ConversionError>;
}

impl DataPlace for DataPath {
    type Document<'t> = Json<'t>;

    fn path(&self) -> &DataPath {
        self
    }

    fn is_json(&self) -> bool {
        true
    }

    fn document<'t>(&self, reply: RawReply<'t>) -> Result<Json<'t>, ConversionError> {
        Json::new(reply, self.name)
    }
}

impl DataPlace for InFormat {
    type Document<'t> = AnyDocument<'t>;

    fn path(&self) -> &DataPath {
        &self.path
    }

    fn is_json(&self) -> bool {
        self.raw == RawKind::Json
    }

    fn document<'t>(&self, reply: RawReply<'t>) -> Result<AnyDocument<'t>, ConversionError> {
        let DataPath { name, end, event, .. } = self.path;
        AnyDocument::new(reply, self.raw, name, end, event)
    }
}

impl DataPath {
    /// Returns the part of the path whose absence makes a reply another one.
    pub(super) fn first(&self) -> &'static str {
        match first(self.at) {
            Some((first, _)) if self.empty_is_not_found => first,
            _ => self.shown,
        }
    }
}
