//! The generated code for the invented table beside this file, with converters that give back what they
//! were asked with. It shows that the output of the generator compiles, whatever the table declares.

// The generated code finds the runtime and the converters under this name.
extern crate self as virtual_finance_runtime;

pub mod converters;
#[rustfmt::skip]
mod table;

pub use runtime::*;
/// Everything that the table declares.
pub use table::*;
