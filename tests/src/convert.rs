//! Conversion without a network.

use serde::Serialize;
use serde_json::Value;
use virtual_finance::DateTime;
use virtual_finance::error::ConversionError;
use virtual_finance::notes::{Notes, NullValues, SkippedRow, SkippedRows};
use virtual_finance::request::{Context, Converted, Endpoint, ErasedRequest, RawReply};

/// The time of every conversion: 2024-06-28T20:00:00Z.
pub const NOW: i64 = 1_719_604_800;

/// The addresses of hosts that responses have.
pub const HOSTS: [(&str, &str); 1] = [("logo_service_url", "https://logo.example")];

/// Converts bodies together.
///
/// # Errors
/// The conversion's own.
pub fn converted<E: Endpoint>(
    request: &E,
    bodies: &[impl AsRef<[u8]>],
) -> Result<Converted<E::Response>, ConversionError> {
    let replies: Vec<_> = bodies.iter().map(|body| RawReply::new(body.as_ref())).collect();
    request.convert(&Context::new(&HOSTS, DateTime::from(NOW)), &replies)
}

/// Converts one body and returns the response as JSON.
///
/// # Errors
/// The conversion's own.
pub fn convert<E>(request: &E, body: impl AsRef<[u8]>) -> Result<Value, ConversionError>
where
    E: Endpoint,
    E::Response: Serialize,
{
    let response = converted(request, &[body])?.response;
    Ok(serde_json::to_value(response).unwrap_or_default())
}

/// Converts one body for a request whose type is known only at run time, and returns the response as JSON.
///
/// # Errors
/// The conversion's own.
pub fn convert_erased(request: &dyn ErasedRequest, body: &[u8]) -> Result<Value, ConversionError> {
    let cx = Context::new(&HOSTS, DateTime::from(NOW));
    let converted = request.convert_erased(&cx, &[RawReply::new(body)])?;
    Ok(converted.response.to_value().unwrap_or_default())
}

/// Returns the rows that notes say are left out, and then the values that they say are null.
#[must_use]
pub fn unread(notes: &Notes) -> Vec<SkippedRow> {
    let rows = notes.get::<SkippedRows>().map(|rows| rows.0.as_slice()).unwrap_or_default();
    let values = notes.get::<NullValues>().map(|values| values.0.as_slice()).unwrap_or_default();
    [rows, values].concat()
}
