//! The body of a request.

use std::borrow::Cow;

use serde_json::Value;

use crate::catalogue::BodyFormat;
use crate::in_base64;

/// The body of a request.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum RequestBody {
    /// A JSON document.
    Json(Value),
    /// A form, encoded as in a query.
    Form(String),
    /// A form of parts.
    Multipart {
        /// The line between the parts, without the dashes before it.
        boundary: String,
        /// All parts, with the lines between them.
        content: Vec<u8>,
    },
    /// A text or a file, as it is.
    Content {
        /// Its media type.
        media_type: String,
        /// The bytes.
        content: Vec<u8>,
    },
}

impl RequestBody {
    /// Returns its format.
    pub const fn format(&self) -> BodyFormat {
        match self {
            Self::Json(_) => BodyFormat::Json,
            Self::Form(_) => BodyFormat::Form,
            Self::Multipart { .. } => BodyFormat::Multipart,
            Self::Content { .. } => BodyFormat::Content,
        }
    }

    /// Returns the value of the header `Content-Type`.
    pub fn content_type(&self) -> Cow<'_, str> {
        match self {
            Self::Multipart { boundary, .. } => {
                Cow::Owned(format!("{}; boundary={boundary}", self.format().content_type()))
            }
            Self::Content { media_type, .. } => Cow::Borrowed(media_type),
            other => Cow::Borrowed(other.format().content_type()),
        }
    }

    /// Returns the bytes that are sent.
    pub fn bytes(&self) -> Cow<'_, [u8]> {
        match self {
            Self::Json(value) => Cow::Owned(value.to_string().into_bytes()),
            Self::Form(form) => Cow::Borrowed(form.as_bytes()),
            Self::Multipart { content, .. } | Self::Content { content, .. } => Cow::Borrowed(content),
        }
    }

    /// Returns the text that is sent; of bytes that are no text `base64:` and their Base64.
    pub fn text(&self) -> String {
        match String::from_utf8(self.bytes().into_owned()) {
            Ok(text) => text,
            Err(error) => format!("base64:{}", in_base64::encoded(error.as_bytes())),
        }
    }
}
