//! Bulletin: a text with a line for high water and one for low water, `high 4.20` in metres, or with the reason why there
//! is none, `none: storm`.

use std::borrow::Cow;
use std::fmt;

use serde::Serialize;
use virtual_finance_core::error::{CustomFault, Redactor};
use virtual_finance_core::{Context, ConversionError, Converted, Fault, RawReply, exactly_one};

use super::params::bulletin::Params;

/// The heights of the day.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Response {
    /// High water, in the unit that was asked for.
    pub high: f64,
    /// Low water, in the unit that was asked for.
    pub low: f64,
}

/// A fault of this converter: there is no bulletin today.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoBulletin {
    /// The reason that the service gives.
    pub reason: String,
}

impl fmt::Display for NoBulletin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no bulletin: {:?}", self.reason)
    }
}

impl CustomFault for NoBulletin {
    fn code(&self) -> &str {
        "no-bulletin"
    }

    fn advice(&self) -> Cow<'_, str> {
        "ask for the bulletin of another gauge".into()
    }

    fn status(&self) -> Option<u16> {
        Some(404)
    }

    fn redact(&mut self, redactor: &Redactor) {
        self.reason = redactor.redact(&self.reason);
    }
}

/// Converts the text of a bulletin.
///
/// # Errors
/// [`NoBulletin`], or 422: the text has no height for high or low water.
pub fn convert(
    _: &Context<'_>,
    replies: &[RawReply<'_>],
    params: Params<'_>,
) -> Result<Converted<Response>, ConversionError> {
    let text = exactly_one(replies)?.text()?;
    if let Some(reason) = text.strip_prefix("none:") {
        return Err(NoBulletin { reason: reason.trim().to_owned() }.into());
    }
    let metres = if params.unit == "ft" { 0.3048 } else { 1.0 };
    let height = |name: &'static str| {
        let line = text.lines().find_map(|line| line.strip_prefix(name));
        let height = line.ok_or_else(|| Fault::missing(name))?.trim().parse::<f64>();
        height.map(|height| height / metres).map_err(|_| Fault::wrong_type(name, "a height"))
    };
    Ok(Response { high: height("high")?, low: height("low")? }.into())
}
