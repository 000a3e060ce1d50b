//! Files that are sent.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

/// A file that is sent: the body of a request, or a part of a form.
///
/// It is made of bytes, or read from a path. A string could be meant as either, and does not compile:
///
/// ```compile_fail,E0277
/// virtual_finance_core::Upload::new("lamp.png");
/// ```
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
    pub fn new(content: impl IntoContent) -> Self {
        Self { name: None, media_type: None, content: content.into_content() }
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

/// The bytes of a file.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not the bytes of a file",
    label = "not bytes",
    note = "write `Upload::read(path)?` for the file at a path, and `text.as_bytes()` for the bytes of a text"
)]
pub trait IntoContent {
    /// Returns the bytes.
    fn into_content(self) -> Vec<u8>;
}

/// Implements [`IntoContent`] for types of bytes. A string may be a path, and is none of them.
macro_rules! contents {
    ($([$($param:tt)*] $of:ty),+ $(,)?) => {$(
        impl<$($param)*> IntoContent for $of {
            fn into_content(self) -> Vec<u8> {
                self.into()
            }
        }
    )+};
}

contents! {
    [] Vec<u8>, [] Box<[u8]>, [] &[u8], [] Cow<'_, [u8]>,
    [const N: usize] [u8; N], [const N: usize] &[u8; N],
}

impl<B: IntoContent> From<B> for Upload {
    fn from(content: B) -> Self {
        Self::new(content)
    }
}

#[cfg(feature = "client")]
mod on_disk {
    use std::io;
    use std::path::Path;

    use virtual_finance_files::{Links, read};

    use super::Upload;

    /// The maximum length of a file in bytes.
    const MAX_FILE: u64 = 64 << 20;

    /// Media types of files, by the ends of their names.
    const MEDIA_TYPES: &[(&str, &str)] = &[
        ("csv", "text/csv"),
        ("gif", "image/gif"),
        ("html", "text/html"),
        ("jpeg", "image/jpeg"),
        ("jpg", "image/jpeg"),
        ("json", "application/json"),
        ("mp3", "audio/mpeg"),
        ("mp4", "video/mp4"),
        ("pdf", "application/pdf"),
        ("png", "image/png"),
        ("svg", "image/svg+xml"),
        ("txt", "text/plain"),
        ("wav", "audio/wav"),
        ("webp", "image/webp"),
        ("xml", "application/xml"),
        ("zip", "application/zip"),
    ];

    impl Upload {
        /// Reads the file at a path, of at most 64 MiB, with its name and the media type that the name tells.
        ///
        /// ```
        /// use virtual_finance_core::Upload;
        ///
        /// # fn main() -> std::io::Result<()> {
        /// let manifest = Upload::read(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"))?;
        /// assert_eq!(manifest.name.as_deref(), Some("Cargo.toml"));
        /// # Ok(())
        /// # }
        /// ```
        ///
        /// # Errors
        /// The path leads to no regular file, or to one that is longer or cannot be read.
        pub fn read(path: impl AsRef<Path>) -> io::Result<Self> {
            let path = path.as_ref();
            let file = Self::new(read(path, MAX_FILE, Links::Followed)?);
            let end = path.extension().and_then(|end| end.to_str()).unwrap_or_default();
            let media_type = MEDIA_TYPES.iter().find(|(known, _)| end.eq_ignore_ascii_case(known));
            Ok(Self {
                name: path.file_name().and_then(|name| name.to_str()).map(str::to_owned),
                media_type: media_type.map(|(_, media_type)| (*media_type).to_owned()),
                ..file
            })
        }
    }
}
