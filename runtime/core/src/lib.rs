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
#[cfg(feature = "blocking")]
pub mod blocking;
mod bytes;
mod cache;
pub mod catalogue;
mod client;
mod context;
pub mod error;
pub mod examples;
mod field;
#[doc(hidden)]
pub mod generated;
pub mod http;
mod in_base64;
mod notes;
mod pace;
pub mod params;
mod raw;
pub mod read;
mod record;
mod redact;
pub mod request;
pub mod schema;
mod segment;
pub mod settings;
mod text;
pub mod time;
pub mod transport;
mod upload;

pub use bytes::Bytes;
pub use cache::{CacheFolder, CacheStats};
pub use catalogue::source::{Source, SourceChoice};
pub use catalogue::{ErrorRecord, Host, source};
#[cfg(feature = "socket")]
pub use client::SocketRequest;
pub use client::{
    Answered, Batched, Cached, Client, ClientBuilder, Download, ExtendedBuilder, Extension, Items, Many,
    Pages, Progress, Reply, SessionFile, SourceMemory, convert_saved, convert_saved_erased,
};
pub use context::{Context, default_addresses};
pub use error::{ConversionError, Error, ErrorKind, Fault};
pub use field::Field;
pub use notes::{
    Converted, FewerItems, FreshUntil, HostError, HostErrors, Leniencies, Leniency, Note, Notes, RateLeft,
    RepeatedItems, ReplyHeaders, SkippedRow, SkippedRows,
};
pub use pace::HostState;
pub use raw::{RawReply, at_least_one, exactly_one};
pub use request::{Batch, Endpoint, Paged, QueryPairs};
#[doc(hidden)]
pub use serde;
/// A number of a reply, as the host sent it: integers stay integers, floats keep every bit.
pub use serde_json::Number;
pub use serde_json::{Map, Value};
pub use settings::RequestParams;
pub use time::{Date, DateTime};
pub use upload::Upload;
