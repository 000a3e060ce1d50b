//! A client of invented tide gauges: all that its author wrote is a table, a converter for each endpoint
//! and a build script.

include!(concat!(env!("OUT_DIR"), "/table/mod.rs"));
