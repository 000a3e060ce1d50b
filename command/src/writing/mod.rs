//! Results at their destination, in the format and with the rows that are asked for.

pub(crate) mod destination;
pub(crate) mod joint;
pub(crate) mod notes;
pub(crate) mod output;
pub(crate) mod results;
mod wrapped;

pub(crate) use destination::{Destination, finish};
pub(crate) use output::{Output, PLOT};
