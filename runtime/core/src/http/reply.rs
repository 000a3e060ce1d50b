//! The reply to a request.

use std::time::Duration;

use url::Url;

use super::cookies::Cookies;
use super::repeat::failure;
use super::streamed::Streamed;
use crate::error::{AttemptFailure, Attempts, Error};
use crate::raw::WholeReply;

/// A reply of any status.
pub struct HttpReply {
    /// The reply; its body is empty where it could not be read, and where it is handed over as it comes.
    pub(crate) whole: WholeReply,
    /// The reason why the body could not be read.
    pub(crate) unread: Option<Error>,
    pub(super) url: Url,
    pub(super) cookies: Cookies,
    pub(crate) streamed: Option<Box<Streamed>>,
    pub(crate) retry_after: Option<Duration>,
    pub(crate) attempts: Attempts,
}

impl HttpReply {
    /// Creates the reply to a request of that address.
    pub(crate) fn new(url: Url, whole: WholeReply) -> Self {
        let (cookies, attempts) = (Cookies::default(), Attempts::new(&[]));
        Self { whole, unread: None, url, cookies, streamed: None, retry_after: None, attempts }
    }

    /// Returns the HTTP status.
    pub const fn status(&self) -> u16 {
        self.whole.status
    }

    /// Returns the address that replied, after all redirects. Its query may carry secrets.
    pub const fn url(&self) -> &Url {
        &self.url
    }

    /// Returns the cookies that hosts set on the way, in replies that redirect. They are secrets.
    pub const fn cookies(&self) -> &Cookies {
        &self.cookies
    }

    /// Returns the decoded body; empty where it could not be read.
    pub fn body(&self) -> &[u8] {
        &self.whole.body
    }

    /// Returns what an attempt with this reply met; `None` for a good reply.
    pub(super) fn failure(&self) -> Option<AttemptFailure> {
        match &self.unread {
            _ if self.whole.status >= 400 => Some(AttemptFailure::Status(self.whole.status)),
            error => error.as_ref().map(failure),
        }
    }

    /// Returns the reply as the last attempt's, with the attempts before it.
    pub(super) fn after(self, attempts: Attempts) -> Self {
        let unread = self.unread.map(|error| error.with_attempts(attempts.clone()));
        Self { attempts, unread, ..self }
    }

    /// Returns the whole reply.
    ///
    /// # Errors
    /// Its body could not be read.
    pub(crate) fn into_whole(self) -> Result<WholeReply, Error> {
        self.unread.map_or(Ok(self.whole), Err)
    }
}
