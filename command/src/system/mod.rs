//! Signals, pipes and exit codes: what knows no table and no option.

pub(crate) mod failure;
pub(crate) mod pipe;
pub(crate) mod stop;

pub(crate) use failure::SOME_FAILED;
pub(crate) use stop::Busy;
