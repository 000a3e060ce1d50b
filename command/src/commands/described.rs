//! The endpoints that a command line describes.

use std::ffi::OsString;

/// The endpoints whose subcommands have their options and docs. To describe one takes as long as to convert a page, most
/// of it for the tables of its responses, which its help alone lists.
#[derive(Clone, Copy)]
pub(crate) enum Described<'a> {
    /// The endpoints that the arguments may name, without tables. The others have their names alone: enough for a command
    /// line without mistakes that asks for no help.
    Named(&'a [OsString]),
    /// All, with the tables of the endpoints that the arguments may name: for help and messages.
    Told(&'a [OsString]),
    /// All, with their tables.
    All,
}

impl Described<'_> {
    /// Returns true for an endpoint whose options are there.
    pub(super) fn has(self, name: &str) -> bool {
        !matches!(self, Self::Named(_)) || self.may_name(name)
    }

    /// Returns true for an endpoint whose tables are there.
    pub(super) fn has_tables(self, name: &str) -> bool {
        !matches!(self, Self::Named(_)) && self.may_name(name)
    }

    /// Returns true for the name of a subcommand that the arguments may name.
    pub(super) fn may_name(self, name: &str) -> bool {
        match self {
            Self::Named(arguments) | Self::Told(arguments) => {
                arguments.iter().any(|argument| argument == name)
            }
            Self::All => true,
        }
    }
}
