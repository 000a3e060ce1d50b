//! Responses that a table declares: the data at a path of a JSON reply, read into the struct that is generated for it.

use std::marker::PhantomData;

use serde::de::DeserializeOwned;

use super::at::{Both, Found, at, at_with};
use super::data::OfType;
use super::data_path::{DataPath, DataPlace};
use super::document::{Document, Json};
use super::error_path::{PathError, Reader};
use super::host_error::host_error;
use super::json::{self, malformed};
use super::json_type::JsonType;
use super::record_reader::{expected_of_text, missing_member};
use super::refusal;
use super::variants::placed;
use crate::catalogue::{ErrorObject, ErrorRecord, StatusInfo, StatusMeaning, meaning_of};
use crate::error::{ApiError, ConversionError, Error, Fault};
use crate::notes::Converted;
use crate::raw::{Conversion, RawReply, exactly_one};

/// Reads the response of an endpoint from its one reply.
///
/// # Errors
/// 422: the reply is of another format, is the host's own error, has no data at the path, or data of another form.
pub fn declared<T: DeserializeOwned>(replies: &[RawReply<'_>], place: &impl DataPlace) -> Conversion<T> {
    declared_with(replies, place, PhantomData::<T>).map(Converted::from)
}

/// Reads the response of an endpoint as [`declared`] does, where the catalogue knows its type.
///
/// # Errors
/// As for [`declared`].
pub fn declared_type<T: DeserializeOwned + JsonType>(
    replies: &[RawReply<'_>],
    place: &impl DataPlace,
) -> Conversion<T> {
    declared_with(replies, place, OfType::<T>::NEW).map(Converted::from)
}

/// Reads the data of a reply as [`declared`] does, with a reader of its own.
///
/// # Errors
/// As for [`declared`].
pub(crate) fn declared_with<'r, S: Reader<'r>>(
    replies: &[RawReply<'r>],
    place: &impl DataPlace,
    reader: S,
) -> Result<S::Value, ConversionError> {
    // A string, a number or a bool is a reply, too, where it is what the table says.
    if place.path().at.is_empty()
        && place.is_json()
        && let Some(response) = json::scalar(exactly_one(replies)?, reader.clone())
    {
        return Ok(response);
    }
    read(replies, place, reader)
}

/// Returns the text of the one reply, which may be empty.
///
/// # Errors
/// 422: it is not one reply, or not UTF-8.
pub fn declared_text(replies: &[RawReply<'_>]) -> Conversion<String> {
    let reply = exactly_one(replies)?;
    if reply.bytes().iter().all(u8::is_ascii_whitespace) {
        // A text of blanks is one, too.
        return Ok(String::from_utf8_lossy(reply.bytes()).into_owned().into());
    }
    Ok(reply.text()?.to_owned().into())
}

/// Returns true if a reply has no data by its status. A saved reply, whose status nobody knows, has none if it is empty.
///
/// # Errors
/// 422: it is not one reply.
pub fn is_empty(replies: &[RawReply<'_>], statuses: &[StatusInfo]) -> Result<bool, ConversionError> {
    let reply = exactly_one(replies)?;
    Ok(match reply.status() {
        Some(status) => meaning_of(statuses, status) == Some(StatusMeaning::Empty),
        None => reply.bytes().is_empty(),
    })
}

/// Reads the data of one reply.
///
/// # Errors
/// As for [`declared`].
pub(super) fn read<'r, S: Reader<'r>>(
    replies: &[RawReply<'r>],
    place: &impl DataPlace,
    reader: S,
) -> Result<S::Value, ConversionError> {
    let (reply, path) = (exactly_one(replies)?, place.path());
    if path.at.is_empty() && place.is_json() && json::is_null(reply) {
        return Err(path.nothing().into());
    }
    read_document(&place.document(reply)?, path, reader)
}

fn read_document<'r, S: Reader<'r>, D: Document<'r>>(
    document: &D,
    place: &DataPath,
    reader: S,
) -> Result<S::Value, ConversionError> {
    let read = at_with(document, place.at, place.error.as_ref(), reader);
    let Both { data, error } = read.map_err(|error| unread(document, place, error))?;
    let told = place.error.zip(error).and_then(|(object, found)| Some((object, object.of_value(&found)?)));
    if let Some((object, error)) = told {
        return Err(of_host(object, error));
    }
    let missing = match data {
        Found::Value(data) => return Ok(data),
        // Without the first name of its path a reply is about something else.
        Found::Missing(0) => place.first(),
        Found::Null(1) if place.empty_is_not_found && place.at.contains('.') => place.first(),
        Found::Missing(_) if !place.empty_is_not_found => place.shown,
        Found::Missing(_) | Found::Null(_) => return Err(place.nothing().into()),
    };
    Err(or_host_error(document, "", Fault::missing(missing)))
}

/// Returns the error that the host sent in the place of data that cannot be read, or else the fault of the data.
fn unread<'r>(document: &impl Document<'r>, place: &DataPath, error: PathError) -> ConversionError {
    match place.error.and_then(|object| Some((object, object.of_document(document)?))) {
        Some((object, error)) => of_host(object, error),
        None => or_host_error(document, &error.0.clone(), fault(place.name, error)),
    }
}

fn of_host(object: ErrorObject, error: (String, String)) -> ConversionError {
    let status = object.is_not_found(&error).then_some(404);
    refusal::of_host(status, error.0, error.1).into()
}

/// Returns the error that the host may have sent where the table names none, or else a fault. A member `error` may as well
/// be data that the table names otherwise.
fn or_host_error<'r>(document: &impl Document<'r>, path: &str, fault: Fault) -> ConversionError {
    match document.json_at(path).and_then(|text| host_error(text.as_bytes())) {
        Some((code, description)) => refusal::of_host(None, code, description).with_unread(&fault).into(),
        None => fault.into(),
    }
}

/// Returns the fault that an error of the reader is. `name` stands for the whole reply.
pub(super) fn fault(name: &'static str, error: PathError) -> Fault {
    let (path, error) = placed(error);
    let message = error.to_string();
    let member = missing_member(&message).filter(|_| error.is_data());
    match (member, expected_of_text(&message)) {
        (Some(member), _) if path.is_empty() => Fault::missing(member.to_owned()),
        (Some(member), _) => Fault::missing(format!("{path}.{member}")),
        (None, Some(expected)) => Fault::wrong_type(path, expected),
        (None, None) if path.is_empty() => malformed(name, &error),
        (None, None) => malformed(path, &error),
    }
}

impl ApiError {
    /// Returns the body as a record; `None` if the table says that it is another thing at this status (`statuses`).
    ///
    /// The text is the host's as it came, so it may repeat what was sent.
    ///
    /// # Errors
    /// The body is not what the table says.
    pub fn body_as<T: ErrorRecord>(&self) -> Result<Option<T>, Fault> {
        if self.meaning() != Some(StatusMeaning::Record(T::NAME)) {
            return Ok(None);
        }
        match at::<T>(&Json(self.body()), "") {
            Ok(Found::Value(record)) => Ok(Some(record)),
            Ok(Found::Missing(_) | Found::Null(_)) => Err(Fault::missing("the reply")),
            Err(error) => Err(fault("the reply", error)),
        }
    }
}

impl Error {
    /// Returns the body of the error's reply as a record that the table declares for its status (`statuses`); `None`
    /// for every other error.
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
) -> Result<Option<T>, ConversionError> {
    match at(&Json(json::text(reply, "the reply")?), path) {
        Ok(Found::Value(value)) => Ok(Some(value)),
        Ok(Found::Null(_) | Found::Missing(_)) => Ok(None),
        Err(error) => Err(fault("the reply", error).into()),
    }
}
