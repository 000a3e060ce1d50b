//! Everything that can go wrong with a request.
//!
//! No message contains the value of a header, of credentials or of a query parameter that the caller added: an
//! address may carry a secret, so no message has the address that was asked.

mod advice;
mod attempts;
mod classification;
mod custom;
mod fault;
mod foreign;
mod http;
mod kind;
mod name;
mod pages;
mod record;
mod request;
mod shown;
mod socket;

pub use crate::redact::Redactor;
pub(crate) use advice::CHECK_CREDENTIALS;
pub use attempts::{Attempt, AttemptFailure, Attempts};
pub use custom::{AnyFault, CustomFault, PlainFault};
pub use fault::Fault;
pub use foreign::ForeignError;
pub(crate) use foreign::causes;
pub use http::{BodyFault, NotSent, RedirectFault, TimeoutPhase};
pub use kind::ErrorKind;
pub use name::RequestName;
pub use pages::PagesFault;
pub use record::RecordFault;
pub use request::{ApiError, Cause, ConversionError, Error, OtherSource};
pub(crate) use shown::sentence;
pub use socket::SocketFault;
