//! A reply, and the types of its content.

/// The host's clock where nothing else is said: Friday 2024-06-28 20:00 UTC, the close in New York, in epoch
/// seconds.
pub const DEFAULT_NOW: i64 = 1_719_604_800;

pub(crate) const BYTES_TYPE: &str = "application/octet-stream";
pub(crate) const HTML_TYPE: &str = "text/html; charset=utf-8";
pub(crate) const JSON_TYPE: &str = "application/json; charset=utf-8";
pub(crate) const SCRIPT_TYPE: &str = "text/javascript; charset=utf-8";
pub(crate) const TEXT_TYPE: &str = "text/plain; charset=utf-8";

/// A reply as it goes over the wire, before any compression.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Reply {
    /// The HTTP status.
    pub status: u16,
    /// The value of the header Content-Type.
    pub content_type: &'static str,
    /// The body.
    pub body: String,
}

impl Reply {
    pub(crate) fn new(status: u16, content_type: &'static str, body: impl Into<String>) -> Self {
        Self { status, content_type, body: body.into() }
    }
}
