//! The client over real HTTP against hosts on loopback.

/// The client that `support` gives a host to. The tests of another client share it.
#[cfg(test)]
use virtual_finance_core::{Client, ClientBuilder};

#[cfg(test)]
mod address;
#[cfg(test)]
mod auth;
#[cfg(test)]
mod blocking;
#[cfg(test)]
#[cfg(all(feature = "brotli", feature = "zstd"))]
mod bodies;
#[cfg(test)]
mod cache;
#[cfg(test)]
mod cache_folder;
#[cfg(test)]
mod client;
#[cfg(test)]
mod connections;
#[cfg(test)]
mod declared_auth;
#[cfg(test)]
mod download;
#[cfg(test)]
mod dropped;
#[cfg(test)]
mod ear;
#[cfg(test)]
mod exchange;
#[cfg(test)]
#[cfg(feature = "tls")]
mod http2;
#[cfg(test)]
mod many;
#[cfg(test)]
mod methods;
#[cfg(test)]
mod pages;
#[cfg(test)]
#[cfg(not(any(feature = "brotli", feature = "tls", feature = "zstd")))]
mod plain;
#[cfg(test)]
mod record;
#[cfg(test)]
mod redirects;
#[cfg(test)]
mod retries;
#[cfg(test)]
mod secrets;
#[cfg(test)]
mod socket;
#[cfg(test)]
mod sources;
#[cfg(test)]
mod support;
#[cfg(test)]
mod time;
#[cfg(test)]
#[cfg(feature = "tls")]
mod tls;
