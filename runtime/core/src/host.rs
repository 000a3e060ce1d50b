//! The hosts that requests go to. The table declares them; a request carries a reference to its own.

/// A data host, as the table declares it.
///
/// The address can be overridden for a client (`ClientBuilder::host`), for example to point it at a
/// host on loopback.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Host {
    /// The name in the table, for example `finance_url` (section "Address placeholders" of the specification).
    pub name: &'static str,
    /// The address that is used unless a client overrides it, for example `https://finance.yahoo.com`.
    pub default: &'static str,
    /// What the host serves.
    pub doc: &'static str,
}
