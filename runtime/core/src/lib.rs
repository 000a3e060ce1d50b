//! The core of a typed client for any API: the [`Client`] that sends generated requests, their parameters and
//! catalogue, recorded replies, errors, and readers of raw replies.
//!
//! A table declares the endpoints of an API, the generator writes their requests, and converters written by hand turn
//! raw replies into responses. All three stand on this crate.
//!
//! The root has the client and what a converter is written with. The rest is in modules: [`read`] for the readers of
//! replies, [`error`] for the parts of errors, [`request`], [`params`] and [`catalogue`] for requests by their traits
//! and data, [`settings`], [`transport`] and [`auth`] for how requests are sent.

pub mod auth;
mod availability;
#[cfg(feature = "blocking")]
pub mod blocking;
mod bytes;
mod cache;
pub mod catalogue;
mod circuit;
mod client;
mod context;
mod declared_auth;
pub mod error;
pub mod examples;
mod fewer;
mod field;
mod freshness;
#[doc(hidden)]
pub mod generated;
mod grammar;
mod host;
mod kept;
mod outcome;
mod pace;
mod paging;
pub mod params;
mod rate;
mod raw;
pub mod read;
mod record;
mod redact;
pub mod request;
mod retries;
pub mod schema;
mod secret;
mod segment;
pub mod settings;
mod skipped;
pub mod source;
mod status;
mod text;
pub mod time;
pub mod transport;

pub use bytes::Bytes;
#[cfg(feature = "socket")]
pub use client::SocketRequest;
pub use client::{
    Answered, Batched, Cached, Client, ClientBuilder, Download, Items, Many, Pages, Progress, Reply,
    SourceMemory, convert_saved, convert_saved_erased,
};
pub use context::{Context, default_addresses};
pub use error::{ConversionHookError, Error, ErrorKind, Fault};
pub use fewer::FewerItems;
pub use field::Field;
pub use freshness::FreshUntil;
pub use host::Host;
/// Headers, methods and statuses.
pub use http;
pub use kept::{CacheFolder, CacheStats};
pub use outcome::{Converted, Note, Notes};
pub use raw::{RawReply, at_least_one, exactly_one};
pub use request::{Batch, Endpoint, Paged, QueryPairs};
#[doc(hidden)]
pub use serde;
/// A number of a reply, as the host sent it: integers stay integers, floats keep every bit.
pub use serde_json::Number;
pub use serde_json::{Map, Value};
pub use settings::RequestParams;
pub use skipped::{SkippedRow, SkippedRows};
pub use source::{Source, SourceChoice};
pub use status::ErrorRecord;
pub use time::{Date, DateTime};
