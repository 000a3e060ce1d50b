//! The types of the crate [`http`](https://docs.rs/http) that the client takes and gives.

// The rest is the stack that sends one request through the redirects that are safe to follow and within the limits of
// the client, again where that may help, and reads and decodes the body of the reply. Nothing here knows endpoints.

mod body;
mod content;
mod cookies;
mod credentials;
mod deadline;
mod decode;
mod prepared;
mod redirect;
mod repeat;
mod reply;
mod secrets;
mod side;
#[cfg(feature = "socket")]
mod socket;
mod stack;
mod streamed;

pub use ::http::*;
pub(crate) use body::BodyUse;
pub use cookies::Cookies;
pub use credentials::Credentials;
pub(crate) use deadline::Deadline;
pub(crate) use prepared::HttpRequest;
pub(crate) use redirect::{RedirectRules, is_redirect};
pub(crate) use repeat::may_be_of_length;
pub use reply::HttpReply;
pub(crate) use secrets::Secrets;
pub use side::{SideReply, SideRequest};
#[cfg(feature = "socket")]
pub use socket::{Socket, accept_key};
#[cfg(feature = "socket")]
pub(crate) use socket::{SocketLimits, Sockets};
pub(crate) use stack::HttpStack;
pub(crate) use streamed::Streamed;
