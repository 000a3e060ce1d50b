//! Authentication: the seam for a program's own authenticators, and the credentials that a table declares.

mod authenticator;
mod call;
mod declared;

pub(crate) use authenticator::NoCredentials;
pub use authenticator::{AuthFuture, Authenticator};
pub use call::Call;
pub(crate) use declared::DeclaredAuth;

pub use crate::http::{Cookies, Credentials, HttpReply, SideReply, SideRequest};
