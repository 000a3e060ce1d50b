//! The method and the body of a message, and what redirects make of them.

use http::Method;

/// The method and the body of a message.
pub(super) struct Content<'a> {
    pub(super) method: Method,
    pub(super) body: Option<&'a [u8]>,
}

impl Content<'_> {
    /// Returns the headers of the message to the address that a redirect of that status leads to. The result of a POST
    /// is fetched with GET, as browsers do it; 307 and 308 repeat the message.
    pub(super) fn redirected(self, status: u16) -> Self {
        let is_fetched = match status {
            301 | 302 => self.method == Method::POST,
            303 => true,
            _ => false,
        };
        if is_fetched { Self { method: Method::GET, body: None } } else { self }
    }

    /// Returns true if the message may go to another origin: it only reads there, and carries nothing of the caller.
    pub(super) fn may_leave(&self) -> bool {
        self.method == Method::GET && self.body.is_none()
    }
}
