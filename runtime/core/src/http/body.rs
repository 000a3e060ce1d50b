//! The body of a reply: read chunk by chunk and counted before it is kept, then decoded. What is cut,
//! damaged, too large or in another character set is an error, never half a result.

use http::StatusCode;
use http::header::{CONTENT_ENCODING, HeaderMap, HeaderValue};

use super::deadline::{Deadline, Speed};
use super::decode::{self, Encoding};
use crate::error::{BodyFault, Error, RequestName};
use crate::head;
use crate::transport::TransportReply;

/// The maximum that is allocated for a declared length before the bytes come; a limit may be much higher.
const MOST_AT_ONCE: usize = 16 << 20;

/// The use of the body of a reply.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum BodyUse {
    /// It is text, which has a character set.
    Text,
    /// It is bytes of any kind.
    Bytes,
    /// It is bytes that are handed over as they come.
    Streamed,
}

/// Reads and decodes the whole body; neither form of it may have more than `limit` bytes. A text has a character set.
pub(super) async fn read(
    mut reply: TransportReply,
    name: &RequestName,
    deadline: &Deadline,
    limit: usize,
    body_use: BodyUse,
) -> Result<Vec<u8>, Error> {
    // Some hosts declare the length and the encoding of the body that they do not send.
    if reply.status == StatusCode::NOT_MODIFIED {
        return Ok(Vec::new());
    }
    let fault = |found| Error::body(name, found);
    let has_charset = body_use != BodyUse::Text || head::check_head(&reply.headers).map_err(fault)?;
    let encoding = encoding(&reply.headers).map_err(fault)?;
    let length = reply.body().length().map(|length| usize::try_from(length).unwrap_or(usize::MAX));
    let declared = length.unwrap_or_default();
    if declared > limit {
        return Err(fault(BodyFault::TooLarge { limit }));
    }
    let mut body = Vec::with_capacity(declared.min(MOST_AT_ONCE));
    let mut speed = Speed::new();
    while let Some(chunk) = deadline.read(reply.body().chunk(), name).await? {
        if chunk.len() > limit.saturating_sub(body.len()) {
            return Err(fault(BodyFault::TooLarge { limit }));
        }
        body.extend_from_slice(&chunk);
        deadline.check_speed(&mut speed, chunk.len(), name)?;
    }
    // Not every transport compares: HTTP/2 may end a body early without an error.
    if length.is_some_and(|length| length != body.len()) {
        return Err(cut(name));
    }
    // A file may be gzip as it is; a text is not.
    if body_use != BodyUse::Text && encoding == Encoding::Identity {
        return Ok(body);
    }
    let body = decode::decode(encoding, body, limit).map_err(fault)?;
    if !has_charset {
        head::check_page(&body).map_err(fault)?;
    }
    Ok(body)
}

/// Returns the error of a body that does not have its length.
pub(super) fn cut(name: &RequestName) -> Error {
    Error::body(name, BodyFault::Cut("its length is not the declared one"))
}

/// Checks that a body has no encoding.
pub(super) fn identity(headers: &HeaderMap) -> Result<(), BodyFault> {
    match encoding(headers)? {
        Encoding::Identity => Ok(()),
        other => Err(BodyFault::Encoding {
            encoding: other.name().to_owned(),
            reason: "was not asked for, and is not decoded piece by piece",
        }),
    }
}

/// Returns the one encoding that a reply declares.
fn encoding(headers: &HeaderMap) -> Result<Encoding, BodyFault> {
    let mut declared = Vec::new();
    for value in headers.get_all(CONTENT_ENCODING) {
        let text = beginning(value);
        declared.extend(text.split(',').map(|name| name.trim().to_owned()));
    }
    declared.retain(|name| !name.is_empty() && name != "identity");
    match declared.as_slice() {
        [] => Ok(Encoding::Identity),
        [name] => Encoding::named(name)
            .ok_or_else(|| BodyFault::Encoding { encoding: name.clone(), reason: "is unknown" }),
        more => Err(BodyFault::Encoding { encoding: more.join(", "), reason: "is one on top of another" }),
    }
}

/// As much of a header as any real one has: messages repeat parts of it.
fn beginning(value: &HeaderValue) -> String {
    const LONGEST: usize = 100;
    String::from_utf8_lossy(value.as_bytes().get(..LONGEST).unwrap_or(value.as_bytes())).to_ascii_lowercase()
}
