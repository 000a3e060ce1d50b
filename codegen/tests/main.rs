//! The tests of the generator, in one program: each program links the whole crate once more.

#![expect(clippy::expect_used, clippy::panic, clippy::unwrap_used, reason = "a test fails by panicking")]

mod codes;
mod diff;
mod docs;
mod faults;
mod filled;
mod format;
mod generator;
mod golden;
mod include;
mod keys;
mod python;
mod readers;
mod robust;
mod schema;
mod sources;
