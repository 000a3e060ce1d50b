//! What the generated market-data requests stand on: the [`Client`] that sends them, the readers of
//! raw replies, and one converter for each endpoint.
//!
//! Programs depend on `virtual-finance`, which re-exports what they need; this crate is for generated
//! code and for those who write converters.

mod auth;
#[cfg(feature = "blocking")]
pub mod blocking;
mod catalogue;
mod client;
mod context;
pub mod converters;
mod error;
mod examples;
mod field;
mod host;
mod outcome;
mod params;
mod raw;
pub mod read;
mod record;
mod redact;
mod request;
mod schema;
mod segment;
mod session;
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
pub use client::{Client, ClientBuilder, Reply, convert_saved};
pub use context::{Context, default_addresses};
pub use error::{
    BodyFault, ConversionHookError, Error, Fault, ForeignError, OtherSource, RecordFault, RedirectFault,
    RequestName, SessionFault, TimeoutPhase, VirtualFinanceApiError,
};
pub use examples::{ExampleFault, check_example, default_url};
pub use field::Field;
pub use host::Host;
pub use outcome::{Adjustment, Converted, Notes};
pub use params::{
    Enumeration, Exactly, Given, Missing, OTHER_PREFIX, ParamErrors, ParamFault, ParamMap, ParamValue,
    UnknownVariant,
};
pub use raw::{RawReply, only};
pub use redact::Redactor;
pub use request::{
    Checks, Endpoint, EndpointInfo, ErasedRequest, ErasedResponse, JsonStyle, ParamReader, QueryPairs,
    Request, Target, subject_of,
};
/// The HTTP library, whose errors and request builders are part of the client.
pub use reqwest;
#[cfg(feature = "schema")]
pub use schema::response_schema;
#[doc(hidden)]
pub use serde;
/// A number of a reply, as the host sent it: integers stay integers, floats keep every bit.
pub use serde_json::Number;
pub use serde_json::{Map, Value};
pub use settings::RequestParams;
pub use source::{Source, SourceChoice, UnknownSource};
pub use time::{Date, DateTime, Granularity, TimeError};
pub use transport::{
    Credentials, Exchange, ExchangeBody, ExchangeError, ExchangeReply, ExchangeRequest, Exchanging,
    HttpReply, SideReply, SideRequest,
};
