//! Responses that a table declares: the data at a path of a JSON reply, read into the struct that is generated for it.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{
    DeserializeOwned, DeserializeSeed, Deserializer, Error as _, IgnoredAny, MapAccess, SeqAccess, Visitor,
};
use serde_json::Value;

use super::json::{self, host_error_or, malformed};
use super::key::Key;
use super::refusal;
use crate::error::{ConversionHookError, Error, Fault, VirtualFinanceApiError};
use crate::outcome::Converted;
use crate::raw::{RawReply, exactly_one};
use crate::status::{ErrorObject, ErrorRecord, StatusInfo, StatusMeaning};
use crate::text::shortened;

/// The place of the data in a reply.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Declared {
    /// The path of the data: names of members with `.` between them, or indexes of lists. Empty for the whole reply.
    pub at: &'static str,
    /// The error object of the host, where it has one.
    pub error: Option<ErrorObject>,
}

/// Reads the response of an endpoint from its one reply.
///
/// # Errors
/// 422: the reply is not JSON, is the host's own error, has no data at the path, or data of another form.
pub fn declared<T: DeserializeOwned>(
    replies: &[RawReply<'_>],
    place: &Declared,
) -> Result<Converted<T>, ConversionHookError> {
    let reply = exactly_one(replies)?;
    // A string, a number or a bool is a reply, too, where it is what the table says.
    if place.at.is_empty()
        && let Some(response) = json::scalar::<T>(reply)
    {
        return Ok(response.into());
    }
    let text = json::text(reply)?;
    json::check_value_count(text.as_bytes(), "the reply")?;
    if let Some((code, description)) = place.error.and_then(|error| error.of(text)) {
        return Err(refusal::of_host(None, code, description).into());
    }
    match at::<T>(text, place.at) {
        Ok(Found::Value(response)) => Ok(response.into()),
        Ok(Found::Null) => Err(Fault::Nothing { path: place.at }.into()),
        Ok(Found::Missing) => Err(host_error_or(text, || Fault::missing(place.at))),
        Err((path, error)) => Err(host_error_or(text, || malformed(path, &error))),
    }
}

/// Reads the response of an endpoint whose replies of some statuses have no data. A saved reply, whose status nobody
/// knows, has none if it is empty.
///
/// # Errors
/// As for [`declared`].
pub fn declared_or_empty<T: DeserializeOwned>(
    replies: &[RawReply<'_>],
    place: &Declared,
    statuses: &[StatusInfo],
) -> Result<Converted<Option<T>>, ConversionHookError> {
    let reply = exactly_one(replies)?;
    let is_empty = match reply.status() {
        Some(status) => {
            statuses.iter().any(|info| info.status == status && info.meaning == StatusMeaning::Empty)
        }
        None => reply.bytes().is_empty(),
    };
    if is_empty { Ok(None.into()) } else { Ok(declared(replies, place)?.map(Some)) }
}

impl VirtualFinanceApiError {
    /// Returns the body as a record; `None` if the table says that it is another thing at this status (`statuses`).
    ///
    /// The text is that of the host as it came, so it may repeat what was sent.
    ///
    /// # Errors
    /// The body is not what the table says.
    pub fn body_as<T: ErrorRecord>(&self) -> Result<Option<T>, Fault> {
        if self.meaning() != Some(StatusMeaning::Record(T::NAME)) {
            return Ok(None);
        }
        match at::<T>(self.body(), "") {
            Ok(Found::Value(record)) => Ok(Some(record)),
            Ok(Found::Missing | Found::Null) => Err(Fault::missing("the reply")),
            Err((path, error)) => Err(malformed(path, &error)),
        }
    }
}

impl Error {
    /// Returns the body of the error's reply as a record that the table declares for its status (`statuses`); `None`
    /// for every other error.
    ///
    /// ```no_run
    /// # use virtual_finance_core::{Client, Endpoint, Error, ErrorRecord};
    /// # #[derive(serde::Deserialize)] struct Conflict { until: String }
    /// # impl ErrorRecord for Conflict { const NAME: &'static str = "Conflict"; }
    /// # async fn example(client: Client, order: impl Endpoint) -> Result<(), Error> {
    /// match client.request(&order).await {
    ///     Ok(_) => println!("ordered"),
    ///     Err(error) => match error.body_as::<Conflict>() {
    ///         Ok(Some(conflict)) => println!("taken until {}", conflict.until),
    ///         _ => return Err(error),
    ///     },
    /// }
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// The body is not what the table says.
    pub fn body_as<T: ErrorRecord>(&self) -> Result<Option<T>, Fault> {
        match self {
            Self::Api(error) => error.body_as(),
            _ => Ok(None),
        }
    }
}

/// Returns the value at a path of a reply; `None` if the reply has null there, or nothing.
///
/// # Errors
/// 422: the reply is not JSON, or has a value of another form at the path.
pub(crate) fn value_at<T: DeserializeOwned>(
    reply: RawReply<'_>,
    path: &str,
) -> Result<Option<T>, ConversionHookError> {
    match at(json::text(reply)?, path) {
        Ok(Found::Value(value)) => Ok(Some(value)),
        Ok(Found::Null | Found::Missing) => Ok(None),
        Err((path, error)) => Err(malformed(path, &error).into()),
    }
}

impl ErrorObject {
    /// Returns the code and the message of the error in a reply, where there is one.
    pub(crate) fn of(&self, text: &str) -> Option<(String, String)> {
        let error = match at::<Value>(text, self.at) {
            Ok(Found::Value(error)) => error,
            // Another fault of the reply is found where its data is read.
            Ok(Found::Missing | Found::Null) | Err(_) => return None,
        };
        let shown = |value: &Value| match value {
            Value::String(text) => shortened(text.clone()),
            other => shortened(other.to_string()),
        };
        match &error {
            Value::Bool(false) => None,
            Value::Object(members) if members.is_empty() => None,
            Value::Object(members) => {
                let member = |name: Option<&str>| name.and_then(|name| members.get(name)).map(shown);
                let (code, message) = (member(self.code), member(self.message));
                Some(match (code, message) {
                    (None, None) => (String::new(), shown(&error)),
                    (code, message) => (code.unwrap_or_default(), message.unwrap_or_default()),
                })
            }
            _ => Some((String::new(), shown(&error))),
        }
    }
}

/// The outcome of a search for a path.
enum Found<T> {
    Missing,
    Null,
    Value(T),
}

/// Reads the value at a path; all others are passed over unread. An error has its own path.
fn at<T: DeserializeOwned>(text: &str, path: &str) -> Result<Found<T>, (String, serde_json::Error)> {
    let names: Vec<&str> = path.split('.').filter(|name| !name.is_empty()).collect();
    let mut track = serde_path_to_error::Track::new();
    let mut reader = serde_json::Deserializer::from_str(text);
    let tracked = serde_path_to_error::Deserializer::new(&mut reader, &mut track);
    let read = Step { names: &names, value: PhantomData }.deserialize(tracked);
    let read = read.and_then(|found| reader.end().map(|()| found));
    read.map_err(|error| {
        let path = track.path().to_string();
        (if path == "." { "the reply".to_owned() } else { path }, error)
    })
}

/// The rest of a path on the way to a value.
struct Step<'p, T> {
    names: &'p [&'p str],
    value: PhantomData<T>,
}

