//! Parameters as text and JSON: how a request is built from them, how its values are checked, and
//! the faults that either finds. Everything is reported at once, in the table's own words.

pub(crate) mod argument;
mod builder;
mod check;
mod enumeration;
mod faults;
pub(crate) mod json;
mod map;
pub(crate) mod one_of;
mod plain;
mod read;

#[doc(hidden)]
pub use builder::{Given, IsMissing, Missing};
#[doc(hidden)]
pub use enumeration::OTHER_PREFIX;
pub use enumeration::{Enumeration, UnknownVariant};
pub(crate) use faults::not_allowed;
pub use faults::{ParamErrors, ParamFault};
pub use map::ParamMap;
#[doc(hidden)]
pub use plain::ParamValue;
pub use plain::{JsonValue, Plain, plain};

pub use crate::catalogue::GrammarFault;
pub use crate::text::nearest;
