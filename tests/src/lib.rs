//! What the workspace's tests share: pages made of invented stores, conversion without a network, and
//! where captured replies are looked for.

pub mod hosts;
pub mod replies;
pub mod requests;

use std::path::PathBuf;

use serde::Serialize;
use serde_json::Value;
use virtual_finance::{
    Context, ConversionHookError, DateTime, Endpoint, ErasedRequest, JsonStyle, Notes, RawReply,
};

/// The instant that tests take for now: 2024-06-28T20:00:00Z.
pub const NOW: i64 = 1_719_604_800;

/// The hosts as tests have them.
pub const HOSTS: [(&str, &str); 1] = [("logo_service_url", "https://logo.example")];

/// Converts a body and gives the response as JSON with the notes.
///
/// # Errors
/// The conversion's own.
pub fn convert_noted<E>(request: &E, body: &[u8]) -> Result<(Value, Notes), ConversionHookError>
where
    E: Endpoint,
    E::Response: Serialize,
{
    let cx = Context::new(&HOSTS, DateTime::from(NOW));
    let converted = request.convert(&cx, &[RawReply::new(body)])?;
    let response = serde_json::to_value(&converted.response).unwrap_or_default();
    Ok((response, converted.notes))
}

/// Converts a body and gives the response as JSON.
///
/// # Errors
/// The conversion's own.
pub fn convert<E>(request: &E, body: impl AsRef<[u8]>) -> Result<Value, ConversionHookError>
where
    E: Endpoint,
    E::Response: Serialize,
{
    convert_noted(request, body.as_ref()).map(|(response, _)| response)
}

/// Converts a body for a request whose endpoint is known only at run time, and gives the response as JSON.
///
/// # Errors
/// The conversion's own.
pub fn convert_erased(request: &dyn ErasedRequest, body: &[u8]) -> Result<Value, ConversionHookError> {
    let cx = Context::new(&HOSTS, DateTime::from(NOW));
    let converted = request.convert_erased(&cx, &[RawReply::new(body)])?;
    let mut json = Vec::new();
    let written = converted.response.write_json(&mut json, JsonStyle::Compact);
    Ok(written.ok().and_then(|()| serde_json::from_slice(&json).ok()).unwrap_or_default())
}

/// Converts several bodies together and gives the response as JSON.
///
/// # Errors
/// The conversion's own.
pub fn convert_all<E>(request: &E, bodies: &[&str]) -> Result<Value, ConversionHookError>
where
    E: Endpoint,
    E::Response: Serialize,
{
    let cx = Context::new(&HOSTS, DateTime::from(NOW));
    let replies: Vec<_> = bodies.iter().map(|body| RawReply::new(body.as_bytes())).collect();
    let converted = request.convert(&cx, &replies)?;
    Ok(serde_json::to_value(&converted.response).unwrap_or_default())
}

/// A page of the store era around the JSON text of one store.
#[must_use]
pub fn page(store: &str, value: &str) -> String {
    format!(
        "<!DOCTYPE html><html><head><title>t</title></head><body><p>text</p>\n<script>\n\
         root.App.now = 1;\nroot.App.main = {{\"context\":{{\"dispatcher\":{{\"stores\":{{\
         \"PageStore\":{{\"text\":\"a \\\"{store}\\\": in a string }};(this)\"}},\
         \"{store}\":{value},\"LastStore\":{{}}}}}}}}}};\n}}(this));\n</script></body></html>"
    )
}

/// A page of today around the replies of services: the path and query of each, its status and its body.
#[must_use]
pub fn script_page(replies: &[(&str, u16, &str)]) -> String {
    let scripts: String = replies
        .iter()
        .map(|(address, status, body)| {
            let text = serde_json::json!({"status": status, "statusText": "", "headers": {}, "body": body});
            let (address, text) = (address.replace('&', "&amp;"), text.to_string().replace("</", "<\\/"));
            format!(
                "<script type=\"application/json\" data-sveltekit-fetched \
                 data-url=\"https://query.example{address}\" data-ttl=\"1\">{text}</script>\n"
            )
        })
        .collect();
    format!(
        "<!DOCTYPE html><html><head><title>t</title><script>let a = \"<b>\";</script></head>\
         <body><p>text</p>{scripts}<script type=module src='/x.js'></script></body></html>"
    )
}

/// A page around a piece of HTML.
#[must_use]
pub fn html(body: &str) -> String {
    format!("<!DOCTYPE html><html><head><title>t</title></head><body>{body}</body></html>")
}

/// Where captured replies are, if they are on this machine: `VFAPI_CAPTURES`, or `captures` in a folder
/// `shared` beside the workspace.
///
/// # Errors
/// They are not there; the text says where they were looked for.
pub fn captures() -> Result<PathBuf, String> {
    let beside = || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../shared/captures");
    let folder = std::env::var_os("VFAPI_CAPTURES").map_or_else(beside, PathBuf::from);
    if folder.is_dir() {
        return Ok(folder);
    }
    Err("captured replies are not on this machine (set VFAPI_CAPTURES to their folder)".to_owned())
}

/// Whether a test that needs captured replies must fail without them, instead of being skipped.
#[must_use]
pub fn captures_required() -> bool {
    std::env::var_os("VFAPI_REQUIRE_CAPTURES").is_some_and(|value| !value.is_empty() && value != "0")
}
