//! The names of the market's subcommands, and how to get builds with all of them.

pub(crate) const STREAM: &str = "stream";
pub(crate) const SYNC: &str = "sync";
pub(crate) const TICKER: &str = "ticker";

/// The command line that gets a build with frames.
pub(crate) const WITH_FRAMES: &str = "cargo install --path cli --features frames";
/// The command line that gets a build with the stream.
#[cfg(not(feature = "stream"))]
pub(crate) const WITH_STREAM: &str = "cargo install --path cli --features stream";
