//! Replies of GraphQL, which may have errors beside their data.

use serde_json::Value;

use super::at::{Found, at};
use super::document::Json;
use super::{json, refusal};
use crate::catalogue::ErrorObject;
use crate::notes::{Converted, HostError, HostErrors};
use crate::raw::{Conversion, RawReply};
use crate::text::shortened;

/// The place of the first error in a reply of GraphQL.
pub const GRAPHQL_ERROR: ErrorObject =
    ErrorObject::new("errors.0").code("extensions.code").message("message");

/// Returns the outcome of a conversion with the errors of the reply: beside a response they are the note [`HostErrors`], and
/// in place of one the first of them is the error.
///
/// # Errors
/// Those of the conversion, or the host's own.
pub fn beside_errors<T>(replies: &[RawReply<'_>], converted: Conversion<T>) -> Conversion<T> {
    let errors = errors(replies);
    match (converted, errors.first()) {
        (found, None) => found,
        (Ok(found), Some(_)) => {
            Ok(Converted { notes: found.notes.with(HostErrors(errors)), response: found.response })
        }
        (Err(_), Some(HostError { code, message, .. })) => {
            Err(refusal::of_host(None, code.clone(), message.clone()).into())
        }
    }
}

/// Returns the errors of the one reply; none of a reply that is not JSON.
fn errors(replies: &[RawReply<'_>]) -> Vec<HostError> {
    let [reply] = replies else { return Vec::new() };
    let Ok(text) = json::text(*reply, "the reply") else { return Vec::new() };
    match at::<Vec<Value>>(&Json(text), "errors") {
        Ok(Found::Value(found)) => found.iter().map(error).collect(),
        // Without errors; or the reply cannot be read, which its reader says.
        Ok(Found::Missing(_) | Found::Null(_)) | Err(_) => Vec::new(),
    }
}

/// Returns an error of the list, whatever the host makes of it.
fn error(found: &Value) -> HostError {
    let text = |value: Option<&Value>| value.and_then(Value::as_str).map(|text| shortened(text.to_owned()));
    // Some hosts have their code beside the message.
    let code = text(found.pointer("/extensions/code")).or_else(|| text(found.get("type")));
    let message = text(found.get("message")).unwrap_or_else(|| shortened(found.to_string()));
    let mut place = String::new();
    for name in found.get("path").and_then(Value::as_array).into_iter().flatten() {
        match name {
            Value::String(name) if place.is_empty() => place.push_str(name),
            Value::String(name) => place.extend([".", name]),
            index => place.extend(["[", &index.to_string(), "]"]),
        }
    }
    HostError::new(code.unwrap_or_default(), message, shortened(place))
}
