//! The gateway over the weather's table, by real HTTP on loopback.

#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "a test fails by panicking"
)]

mod access;
mod coming;
mod hostile;
mod http2;
mod kept;
#[cfg(feature = "mcp")]
mod mcp;
mod openapi;
mod page;
mod pages;
mod problems;
mod rate;
mod responses;
mod several;
#[cfg(feature = "stream")]
mod stream;
mod support;
#[cfg(feature = "tls")]
mod tls;
