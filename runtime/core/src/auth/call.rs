//! One request on its way through an authenticator.

use std::future::Future;
use std::sync::Arc;

use http::header::HeaderMap;
use url::Url;

use crate::catalogue::{Host, SessionUse};
use crate::error::{AnyFault, Error, RequestName};
use crate::http::{
    Credentials, HttpReply, HttpRequest, HttpStack, RedirectRules, SideReply, SideRequest, is_redirect,
};

/// One request on its way through an [`Authenticator`](super::Authenticator).
pub struct Call<'a> {
    pub(crate) stack: &'a HttpStack<'a>,
    pub(crate) request: &'a HttpRequest,
    pub(crate) usage: SessionUse,
    /// The host of the table that the request goes to.
    pub(crate) host: &'static Host,
    pub(crate) home: &'a Url,
    pub(crate) hosts: &'a (dyn Fn(&str) -> Option<Url> + Sync),
    pub(crate) rules: &'a RedirectRules<'a>,
    pub(crate) intercepts: &'a (dyn Fn(&Url) -> bool + Sync),
}

impl Call<'_> {
    /// Returns the name of the request, for messages.
    pub const fn name(&self) -> &RequestName {
        &self.request.name
    }

    /// Returns what the table says about credentials for this request (`session`).
    pub const fn usage(&self) -> SessionUse {
        self.usage
    }

    /// Returns the address of the request without the caller's additions.
    pub const fn url(&self) -> &Url {
        &self.request.url
    }

    /// Returns the address of the request's host: the table's, or the client's.
    pub const fn home(&self) -> &Url {
        self.home
    }

    /// Returns the address of a host of the table by its name.
    pub fn host(&self, name: &str) -> Option<Url> {
        (self.hosts)(name)
    }

    /// Returns true where the caller adds a query parameter of that name to every request.
    pub fn has_query(&self, name: &str) -> bool {
        self.stack.params.query_pairs().any(|(known, _)| known == name)
    }

    /// Sends the request with these credentials, and follows its redirects.
    ///
    /// # Errors
    /// No reply came, or a redirect leads where the client does not go.
    pub async fn send(&self, credentials: &Credentials) -> Result<HttpReply, Error> {
        self.stack.send(self.request, credentials, self.rules, self.intercepts).await
    }

    /// Sends a request on the side, without the caller's additions.
    ///
    /// # Errors
    /// No reply came, or its body cannot be read. The error shows no secret of this request.
    pub async fn fetch(&self, side: SideRequest) -> Result<SideReply, Error> {
        let reply = self.stack.send_aside(&self.request.name, side).await;
        reply.map_err(|error| self.stack.secrets.redact(error))
    }

    /// Returns the address to which a reply to [`fetch`](Self::fetch) redirects, if it does. `current` is the address
    /// that replied, and `first` the address that was asked first.
    ///
    /// # Errors
    /// The redirect leads where the client does not go.
    pub fn redirect(
        &self,
        status: u16,
        headers: &HeaderMap,
        current: &Url,
        first: &Url,
    ) -> Result<Option<Url>, Error> {
        if !is_redirect(status) {
            return Ok(None);
        }
        self.rules.target(current, headers, first).map(Some).map_err(|fault| {
            self.stack.secrets.redact(Error::Redirect { request: self.request.name.clone(), fault })
        })
    }

    /// Hides the secrets of credentials in all messages of this request, before they are sent.
    pub(crate) fn learn(&self, credentials: &Credentials) {
        self.stack.secrets.add(credentials);
    }

    /// Returns the error of this request that there are no credentials, and what failed on the way to them.
    pub fn failed(&self, fault: impl Into<AnyFault>, source: Option<Arc<Error>>) -> Error {
        Error::Session { request: self.request.name.clone(), fault: fault.into(), source }
    }

    /// Waits for the work of another request, as long as this one may take.
    ///
    /// # Errors
    /// The time of this request ran out.
    pub async fn wait<T>(&self, work: impl Future<Output = T>) -> Result<T, Error> {
        self.stack.deadline.wait(work, &self.request.name).await
    }
}
