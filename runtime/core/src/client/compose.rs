//! The message of a target: as the client sends it, and as it is recorded.

use std::collections::BTreeMap;

use url::Url;

use super::sources::Step;
use crate::catalogue::RawKind;
use crate::error::RequestName;
use crate::http::{BodyUse, HttpRequest};
pub(super) use crate::message::url;
use crate::message::{headers, method};
use crate::record::Sent;
use crate::request::{RequestBody, Target};

/// Returns the request to a host at an address.
pub(super) fn request(
    name: RequestName,
    step: Step,
    home: &Url,
    target: &Target<'_>,
) -> Result<HttpRequest, String> {
    Ok(HttpRequest {
        name,
        method: method(step.method)?,
        url: url(home, target)?,
        headers: headers(target)?,
        body: target.body.as_ref().map(|body| body.bytes().into_owned()),
        is_safe: step.is_safe,
        is_long: false,
        accept: step.raw.accept(),
        body_use: if step.raw == RawKind::Bytes { BodyUse::Bytes } else { BodyUse::Text },
    })
}

/// Returns the message as it is recorded, at its address below the table's own.
pub(super) fn sent(step: Step, target: &Target<'_>, address: Url) -> Result<Sent, String> {
    let mut headers = BTreeMap::new();
    for (name, value) in &target.headers {
        let joined = headers.entry((*name).to_ascii_lowercase()).or_insert_with(String::new);
        if !joined.is_empty() {
            joined.push_str(", ");
        }
        joined.push_str(value);
    }
    let body = target.body.as_ref().map(RequestBody::text);
    Ok(Sent { method: method(step.method)?, address, headers, body })
}
