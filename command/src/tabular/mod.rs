//! Responses as tables, and the tables that they can have.

pub(crate) mod cut;
pub(crate) mod instance;
pub(crate) mod names;
pub(crate) mod outline;
pub(crate) mod possible;
pub(crate) mod rows;
pub(crate) mod stacked;
pub(crate) mod table;
pub(crate) mod tables;

pub(crate) use cut::at;
pub use names::as_in_table;
pub(crate) use names::{likely, nearest};
pub(crate) use outline::Outline;
pub(crate) use possible::{BELOW, ColumnKind, KnownColumn, Mains, NAME, Pair, Possible, ROOT, VALUE, last};
pub(crate) use stacked::named;
pub(crate) use table::{Cell, Column, Kind, Table};
pub(crate) use tables::Tables;
