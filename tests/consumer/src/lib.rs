//! A client of invented tide gauges: all that its author wrote is a table, a converter for each endpoint
//! and a build script. A second table, of buoys, has a module of its own.

include!(concat!(env!("OUT_DIR"), "/table/mod.rs"));

/// The client of the buoys.
pub mod buoys {
    include!(concat!(env!("OUT_DIR"), "/waves/mod.rs"));
}
