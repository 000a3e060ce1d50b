//! The boxes of a page, and the aisles of one: the lines of the reply.

use crate::{Context, ConversionError, Converted, RawReply, Value, exactly_one};

/// The items of a page.
pub type Response = Vec<Item>;

/// One item.
pub type Item = Value;

/// Gives each line back.
///
/// # Errors
/// The reply is no text.
pub fn convert(_: &Context<'_>, replies: &[RawReply<'_>]) -> Result<Converted<Response>, ConversionError> {
    let text = exactly_one(replies)?.text()?;
    Ok(text.lines().map(Value::from).collect::<Vec<_>>().into())
}
