//! Errors that hosts put into JSON replies: `{"error": {"code": …, "description": …}}`, or one level deeper, under
//! whichever name.

use serde::de::{Deserialize, Deserializer};
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use super::key::Entries;
use crate::text::shortened;

/// The values of a member `error` that say that there is none.
const NO_ERROR: [&str; 5] = ["null", "false", "0", r#""""#, "[]"];

/// Returns the code and the description of the error in a reply, whatever the envelope's key is, or without one.
pub fn host_error(body: &[u8]) -> Option<(String, String)> {
    let Entries(members) = serde_json::from_slice::<Entries<&RawValue>>(body).ok()?;
    let errors = members.into_iter().filter_map(|(name, value)| match name.as_str() {
        "error" => Some(value),
        // Other values than envelopes are skipped.
        _ => {
            let Entries(members) = serde_json::from_str::<Entries<&RawValue>>(value.get()).ok()?;
            members.into_iter().find(|(name, _)| name == "error").map(|(_, error)| error)
        }
    });
    errors
        .filter(|error| !NO_ERROR.contains(&error.get()))
        .find_map(|error| serde_json::from_str::<Option<HostError>>(error.get()).ok()?)
        .map(HostError::shown)
}

/// Returns the code and the description in a reply whose status is an error, under the names that most hosts use.
pub(crate) fn flat_error(body: &[u8]) -> Option<(String, String)> {
    let error = HostError::of(&serde_json::from_slice(body).ok()?);
    (!error.description.is_empty()).then(|| error.shown())
}

/// The members in which hosts put a code and its meaning.
const CODES: &[&str] = &["code", "type", "error_code"];
const DESCRIPTIONS: &[&str] = &["description", "message", "detail", "error_description", "title"];

/// The error that a host puts into an envelope: usually an object with a code and a description.
pub struct HostError {
    code: String,
    description: String,
}

impl<'de> Deserialize<'de> for HostError {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(match Value::deserialize(deserializer)? {
            Value::Object(members) => Self::of(&members),
            other => Self { code: String::new(), description: text(&other) },
        })
    }
}

/// Returns a value as text; null is empty.
fn text(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

impl HostError {
    fn of(members: &Map<String, Value>) -> Self {
        let first = |names: &[&str]| {
            let texts = names.iter().filter_map(|name| members.get(*name)).map(text);
            texts.into_iter().find(|text| !text.is_empty()).unwrap_or_default()
        };
        Self { code: first(CODES), description: first(DESCRIPTIONS) }
    }

    /// Returns the code and the description, at a length that a message can take.
    #[must_use]
    pub fn shown(self) -> (String, String) {
        (shortened(self.code), shortened(self.description))
    }
}
