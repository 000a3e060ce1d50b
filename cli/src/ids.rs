//! The names of the market's subcommands.

#[cfg(not(feature = "mcp"))]
pub(crate) const MCP: &str = "mcp";
#[cfg(not(feature = "serve"))]
pub(crate) const SERVE: &str = "serve";
pub(crate) const STREAM: &str = "stream";
pub(crate) const SYNC: &str = "sync";
pub(crate) const TICKER: &str = "ticker";
