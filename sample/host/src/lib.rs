//! A host on loopback that answers the requests of a table of endpoints, for demos and for tests without a network.
//!
//! [`SampleHost::of`] needs the catalogue alone: it serves the replies of the examples on the paths of the table, and
//! refuses what the table does not allow.
//!
//! | request | reply |
//! |-|-|
//! | that of an example with a reply | that reply, with the status of the endpoint |
//! | another of such an endpoint | the reply of its nearest example, with what is asked in the place of what the example asks |
//! | one without a required parameter, or with a value of another type | 400 with each error |
//! | one without the credentials that the table declares for its host | 401 |
//! | one of another method | 405 with the methods there are |
//! | one to the path where tokens are given | a token |
//! | any other | 404 |
//!
//! A host with replies of its own is a [`Service`]. It may also go on in another protocol, such as a websocket
//! ([`Upgrade`]).
//!
//! ```
//! use virtual_finance_sample_host::SampleHost;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # const ENDPOINTS: &[&virtual_finance_core::request::EndpointInfo] = &[];
//! let host = SampleHost::of(ENDPOINTS).start()?;
//! let client = host.configure(virtual_finance_core::Client::builder(), &[]).build()?;
//! // Dropping the host stops it.
//! # Ok(())
//! # }
//! ```

mod credentials;
mod examples;
mod fitting;
mod nearest;
mod query;
mod reply;
mod request;
mod server;
mod service;
mod times;
mod upgrade;
mod values;

pub use examples::Examples;
pub use nearest::Nearest;
pub use query::Query;
pub use reply::{BYTES_TYPE, DEFAULT_NOW, HTML_TYPE, JSON_TYPE, Reply, TEXT_TYPE};
pub use request::{SampleRequest, Sent};
pub use server::{Builder, SampleHost, Stopper};
pub use service::Service;
pub use upgrade::{Connection, Upgrade};
pub use values::RequestValue;
