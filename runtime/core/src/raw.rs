//! Raw replies on their way to a converter.

use crate::error::{ConversionHookError, Fault};

/// The decoded body of a reply.
#[derive(Debug, Clone, Copy)]
pub struct RawReply<'a> {
    body: &'a [u8],
    status: Option<u16>,
}

impl<'a> RawReply<'a> {
    /// Creates a reply with that body.
    #[must_use]
    pub const fn new(body: &'a [u8]) -> Self {
        Self { body, status: None }
    }

    /// Returns the reply with its HTTP status.
    #[must_use]
    pub const fn with_status(self, status: u16) -> Self {
        Self { status: Some(status), ..self }
    }

    /// Returns the HTTP status; `None` if nobody knows it, such as that of a saved body.
    #[must_use]
    pub const fn status(self) -> Option<u16> {
        self.status
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
    pub fn text(self) -> Result<&'a str, ConversionHookError> {
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
pub fn exactly_one<'a>(replies: &[RawReply<'a>]) -> Result<RawReply<'a>, ConversionHookError> {
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
pub fn at_least_one(replies: &[RawReply<'_>]) -> Result<(), ConversionHookError> {
    if replies.is_empty() { Err(Fault::Empty.into()) } else { Ok(()) }
}
