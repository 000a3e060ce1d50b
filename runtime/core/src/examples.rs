//! The examples of a table, and the check that each is true. The generated tests call the check, so that an example in
//! the docs is never wrong.

use std::fmt;

use serde::Serialize;
use serde_json::Value;

use crate::address;
use crate::bytes::Bytes;
use crate::catalogue::{ExampleInfo, RawKind};
use crate::context::{Context, default_addresses};
use crate::convert::convert_saved;
use crate::error::{Error, sentence};
use crate::params::{ParamErrors, ParamMap};
use crate::request::{Endpoint, EndpointInfo, ErasedRequest, JsonStyle, Request, RequestBody, request_name};
use crate::text::shortened_to;
use crate::time::DateTime;

impl ExampleInfo {
    /// Returns the parameters, as [`EndpointInfo::build`] takes them.
    pub fn param_map(&self, info: &EndpointInfo) -> ParamMap {
        let value =
            |name, text| info.param(name).map_or_else(|| Value::from(text), |param| param.written(text));
        self.params.iter().map(|&(name, text)| (name, value(name, text))).collect()
    }

    /// Path and query of the address, as HTTP sends them, below an address of the endpoint's host.
    pub fn path_and_query(&self, info: &EndpointInfo) -> (&'static str, &'static str) {
        let below = self.url.strip_prefix(info.host.default).unwrap_or(self.url);
        below.split_once('?').unwrap_or((below, ""))
    }
}

/// Returns the address that a request asks when its host has the table's address.
///
/// # Errors
/// The parameters are not allowed: [`Error::Params`]; or they make no address: [`Error::Address`].
pub fn default_url(request: &dyn Request, now: DateTime) -> Result<String, Error> {
    request.validate()?;
    let info = request.info();
    let refused = |reason| Error::Address { request: request_name(request), reason };
    address::in_table(info.host, &request.path(), &request.query(now)).map(Into::into).map_err(refused)
}

/// Checks an example of the table: that its parameters give the request, the request its address, and its
/// reply the response, as far as the table has them.
///
/// # Errors
/// The first that differs.
pub fn check_example<E>(
    name: &str,
    request: &E,
    from_params: impl FnOnce(&ParamMap) -> Result<E, ParamErrors>,
) -> Result<(), ExampleFault>
where
    E: Endpoint + PartialEq + fmt::Debug + 'static,
    E::Response: Serialize,
{
    let info = request.info();
    let example = info.examples.iter().find(|example| example.name == name);
    let example = example.ok_or_else(|| ExampleFault::Unknown { name: name.to_owned() })?;
    let built = from_params(&example.param_map(info)).map_err(Error::from)?;
    if built != *request {
        same("request", &format!("{request:#?}"), &format!("{built:#?}"))?;
    }
    let now = DateTime::from(example.now.unwrap_or_default());
    same("address", example.url, &default_url(request, now)?)?;
    check_body(example, request.body(now).map_err(Error::from)?)?;
    // One reply of several is no response.
    let Some(reply) = example.reply.filter(|_| info.then.is_empty()) else { return Ok(()) };
    let found = match info.raw {
        // A table is text: it has bytes as the response has them.
        RawKind::Bytes => bytes_in_json(reply).map_err(|error| ExampleFault::NoBytes(error.to_string()))?,
        _ => converted(request, reply, now)?,
    };
    let Some(response) = example.response else { return Ok(()) };
    let wanted: Value = serde_json::from_str(response).map_err(|_| ExampleFault::NotJson)?;
    let differences = differences(&wanted, &found);
    if differences.is_empty() { Ok(()) } else { Err(ExampleFault::OtherResponse { differences }) }
}

/// Declares the tests of examples: functions with the names of the examples, each of which returns its request.
#[doc(hidden)]
#[macro_export]
macro_rules! examples {
    ($(fn $name:ident() -> $request:ident $call:block)+) => {$(
        #[test]
        fn $name() -> ::core::result::Result<(), ::std::boxed::Box<dyn ::std::error::Error>> {
            Ok($crate::generated::check_example(stringify!($name), &$call, $request::from_params)?)
        }
    )+};
}

/// Returns the places where two responses differ, the smallest ones, each with both values.
#[doc(hidden)]
pub fn differences(wanted: &Value, found: &Value) -> Vec<String> {
    let mut differences = Vec::new();
    differ(wanted, found, "", &mut differences);
    differences
}

/// Returns true for the address of a host that a client can ask.
#[doc(hidden)]
pub fn is_address(text: &str) -> bool {
    address::base(text).is_ok()
}

/// Lists the places where two values differ. The order of members does not matter, nor whether an integer has a point.
fn differ(wanted: &Value, found: &Value, path: &str, differences: &mut Vec<String>) {
    match (wanted, found) {
        (Value::Object(wanted), Value::Object(found)) => {
            let more = found.keys().filter(|name| !wanted.contains_key(*name));
            for name in wanted.keys().chain(more) {
                let path = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
                compare(wanted.get(name), found.get(name), &path, differences);
            }
        }
        (Value::Array(wanted), Value::Array(found)) => {
            for index in 0..wanted.len().max(found.len()) {
                compare(wanted.get(index), found.get(index), &format!("{path}[{index}]"), differences);
            }
        }
        (wanted, found) if wanted == found => {}
        (Value::Number(wanted), Value::Number(found))
            if wanted.is_f64() != found.is_f64() && wanted.as_f64() == found.as_f64() => {}
        (wanted, found) => differences.push(difference(path, &wanted.to_string(), &found.to_string())),
    }
}

