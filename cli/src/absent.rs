//! The subcommands that this build has not: they are in no list, and say how to get a build with them.

use virtual_finance_command::Subcommand;
use virtual_finance_command::clap::{Arg, Command};
use virtual_finance_command::parts::missing;

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
pub(crate) const MCP_SUBCOMMAND: Subcommand = Subcommand {
    name: MCP,
    command: |_| Some(absent(MCP)),
    group: None,
    is_listed: false,
    run: |arguments| Err(missing(arguments.program(), MCP, "mcp")),
};

/// The subcommand `plot`.
#[cfg(not(feature = "plot"))]
pub(crate) const PLOT_SUBCOMMAND: Subcommand = Subcommand {
    name: "plot",
    command: |_| Some(absent("plot")),
    group: None,
    is_listed: false,
    run: |arguments| Err(missing(arguments.program(), "plot", "plot")),
};

/// The subcommand `serve`.
#[cfg(not(feature = "serve"))]
pub(crate) const SERVE_SUBCOMMAND: Subcommand = Subcommand {
    name: SERVE,
    command: |_| Some(absent(SERVE)),
    group: None,
    is_listed: false,
    run: |arguments| Err(missing(arguments.program(), SERVE, "serve")),
};

/// The subcommand `stream`.
#[cfg(not(feature = "stream"))]
pub(crate) const STREAM_SUBCOMMAND: Subcommand = Subcommand {
    name: STREAM,
    command: |_| Some(absent(STREAM)),
    group: None,
    is_listed: false,
    run: |arguments| Err(missing(arguments.program(), STREAM, "stream")),
};

/// The subcommand `sync`.
#[cfg(not(feature = "frames"))]
pub(crate) const SYNC_SUBCOMMAND: Subcommand = Subcommand {
    name: SYNC,
    command: |_| Some(absent(SYNC)),
    group: None,
    is_listed: false,
    run: |arguments| Err(missing(arguments.program(), SYNC, "frames")),
};

/// The subcommand `ticker`.
#[cfg(not(feature = "frames"))]
pub(crate) const TICKER_SUBCOMMAND: Subcommand = Subcommand {
    name: TICKER,
    command: |_| Some(absent(TICKER)),
    group: None,
    is_listed: false,
    run: |arguments| Err(missing(arguments.program(), TICKER, "frames")),
};

/// Returns a subcommand, which accepts the arguments of the other build.
fn absent(name: &'static str) -> Command {
    let arguments = Arg::new("arguments").num_args(0..).trailing_var_arg(true);
    Command::new(name).hide(true).arg(arguments.allow_hyphen_values(true).hide(true))
}
