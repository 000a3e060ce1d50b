//! The requests of a table as Python source: real signatures, types and docs, which people read and step into.
//!
//! It stands on a package written by hand, with the classes `Request` and `Reply` and the classes of clients: the
//! requests name an endpoint of the catalogue, and nothing here knows how a request is sent.

mod docstring;
mod literal;
mod requests;
mod signature;

pub use literal::method;
pub use requests::{classes, methods};
