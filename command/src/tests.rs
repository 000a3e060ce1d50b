//! Tests of what only the command itself sees.

mod bytes;
mod clashes;
mod failed;
mod given;
mod lifetime;
mod pipe;
mod plot;
mod signal;