fn compare(wanted: Option<&Value>, found: Option<&Value>, path: &str, differences: &mut Vec<String>) {
    match (wanted, found) {
        (Some(wanted), Some(found)) => differ(wanted, found, path, differences),
        (Some(wanted), None) => differences.push(difference(path, &wanted.to_string(), "nothing")),
        (None, Some(found)) => differences.push(difference(path, "nothing", &found.to_string())),
        (None, None) => {}
    }
}

fn difference(path: &str, wanted: &str, found: &str) -> String {
    let colon = if path.is_empty() { "" } else { ": " };
    format!("{path}{colon}{wanted} in the table, {found} came out")
}

/// Returns the response for a reply as JSON.
fn converted(request: &dyn ErasedRequest, reply: &str, now: DateTime) -> Result<Value, ExampleFault> {
    let hosts = default_addresses(request.info().hosts);
    let cx = Context::new(&hosts, now);
    let converted = convert_saved(request, &[reply.as_bytes()], &cx).map_err(ExampleFault::NotGood)?;
    let mut found = Vec::new();
    converted.response.write_json(&mut found, JsonStyle::Compact).map_err(|_| ExampleFault::NotJson)?;
    serde_json::from_slice(&found).map_err(|_| ExampleFault::NotJson)
}

/// Reads the reply of an example that is bytes, and returns it as JSON again.
fn bytes_in_json(reply: &str) -> Result<Value, serde_json::Error> {
    serde_json::from_str::<Bytes>(reply).and_then(serde_json::to_value)
}

/// Checks the body of an example. The order of the members of JSON does not matter.
fn check_body(example: &ExampleInfo, body: Option<RequestBody>) -> Result<(), ExampleFault> {
    match (example.body, body) {
        (None, _) => Ok(()),
        (Some(wanted), None) => same("body", wanted, "no body"),
        (Some(wanted), Some(RequestBody::Json(found))) => {
            let wanted: Value = serde_json::from_str(wanted).map_err(|_| ExampleFault::NoJsonBody)?;
            if found == wanted { Ok(()) } else { same("body", &format!("{wanted:#}"), &format!("{found:#}")) }
        }
        (Some(wanted), Some(found)) => same("body", wanted.trim(), &found.text()),
    }
}

fn same(what: &'static str, wanted: &str, found: &str) -> Result<(), ExampleFault> {
    if wanted == found {
        return Ok(());
    }
    Err(ExampleFault::Different { what, wanted: wanted.to_owned(), found: found.to_owned() })
}

/// The part of an example that is not true. `Debug` is `Display`, so that a test that fails shows it as text.
#[derive(thiserror::Error)]
#[non_exhaustive]
pub enum ExampleFault {
    /// The endpoint has no example of that name.
    #[error("the table has no example '{name}'; regenerate the client")]
    Unknown {
        /// The name.
        name: String,
    },
    /// The result is not the table's.
    #[error(
        "the {what} of the example is\n{wanted}\nin the table, but this came out:\n{found}\ncorrect one of the two"
    )]
    Different {
        /// The request, the address or the body.
        what: &'static str,
        /// The text of the table.
        wanted: String,
        /// The result.
        found: String,
    },
    /// The response is not the table's.
    #[error(
        "the response of the example differs:\n{}\ncorrect 'response' in the table, or the conversion",
        listed(differences)
    )]
    OtherResponse {
        /// The place of each difference, with both values.
        differences: Vec<String>,
    },
    /// The response, or what the table says of it, is not JSON.
    #[error("the response is not JSON; correct 'response' in the table")]
    NotJson,
    /// The body of the example is not JSON.
    #[error("the body is not JSON; correct 'body' in the table")]
    NoJsonBody,
    /// The reply of the example is not bytes in JSON. It has the reader's own words.
    #[error(
        "the reply is not bytes: {0}; write 'reply' in the table as {{\"mediaType\": \"image/png\", \"base64\": \"…\"}}"
    )]
    NoBytes(String),
    /// The reply is not converted, such as one with the host's own error.
    #[error(
        "the reply of the example is no good one: {0}\nwrite one with data in 'reply' of the table, or correct the \
         converter; test an error of the host with a host of your own, not with an example"
    )]
    NotGood(#[source] Error),
    /// The request could not be built.
    #[error(transparent)]
    Failed(#[from] Error),
}

/// Returns the first lines of a list, each of a length that can be read, and the number of the others.
fn listed(lines: &[String]) -> String {
    const LINES: usize = 10;
    let mut shown: Vec<String> =
        lines.iter().take(LINES).map(|line| format!("  {}", shortened_to(line.clone(), 400))).collect();
    if let Some(more @ 1..) = lines.len().checked_sub(LINES) {
        shown.push(format!("  and {more} more"));
    }
    shown.join("\n")
}

sentence!(ExampleFault);
