//! The message of a target: as the client sends it, and as it is recorded.

use http::Method;
use http::header::{CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue};
use url::Url;

use super::sources::Step;
use crate::error::RequestName;
use crate::http::{BodyUse, HttpRequest, address};
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
        method: method(step)?,
        url: url(home, target)?,
        headers: headers(target)?,
        body: target.body.as_ref().map(|body| body.bytes().into_owned()),
        is_safe: step.is_safe,
        body_use: if step.is_text { BodyUse::Text } else { BodyUse::Bytes },
    })
}

/// Returns the message as it is recorded, at its address below the table's own.
pub(super) fn sent(step: Step, target: &Target<'_>, address: Url) -> Result<Sent, String> {
    let mut headers = std::collections::BTreeMap::new();
    for (name, value) in &target.headers {
        let joined = headers.entry((*name).to_ascii_lowercase()).or_insert_with(String::new);
        if !joined.is_empty() {
            joined.push_str(", ");
        }
        joined.push_str(value);
    }
    Ok(Sent { method: method(step)?, address, headers, body: target.body.as_ref().map(RequestBody::text) })
}

/// Returns the address of a target below that of a host.
pub(super) fn url(base: &Url, target: &Target<'_>) -> Result<Url, String> {
    match &target.link {
        Some(link) => address::linked(base, link),
        None => address::build(base, &target.path, &target.query),
    }
}

fn method(step: Step) -> Result<Method, String> {
    Method::from_bytes(step.method.as_bytes())
        .map_err(|_| format!("its method {:?} is none; check the table", step.method))
}

fn headers(target: &Target<'_>) -> Result<HeaderMap, String> {
    let mut headers = HeaderMap::new();
    if let Some(body) = &target.body {
        let media_type = body.content_type();
        let value = HeaderValue::from_str(&media_type).map_err(|_| {
            format!("its media type {media_type:?} cannot be sent; write one such as image/png")
        })?;
        headers.insert(CONTENT_TYPE, value);
    }
    for (name, value) in &target.headers {
        let header = HeaderName::from_bytes(name.as_bytes()).ok().zip(HeaderValue::from_str(value).ok());
        let (name, value) = header
            .ok_or_else(|| format!("its header {name:?} cannot be sent; check its value and the table"))?;
        // The table may say the media type of a body.
        if name == CONTENT_TYPE {
            headers.insert(name, value);
        } else {
            headers.append(name, value);
        }
    }
    Ok(headers)
}
