//! Market data as typed requests, generated from one table.
//!
//! ```toml
//! [dependencies]
//! virtual-finance = "0.1"
//! tokio = { version = "1", features = ["macros", "rt-multi-thread"] }
//! ```
//!
//! Each endpoint is a request, such as [`History`], [`Profile`] or [`Isin`]; the list of structs below has
//! all of them, and its page leads to its response in [`responses`]. A [`Client`] sends them and gives the
//! standardized structure, typed:
//!
//! ```no_run
//! # async fn example() -> Result<(), virtual_finance::Error> {
//! use virtual_finance::{Client, History};
//!
//! let history = Client::new()?.request(&History::new("IBM")).await?;
//! for bar in &history.ohlcdata {
//!     println!("{} {:?}", bar.timestamp, bar.close);
//! }
//! # Ok(())
//! # }
//! ```
//!
//! | feature | what it adds |
//! |-|-|
//! | `client` (default) | the client; without it there are requests, what they send, and the conversion of replies |
//! | `blocking` | `blocking::Client`, for programs that are not asynchronous |
//! | `stream` | live prices, `Client::stream` |
//! | `sources` | requests of hosts beside the market: official figures, reference rates, coins, identifiers |
//! | `schema` | the JSON Schema of every response, in the catalogue |
//!
//! # Requests
//!
//! What a request cannot be made without goes into `new`; everything else is set by name, and
//! its type says what it may be. Values that only run time can judge are checked before anything is sent,
//! and every error is reported at once.
//!
//! ```
//! use virtual_finance::{AdjustType, History, Interval, Isin, Range};
//! use virtual_finance::request::Request;
//!
//! let isin = Isin::new("IBM").max_results(10);
//! let history = History::new("IBM").range(Range::OneYear).interval(Interval::OneWeek).adjust(AdjustType::Auto);
//!
//! assert_eq!(isin.validate(), Ok(()));
//! assert_eq!(isin.get_max_results(), 10);
//! assert_eq!(history.path(), ["v8", "finance", "chart", "IBM"]);
//! ```
//!
//! A setter has the name of its parameter, and the getter begins with `get_`; it returns the default where a
//! parameter has one and was not set. The constant `INFO` of a request is its entry in the catalogue.
//!
//! # Errors, retries and the cache
//!
//! A client sends again what may be sent again, and keeps to the rate of each host. [`ErrorKind`] tells kinds of
//! errors apart; a message names the request and says what to do. [`settings`] has retries, rates and the cache,
//! which is off unless it is set:
//!
//! ```no_run
//! # async fn example() -> Result<(), virtual_finance::Error> {
//! use std::time::Duration;
//!
//! use virtual_finance::settings::{Cache, Retries};
//! use virtual_finance::{Client, ErrorKind, History, RequestParams};
//!
//! let params = RequestParams::new().retries(Retries::new().attempts(5)).deadline(Duration::from_secs(60));
//! let client = Client::builder().request_params(params).cache(Cache::new()).build()?;
//! match client.request(&History::new("NOTFOUND")).await {
//!     Ok(history) => println!("{} bars", history.ohlcdata.timestamp.len()),
//!     Err(error) if error.kind() == ErrorKind::NotFound => println!("there is no such ticker"),
//!     Err(error) => return Err(error.into()),
//! }
//! # Ok(())
//! # }
//! ```
//!
//! # Tests without a network
//!
//! The crate `virtual-finance-sample` is a host on loopback with invented data: `SampleHost::start()?` and its
//! `client_builder()` take the place of [`Client::builder`]. `ClientBuilder::record` keeps real replies in a folder,
//! and `replay` answers from it.
//!
//! # Programs that are not asynchronous
//!
//! They use the feature `blocking` and its client, which has the same methods:
//!
#![cfg_attr(feature = "blocking", doc = "```no_run")]
#![cfg_attr(not(feature = "blocking"), doc = "```ignore")]
//! use virtual_finance::{History, blocking};
//!
//! # fn example() -> Result<(), virtual_finance::Error> {
//! let client = blocking::Client::new()?;
//! let history = client.request(&History::new("IBM"))?;
//! # Ok(())
//! # }
//! ```
//!
//! # Requests known at run time
//!
//! Requests can also be built from text or JSON, for command lines and gateways:
//!
//! ```
//! use virtual_finance::Isin;
//! use virtual_finance::request::ParamMap;
//!
//! let faults = Isin::from_params(&ParamMap::from_iter([("max_results", "0")])).unwrap_err();
//! assert_eq!(
//!     faults.to_string(),
//!     "Isin: Missing in 'params': 'query'; 'max_results' is 0: write 1 or more"
//! );
//! ```
//!
//! [`ENDPOINTS`] is the catalogue of all of them, for programs that choose the endpoint at run time. With the
//! feature `schema` it has the JSON Schema of every response, too
//! ([`EndpointInfo::schema`](catalogue::EndpointInfo::schema)).

