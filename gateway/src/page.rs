//! The page: forms for all endpoints, made of the catalogue by a script. It is one document that asks its own gateway
//! alone; its policy allows its style and its script by their hashes, and nothing else.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use http::HeaderValue;
use virtual_finance_command::Program;

const PAGE: &str = include_str!("../page/index.html");
const STYLE: &str = include_str!("../page/style.css");
const SCRIPT: &str = include_str!("../page/script.js");

/// A page with the policy that browsers hold it to.
pub(crate) struct Page {
    pub(crate) html: Vec<u8>,
    pub(crate) policy: HeaderValue,
}

impl Page {
    /// Returns the page of a program.
    pub(crate) fn of(program: &Program) -> Self {
        let html = PAGE
            .replace("{{title}}", &escaped(program.about))
            .replace("{{name}}", &escaped(program.name))
            .replace("{{style}}", STYLE)
            .replace("{{script}}", SCRIPT);
        let policy = format!(
            "default-src 'none'; style-src {}; script-src {}; connect-src 'self'; img-src data:; base-uri 'none'; \
             form-action 'none'; frame-ancestors 'none'",
            source(STYLE),
            source(SCRIPT)
        );
        let policy = HeaderValue::from_str(&policy).unwrap_or(HeaderValue::from_static("default-src 'none'"));
        Self { html: html.into_bytes(), policy }
    }
}

/// Returns the source of a policy that stands for a text in the page.
fn source(text: &str) -> String {
    format!("'sha256-{}'", BASE64_STANDARD.encode(hmac_sha256::Hash::hash(text.as_bytes())))
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
