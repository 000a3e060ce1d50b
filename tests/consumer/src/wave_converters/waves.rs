//! Waves: a text that is one number.

use serde::Serialize;
use virtual_finance_core::{Context, ConversionError, Converted, Fault, RawReply, exactly_one};

/// The waves at a buoy.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Response {
    /// The greatest height, in the unit that was asked for.
    pub greatest: f64,
}

/// Converts the text of the reply.
///
/// # Errors
/// 422: the text is not a number.
pub fn convert(
    _: &Context<'_>,
    replies: &[RawReply<'_>],
) -> Result<Converted<Response>, ConversionError> {
    let text = exactly_one(replies)?.text()?;
    let greatest = text.trim().parse().map_err(|_| Fault::wrong_type("the reply", "a height"))?;
    Ok(Response { greatest }.into())
}
