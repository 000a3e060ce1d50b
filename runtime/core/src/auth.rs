//! The seam for authentication: sends the requests of a client with credentials, and renews what a host refuses.

use std::borrow::Cow;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use http::header::HeaderMap;
use url::Url;

use crate::catalogue::SessionUse;
use crate::error::{AnyFault, CHECK_CREDENTIALS, Error, PlainFault, RequestName};
use crate::host::Host;
use crate::transport::{
    Credentials, HttpReply, HttpRequest, HttpStack, RedirectRules, SideReply, SideRequest, is_redirect,
};

/// A boxed future, so that a client can hold any authenticator.
pub type AuthFuture<'a, T> = Pin<Box<dyn Future<Output = Result<T, Error>> + Send + 'a>>;

/// Sends requests with the credentials that their hosts want.
///
/// A client asks its authenticator to send every request but those that a record answers. The authenticator fetches what
/// it lacks with [`Call::fetch`], sends the request with [`Call::send`], looks at the reply, and sends it again
/// where the host refuses the credentials. It is shared by all requests and clones of a client.
///
/// ```
/// use http::header::{AUTHORIZATION, HeaderValue};
/// use virtual_finance_core::auth::{AuthFuture, Authenticator, Call};
/// use virtual_finance_core::transport::{Credentials, HttpReply};
///
/// /// Sends a token that never changes.
/// struct Token(HeaderValue);
///
/// impl Authenticator for Token {
///     fn send<'a>(&'a self, call: Call<'a>) -> AuthFuture<'a, HttpReply> {
///         let credentials = Credentials::new().header(AUTHORIZATION, self.0.clone());
///         Box::pin(async move { call.send(&credentials).await })
///     }
/// }
/// ```
pub trait Authenticator: Send + Sync {
    /// Sends a request, as often as its credentials need it.
    ///
    /// # Errors
    /// No reply came, or no credentials could be had. A status of 400 or more is no error here.
    fn send<'a>(&'a self, call: Call<'a>) -> AuthFuture<'a, HttpReply>;

    /// Returns what to do where a host refuses the caller all the same, for the end of a message.
    #[expect(unused_variables, reason = "the name is for the documentation")]
    fn advice(&self, host: &Host) -> Cow<'_, str> {
        CHECK_CREDENTIALS.into()
    }

    /// Returns the name under which a client keeps replies in the folder of a
    /// [`Cache`](crate::settings::Cache): clients whose credentials get different replies have different names. Without a
    /// name replies are kept in memory only.
    ///
    /// ```
    /// # use std::borrow::Cow;
    /// # struct Token { account: String }
    /// # impl Token {
    /// fn cache_name(&self) -> Option<Cow<'_, str>> {
    ///     Some(self.account.as_str().into())
    /// }
    /// # }
    /// ```
    fn cache_name(&self) -> Option<Cow<'_, str>> {
        None
    }

    /// Returns the names of hosts beside the table's that a redirect may lead to, over https.
    fn redirect_hosts(&self) -> &[&str] {
        &[]
    }

    /// Returns true for an address, such as that of a login, at which a redirected request stops. Its body is not read:
    /// the reply's [`url`](HttpReply::url) says where it stopped.
    fn intercepts(&self, url: &Url) -> bool {
        let _ = url;
        false
    }
}

/// The authenticator of a client that has none.
pub(crate) struct NoCredentials;

impl Authenticator for NoCredentials {
    fn cache_name(&self) -> Option<Cow<'_, str>> {
        Some(Cow::Borrowed(""))
    }

    fn send<'a>(&'a self, call: Call<'a>) -> AuthFuture<'a, HttpReply> {
        Box::pin(async move {
            if call.usage() == SessionUse::Always {
                let fault = PlainFault::new(
                    "no-authenticator",
                    "the client has nothing that signs requests in",
                    "give it ClientBuilder::authenticator",
                );
                return Err(call.failed(fault, None));
            }
            call.send(&Credentials::new()).await
        })
    }
}

/// One request on its way through an [`Authenticator`].
pub struct Call<'a> {
    pub(crate) stack: &'a HttpStack<'a>,
    pub(crate) request: &'a HttpRequest,
    pub(crate) usage: SessionUse,
    /// The host of the table that the request goes to.
    pub(crate) host: &'static Host,
    pub(crate) home: &'a Url,
    pub(crate) hosts: &'a [(&'static str, Url)],
    pub(crate) rules: &'a RedirectRules<'a>,
    pub(crate) intercepts: &'a (dyn Fn(&Url) -> bool + Sync),
}

impl Call<'_> {
    /// Returns the name of the request, for messages.
    #[must_use]
    pub const fn name(&self) -> &RequestName {
        &self.request.name
    }

    /// Returns what the table says about credentials for this request (`session`).
    #[must_use]
    pub const fn usage(&self) -> SessionUse {
        self.usage
    }

    /// Returns the address of the request without the caller's additions.
    #[must_use]
    pub const fn url(&self) -> &Url {
        &self.request.url
    }

    /// Returns the address of the request's host: the table's, or that of the client.
    #[must_use]
    pub const fn home(&self) -> &Url {
        self.home
    }

    /// Returns the address of a host of the table by its name.
    #[must_use]
    pub fn host(&self, name: &str) -> Option<&Url> {
        self.hosts.iter().find(|(known, _)| *known == name).map(|(_, url)| url)
    }

    /// Returns true where the caller adds a query parameter of that name to every request.
    #[must_use]
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
    /// that replied, and `first` the one that was asked for at first.
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
    #[must_use]
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
