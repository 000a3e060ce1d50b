//! The tests of the frames, in one program: each program links the whole crate once more.

#![expect(
    clippy::arithmetic_side_effects,
    clippy::as_conversions,
    clippy::indexing_slicing,
    clippy::needless_pass_by_value,
    clippy::panic,
    clippy::string_slice,
    clippy::unwrap_used,
    reason = "a test fails by panicking"
)]

mod bad_input;
mod calendars;
mod captures;
mod download;
mod events;
mod found;
mod news;
mod repair;
mod support;
mod ticker;
mod yfinance;
