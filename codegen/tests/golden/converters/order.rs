//! The reply to `Order` has nothing to say.

use crate::{Context, ConversionError, Converted, RawReply, Value};

/// Null.
pub type Response = Value;

/// Gives null.
///
/// # Errors
/// None.
pub fn convert(_: &Context<'_>, _: &[RawReply<'_>]) -> Result<Converted<Response>, ConversionError> {
    Ok(Value::Null.into())
}
