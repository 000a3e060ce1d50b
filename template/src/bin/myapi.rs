//! The requests of the table in a shell.

use std::process::ExitCode;

use my_api::ENDPOINTS;
use virtual_finance_command::Program;

static PROGRAM: Program = Program {
    version: env!("CARGO_PKG_VERSION"),
    about: "The products of an invented shop",
    subject: ("product", "products"),
    ..Program::new("myapi", ENDPOINTS)
};

fn main() -> ExitCode {
    PROGRAM.run()
}

#[test]
fn no_endpoint_and_no_parameter_has_a_name_that_the_command_keeps_for_itself() {
    assert_eq!(PROGRAM.check(), Ok(()));
}
