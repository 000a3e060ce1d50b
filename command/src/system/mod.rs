//! The terminal, signals, files and texts: what knows no table and no option.

pub(crate) mod failure;
pub(crate) mod number;
pub(crate) mod pipe;
pub(crate) mod records;
pub(crate) mod stop;
pub(crate) mod terminal;
pub(crate) mod time;

pub(crate) use failure::{Failure, SOME_FAILED};
pub(crate) use stop::Busy;
pub(crate) use terminal::{Content, harmless, say, tell};
pub(crate) use time::{Precision, Zone};
