//! The tests of the core, in one program: each program links the whole crate once more.

mod errors;
mod examples;
#[cfg(test)]
mod http;
mod readers;
mod relations;
mod written;
