//! The targets of the fuzzer: functions that take any bytes and panic where a promise of the project does not hold.
//!
//! The programs in `fuzz/fuzz_targets` hand them the inputs of libFuzzer, and the tests of this crate those of the
//! corpus. An input of several fields has the character [`SEPARATOR`] between them.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "a target fails by panicking"
)]

mod bytes;
mod memory;
mod run;
mod targets;

pub use targets::*;

/// The byte between two fields of an input.
pub const SEPARATOR: u8 = 0x1e;

/// Returns the fields of an input: the first ones up to a separator each, the last one whatever follows.
fn fields<const N: usize>(data: &[u8]) -> [&[u8]; N] {
    let mut fields = data.splitn(N, |byte| *byte == SEPARATOR);
    std::array::from_fn(|_| fields.next().unwrap_or_default())
}
