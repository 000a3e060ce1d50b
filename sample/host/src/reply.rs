//! A reply, and the types of its content.

use std::borrow::Cow;

use serde_json::json;

/// The host's clock where nothing else is said: Friday 2024-06-28 20:00 UTC, the close in New York, in epoch
/// seconds.
pub const DEFAULT_NOW: i64 = 1_719_604_800;

/// The type of bytes that are neither text nor JSON.
pub const BYTES_TYPE: &str = "application/octet-stream";
/// The type of pages.
pub const HTML_TYPE: &str = "text/html; charset=utf-8";
/// The type of JSON.
pub const JSON_TYPE: &str = "application/json; charset=utf-8";
/// The type of other text.
pub const TEXT_TYPE: &str = "text/plain; charset=utf-8";

/// A reply as it goes over the wire, before any compression.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Reply {
    /// The HTTP status.
    pub status: u16,
    /// The value of the header Content-Type.
    pub content_type: Cow<'static, str>,
    /// Other headers: names in lower case, and values.
    pub headers: Vec<(&'static str, String)>,
    /// The body, if it is text.
    pub body: String,
    /// The body, if it is not text.
    pub bytes: Option<Vec<u8>>,
}

impl Reply {
    /// Returns a reply without other headers.
    pub fn new(status: u16, content_type: &'static str, body: impl Into<String>) -> Self {
        Self {
            status,
            content_type: content_type.into(),
            headers: Vec::new(),
            body: body.into(),
            bytes: None,
        }
    }

    /// Returns a reply that is not text, such as an image, without other headers.
    pub fn bytes(status: u16, content_type: impl Into<Cow<'static, str>>, bytes: Vec<u8>) -> Self {
        Self { content_type: content_type.into(), bytes: Some(bytes), ..Self::new(status, BYTES_TYPE, "") }
    }

    /// Returns the body, whichever it is.
    pub fn content(&self) -> &[u8] {
        self.bytes.as_deref().unwrap_or(self.body.as_bytes())
    }

    /// Returns an error as JSON, in the form that clients of the core read whatever the endpoint is.
    pub fn error(status: u16, code: &str, description: &str) -> Self {
        let error = json!({ "error": { "code": code, "description": description } });
        Self::new(status, JSON_TYPE, error.to_string())
    }

    /// Returns the reply with another header; its name is in lower case.
    #[must_use]
    pub fn with_header(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.headers.push((name, value.into()));
        self
    }

    /// Returns the refusal of a method that a path is not served with.
    pub fn wrong_method(methods: &[&str]) -> Self {
        let text = format!("Only {} is served here\n", methods.join(" or "));
        Self::new(405, TEXT_TYPE, text).with_header("allow", methods.join(", "))
    }
}
