//! The reply to `Search` says what it was asked with.

use std::borrow::Cow;

use crate::{Context, ConversionHookError, Converted, Date, DateTime, QueryPairs, RawReply, Value};

/// The parameters as text.
pub type Response = Value;

/// What the conversion is asked with.
#[derive(Debug, Clone, Copy)]
#[allow(missing_docs, reason = "the table describes them")]
pub struct Params<'a> {
    pub since: Option<Date>,
    pub until: Option<Date>,
    pub unsold: Option<bool>,
    pub step: Option<i64>,
    pub fallback: Option<&'a str>,
}

/// What the query is made of.
#[derive(Debug, Clone)]
#[allow(missing_docs, reason = "the table describes them")]
pub struct Query<'a> {
    pub word: Option<&'a str>,
    pub low: Option<f64>,
    pub high: Option<f64>,
    pub unit: Option<&'a str>,
    pub shops: Option<Vec<&'a str>>,
    pub made: Option<i64>,
    pub limit: Option<i64>,
}

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
) -> Result<Vec<QueryPairs<'static>>, ConversionHookError> {
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
) -> Result<Converted<Response>, ConversionHookError> {
    Ok(Value::from(format!("{params:?}")).into())
}
