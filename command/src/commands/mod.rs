//! The subcommands, the help, and the start of a program.

pub(crate) mod check;
pub(crate) mod command;
pub(crate) mod compare;
pub(crate) mod complete;
pub(crate) mod config;
mod described;
pub(crate) mod documents;
pub(crate) mod generate;
pub(crate) mod help;
pub(crate) mod instead;
#[cfg(feature = "plot")]
pub(crate) mod plot;
pub(crate) mod run;
pub(crate) mod start;
pub(crate) mod unexpected;

pub(crate) use described::Described;
