//! The seam between the client and the HTTP library: one message to a host and its reply, the default transport with
//! its TLS and its protocols, and the proxies of the system.

pub(crate) mod default;
mod message;
#[cfg(not(feature = "tls"))]
pub(crate) mod no_tls;
pub(crate) mod private;
mod protocols;
pub(crate) mod system_proxy;
#[cfg(feature = "tls")]
pub(crate) mod tls;

pub(crate) use default::Reqwest;
pub use message::{
    Chunk, Transport, TransportBody, TransportError, TransportFuture, TransportReply, TransportRequest,
};
#[cfg(not(feature = "tls"))]
pub(crate) use no_tls as tls;
pub(crate) use protocols::{NoTls, Protocols};
