//! The core of a typed client for any API: the [`Client`] that sends generated requests, their parameters and
//! catalogue, recorded replies, errors, and readers of raw replies.
//!
//! A table declares the endpoints of an API, the generator writes their requests, and converters written by hand turn
//! raw replies into responses. All three stand on this crate.

mod auth;
#[cfg(feature = "blocking")]
pub mod blocking;
mod catalogue;
mod circuit;
mod client;
mod context;
mod error;
mod examples;
mod field;
#[doc(hidden)]
pub mod generated;
mod host;
mod outcome;
mod pace;
mod params;
mod rate;
mod raw;
pub mod read;
mod record;
mod redact;
mod request;
mod retries;
mod schema;
mod segment;
mod settings;
mod source;
mod text;
mod time;
mod transport;

pub use auth::{AuthFuture, Authenticator, Call};
pub use catalogue::{
    ChoiceInfo, ChoiceOption, EnumInfo, ExampleInfo, FallbackInfo, ParamInfo, ParamKind, Place, RawKind,
    SessionUse, StepInfo, VariantInfo, ViewInfo,
};
pub use circuit::CircuitBreaker;
pub use client::{
    Answered, Client, ClientBuilder, Many, Progress, Reply, SourceMemory, convert_saved, convert_saved_erased,
};
pub use context::{Context, default_addresses};
pub use error::{
    AnyFault, Attempt, Attempts, BodyFault, BoxError, ConversionHookError, CustomFault, Error, ErrorKind,
    Fault, ForeignError, Met, NotSent, OtherSource, PlainFault, RecordFault, RedirectFault, RequestName,
    TimeoutPhase, VirtualFinanceApiError,
};
pub use examples::{ExampleFault, check_example, default_url};
pub use field::Field;
pub use host::Host;
/// Headers, methods and statuses.
pub use http;
pub use outcome::{Converted, Note, Notes};
pub use params::{
    Enumeration, Given, Missing, OTHER_PREFIX, ParamErrors, ParamFault, ParamMap, ParamValue, Plain,
    UnknownVariant,
};
pub use rate::RateLimit;
pub use raw::{RawReply, at_least_one, exactly_one};
pub use redact::Redactor;
pub use request::{
    Choice, Endpoint, EndpointInfo, ErasedRequest, ErasedResponse, JsonStyle, ParamReader, QueryPairs,
    Request, Target,
};
pub use retries::Retries;
#[cfg(feature = "schema")]
pub use schema::response_schema;
#[doc(hidden)]
#[cfg(feature = "schema")]
pub use schema::{KnownMember, open_object};
pub use segment::Segment;
#[doc(hidden)]
pub use serde;
/// A number of a reply, as the host sent it: integers stay integers, floats keep every bit.
pub use serde_json::Number;
pub use serde_json::{Map, Value};
pub use settings::RequestParams;
pub use source::{Source, SourceChoice, UnknownSource};
pub use text::shortened;
pub use time::{Date, DateTime, Granularity, TimeError};
pub use transport::{
    Credentials, HttpReply, SideReply, SideRequest, Transport, TransportBody, TransportError,
    TransportFuture, TransportReply, TransportRequest,
};
