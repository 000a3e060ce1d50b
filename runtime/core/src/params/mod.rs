//! Parameters as text and JSON: how a request is built from them, how its values are checked, and
//! the faults that either finds. Everything is reported at once, in the table's own words.

pub(crate) mod argument;
mod check;
mod enumeration;
mod faults;
mod map;
mod plain;
mod read;
mod typestate;

pub use enumeration::{Enumeration, OTHER_PREFIX, UnknownVariant};
pub use faults::{ParamErrors, ParamFault};
pub use map::ParamMap;
pub use plain::{ParamValue, Plain};
pub use typestate::{Given, Missing};
