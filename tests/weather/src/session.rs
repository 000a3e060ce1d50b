//! Credentials that no form of the table has: a session that the host gives for a password.

use std::sync::{Mutex, PoisonError};

use http::header::{HeaderName, HeaderValue};
use virtual_finance_core::Error;
use virtual_finance_core::auth::{AuthFuture, Authenticator, Call, Credentials, HttpReply, SideRequest};
use virtual_finance_core::error::PlainFault;

const PASSWORD: HeaderName = HeaderName::from_static("x-password");
const SESSION: HeaderName = HeaderName::from_static("x-session");

/// Logs in when the first request is sent, and again when a host refuses the session.
pub struct Session {
    password: String,
    known: Mutex<Option<HeaderValue>>,
}

impl Session {
    /// Creates a session that begins with this password.
    pub fn new(password: impl Into<String>) -> Self {
        Self { password: password.into(), known: Mutex::new(None) }
    }

    fn known(&self) -> Option<HeaderValue> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    async fn log_in(&self, call: &Call<'_>) -> Result<HeaderValue, Error> {
        let fault = |message: &'static str| {
            call.failed(PlainFault::new("login", message, "check the password"), None)
        };
        let address = call.home().join("login").map_err(|_| fault("the host has no login"))?;
        let password =
            HeaderValue::from_str(&self.password).map_err(|_| fault("the password is no header"))?;
        let reply = call.fetch(SideRequest::new(address).header(PASSWORD, password)).await?;
        let session = HeaderValue::from_bytes(reply.body());
        let mut session =
            session.ok().filter(|_| reply.status() == 200).ok_or_else(|| fault("the login failed"))?;
        session.set_sensitive(true);
        *self.known.lock().unwrap_or_else(PoisonError::into_inner) = Some(session.clone());
        Ok(session)
    }
}

impl Authenticator for Session {
    fn send<'a>(&'a self, call: Call<'a>) -> AuthFuture<'a, HttpReply> {
        Box::pin(async move {
            let with = |session| Credentials::new().header(SESSION, session);
            if let Some(known) = self.known() {
                let reply = call.send(&with(known)).await?;
                if reply.status() != 401 {
                    return Ok(reply);
                }
            }
            call.send(&with(self.log_in(&call).await?)).await
        })
    }
}
