//! The hosts that requests go to. The table declares them; a request carries a reference to its own.

/// A data host, as the table declares it.
///
/// The address can be overridden for a client (`ClientBuilder::host`), for example to point it at a
/// host on loopback.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Host {
    /// The name in the table, for example `gauges_url`.
    pub name: &'static str,
    /// The address that is used unless a client overrides it, for example `https://gauges.example`.
    pub default: &'static str,
    /// The documentation of the host.
    pub doc: &'static str,
}
