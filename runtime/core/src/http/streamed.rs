//! The body of a reply that is handed over piece by piece, and never held as a whole.

use http::header::HeaderMap;
use tokio::time::Instant;

use super::body::{cut, identity};
use super::deadline::{Deadline, Speed};
use crate::error::{Error, RequestName};
use crate::pace::Permit;
use crate::transport::TransportReply;

/// A body that is still to be read. Its host counts the request as one under way until it is dropped.
pub(crate) struct Streamed {
    reply: TransportReply,
    _permit: Permit,
    pub(crate) length: Option<u64>,
    received: u64,
    speed: Speed,
    /// The time at which the last piece was handed over. How long the caller takes for it is no matter of the host.
    handed_over: Option<Instant>,
}

impl Streamed {
    /// Begins to read a body.
    ///
    /// # Errors
    /// It is encoded: what is decoded piece by piece cannot be checked before it is handed over.
    pub(super) fn new(mut reply: TransportReply, permit: Permit, name: &RequestName) -> Result<Self, Error> {
        identity(&reply.headers).map_err(|found| Error::body(name, found))?;
        let length = reply.body().length();
        Ok(Self { reply, _permit: permit, length, received: 0, speed: Speed::new(), handed_over: None })
    }

    /// Returns the next bytes; `None` at the end of a whole body.
    pub(crate) async fn chunk(
        &mut self,
        deadline: &Deadline,
        name: &RequestName,
    ) -> Result<Option<Vec<u8>>, Error> {
        if let Some(since) = self.handed_over.take() {
            self.speed.leave_out(since.elapsed());
        }
        let Some(chunk) = deadline.read(self.reply.body().chunk(), name).await? else {
            // Not every transport compares: HTTP/2 may end a body early without an error.
            return match self.length {
                Some(length) if length != self.received => Err(cut(name)),
                _ => Ok(None),
            };
        };
        self.received = self.received.saturating_add(u64::try_from(chunk.len()).unwrap_or(u64::MAX));
        if self.length.is_some_and(|length| self.received > length) {
            return Err(cut(name));
        }
        deadline.check_speed(&mut self.speed, chunk.len(), name)?;
        self.handed_over = Some(Instant::now());
        Ok(Some(chunk.into()))
    }
}

/// Asks for a body without an encoding.
pub(super) fn ask_plain(headers: &mut HeaderMap) {
    headers.insert(http::header::ACCEPT_ENCODING, http::HeaderValue::from_static("identity"));
}
