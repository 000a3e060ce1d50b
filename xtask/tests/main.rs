//! The tests of the tasks, in one program: each program links the whole crate once more.

#![expect(clippy::expect_used, clippy::unwrap_used, reason = "a test fails by panicking")]

mod bench;
mod dependencies;
mod import;
mod programs;
mod table;
mod tasks;
