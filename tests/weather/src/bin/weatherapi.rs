//! `weatherapi`: the weather of invented towns in a shell.

use std::process::ExitCode;

use virtual_finance_command::{CHECK, DOCS, OPENAPI, Program};
use virtual_finance_gateway::SERVE;
use weather::ENDPOINTS;

static PROGRAM: Program = Program {
    version: env!("CARGO_PKG_VERSION"),
    about: "The weather of invented towns",
    license: Some("MIT"),
    subject: ("station", "stations"),
    subcommands: &[CHECK, OPENAPI, DOCS, SERVE],
    ..Program::new("weatherapi", ENDPOINTS)
};

fn main() -> ExitCode {
    PROGRAM.run()
}

#[test]
fn no_endpoint_and_no_parameter_has_a_name_that_the_command_keeps_for_itself() {
    assert_eq!(PROGRAM.check(), Ok(()));
}
