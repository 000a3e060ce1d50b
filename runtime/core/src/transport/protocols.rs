//! The protocols of the default transport.

/// An address with `https` in a build without the feature `tls`.
#[derive(Debug, thiserror::Error)]
#[error("this build has no TLS")]
pub(crate) struct NoTls;

/// The versions of HTTP that a client offers.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Protocols {
    #[default]
    All,
    /// HTTP/1.1, which becomes a websocket, and which a host may take where it refuses HTTP/2.
    Http1,
}
