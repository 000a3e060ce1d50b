//! The names of the market's subcommands.

pub(crate) const STREAM: &str = "stream";
pub(crate) const SYNC: &str = "sync";
pub(crate) const TICKER: &str = "ticker";
