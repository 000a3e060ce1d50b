//! The market's client over real HTTP against hosts on loopback.

/// The client that `support` gives a host to.
#[cfg(test)]
use virtual_finance_runtime::{Client, ClientBuilder};

#[cfg(test)]
#[path = "../../core/tests/http/ear.rs"]
mod ear;
#[cfg(test)]
mod headers;
#[cfg(test)]
mod secrets;
#[cfg(test)]
mod session;
#[cfg(test)]
#[allow(dead_code, reason = "the tests of the core use the rest")]
#[path = "../../core/tests/http/support.rs"]
mod support;
