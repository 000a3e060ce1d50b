//! The page: forms for all endpoints, made of the catalogue by a script. It is one document that asks its own gateway
//! alone; its policy allows its style and its script by their hashes, and nothing else.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use http::HeaderValue;
use hyper::body::Bytes;
use serde_json::{Map, Value, json};
use virtual_finance_command::{Program, Section};

const PAGE: &str = include_str!("../page/index.html");
const STYLE: &str = include_str!("../page/style.css");
/// One script: what it begins with is in the last file.
const SCRIPT: &str = concat!(
    include_str!("../page/script.js"),
    include_str!("../page/draw.js"),
    include_str!("../page/pictures.js"),
    include_str!("../page/live.js"),
    include_str!("../page/subject.js"),
    include_str!("../page/begin.js"),
);

/// The pages about one subject, below this path.
const SUBJECT: &str = "/s/";

/// Returns true for a path at which browsers get the page.
pub(crate) fn is_page(program: &Program, path: &str) -> bool {
    let subject = path.strip_prefix(SUBJECT).filter(|subject| !subject.is_empty() && !subject.contains('/'));
    path == "/" || (subject.is_some() && program.sections.iter().any(|section| section.subject.is_some()))
}

/// A page with the policy that browsers hold it to.
pub(crate) struct Page {
    pub(crate) html: Bytes,
    pub(crate) policy: HeaderValue,
}

impl Page {
    /// Returns the page of a program.
    pub(crate) fn of(program: &Program, has_stream: bool) -> Self {
        let html = PAGE
            .replace("{{title}}", &escaped(program.about))
            .replace("{{name}}", &escaped(program.name))
            .replace("{{style}}", STYLE)
            .replace("{{about}}", &about(program, has_stream))
            .replace("{{script}}", SCRIPT);
        let policy = format!(
            "default-src 'none'; style-src {}; script-src {}; connect-src 'self'; img-src data:; base-uri 'none'; \
             form-action 'none'; frame-ancestors 'none'",
            source(STYLE),
            source(SCRIPT)
        );
        let policy = HeaderValue::from_str(&policy).unwrap_or(HeaderValue::from_static("default-src 'none'"));
        Self { html: html.into(), policy }
    }
}

/// Returns what the page shows beside endpoints, as JSON that ends no script.
fn about(program: &Program, has_stream: bool) -> String {
    let section = |section: &Section| {
        let (shown, columns) = section.shown.parts();
        let params: Map<String, Value> =
            section.params.iter().map(|(name, value)| ((*name).to_owned(), Value::from(*value))).collect();
        json!({
            "title": section.title, "endpoint": section.endpoint, "subject": section.subject, "params": params,
            "tables": section.tables, "shown": shown, "columns": columns,
        })
    };
    let sections: Vec<Value> = program.sections.iter().map(section).collect();
    let live = program.live.filter(|_| has_stream).map(|live| json!({ "columns": live.columns }));
    json!({ "live": live, "sections": sections }).to_string().replace('<', "\\u003c")
}

/// Returns the source of a policy that stands for a text in the page.
fn source(text: &str) -> String {
    format!("'sha256-{}'", BASE64_STANDARD.encode(hmac_sha256::Hash::hash(text.as_bytes())))
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
