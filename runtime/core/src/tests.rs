//! Tests of what no public item shows alone.

#[cfg(feature = "client")]
mod decision;
mod retry_after;
