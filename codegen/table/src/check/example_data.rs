//! Checks of the values in JSON that an example gives a parameter, of its reply, and of the response that the reply becomes. A
//! reply is read as the client reads it.

use serde_json::Value as Json;
use virtual_finance_core::examples::differences;
use virtual_finance_core::request::Request as _;
use virtual_finance_core::{Fault as ReplyFault, RawReply, SkippedRows};

use crate::codes;
use crate::diagnostic::Fault;
use crate::model::is_empty;
use crate::parse::located::Located;
use crate::parse::table::{Endpoint, Example, Response};

use super::Checker;
use super::replies::at;

impl Checker<'_, '_> {
    /// Checks the reply of an example and, unless that is at fault, the response that it becomes.
    pub(super) fn example_data(
        &mut self,
        name: &str,
        endpoint: Located<'_, Endpoint>,
        found: Located<'_, Example>,
    ) {
        let Some((response, reply)) = endpoint.value().response.as_ref().zip(found.reply().some()) else {
            return;
        };
        let is_json = endpoint.raw == "json" && !is_empty(&response.kind);
        // What is not JSON is reported as such.
        if !self.is_sound(&response.kind) || is_json && serde_json::from_str::<Json>(&reply).is_err() {
            return;
        }
        let expected = match found.response.as_deref().map(serde_json::from_str::<Json>) {
            Some(Ok(expected)) => Some(expected),
            Some(Err(_)) => return,
            None => None,
        };
        match self.becomes(name, endpoint.value(), found.value(), expected.as_ref()) {
            Err((message, advice)) => {
                self.key(found.reply(), codes::EXAMPLE_REPLY.fault(message, advice));
            }
            Ok(read) => {
                let fault = read.zip(expected).and_then(|(read, expected)| other(response, &expected, &read));
                self.key(found.response(), fault);
            }
        }
    }

    /// Returns the response that the reply of an example becomes; `None` if that is not known.
    ///
    /// # Errors
    /// The message and the remedy for a fault of the reply.
    fn becomes(
        &self,
        name: &str,
        endpoint: &Endpoint,
        found: &Example,
        expected: Option<&Json>,
    ) -> Result<Option<Json>, (String, &'static str)> {
        let declared = endpoint.response.as_ref().zip(found.reply.as_deref());
        let Some((response, reply)) = declared else { return Ok(None) };
        let Some(info) = self.catalogue.borrow_mut().reply(name, endpoint) else { return Ok(None) };
        let request = self.catalogue.borrow_mut().request(endpoint, found);
        let asked = info.echoes.and_then(|echo| request.as_ref()?.value(echo.param));
        let read = info
            .read(&[RawReply::new(reply.as_bytes())], asked.as_ref())
            .map_err(|error| (error.fault().to_string(), advice(error.fault())))?;
        if let Some(skipped) = read.notes.get::<SkippedRows>() {
            let advice = "correct the reply, or what the record says of its fields";
            return Err((format!("rows are left out: {skipped}"), advice));
        }
        let Ok(json) = serde_json::to_value(&read.response) else { return Ok(None) };
        // A list of XML without elements is not there. Whether it is a misspelt one is what the response tells.
        let is_empty = |json: &Json| json.as_array().is_some_and(Vec::is_empty);
        if endpoint.raw == "xml" && is_empty(&json) && !expected.is_some_and(is_empty) {
            let path = response.at.as_deref().unwrap_or("the reply");
            return Err((format!("{path} has no items"), "correct 'at' of the response, or the reply"));
        }
        Ok(Some(json))
    }
}

/// Returns the fault of a response that is not what its reply becomes.
fn other(response: &Response, expected: &Json, read: &Json) -> Option<Fault> {
    let difference = differences(expected, read).into_iter().next()?;
    let path = response.at.as_deref().filter(|path| !path.is_empty());
    let is_around = |path: &&str| at(expected, path).is_some_and(|own| differences(own, read).is_empty());
    let advice = match path.filter(is_around) {
        Some(path) => format!("write what is at '{path}' alone: the response begins there"),
        None => "correct it, or 'reply'".to_owned(),
    };
    Some(codes::EXAMPLE_RESPONSE.fault(format!("the response differs: {difference}"), advice))
}

/// Returns the advice for a fault of a reply.
const fn advice(fault: &ReplyFault) -> &'static str {
    match fault {
        ReplyFault::Missing { .. } => {
            "correct the reply, or 'optional', 'nullable' or 'wire' of the field, or 'at' of the response"
        }
        ReplyFault::WrongType { .. } | ReplyFault::Malformed { .. } => {
            "correct the reply, or 'type', 'text' or 'unit' of the field"
        }
        ReplyFault::Cut(_) | ReplyFault::WrongKind { .. } => "correct the reply, or 'raw' of the endpoint",
        ReplyFault::AboutOther { .. } => "correct the reply, or 'params'",
        _ => "write a good reply, or remove it",
    }
}
