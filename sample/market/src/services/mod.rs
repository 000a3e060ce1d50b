//! The JSON sources of today. What they tell is what the pages of the same instrument tell.

pub(crate) mod calendars;
pub(crate) mod custom;
pub(crate) mod found;
pub(crate) mod screeners;
pub(crate) mod several;
pub(crate) mod summary;
pub(crate) mod timeseries;
