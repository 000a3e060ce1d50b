//! The page, made by a script of the catalogue and of what the program declares. It is one document that asks its own gateway
//! alone; its policy allows its style and its script by their hashes, and nothing else.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use http::HeaderValue;
use hyper::body::Bytes;
use serde_json::{Map, Value, json};
use virtual_finance_command::{Choice, Finder, PageKind, Program, Section};
use virtual_finance_core::request::EndpointInfo;

const PAGE: &str = include_str!("../page/index.html");
const STYLE: &str = include_str!("../page/style.css");
/// One script: what it begins with is in the last file.
const SCRIPT: &str = concat!(
    include_str!("../page/parts.js"),
    include_str!("../page/values.js"),
    include_str!("../page/draw.js"),
    include_str!("../page/candles.js"),
    include_str!("../page/pictures.js"),
    include_str!("../page/find.js"),
    include_str!("../page/code.js"),
    include_str!("../page/form.js"),
    include_str!("../page/response.js"),
    include_str!("../page/live.js"),
    include_str!("../page/compare.js"),
    include_str!("../page/subject.js"),
    include_str!("../page/start.js"),
    include_str!("../page/documents.js"),
    include_str!("../page/begin.js"),
);

/// The pages about one subject, and the pages of endpoints, below these paths.
const SUBJECT: &str = "/s/";
const ENDPOINT: &str = "/e/";

/// Returns true for a path at which browsers get the page.
pub(crate) fn is_page(program: &Program, path: &str, has_stream: bool) -> bool {
    let is_one = |name: &str| !name.is_empty() && !name.contains('/');
    if let Some(subject) = path.strip_prefix(SUBJECT) {
        return is_one(subject) && has_page(program, |page| matches!(page, PageKind::Subject(_)));
    }
    if let Some(command) = path.strip_prefix(ENDPOINT) {
        return program.endpoints.iter().any(|info| info.command == command);
    }
    path == "/" || path.strip_prefix('/').is_some_and(|name| names(program, has_stream).contains(&name))
}

/// Returns the names of the pages beside the pages of subjects and endpoints. An endpoint of such a name goes before the page.
fn names(program: &Program, has_stream: bool) -> Vec<&'static str> {
    let has_bars = |info: &&EndpointInfo| {
        info.view.is_some_and(|view| !view.chart.is_empty()) && info.sole_subject().is_some()
    };
    let compares = program.endpoints.iter().any(has_bars)
        || has_page(program, |page| matches!(page, PageKind::Comparison(_)));
    let pages = [
        ("watch", has_stream && program.live.is_some()),
        ("compare", compares),
        ("openapi", true),
        ("figures", true),
    ];
    let is_free = |name: &str| program.endpoints.iter().all(|info| info.command != name);
    pages.into_iter().filter(|(name, is_there)| *is_there && is_free(name)).map(|(name, _)| name).collect()
}

fn has_page(program: &Program, is_wanted: fn(PageKind) -> bool) -> bool {
    program.sections.iter().any(|section| is_wanted(section.page))
}

/// A page with the policy that browsers hold it to.
pub(crate) struct Page {
    pub(crate) html: Bytes,
    pub(crate) policy: HeaderValue,
}

impl Page {
    /// Returns the page of a program.
    pub(crate) fn of(program: &Program, has_stream: bool, is_invented: bool) -> Self {
        let html = PAGE
            .replace("{{title}}", &escaped(program.about))
            .replace("{{name}}", &escaped(program.name))
            .replace("{{style}}", STYLE)
            .replace("{{about}}", &about(program, has_stream, is_invented))
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
fn about(program: &Program, has_stream: bool, is_invented: bool) -> String {
    let given = |params: &[(&str, &str)]| -> Map<String, Value> {
        params.iter().map(|(name, value)| ((*name).to_owned(), Value::from(*value))).collect()
    };
    let choice = |choice: Choice| match choice {
        Choice::Values(parameter) => json!({ "parameter": parameter }),
        Choice::Listed(parameter, path) => json!({ "parameter": parameter, "path": path }),
        Choice::Sets(sets) => {
            let sets = sets.iter().map(|(label, params)| json!({ "label": label, "params": given(params) }));
            json!({ "sets": sets.collect::<Value>() })
        }
    };
    let section = |section: &Section| {
        let (shown, columns) = section.shown.parts();
        let (page, subject) = section.page.parts();
        json!({
            "title": section.title, "endpoint": section.endpoint, "page": page, "subject": subject,
            "params": given(section.params), "choice": section.choice.map(choice), "tables": section.tables, "shown": shown, "columns": columns,
        })
    };
    let finder = |finder: Finder| {
        json!({
            "endpoint": finder.endpoint, "text": finder.text, "params": given(finder.params), "columns": finder.columns,
        })
    };
    let live = program.live.filter(|_| has_stream).map(|live| json!({ "columns": live.columns }));
    let about = json!({
        "title": program.document().title, "about": program.about, "invented": is_invented, "pages": names(program, has_stream),
        "subject": [program.subject.0, program.subject.1], "groups": program.groups, "live": live,
        "sections": program.sections.iter().map(section).collect::<Value>(), "finder": program.finder.map(finder),
        "linked": program.linked,
    });
    about.to_string().replace('<', "\\u003c")
}

/// Returns the source of a policy that stands for a text in the page.
fn source(text: &str) -> String {
    format!("'sha256-{}'", BASE64_STANDARD.encode(hmac_sha256::Hash::hash(text.as_bytes())))
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
