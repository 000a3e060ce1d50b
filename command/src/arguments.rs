//! The arguments of a program.

use std::ops::Deref;

use clap::ArgMatches;

use crate::program::Program;

/// The arguments of a program: what its command line, the environment and the configuration file say. It stands for
/// the [`ArgMatches`] of clap.
#[derive(Clone, Copy)]
pub struct Arguments<'a> {
    program: &'static Program,
    matches: &'a ArgMatches,
}

impl<'a> Arguments<'a> {
    pub(crate) const fn new(program: &'static Program, matches: &'a ArgMatches) -> Self {
        Self { program, matches }
    }

    /// Returns the program.
    #[must_use]
    pub const fn program(&self) -> &'static Program {
        self.program
    }

    /// Returns the subcommand that is given, with its arguments.
    #[must_use]
    pub fn subcommand(&self) -> Option<(&'a str, Self)> {
        let (name, matches) = self.matches.subcommand()?;
        Some((name, Self { matches, ..*self }))
    }
}

impl Deref for Arguments<'_> {
    type Target = ArgMatches;

    fn deref(&self) -> &ArgMatches {
        self.matches
    }
}
