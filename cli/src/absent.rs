//! The subcommands that this build has not: they are in no list, and say how to get a build with them.

use virtual_finance_command::Subcommand;
use virtual_finance_command::clap::{Arg, Command};
use virtual_finance_command::parts::missing;

/// Declares subcommands, each with its name, the feature that it takes and other words for it.
macro_rules! subcommands {
    ($($subcommand:ident: $name:literal, $feature:literal, $words:expr;)*) => {
        $(
            #[cfg(not(feature = $feature))]
            pub(crate) const $subcommand: Subcommand = Subcommand {
                is_listed: false,
                words: &$words,
                ..Subcommand::new(
                    $name,
                    |_| Some(absent($name)),
                    |arguments| Err(missing(arguments.program(), $name, $feature)),
                )
            };
        )*
    };
}

subcommands! {
    MCP_SUBCOMMAND: "mcp", "mcp", [];
    PLOT_SUBCOMMAND: "plot", "plot", ["chart", "graph", "candles"];
    SERVE_SUBCOMMAND: "serve", "serve", ["server", "http", "gateway"];
    STREAM_SUBCOMMAND: "stream", "stream", ["live", "watch"];
    SYNC_SUBCOMMAND: "sync", "frames", [];
    TICKER_SUBCOMMAND: "ticker", "frames", [];
}

/// Returns a subcommand that takes whatever the absent one does.
fn absent(name: &'static str) -> Command {
    let arguments = Arg::new("arguments").num_args(0..).trailing_var_arg(true);
    Command::new(name).hide(true).arg(arguments.allow_hyphen_values(true).hide(true))
}
