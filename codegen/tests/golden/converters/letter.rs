//! The body of a `Letter` is one text.

use std::borrow::Cow;

use super::params::letter::{Body, Query};
use crate::params::ParamFault;
use crate::{Context, ConversionError, Converted, DateTime, RawReply, Value};

/// Null.
pub type Response = Value;

/// The query.
#[must_use]
pub fn prepare(query: Query<'_>, _: DateTime) -> Vec<(&'static str, Cow<'_, str>)> {
    vec![("name", Cow::Borrowed(query.to))]
}

/// The lines as one text.
///
/// # Errors
/// A line is empty.
#[expect(clippy::needless_pass_by_value, reason = "generated code hands the body over")]
pub fn letter_body(body: Body<'_>, now: DateTime) -> Result<Value, ParamFault> {
    if body.lines.contains(&"") {
        return Err(ParamFault::NotAllowed {
            param: "lines".to_owned(),
            given: "an empty line".to_owned(),
            advice: "write something in it".to_owned(),
        });
    }
    let text = body.lines.join("\n");
    let members = [("text", text.into()), ("copies", body.copies.into()), ("at", now.epoch_seconds().into())];
    Ok(Value::from_iter::<[(&str, Value); 3]>(members))
}

/// Gives null.
///
/// # Errors
/// None.
pub fn convert(_: &Context<'_>, _: &[RawReply<'_>]) -> Result<Converted<Response>, ConversionError> {
    Ok(Value::Null.into())
}
