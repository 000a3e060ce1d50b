//! The subcommand `mcp`.

use std::io::{self, IsTerminal as _};
use std::pin::pin;

use futures_util::future::{Either, select};
use tokio::runtime::Builder;
use virtual_finance_command::clap::{Arg, Command};
use virtual_finance_command::parts::{self, Busy, connect_cached, tell};
use virtual_finance_command::{Arguments, Failure, Program, Subcommand};

use super::handler::Models;
use crate::tools::Tools;

const TOOLS: &str = "tools";

/// The subcommand `mcp`, which serves models on stdin and stdout, for a [`Program`].
pub const MCP: Subcommand = Subcommand::new("mcp", |program| Some(command(program)), run);

fn command(program: &Program) -> Command {
    let mut words = program.name.split(' ').chain(["mcp"]);
    let command = words.next().unwrap_or_default();
    let arguments = words.map(|word| format!("\"{word}\"")).collect::<Vec<_>>().join(", ");
    Command::new(MCP.name)
        .about("Let AI models call the commands (MCP, on stdin and stdout)")
        .long_about(format!(
            "Let AI models call the commands (MCP, on stdin and stdout). A client starts it, for example with\n\n  \
             {{\"mcpServers\": {{\"{}\": {{\"command\": \"{command}\", \"args\": [{arguments}]}}}}}}\n\nModels get the tools find, \
             describe and call, the pages of the book as resources, and the examples of the table as prompts. Results are \
             CSV within a budget of bytes.",
            program.id()
        ))
        .arg(tools_option())
}

/// Returns the option that chooses the tools.
pub(crate) fn tools_option() -> Arg {
    Arg::new(TOOLS)
        .long(TOOLS)
        .value_name("all|NAMES")
        .help("Offer models a tool for each endpoint, or for those with ',' between them, instead of find, describe and call")
}

/// Returns the tools that the arguments name.
pub(crate) fn tools(arguments: &Arguments<'_>) -> Result<Tools, Failure> {
    let read = |text: &String| Tools::read(text, arguments.program().endpoints);
    let tools = arguments.get_one::<String>(TOOLS).map(read).transpose();
    tools.map(Option::unwrap_or_default).map_err(|fault| Failure::usage(format!("--tools: {fault}")))
}

fn run(arguments: &Arguments<'_>) -> Result<(), Failure> {
    let program = arguments.program();
    let tools = tools(arguments)?;
    let uses_session = program.endpoints.iter().any(|info| info.uses_session());
    let connection = connect_cached(arguments, uses_session)?;
    let models = Models::new(program, connection.client.asynchronous().clone(), tools);
    if io::stdin().is_terminal() {
        tell(format_args!(
            "{} mcp reads messages of a client for models on stdin; stop it with Ctrl-C",
            program.name
        ));
    }
    let runtime = Builder::new_multi_thread().enable_all().build().map_err(Failure::other)?;
    let busy = Busy::new();
    let served = runtime.block_on(async {
        let served = pin!(models.serve(tokio::io::stdin(), tokio::io::stdout()));
        match select(served, pin!(parts::signalled())).await {
            Either::Left((served, _)) => served,
            Either::Right(_) => Ok(()),
        }
    });
    // A read of stdin cannot be taken back.
    runtime.shutdown_background();
    drop(connection);
    busy.end();
    served.map_err(|error| Failure::other(format!("the client does not speak the protocol: {error}")))
}
