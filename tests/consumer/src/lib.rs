//! A client of invented tide gauges: all that its author wrote is a table, a converter for each endpoint
//! and a build script. A second table, of buoys, has a module of its own, and so has a third one, of credentials.

include!(concat!(env!("OUT_DIR"), "/table/mod.rs"));

/// The client of the buoys.
pub mod buoys {
    include!(concat!(env!("OUT_DIR"), "/waves/mod.rs"));
}

/// The client of hosts that want credentials.
pub mod keys {
    include!(concat!(env!("OUT_DIR"), "/keys/mod.rs"));
}

mod session;

pub use session::Session;
