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
