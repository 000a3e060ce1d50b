//! The protocols of the default transport.

use url::Url;

/// An address with `https` in a build without the feature `tls`.
#[derive(Debug, thiserror::Error)]
#[error("this build has no TLS")]
pub(crate) struct NoTls;

impl NoTls {
    /// Refuses an address with `https` in a build without TLS.
    pub(crate) fn check(url: &Url) -> Result<(), Self> {
        if cfg!(feature = "tls") || url.scheme() != "https" { Ok(()) } else { Err(Self) }
    }
}

/// The versions of HTTP that a client offers.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Protocols {
    #[default]
    All,
    /// HTTP/1.1, which becomes a websocket, and which a host may take where it refuses HTTP/2.
    Http1,
}
