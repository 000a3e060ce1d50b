//! The parts of a command line that only a build with charts has, on a table with bars.

use virtual_finance::ENDPOINTS;

use crate::arguments::Program;
use crate::commands::command;

static MARKET: Program = Program::new("market", ENDPOINTS);

/// A build without charts names them nowhere in its help.
#[test]
fn the_help_has_charts_where_the_build_has_them() {
    let mut command = command::command(&MARKET);
    let help = command.render_long_help().to_string();
    let words = help.split_whitespace().collect::<Vec<_>>().join(" ");
    for word in [" plot ", "svg", "png", "html"] {
        assert_eq!(words.contains(word), cfg!(feature = "plot"), "{word:?}: {help}");
    }
    let history = command.find_subcommand_mut("history").unwrap().render_long_help().to_string();
    assert!(!history.contains("plot"), "{history}");
}
