//! The facts that pages and services both tell, so that they agree.

pub(crate) mod analysts;
pub(crate) mod earnings;
pub(crate) mod fund;
pub(crate) mod screeners;
pub(crate) mod statements;
pub(crate) mod summary;
pub(crate) mod traps;
