//! HTTP: addresses, redirects, bodies.

pub(crate) mod address;
