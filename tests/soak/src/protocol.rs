//! The protocols of the host.

/// The protocol that a host speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Protocol {
    /// HTTP/1.1.
    Http1,
    /// HTTP/2, with encryption.
    Http2,
}
