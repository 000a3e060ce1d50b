//! Market data as typed requests, generated from one table.
//!
//! Each endpoint is a request, such as [`History`], [`Profile`] or [`Isin`]; the list of structs below has
//! all of them. What a request cannot be made without goes into `new`; everything else is set by name, and
//! its type says what it may be. Values that only run time can judge are checked before anything is sent,
//! every fault at once.
//!
//! ```
//! use virtual_finance::{AdjustType, History, Interval, Isin, Range, Request};
//!
//! let isin = Isin::new("IBM").max_results(10);
//! let history = History::new("IBM").range(Range::OneYear).interval(Interval::OneWeek).adjust(AdjustType::Auto);
//!
//! assert_eq!(isin.validate(), Ok(()));
//! assert_eq!(history.path(), ["v8", "finance", "chart", "IBM"]);
//! ```
//!
//! A [`Client`] sends them and gives the standardized structure, typed:
//!
//! ```no_run
//! # async fn example() -> Result<(), virtual_finance::Error> {
//! use virtual_finance::{Client, History};
//!
//! let history = Client::new()?.request(&History::new("IBM")).await?;
//! for bar in history.ohlcdata.bars() {
//!     println!("{} {:?}", bar.timestamp, bar.close);
//! }
//! # Ok(())
//! # }
//! ```
//!
//! The same requests are built from text or JSON, for command lines and gateways:
//!
//! ```
//! use virtual_finance::{Isin, ParamMap};
//!
//! let faults = Isin::from_params(&ParamMap::from_iter([("max_results", "0")])).unwrap_err();
//! assert_eq!(
//!     faults.to_string(),
//!     "Isin: Missing in 'params': 'query'; 'max_results' is 0: write 1 or more"
//! );
//! ```
//!
//! Programs that are not asynchronous use `blocking::Client` (feature `blocking`).
//!
//! [`ENDPOINTS`] is the catalogue of all of them, for programs that choose the endpoint at run time. With the
//! feature `schema` it has the JSON Schema of every response, too ([`EndpointInfo::schema`]).

#[rustfmt::skip]
mod table;

/// Everything that the table declares.
pub use table::*;
#[cfg(feature = "blocking")]
pub use virtual_finance_runtime::blocking;
/// The standardized structures that replies are converted to, a module for each endpoint.
#[doc(inline)]
pub use virtual_finance_runtime::converters as responses;
/// Headers, methods and statuses.
pub use virtual_finance_runtime::http;
pub use virtual_finance_runtime::{
    Adjustment, AnyFault, AuthFuture, Authenticator, BodyFault, BoxError, Call, CapitalGains, ChoiceInfo,
    ChoiceOption, Client, ClientBuilder, Context, ConversionHookError, Converted, Credentials, CustomFault,
    Date, DateTime, Endpoint, EndpointInfo, EnumInfo, Enumeration, ErasedRequest, ErasedResponse, Error,
    ExampleFault, ExampleInfo, FallbackInfo, Fault, Field, ForeignError, Granularity, Host, HttpReply,
    JsonStyle, Map, MarketFault, MissingParts, MissingQuotes, Note, Notes, Number, OtherSource, ParamErrors,
    ParamFault, ParamInfo, ParamKind, ParamMap, Place, Plain, PlainFault, QueryPairs, RawKind, RawReply,
    RecordFault, Redactor, RedirectFault, Reply, Request, RequestName, RequestParams, SessionFault,
    SessionUse, SideReply, SideRequest, Source, SourceChoice, StatementCurrencies, StatementCurrency,
    StepInfo, Target, TimeError, TimeoutPhase, Transport, TransportBody, TransportError, TransportFuture,
    TransportReply, TransportRequest, UnknownSource, UnknownVariant, Value, VariantInfo, ViewInfo,
    VirtualFinanceApiError, WidenedInterval, check_example, convert_saved, convert_saved_erased,
    default_addresses, default_url,
};

/// The README's example must compile.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;
