//! What the generated market-data requests stand on: the [`Client`] that sends them, the readers of
//! raw replies, and one converter for each endpoint.
//!
//! Programs depend on `virtual-finance`, which re-exports what they need; this crate is for generated
//! code and for those who write converters.

#[cfg(feature = "blocking")]
pub mod blocking;
mod catalogue;
mod client;
mod context;
pub mod converters;
mod endpoint;
mod enumeration;
mod error;
mod examples;
mod field;
mod host;
mod outcome;
mod params;
mod raw;
pub mod read;
mod record;
mod schema;
mod session;
mod source;
mod time;
mod transport;

pub use catalogue::{
    ChoiceInfo, ChoiceOption, EndpointInfo, EnumInfo, ExampleInfo, FallbackInfo, ParamInfo, ParamKind, Place,
    RawKind, SessionUse, StepInfo, VariantInfo, ViewInfo,
};
pub use client::{Client, ClientBuilder, Reply, RequestParams, convert_saved};
pub use context::{Context, default_addresses};
pub use endpoint::{
    Endpoint, ErasedRequest, ErasedResponse, JsonStyle, QueryPairs, Request, Target, subject_of,
};
pub use enumeration::{Enumeration, OTHER_PREFIX, UnknownVariant};
pub use error::{
    BodyFault, ConversionHookError, Error, Fault, ForeignError, OtherSource, RecordFault, RedirectFault,
    RequestName, SessionFault, TimeoutPhase, VirtualFinanceApiError,
};
pub use examples::{ExampleFault, check_example, default_url};
pub use field::Field;
pub use host::Host;
pub use outcome::{Adjustment, Converted, Notes};
pub use params::{
    Checks, Exactly, Given, Missing, ParamErrors, ParamFault, ParamMap, ParamReader, ParamValue,
};
pub use raw::{RawReply, only};
/// The HTTP library, whose errors and request builders are part of the client.
pub use reqwest;
#[cfg(feature = "schema")]
pub use schema::response_schema;
#[doc(hidden)]
pub use serde;
/// A number of a reply, as the host sent it: integers stay integers, floats keep every bit.
pub use serde_json::Number;
pub use serde_json::{Map, Value};
pub use source::{Source, SourceChoice, UnknownSource};
pub use time::{Date, DateTime, TimeError};
pub use transport::{Exchange, ExchangeBody, ExchangeError, ExchangeReply, ExchangeRequest, Exchanging};
