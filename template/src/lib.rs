//! A client of an API: a table, its converters and a build script.

include!(concat!(env!("OUT_DIR"), "/table/mod.rs"));
