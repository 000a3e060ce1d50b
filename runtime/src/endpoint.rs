//! What a request is to the client: a [`Request`] says what is asked, an [`Endpoint`] also what becomes of
//! the replies. [`ErasedRequest`] is its object-safe face for programs that choose the endpoint at run time.

use std::borrow::Cow;
use std::io::{self, Write};

use serde::Serialize;
use serde_json::Value;

use crate::catalogue::EndpointInfo;
use crate::context::Context;
use crate::error::ConversionHookError;
use crate::outcome::Converted;
use crate::params::ParamErrors;
use crate::raw::RawReply;
use crate::time::DateTime;

/// What a request asks. Generated from the table; there is no need to implement it by hand.
pub trait Request: Send + Sync {
    /// What the table says about the endpoint.
    fn info(&self) -> &'static EndpointInfo;

    /// What the request is about, for messages: its ticker or tickers, query or name.
    fn subject(&self) -> Option<Cow<'_, str>>;

    /// Checks every value against the table. The client calls it before anything is sent.
    ///
    /// # Errors
    /// Every fault at once.
    fn validate(&self) -> Result<(), ParamErrors>;

    /// The segments of the path, not yet encoded.
    fn path(&self) -> Vec<Cow<'_, str>>;

    /// The query, not yet encoded. `now` is the client's clock.
    fn query(&self, now: DateTime) -> Vec<(&'static str, Cow<'_, str>)>;

    /// What a step of a fallback asks at its host, both by their names in the table; `replies` are those to
    /// the steps before it. Nothing where the endpoint has no such step.
    ///
    /// # Errors
    /// A reply to an earlier step does not have what this one needs.
    fn fallback(
        &self,
        fallback: &str,
        step: &str,
        cx: &Context<'_>,
        replies: &[RawReply<'_>],
    ) -> Result<Vec<Target<'_>>, ConversionHookError> {
        let _ = (fallback, step, cx, replies);
        Ok(Vec::new())
    }
}

/// The names and values of a query, not yet encoded.
pub type QueryPairs<'a> = Vec<(&'static str, Cow<'a, str>)>;

/// What is asked below a host, not yet encoded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Target<'a> {
    /// The segments of the path.
    pub path: Vec<Cow<'a, str>>,
    /// The names and values of the query.
    pub query: QueryPairs<'a>,
}

/// A request of one endpoint. Generated from the table; there is no need to implement it by hand.
pub trait Endpoint: Request {
    /// The standardized structure that the reply is converted to.
    type Response: Send + 'static;

    /// Turns the raw reply, or the replies to the steps of a fallback, into the standardized structure.
    /// Pure: no input or output, no clock.
    ///
    /// # Errors
    /// The reply is not what the specification says it must be (section 7).
    fn convert(
        &self,
        cx: &Context<'_>,
        replies: &[RawReply<'_>],
    ) -> Result<Converted<Self::Response>, ConversionHookError>;
}

/// A request whose endpoint is known only at run time. Every [`Endpoint`] with a serializable response is one.
pub trait ErasedRequest: Request {
    /// See [`Endpoint::convert`].
    ///
    /// # Errors
    /// The reply is not what the specification says it must be (section 7).
    fn convert_erased(
        &self,
        cx: &Context<'_>,
        replies: &[RawReply<'_>],
    ) -> Result<Converted<Box<dyn ErasedResponse>>, ConversionHookError>;
}

impl<E> ErasedRequest for E
where
    E: Endpoint,
    E::Response: Serialize,
{
    fn convert_erased(
        &self,
        cx: &Context<'_>,
        replies: &[RawReply<'_>],
    ) -> Result<Converted<Box<dyn ErasedResponse>>, ConversionHookError> {
        let converted = self.convert(cx, replies)?;
        Ok(converted.map(|response| -> Box<dyn ErasedResponse> { Box::new(response) }))
    }
}

/// A standardized structure whose type is known only at run time.
pub trait ErasedResponse: Send {
    /// Writes the structure as JSON, straight from the typed response.
    ///
    /// # Errors
    /// The writer's own.
    fn write_json(&self, out: &mut dyn Write, style: JsonStyle) -> io::Result<()>;

    /// The structure as a JSON value, for programs that look into what they do not know. Members keep their
    /// order.
    ///
    /// # Errors
    /// The structure cannot be JSON, such as a map whose keys are no texts.
    fn to_value(&self) -> io::Result<Value>;
}

impl<T: Serialize + Send> ErasedResponse for T {
    fn write_json(&self, out: &mut dyn Write, style: JsonStyle) -> io::Result<()> {
        match style {
            JsonStyle::Compact => serde_json::to_writer(out, self)?,
            JsonStyle::Pretty => serde_json::to_writer_pretty(out, self)?,
        }
        Ok(())
    }

    fn to_value(&self) -> io::Result<Value> {
        Ok(serde_json::to_value(self)?)
    }
}

/// What a request for several things is about, for messages: the first three of them.
#[must_use]
pub fn subject_of<T: AsRef<str>>(values: &[T]) -> Cow<'_, str> {
    const SHOWN: usize = 3;
    match values {
        [one] => Cow::Borrowed(one.as_ref()),
        values => {
            let mut shown: Vec<&str> = values.iter().take(SHOWN).map(AsRef::as_ref).collect();
            shown.extend((values.len() > SHOWN).then_some("…"));
            Cow::Owned(shown.join(","))
        }
    }
}

/// How JSON is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum JsonStyle {
    /// On one line.
    Compact,
    /// Indented by two spaces.
    Pretty,
}
