//! The options of a program and of its endpoints, and the values that a command line gives them.

pub(crate) mod clashes;
pub(crate) mod common;
pub(crate) mod encryption;
pub(crate) mod feed;
pub(crate) mod given;
pub(crate) mod ids;
pub(crate) mod misplaced;
pub(crate) mod parameter;
pub(crate) mod program;
pub(crate) mod reporter;
pub(crate) mod section;
pub(crate) mod subjects;
pub(crate) mod switches;

pub(crate) use common::{OWN_FOLDER, is_switch, is_word, positive, span, switch, with_variable};
pub(crate) use ids::*;
pub(crate) use parameter::{described, first_line, option_name, option_of};
pub(crate) use program::{Arguments, Program, Subcommand};
pub(crate) use reporter::Reporter;
