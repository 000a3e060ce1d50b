//! The reply to `Everything` and `Label` has nothing to say.

use crate::{Batch, Context, ConversionError, Converted, QueryPairs, RawReply, Value};

/// Null.
pub type Response = Value;

/// No query at all.
///
/// # Errors
/// None.
pub fn pages(_: &Context<'_>, _: &[RawReply<'_>]) -> Result<Vec<QueryPairs<'static>>, ConversionError> {
    Ok(Vec::new())
}

/// Gives null.
///
/// # Errors
/// None.
pub fn convert(_: &Context<'_>, _: &[RawReply<'_>]) -> Result<Converted<Response>, ConversionError> {
    Ok(Value::Null.into())
}

/// Returns a list of everything.
#[must_use]
pub fn join(batches: Vec<Batch<Response>>) -> Response {
    let value = |batch| match batch {
        Batch::Response(response) => response,
        Batch::Unknown(values) => Value::from(values),
    };
    batches.into_iter().map(value).collect()
}