impl<'de, T: DeserializeOwned> DeserializeSeed<'de> for Step<'_, T> {
    type Value = Found<T>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Found<T>, D::Error> {
        if self.names.is_empty() {
            let value = <Option<T> as serde::Deserialize>::deserialize(deserializer)?;
            return Ok(value.map_or(Found::Null, Found::Value));
        }
        deserializer.deserialize_any(self)
    }
}

impl<'de, T: DeserializeOwned> Visitor<'de> for Step<'_, T> {
    type Value = Found<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.names.first() {
            Some(name) => write!(f, "an object with {name:?}"),
            None => f.write_str("the data"),
        }
    }

    fn visit_unit<E>(self) -> Result<Found<T>, E> {
        Ok(Found::Null)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Found<T>, A::Error> {
        let mut found = None;
        let Some((wanted, names)) = self.names.split_first() else { return Ok(Found::Missing) };
        while let Some(Key(key)) = members.next_key()? {
            if key != *wanted {
                members.next_value::<IgnoredAny>()?;
            } else if found.is_none() {
                found = Some(members.next_value_seed(Step { names, value: PhantomData })?);
            } else {
                return Err(A::Error::custom(format!("{wanted:?} is there twice")));
            }
        }
        Ok(found.unwrap_or(Found::Missing))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Found<T>, A::Error> {
        let mut found = Found::Missing;
        let Some((wanted, names)) = self.names.split_first() else { return Ok(found) };
        let Ok(index) = wanted.parse::<usize>() else {
            return Err(A::Error::invalid_type(serde::de::Unexpected::Seq, &self));
        };
        for _ in 0..index {
            if items.next_element::<IgnoredAny>()?.is_none() {
                return Ok(found);
            }
        }
        if let Some(item) = items.next_element_seed(Step { names, value: PhantomData })? {
            found = item;
        }
        while items.next_element::<IgnoredAny>()?.is_some() {}
        Ok(found)
    }
}
