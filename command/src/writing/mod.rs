//! Results at their destination, in the format and with the rows that are asked for.

pub(crate) mod arrange;
pub(crate) mod destination;
pub(crate) mod joint;
pub(crate) mod lacking;
pub(crate) mod notes;
pub(crate) mod output;
pub(crate) mod render;
pub(crate) mod results;
pub(crate) mod several;

pub(crate) use arrange::Arrangement;
pub(crate) use destination::{Destination, finish};
pub(crate) use lacking::Lacking;
pub(crate) use output::{Choice, Output, PLOT};
pub(crate) use results::{part, value};
