//! Raw replies on their way to a converter.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::error::{ConversionError, Fault};
use crate::notes::{Converted, RateLeft};

/// The parts of the head of a reply that an endpoint may read.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct ReplyHead {
    /// The media type of the body, without parameters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) media_type: Option<String>,
    /// The address of the next page, as the header `Link` has it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) next: Option<String>,
    /// The entity tag of the reply, as it stands in the header, for a cache.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) etag: Option<String>,
    /// The time at which the resource changed last, as it stands in the header, for a cache.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) modified: Option<String>,
    /// The headers that the table names, by their names there.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) named: BTreeMap<String, String>,
    /// The wait that the host asks for before the next request.
    #[serde(skip)]
    pub(crate) wait: Option<Duration>,
}

impl ReplyHead {
    /// Returns true if it has no part.
    pub(crate) fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Returns the length of its parts.
    pub(crate) fn len(&self) -> usize {
        let parts = [&self.media_type, &self.next, &self.etag, &self.modified].into_iter().flatten();
        let named = self.named.iter().flat_map(|(name, value)| [name, value]);
        parts.chain(named).map(String::len).fold(0, usize::saturating_add)
    }
}

/// A reply that was read whole.
#[derive(Debug, Clone)]
pub(crate) struct WholeReply {
    pub(crate) status: u16,
    pub(crate) head: ReplyHead,
    /// The decoded body.
    pub(crate) body: Vec<u8>,
    /// The requests that its host still took when it came, where it said so.
    pub(crate) rate: Option<RateLeft>,
}

impl WholeReply {
    /// Returns the reply as converters read it.
    pub(crate) fn raw(&self) -> RawReply<'_> {
        RawReply { body: &self.body, status: Some(self.status), head: Some(&self.head) }
    }
}

/// The result of a conversion.
pub type Conversion<T> = Result<Converted<T>, ConversionError>;

/// The decoded body of a reply.
#[derive(Debug, Clone, Copy)]
pub struct RawReply<'a> {
    body: &'a [u8],
    status: Option<u16>,
    head: Option<&'a ReplyHead>,
}

impl<'a> RawReply<'a> {
    /// Creates a reply with that body.
    pub const fn new(body: &'a [u8]) -> Self {
        Self { body, status: None, head: None }
    }

    /// Returns the reply with its HTTP status.
    #[must_use]
    pub const fn with_status(self, status: u16) -> Self {
        Self { status: Some(status), ..self }
    }

    /// Returns the reply with what its head has for a conversion.
    pub(crate) const fn with_head(self, head: &'a ReplyHead) -> Self {
        Self { head: Some(head), ..self }
    }

    /// Returns the reply with another body.
    pub(crate) const fn with_body(self, body: &'a [u8]) -> Self {
        Self { body, ..self }
    }

    /// Returns the HTTP status; `None` if it is unknown, as of a saved body.
    #[must_use]
    pub const fn status(self) -> Option<u16> {
        self.status
    }

    /// Returns the media type that the host gives, such as `image/png`, for replies of endpoints that are `raw:
    /// bytes`, and where `replies: lenient` takes another media type than the format's; `None` if it gives none, and
    /// for saved bodies.
    #[must_use]
    pub fn media_type(self) -> Option<&'a str> {
        self.head?.media_type.as_deref()
    }

    /// Returns the address of the next page that the head of the reply has.
    pub(crate) fn next_link(self) -> Option<&'a str> {
        self.head?.next.as_deref()
    }

    /// Returns the wait that the host asks for before the next request.
    pub(crate) fn wait(self) -> Option<Duration> {
        self.head?.wait
    }

    /// Returns the body as bytes.
    #[must_use]
    pub const fn bytes(self) -> &'a [u8] {
        self.body
    }

    /// Returns the body as text, without a byte order mark.
    ///
    /// # Errors
    /// The body is empty or not UTF-8: 422.
    pub fn text(self) -> Result<&'a str, ConversionError> {
        let body = self.body.strip_prefix("\u{feff}".as_bytes()).unwrap_or(self.body);
        if body.iter().all(u8::is_ascii_whitespace) {
            return Err(Fault::Empty.into());
        }
        // A page is checked whole though little of it is read; the standard library's check would cost as
        // much as two scans of the page.
        simdutf8::basic::from_utf8(body).map_err(|_| {
            let offset = std::str::from_utf8(body).map_or_else(|error| error.valid_up_to(), str::len);
            Fault::NotUtf8 { offset }.into()
        })
    }
}

/// Returns the one reply of an endpoint whose sources have one step.
///
/// # Errors
/// There is none, or more than one: 422.
pub fn exactly_one<'a>(replies: &[RawReply<'a>]) -> Result<RawReply<'a>, ConversionError> {
    match replies {
        [] => Err(Fault::Empty.into()),
        [one] => Ok(*one),
        several => Err(Fault::Several { given: several.len() }.into()),
    }
}

/// Returns an error if no reply was given.
///
/// # Errors
/// There is none: 422.
pub fn at_least_one(replies: &[RawReply<'_>]) -> Result<(), ConversionError> {
    if replies.is_empty() { Err(Fault::Empty.into()) } else { Ok(()) }
}
