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
