//! Parameters as text and JSON: how a request is built from them, how its values are checked, and
//! the faults that either finds. Everything is reported at once, in the table's own words.

mod enumeration;
mod faults;
mod map;
mod typestate;
mod value;

pub use enumeration::{Enumeration, OTHER_PREFIX, UnknownVariant};
pub use faults::{ParamErrors, ParamFault};
pub use map::ParamMap;
pub use typestate::{Exactly, Given, Missing};
pub use value::ParamValue;