#[rustfmt::skip]
mod table;

// Everything that the table declares.
pub use table::*;
/// The client for programs that are not asynchronous (feature `blocking`): [`blocking::Client`].
#[cfg(feature = "blocking")]
pub use virtual_finance_runtime::blocking;
/// Headers, methods and statuses.
pub use virtual_finance_runtime::http;
#[cfg(feature = "client")]
pub use virtual_finance_runtime::{Client, ClientBuilder, ExtendedBuilder, RequestParams};
pub use virtual_finance_runtime::{Date, DateTime, Error, ErrorKind, Host, Reply, Source, SourceChoice};

/// The data of the table: endpoints, parameters, enumerations and examples.
pub mod catalogue {
    pub use virtual_finance_runtime::catalogue::{
        AuthScheme, BodyFormat, ChoiceInfo, ChoiceOption, EnumInfo, ErrorObject, ExampleInfo, FallbackInfo,
        Freshness, GrammarInfo, HostAuth, HostRate, NextPage, PagesInfo, ParamInfo, ParamKind, ParamLocation,
        RawKind, RepeatInfo, SessionUse, StatusInfo, StatusMeaning, StepInfo, VariantInfo, ViewInfo,
    };
    pub use virtual_finance_runtime::default_addresses;
    pub use virtual_finance_runtime::examples::{check_example, default_url};
    pub use virtual_finance_runtime::params::Enumeration;
    pub use virtual_finance_runtime::request::EndpointInfo;
}

/// The parts of an [`Error`], and the errors of smaller things.
pub mod error {
    /// The contract's name of an [`ApiError`].
    pub type VirtualFinanceApiError = ApiError;
    /// The contract's name of a [`ConversionError`].
    pub type ConversionHookError = ConversionError;

    #[cfg(feature = "client")]
    pub use virtual_finance_runtime::SessionFault;
    pub use virtual_finance_runtime::error::{
        AnyFault, ApiError, Attempt, AttemptFailure, Attempts, BodyFault, Cause, CustomFault, ForeignError,
        NotSent, OtherSource, PagesFault, PlainFault, RecordFault, Redactor, RedirectFault, RequestName,
        SocketFault, TimeoutPhase,
    };
    pub use virtual_finance_runtime::examples::ExampleFault;
    pub use virtual_finance_runtime::params::{GrammarFault, ParamErrors, ParamFault, UnknownVariant};
    pub use virtual_finance_runtime::source::UnknownSource;
    pub use virtual_finance_runtime::time::TimeError;
    pub use virtual_finance_runtime::{ConversionError, Fault, MarketFault};
}

