//! The tests of the sample host, in one program: each program links the whole crate once more.

#![expect(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::unwrap_used,
    reason = "a test fails by panicking"
)]

mod book;
mod chart;
mod hosts;
mod http;
mod instruments;
mod prices;
mod shapes;
mod today;
mod upgrade;
mod wire;
mod worlds;
