//! Requests: a [`Request`] says what to ask, an [`Endpoint`] converts the replies too. [`ErasedRequest`] is the
//! object-safe form, for programs that choose the endpoint at run time.

mod about;
mod batch;
mod body;
#[cfg(feature = "data")]
mod by_data;
mod checks;
#[cfg(feature = "data")]
mod data_request;
mod declared;
mod endpoint;
mod erased;
mod evented;
mod lenient;
mod members;
mod multipart;
mod paged;
mod reader;
#[cfg(feature = "data")]
mod reply_info;
mod response;
mod targets;
mod unconverted;
mod wrapper;
mod wrong;

pub use crate::segment::Segment;
#[doc(hidden)]
pub use about::about;
pub use batch::Batch;
#[doc(hidden)]
pub use batch::{joined, parts};
pub use body::RequestBody;
#[cfg(feature = "data")]
#[doc(hidden)]
pub use data_request::DataRequest;
pub use endpoint::{ByData, Endpoint, EndpointInfo, ErasedRequest, Request};
#[doc(hidden)]
pub use endpoint::{constants, erased, made_body};
pub(crate) use endpoint::{own_target, request_name};
pub use evented::Evented;
#[doc(hidden)]
pub use lenient::leniently;
pub use paged::Paged;
pub use reader::Choice;
#[doc(hidden)]
pub use reader::ParamReader;
#[cfg(feature = "data")]
#[doc(hidden)]
pub use reply_info::{EchoInfo, IntoInfo, ReplyInfo};
pub use response::{ErasedResponse, JsonStyle};
pub use targets::{HeaderPairs, QueryPairs, Target};
pub use unconverted::Unconverted;
pub use wrapper::Wrapper;
pub use wrong::{WrongValues, without_wrong};
#[cfg(feature = "client")]
pub(crate) use wrong::{batch_values, wrong_values};
