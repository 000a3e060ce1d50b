//! One session, what a request lacks of it, and why there is none.

use std::sync::Arc;

use http::header::COOKIE;
use url::Url;
use virtual_finance_core::Error;
use virtual_finance_core::auth::{Call, Cookies, Credentials};

use super::fault::SessionFault;

/// The host of the table whose answer sets the cookie of a session.
pub(super) const COOKIE_HOST: &str = "cookie_url";

/// The name of the query parameter that carries the crumb.
pub(super) const CRUMB: &str = "crumb";

/// The cookies and the crumb of one host. It has no `Debug`, so that it cannot be logged.
#[derive(Clone)]
pub(super) struct Session {
    pub(super) cookies: Cookies,
    pub(super) crumb: Option<String>,
}

impl Session {
    /// Returns what a request of that address sends.
    pub(super) fn credentials(&self, url: &Url) -> Credentials {
        let mut credentials = Credentials::new();
        if let Some(cookie) = self.cookies.header(url) {
            credentials = credentials.header(COOKIE, cookie);
        }
        if let Some(crumb) = &self.crumb {
            credentials = credentials.query(CRUMB, crumb);
        }
        self.cookies.values().fold(credentials, Credentials::secret)
    }
}

/// The reason why there is no session, for all requests that waited for it.
#[derive(Clone)]
pub(super) struct Failure {
    pub(super) fault: SessionFault,
    pub(super) source: Option<Arc<Error>>,
}

impl Failure {
    pub(super) fn of(self, call: &Call<'_>) -> Error {
        call.failed(self.fault, self.source)
    }
}

impl From<SessionFault> for Failure {
    fn from(fault: SessionFault) -> Self {
        Self { fault, source: None }
    }
}

/// The part of a session that a request lacks.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Need {
    /// A cookie and a crumb.
    Crumb,
    /// The cookies that a host sets after consent.
    Consent,
}
