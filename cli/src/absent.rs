//! The subcommands that this build has not: they are in no list, and say how to get a build with them.

use virtual_finance_command::clap::{Arg, Command};
use virtual_finance_command::parts::missing;
use virtual_finance_command::{Arguments, Failure, Program, Subcommand};

#[cfg(not(feature = "mcp"))]
use crate::ids::MCP;
#[cfg(not(feature = "serve"))]
use crate::ids::SERVE;
#[cfg(not(feature = "stream"))]
use crate::ids::STREAM;
#[cfg(not(feature = "frames"))]
use crate::ids::{SYNC, TICKER};

/// The subcommand `mcp`.
#[cfg(not(feature = "mcp"))]
pub(crate) const MCP_SUBCOMMAND: Subcommand =
    unlisted(MCP, &[], |_| Some(absent(MCP)), |arguments| Err(missing(arguments.program(), MCP, "mcp")));

/// The subcommand `plot`.
#[cfg(not(feature = "plot"))]
pub(crate) const PLOT_SUBCOMMAND: Subcommand = unlisted(
    "plot",
    &["chart", "graph", "candles"],
    |_| Some(absent("plot")),
    |arguments| Err(missing(arguments.program(), "plot", "plot")),
);

/// The subcommand `serve`.
#[cfg(not(feature = "serve"))]
pub(crate) const SERVE_SUBCOMMAND: Subcommand = unlisted(
    SERVE,
    &["server", "http", "gateway"],
    |_| Some(absent(SERVE)),
    |arguments| Err(missing(arguments.program(), SERVE, "serve")),
);

/// The subcommand `stream`.
#[cfg(not(feature = "stream"))]
pub(crate) const STREAM_SUBCOMMAND: Subcommand = unlisted(
    STREAM,
    &["live"],
    |_| Some(absent(STREAM)),
    |arguments| Err(missing(arguments.program(), STREAM, "stream")),
);

/// The subcommand `sync`.
#[cfg(not(feature = "frames"))]
pub(crate) const SYNC_SUBCOMMAND: Subcommand = unlisted(
    SYNC,
    &[],
    |_| Some(absent(SYNC)),
    |arguments| Err(missing(arguments.program(), SYNC, "frames")),
);

/// The subcommand `ticker`.
#[cfg(not(feature = "frames"))]
pub(crate) const TICKER_SUBCOMMAND: Subcommand = unlisted(
    TICKER,
    &[],
    |_| Some(absent(TICKER)),
    |arguments| Err(missing(arguments.program(), TICKER, "frames")),
);

/// Returns a subcommand that is in no list.
const fn unlisted(
    name: &'static str,
    words: &'static [&'static str],
    command: fn(&'static Program) -> Option<Command>,
    run: fn(&Arguments<'_>) -> Result<(), Failure>,
) -> Subcommand {
    Subcommand { is_listed: false, words, ..Subcommand::new(name, command, run) }
}

/// Returns a subcommand, which accepts the arguments of the other build.
fn absent(name: &'static str) -> Command {
    let arguments = Arg::new("arguments").num_args(0..).trailing_var_arg(true);
    Command::new(name).hide(true).arg(arguments.allow_hyphen_values(true).hide(true))
}
