//! Responses whose type is known only at run time.

use std::any::Any;
use std::io::{self, Write};

use serde::Serialize;
use serde_json::Value;

use crate::bytes::Bytes;

/// A standardized structure whose type is known only at run time. A box of it becomes a `Box<dyn Any>`, for a downcast.
pub trait ErasedResponse: Any + Send {
    /// Writes the structure as JSON, straight from the typed response.
    ///
    /// # Errors
    /// The writer's own.
    fn write_json(&self, out: &mut dyn Write, style: JsonStyle) -> io::Result<()>;

    /// Returns the structure as a JSON value, for programs that look into what they do not know. Members keep their
    /// order.
    ///
    /// # Errors
    /// The structure cannot be JSON, such as a map whose keys are no texts.
    fn to_value(&self) -> io::Result<Value>;

    /// Returns the bytes of the response of an endpoint that is `raw: bytes`; `None` for any other.
    fn bytes(&self) -> Option<&Bytes>;
}

impl<T: Serialize + Send + 'static> ErasedResponse for T {
    fn bytes(&self) -> Option<&Bytes> {
        let any: &dyn Any = self;
        any.downcast_ref()
    }

    fn write_json(&self, out: &mut dyn Write, style: JsonStyle) -> io::Result<()> {
        match style {
            JsonStyle::Compact => serde_json::to_writer(out, self)?,
            // Which is for people, and so not worth another writer of each type.
            JsonStyle::Pretty => serde_json::to_writer_pretty(out, &self.to_value()?)?,
        }
        Ok(())
    }

    fn to_value(&self) -> io::Result<Value> {
        Ok(serde_json::to_value(self)?)
    }
}

/// The layout of JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum JsonStyle {
    /// On one line.
    Compact,
    /// Indented by two spaces.
    Pretty,
}
