//! Files that are sent.

use serde::{Deserialize, Serialize};

/// A file that is sent: the body of a request, or a part of a form.
///
/// In JSON it is `{"name": "lamp.png", "mediaType": "image/png", "base64": "…"}`, of which the first two may be absent.
///
/// ```
/// use virtual_finance_core::Upload;
///
/// let photo = Upload::new(b"\x89PNG").named("lamp.png").of_type("image/png");
/// assert_eq!(photo.name.as_deref(), Some("lamp.png"));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[non_exhaustive]
pub struct Upload {
    /// The name of the file in a form; without one it is the part's name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The media type; without one it is `application/octet-stream`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub media_type: Option<String>,
    /// The bytes.
    #[serde(rename = "base64", with = "crate::in_base64")]
    pub content: Vec<u8>,
}

impl Upload {
    /// Returns a file with these bytes.
    #[must_use]
    pub fn new(content: impl Into<Vec<u8>>) -> Self {
        Self { name: None, media_type: None, content: content.into() }
    }

    /// Sets the name of the file.
    #[must_use]
    pub fn named(self, name: impl Into<String>) -> Self {
        Self { name: Some(name.into()), ..self }
    }

    /// Sets the media type.
    #[must_use]
    pub fn of_type(self, media_type: impl Into<String>) -> Self {
        Self { media_type: Some(media_type.into()), ..self }
    }
}

impl<B: Into<Vec<u8>>> From<B> for Upload {
    fn from(content: B) -> Self {
        Self::new(content)
    }
}
