//! The reply to `FruitBasket` says what it was asked with.

use std::borrow::Cow;

use super::params::basket::Params;
use crate::{Batch, Context, ConversionError, Converted, QueryPairs, RawReply, Value};

/// The parameters as text.
pub type Response = Value;

/// A query for each reply so far, and one more.
///
/// # Errors
/// None.
#[expect(clippy::needless_pass_by_value, reason = "generated code hands the parameters over")]
pub fn leaves<'a>(
    _: &Context<'_>,
    replies: &[RawReply<'_>],
    params: Params<'a>,
) -> Result<Vec<QueryPairs<'a>>, ConversionError> {
    let leaf =
        |place: usize| vec![("shelf", Cow::Borrowed(params.shelf)), ("place", Cow::Owned(place.to_string()))];
    Ok((0..=replies.len()).map(leaf).collect())
}

/// Gives the parameters back.
///
/// # Errors
/// None.
#[expect(clippy::needless_pass_by_value, reason = "generated code hands the parameters over")]
pub fn convert(
    _: &Context<'_>,
    _: &[RawReply<'_>],
    params: Params<'_>,
) -> Result<Converted<Response>, ConversionError> {
    Ok(Value::from(format!("{params:?}")).into())
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
