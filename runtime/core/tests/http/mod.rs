//! The client over real HTTP against hosts on loopback.

/// The client that `support` gives a host to. The tests of another client share it.
use virtual_finance_core::{Client, ClientBuilder};

mod address;
mod auth;
mod blocking;
#[cfg(all(feature = "brotli", feature = "zstd"))]
mod bodies;
mod cache;
mod cache_folder;
mod client;
mod conditional;
mod connections;
mod declared_auth;
mod download;
mod dropped;
mod ear;
mod events;
mod host_states;
#[cfg(feature = "tls")]
mod http2;
mod long;
mod many;
mod methods;
mod overlap;
mod own_http;
mod pages;
#[cfg(not(any(feature = "brotli", feature = "tls", feature = "zstd")))]
mod plain;
mod rates;
mod record;
mod redirects;
mod retries;
mod secrets;
mod shared_rate;
mod socket;
mod sources;
mod support;
mod time;
#[cfg(feature = "tls")]
mod tls;
mod transports;
