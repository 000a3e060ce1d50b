//! The core of a typed client for any API: the [`Client`] that sends generated requests, their parameters and
//! catalogue, recorded replies, errors, and readers of raw replies.
//!
//! Without its feature `client`, which is on by default, it sends nothing: [`message()`] makes what a program sends with an
//! HTTP library of its own, and [`convert_reply`] converts what comes back.
//!
//! A table declares the endpoints of an API, the generator writes their requests, and converters written by hand turn
//! raw replies into responses. All three stand on this crate.
//!
//! The root has the client and what a converter is written with. The rest is in modules: [`read`] for the readers of
//! replies, [`error`] for the parts of errors, [`request`], [`params`] and [`catalogue`] for requests by their traits
//! and data, [`settings`], [`transport`] and [`auth`] for how requests are sent.

#![cfg_attr(
    not(feature = "client"),
    expect(dead_code, unused_imports, reason = "the modules below the client have what it alone asks for")
)]

mod address;
#[cfg(feature = "client")]
pub mod auth;
#[cfg(feature = "blocking")]
pub mod blocking;
mod bytes;
#[cfg(feature = "client")]
mod cache;
pub mod catalogue;
#[cfg(feature = "client")]
mod client;
mod context;
mod convert;
pub mod error;
pub mod examples;
mod field;
#[doc(hidden)]
pub mod generated;
mod halves;
mod head;
#[cfg(feature = "client")]
pub mod http;
mod in_base64;
#[cfg(feature = "client")]
mod lock;
mod message;
mod notes;
#[cfg(feature = "client")]
mod pace;
pub mod params;
mod raw;
pub mod read;
#[cfg(feature = "client")]
mod record;
mod redact;
mod reply;
pub mod request;
pub mod schema;
mod segment;
#[cfg(feature = "client")]
pub mod settings;
#[cfg(test)]
mod tests;
mod text;
pub mod time;
#[cfg(feature = "client")]
pub mod transport;
mod upload;

#[cfg(not(feature = "client"))]
pub use ::http;

pub use address::is_private_address;
pub use bytes::Bytes;
#[cfg(feature = "client")]
pub use cache::{CacheFolder, CacheStats};
pub use catalogue::source::{Source, SourceChoice};
pub use catalogue::{ErrorRecord, Host, source};
#[cfg(feature = "socket")]
pub use client::SocketRequest;
#[cfg(feature = "client")]
pub use client::{
    Answered, Batched, Client, ClientBuilder, Download, Events, ExtendedBuilder, Extension, Items, Many,
    Pages, Progress, SessionFile, SourceMemory,
};
pub use context::{Context, default_addresses};
pub use convert::{convert_reply, convert_saved};
pub use error::{ConversionError, Error, ErrorKind, Fault};
pub use field::Field;
pub use message::message;
pub use notes::{
    Attribution, Converted, FewerItems, FreshUntil, HostError, HostErrors, Leniencies, Leniency, Note, Notes,
    NullValues, OtherProvider, RateLeft, RepeatedItems, ReplyHeaders, SkippedRow, SkippedRows,
};
#[cfg(feature = "client")]
pub use pace::HostState;
pub use raw::{Conversion, RawReply, at_least_one, exactly_one};
pub use reply::{Cached, Reply};
pub use request::{Batch, Endpoint, Evented, Paged, QueryPairs};
#[doc(hidden)]
pub use serde;
/// A number of a reply, as the host sent it: integers stay integers, floats keep every bit.
pub use serde_json::Number;
pub use serde_json::{Map, Value};
#[cfg(feature = "client")]
pub use settings::RequestParams;
pub use time::{Date, DateTime};
pub use upload::Upload;
