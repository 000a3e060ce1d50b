//! Responses as tables, and the tables that they can have.

mod cut;
mod instance;
mod names;
mod outline;
mod possible;
mod rows;
mod stacked;
mod table;
mod tables;

pub use cut::{at, cut};
pub use names::{as_in_table, likely, nearest};
pub use outline::Outline;
pub use possible::{BELOW, KnownColumn, NAME, Possible, ROOT, VALUE, last};
pub(crate) use possible::{Mains, Pair};
pub use stacked::{aligned, joined, named};
pub use table::{Cell, Column, Kind, Table};
pub use tables::Tables;