/// Facts about a reply that its response has no place for ([`Reply::notes`](crate::Reply::notes)).
pub mod notes {
    pub use virtual_finance_runtime::request::WrongValues;
    pub use virtual_finance_runtime::time::Granularity;
    pub use virtual_finance_runtime::{
        Adjustment, BeyondCount, Currencies, Differences, DividendCurrency, FewerItems, FreshUntil,
        HostPrice, LiveQuote, MissingParts, MissingQuotes, Note, Notes, NullSum, NullSums, NullValues,
        OldBars, OtherProvider, OtherScreenerPage, OutsideSession, PartOfDays, RepeatedItems, SkippedRow,
        SkippedRows, StatementCurrencies, StatementCurrency, Unadjusted, Underlying, UnknownZone,
        WidenedInterval,
    };
}

/// Requests by their traits: for generic functions, requests chosen at run time, and saved replies.
pub mod request {
    pub use virtual_finance_runtime::params::{ParamMap, Plain};
    pub use virtual_finance_runtime::request::{
        ErasedRequest, ErasedResponse, HeaderPairs, JsonStyle, QueryPairs, Request, RequestBody, Segment,
        Target, without_wrong,
    };
    #[cfg(feature = "client")]
    pub use virtual_finance_runtime::{Answered, Batched, Items, Many, Pages, Progress};
    pub use virtual_finance_runtime::{
        Batch, Context, Converted, Endpoint, Paged, RawReply, convert_reply, convert_saved, message,
    };
}

/// Queries of [`CustomScreener`]: conditions on the fields of instruments.
///
/// ```
/// use virtual_finance::screening::{Equity, and, eq, gt, is_in};
/// use virtual_finance::{CustomScreener, ScreenerField, ScreenerQuery};
///
/// let sectors = is_in(Equity::SECTOR, ["Technology", "Financial Services"]);
/// let query = and([gt(Equity::BETA, 1.2), eq(Equity::REGION, "us"), sectors]);
/// let request = CustomScreener::new(query).sort(ScreenerField::IntradayMarketCap).count(100);
///
/// // The same query as text:
/// let text = r#"beta > 1.2 and region = us and sector in (Technology, "Financial Services")"#;
/// assert_eq!(request.get_query(), &text.parse::<ScreenerQuery>()?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub mod screening {
    pub use virtual_finance_runtime::screening::*;
}

/// Settings for sending requests: retries, rates, pauses of hosts that fail, and the cache.
#[cfg(feature = "client")]
pub mod settings {
    pub use virtual_finance_runtime::settings::{
        Cache, CircuitBreaker, RateLimit, Retries, Secret, SharedRate, TurnFuture,
    };
    pub use virtual_finance_runtime::{CacheFolder, CacheStats, Cached, HostState, SourceMemory};
}

/// The standardized structures that replies are converted to: a module for each request with a converter, such as
/// [`history`](responses::history), and the records of the others, such as [`Quotes`](responses::Quotes).
pub mod responses {
    pub use crate::table::responses::*;
    pub use virtual_finance_runtime::{Bytes, Field};
    #[doc(no_inline)]
    pub use virtual_finance_runtime::{Map, Number, Value};
}

/// Live prices: the events of [`Client::stream`](crate::Client::stream).
#[cfg(feature = "stream")]
pub mod stream {
    #[doc(hidden)]
    pub use virtual_finance_runtime::stream::accept_key;
    pub use virtual_finance_runtime::stream::{
        Event, MarketHours, MessageFault, OptionType, PriceStream, QuoteType, Subscriptions, Tick, read,
        write,
    };
}

/// Transports and authenticators of a program's own.
#[cfg(feature = "client")]
pub mod transport {
    pub use virtual_finance_runtime::auth::{
        AuthFuture, Authenticator, Call, Cookies, Credentials, HttpReply, SideReply, SideRequest,
    };
    pub use virtual_finance_runtime::transport::{
        Chunk, Transport, TransportBody, TransportError, TransportFuture, TransportReply, TransportRequest,
    };
}

/// The README's example must compile.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;

/// So must that of the book's first page.
#[cfg(doctest)]
#[doc = include_str!("../../docs/src/getting-started.md")]
struct GettingStarted;
