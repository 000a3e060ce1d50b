//! The seam for authentication: sends the requests of a client with credentials, and renews what a host refuses.

use std::borrow::Cow;
use std::future::Future;
use std::pin::Pin;

use url::Url;

use super::call::Call;
use crate::catalogue::{Host, SessionUse};
use crate::error::{CHECK_CREDENTIALS, Error, PlainFault};
use crate::http::{Credentials, HttpReply};

/// A boxed future, so that a client can hold any authenticator.
pub type AuthFuture<'a, T> = Pin<Box<dyn Future<Output = Result<T, Error>> + Send + 'a>>;

/// Sends requests with the credentials that their hosts want.
///
/// A client asks its authenticator to send every request but those that a record answers. The authenticator fetches what
/// it lacks with [`Call::fetch`], sends the request with [`Call::send`], looks at the reply, and sends it again
/// where the host refuses the credentials. It is shared by all requests and clones of a client.
///
/// ```
/// # mod virtual_finance { use virtual_finance_core as own; include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/virtual_finance.rs")); }
/// use std::borrow::Cow;
/// use virtual_finance::http::header::{AUTHORIZATION, HeaderValue};
/// use virtual_finance::transport::{AuthFuture, Authenticator, Call, Credentials, HttpReply};
///
/// /// Sends a token that never changes.
/// struct Token {
///     account: String,
///     secret: HeaderValue,
/// }
///
/// impl Authenticator for Token {
///     fn send<'a>(&'a self, call: Call<'a>) -> AuthFuture<'a, HttpReply> {
///         let credentials = Credentials::new().header(AUTHORIZATION, self.secret.clone());
///         Box::pin(async move { call.send(&credentials).await })
///     }
///
///     fn cache_name(&self) -> Option<Cow<'_, str>> {
///         Some(self.account.as_str().into())
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
    fn cache_name(&self) -> Option<Cow<'_, str>> {
        None
    }

    /// Returns the names of hosts beside the table's that a redirect may lead to, over https.
    fn redirect_hosts(&self) -> &[&str] {
        &[]
    }

    /// Returns true for an address, such as a login page, at which a redirected request stops. Its body is not read:
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
