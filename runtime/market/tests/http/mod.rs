//! The market's client over real HTTP against hosts on loopback.

/// The client that `support` gives a host to.
use virtual_finance_runtime::{Client, ClientBuilder};

#[path = "../../../core/tests/http/ear.rs"]
mod ear;
mod headers;
mod secrets;
mod session;
#[allow(dead_code, reason = "the tests of the core use the rest")]
#[path = "../../../core/tests/http/support.rs"]
mod support;
