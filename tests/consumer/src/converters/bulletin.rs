//! Bulletin: a text with a line for high water and one for low water, `high 4.20` in metres.

use serde::Serialize;
use virtual_finance_runtime::{Context, ConversionHookError, Converted, Fault, RawReply, only};

/// The heights of the day.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Response {
    /// High water, in the unit that was asked for.
    pub high: f64,
    /// Low water, in the unit that was asked for.
    pub low: f64,
}

/// What the conversion is asked for.
#[derive(Debug, Clone, Copy)]
pub struct Params<'a> {
    /// The unit of the heights, `m` or `ft`.
    pub unit: &'a str,
}

/// Converts the text of a bulletin.
///
/// # Errors
/// 422: the text has no height for high or low water.
pub fn convert(
    _: &Context<'_>,
    replies: &[RawReply<'_>],
    params: Params<'_>,
) -> Result<Converted<Response>, ConversionHookError> {
    let text = only(replies)?.text()?;
    let metres = if params.unit == "ft" { 0.3048 } else { 1.0 };
    let height = |name: &'static str| {
        let line = text.lines().find_map(|line| line.strip_prefix(name));
        let height = line.ok_or_else(|| Fault::missing(name))?.trim().parse::<f64>();
        height.map(|height| height / metres).map_err(|_| Fault::wrong_type(name, "a height"))
    };
    Ok(Response { high: height("high")?, low: height("low")? }.into())
}
