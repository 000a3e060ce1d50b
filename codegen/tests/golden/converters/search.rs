//! The reply to `Search` says what it was asked with.

use std::borrow::Cow;

use super::params::search::{Params, Query};
use crate::{Context, ConversionError, Converted, DateTime, QueryPairs, RawReply, Value};

/// The parameters as text.
pub type Response = Value;

/// The query, which is one text of everything.
#[must_use]
#[expect(clippy::needless_pass_by_value, reason = "generated code hands the query over")]
pub fn prepare(query: Query<'_>, _: DateTime) -> Vec<(&'static str, Cow<'_, str>)> {
    vec![("all", Cow::Owned(format!("{query:?}")))]
}

/// One query of everything.
///
/// # Errors
/// None.
pub fn shelves(
    _: &Context<'_>,
    _: &[RawReply<'_>],
    params: Params<'_>,
) -> Result<Vec<QueryPairs<'static>>, ConversionError> {
    Ok(vec![vec![("all", Cow::Owned(format!("{params:?}")))]])
}

/// Gives the parameters back.
///
/// # Errors
/// None.
pub fn convert(
    _: &Context<'_>,
    _: &[RawReply<'_>],
    params: Params<'_>,
) -> Result<Converted<Response>, ConversionError> {
    Ok(Value::from(format!("{params:?}")).into())
}
