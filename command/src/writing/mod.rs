//! Results at their destination, in the format and with the rows that are asked for.

pub(crate) mod arrange;
pub(crate) mod destination;
pub(crate) mod joint;
pub(crate) mod lacking;
pub(crate) mod notes;
pub(crate) mod output;
pub(crate) mod render;
pub(crate) mod results;
