//! A client of invented weather: all that its author wrote is a table, a converter and a build script.

include!(concat!(env!("OUT_DIR"), "/table/mod.rs"));

// The credentials that no form of the table has.
mod session;

pub use session::Session;
