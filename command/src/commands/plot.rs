//! The subcommand that draws the bars of an endpoint.

use clap::Command;
use virtual_finance_core::request::EndpointInfo;
use virtual_finance_tables::tabular::Outline;
use virtual_finance_tables::text::Failure;

use crate::arguments::{Arguments, Program, Subcommand, parameter::parameter, subjects::on_line};
use crate::requests::Call;
use crate::writing::{Output, PLOT as NAME};

/// The subcommand `plot`, which draws prices and volumes; a program whose table has no view with a chart does without
/// it.
pub const PLOT: Subcommand = Subcommand {
    words: &["chart", "graph", "candles"],
    ..Subcommand::new(NAME, |program| bars(program).map(|info| command(program, info)), run)
};

/// Returns the endpoint whose main table has the bars of a chart.
fn bars(program: &Program) -> Option<&'static EndpointInfo> {
    program.endpoints.iter().copied().find(|info| info.view.is_some_and(|view| !view.chart.is_empty()))
}

/// Returns the subcommand; it takes the parameters of the endpoint.
fn command(program: &Program, info: &'static EndpointInfo) -> Command {
    Command::new(NAME)
        .about("Draw prices in the terminal, or to -o FILE.svg, .png or .html")
        .long_about(format!(
            "Draw the prices and volumes of an instrument in the terminal, or to -o FILE.svg, FILE.png or \
             FILE.html.\n\nIt takes the parameters of {0}: candles if there is room for each bar, otherwise a \
             line, and the volumes below. {1} {0} --format chart does the same.",
            info.command, program.name
        ))
        .args(info.params.iter().map(parameter))
}

fn run(arguments: &Arguments<'_>) -> Result<(), Failure> {
    let program = arguments.program();
    let info = bars(program)
        .ok_or_else(|| Failure::other(format!("no endpoint has bars; see {} endpoints", program.name)))?;
    if let Some(subject) = info.sole_subject()
        && on_line(subject, arguments).len() > 1
    {
        let (one, many) = program.subject;
        return Err(Failure::usage(format!(
            "a chart draws one {one}: name one, or write a file for each: {} {} with your {many} and -o \
             'FOLDER/{}.svg'",
            program.name,
            info.command,
            program.placeholder()
        )));
    }
    Call::new(info, arguments).fetch(&Output::of_chart(arguments, &Outline::of(info))?)
}
