//! The tests of the command `vfapi`, in one program: each program links the whole crate once more.

#![expect(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    clippy::unwrap_used,
    reason = "a test fails by panicking"
)]

#[cfg(all(unix, feature = "mcp", feature = "serve", feature = "stream", feature = "table"))]
mod book;
#[cfg(feature = "table")]
mod check;
mod cli;
mod compare;
mod formats;
mod large;
#[cfg(feature = "mcp")]
mod mcp;
mod options;
#[cfg(feature = "serve")]
mod serve;
mod several;
mod stream;
mod support;
mod sync;
#[cfg(feature = "table")]
mod table;
#[cfg(all(feature = "serve", feature = "table"))]
mod terms;
