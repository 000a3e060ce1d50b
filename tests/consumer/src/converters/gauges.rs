//! Gauges: the names of the gauges, from a list of records.

use serde::Serialize;
use virtual_finance_core::read::{json, members};
use virtual_finance_core::{Context, ConversionHookError, Converted, Fault, RawReply, exactly_one};

/// The gauges, nearest first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Response {
    /// Their names.
    pub names: Vec<String>,
}

/// Converts the service's list of gauges.
///
/// # Errors
/// 422: the reply is no list of gauges with names.
pub fn convert(
    _: &Context<'_>,
    replies: &[RawReply<'_>],
) -> Result<Converted<Response>, ConversionHookError> {
    let gauges: Vec<Gauge> = json::document(exactly_one(replies)?, "the gauges")?;
    let names = gauges.into_iter().enumerate().map(|(number, gauge)| {
        gauge.name.ok_or_else(|| Fault::missing(format!("[{number}].name")))
    });
    Ok(Response { names: names.collect::<Result<_, _>>()? }.into())
}

members! {
    struct Gauge {
        name: "name" => Option<String>,
    }
}
