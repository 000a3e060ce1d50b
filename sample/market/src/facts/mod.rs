//! The facts that pages and services both tell, so that they agree.

pub(crate) mod bare;
pub(crate) mod earnings;
pub(crate) mod known;
pub(crate) mod latest;
pub(crate) mod screeners;
pub(crate) mod statements;
pub(crate) mod summary;
pub(crate) mod template;
pub(crate) mod traps;
