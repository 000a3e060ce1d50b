//! Replies that must be about what was asked for.

use serde_json::Value;

use super::endpoint::Request;
use crate::catalogue::RepeatInfo;
use crate::error::Fault;
use crate::params::Plain;
use crate::raw::{Conversion, RawReply, exactly_one};
use crate::read::value_at;

/// Refuses a reply that repeats other values of parameters than those of the request.
///
/// # Errors
/// Those of the conversion. 422: the reply is about something else.
pub fn about<T>(
    request: &(impl Request + ?Sized),
    replies: &[RawReply<'_>],
    found: Conversion<T>,
) -> Conversion<T> {
    let found = found?;
    for repeat in request.info().repeats {
        require(repeat, request.value(repeat.param), exactly_one(replies)?)?;
    }
    Ok(found)
}

fn require(repeat: &RepeatInfo, asked: Option<Plain<'_>>, reply: RawReply<'_>) -> Result<(), Fault> {
    let ignored = repeat.ignoring.and_then(|pattern| regex_lite::Regex::new(pattern).ok());
    let spelled = |text: &str| match &ignored {
        Some(ignored) => ignored.replace_all(text.trim(), "").to_lowercase(),
        None => text.trim().to_lowercase(),
    };
    let asked = match asked {
        Some(Plain::List(values)) => values,
        value => value.into_iter().collect(),
    };
    let asked = asked.iter().filter_map(|value| match value {
        Plain::String(text) => Some(text.split([',', ';']).map(spelled)),
        _ => None,
    });
    let asked: Vec<String> = asked.flatten().collect();
    // What cannot be read here could not be converted either, or is of no JSON.
    let Ok(Some(value)) = value_at::<Value>(reply, repeat.at) else { return Ok(()) };
    let found = match value {
        Value::Object(members) => members.into_iter().map(|(name, _)| name).collect(),
        Value::String(text) => vec![text],
        Value::Number(number) => vec![number.to_string()],
        _ => Vec::new(),
    };
    let is_other = |found: &String| {
        let found = spelled(found);
        !found.is_empty() && !asked.is_empty() && !asked.contains(&found)
    };
    match found.into_iter().find(is_other) {
        Some(found) => Err(Fault::about_other(found, Some(repeat.param))),
        None => Ok(()),
    }
}
