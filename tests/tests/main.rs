//! The tests of the whole, in one program: each program links the whole crate once more.

#![expect(
    clippy::arithmetic_side_effects,
    clippy::as_conversions,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::print_stderr,
    clippy::string_slice,
    clippy::unwrap_used,
    reason = "a test fails by panicking"
)]

mod batches;
mod beside;
mod circles;
mod consumer;
mod consumer_build;
mod copy;
mod declared;
mod declared_items;
mod dependencies;
mod docs;
mod errors;
mod examples;
mod freshness;
mod lenient;
mod long;
mod market;
mod names;
mod new_endpoint;
mod pages;
mod properties;
mod published;
mod replay;
mod replay_bodies;
mod requests;
mod screening;
mod session;
mod sources;
mod statuses;
mod stream;
mod template;
mod uploads;
