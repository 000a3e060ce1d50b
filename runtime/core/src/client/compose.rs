//! The message of a target: as the client sends it, and as it is recorded.

use std::collections::BTreeMap;
use std::hash::{BuildHasher as _, RandomState};

use http::header::{HeaderName, HeaderValue};
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
    let mut headers = headers(target)?;
    if let Some(header) = step.idempotency.and_then(|name| HeaderName::from_bytes(name.as_bytes()).ok())
        && let Ok(key) = HeaderValue::try_from(new_key())
    {
        // The caller may have given one.
        headers.entry(header).or_insert(key);
    }
    Ok(HttpRequest {
        name,
        method: method(step.method)?,
        url: url(home, target)?,
        headers,
        body: target.body.as_ref().map(|body| body.bytes().into_owned()),
        is_safe: step.is_safe || step.idempotency.is_some(),
        is_long: false,
        accept: step.raw.accept(),
        body_use: if step.raw == RawKind::Bytes { BodyUse::Bytes } else { BodyUse::Text },
    })
}

/// Returns a key that no other request has, as a UUID of version 4.
fn new_key() -> String {
    let random = RandomState::new();
    let [high, low] = [0_u8, 1].map(|half| random.hash_one(half));
    let (high, low) = (high & !0xf000 | 0x4000, low & !(0b11 << 62) | 1 << 63);
    format!(
        "{:08x}-{:04x}-{:04x}-{:04x}-{:012x}",
        high >> 32,
        high >> 16 & 0xffff,
        high & 0xffff,
        low >> 48,
        low & 0xffff_ffff_ffff
    )
}

/// Returns the message as it is recorded, at its address below the table's own.
pub(super) fn sent(step: Step, target: &Target<'_>, address: Url) -> Result<Sent, String> {
    let mut headers = BTreeMap::new();
    // A key is another one each time.
    let is_key = |name: &str| step.idempotency.is_some_and(|key| key.eq_ignore_ascii_case(name));
    for (name, value) in target.headers.iter().filter(|(name, _)| !is_key(name)) {
        let joined = headers.entry((*name).to_ascii_lowercase()).or_insert_with(String::new);
        if !joined.is_empty() {
            joined.push_str(", ");
        }
        joined.push_str(value);
    }
    let body = target.body.as_ref().map(RequestBody::text);
    Ok(Sent { method: method(step.method)?, address, headers, body })
}
