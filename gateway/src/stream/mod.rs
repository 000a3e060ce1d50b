//! Live values for any number of listeners, from one connection upstream. A listener that reads too slowly loses values
//! and gets their number, so that it holds up nobody.

mod events;
mod hub;
mod socket;

pub(crate) use events::events;
pub(crate) use hub::{Hub, Upstream, absent, parameters, subjects};
pub(crate) use socket::{agreed, is_wanted, serve};
