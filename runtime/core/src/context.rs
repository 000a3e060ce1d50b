//! The context of a conversion: the addresses of the hosts and the client's clock.

use crate::catalogue::Host;
use crate::time::DateTime;

/// The context of a conversion.
#[derive(Debug, Clone, Copy)]
pub struct Context<'a> {
    hosts: &'a [(&'a str, &'a str)],
    now: DateTime,
}

impl<'a> Context<'a> {
    /// Creates a context with the addresses of hosts by their names in the table.
    pub const fn new(hosts: &'a [(&'a str, &'a str)], now: DateTime) -> Self {
        Self { hosts, now }
    }

    /// Returns the context of another time.
    pub(crate) const fn at(self, now: DateTime) -> Self {
        Self { now, ..self }
    }

    /// Returns the address of a host without a slash at the end, as the client has it.
    pub fn host(&self, name: &str) -> Option<&'a str> {
        self.hosts.iter().find(|(host, _)| *host == name).map(|(_, address)| address.trim_end_matches('/'))
    }

    /// Returns the client's clock.
    pub const fn now(&self) -> DateTime {
        self.now
    }
}

/// Returns the default addresses of a table's hosts, as [`Context::new`] takes them.
pub fn default_addresses(hosts: &[&'static Host]) -> Vec<(&'static str, &'static str)> {
    hosts.iter().map(|host| (host.name, host.default)).collect()
}
