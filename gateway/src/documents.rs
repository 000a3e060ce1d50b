//! The documents of a gateway: what it serves, and that it lives.

use std::sync::OnceLock;

use hyper::body::Bytes;
use serde_json::{Value, json};
use virtual_finance_command::Program;
use virtual_finance_reference::catalogue;

use crate::openapi::{Access, JSON, Own, document};
use crate::page::Page;
use crate::served::short;
#[cfg(feature = "stream")]
use crate::sse::MEDIA_TYPE;
use crate::widgets::widgets;

/// The paths that are no endpoints.
pub(crate) const HEALTH: &str = "/healthz";
pub(crate) const READY: &str = "/readyz";
pub(crate) const METRICS: &str = "/metrics";
/// Where live values come from.
#[cfg(feature = "stream")]
pub(crate) const STREAM: &str = "/stream";
/// Where models ask.
#[cfg(feature = "mcp")]
pub(crate) const MODELS: &str = "/mcp";

/// True if this build has live values.
pub(crate) const HAS_STREAM: bool = cfg!(feature = "stream");

/// A document, and what makes it.
type Made = (Own, fn(&Documents) -> Value);

const MADE: [Made; 5] = [
    (Own::new("/", "root", "The list of what there is", JSON), Documents::list),
    (Own::new("/openapi.json", "openapi", "This document", JSON), |all| {
        document(all.program, all.access, &all.own)
    }),
    (Own::new("/catalogue.json", "catalogue", "The catalogue of the endpoints", JSON), |all| {
        catalogue(&all.program.document(), all.program.endpoints)
    }),
    (Own::new("/forms.json", "forms", "The part of the catalogue that the page shows", JSON), |all| {
        forms(all.program)
    }),
    (Own::new("/widgets.json", "widgets", "The endpoints as widgets of OpenBB Workspace", JSON), |all| {
        widgets(all.program)
    }),
];

/// The other paths that are no endpoints.
const OTHERS: [Own; 3] = [
    Own::new(HEALTH, "healthz", "The gateway lives", "text/plain").open(),
    Own::new(READY, "readyz", "The gateway answers", "text/plain").open(),
    Own::new(METRICS, "metrics", "The figures in the text format of Prometheus", "text/plain"),
];

/// The path of live values.
#[cfg(feature = "stream")]
const OF_STREAM: Own =
    Own::new(STREAM, "stream", "Live values, as server-sent events or over a websocket", MEDIA_TYPE)
        .with(crate::stream::parameters);

/// The path of tools for models.
#[cfg(feature = "mcp")]
const OF_MODELS: Own = Own::new(MODELS, "mcp", "Tools for models, by the Model Context Protocol", JSON).with(
    || json!({ "requestBody": { "content": { "application/json": { "schema": { "type": "object" } } } } }),
);

/// The documents, each of which is made once.
pub(crate) struct Documents {
    program: &'static Program,
    access: Access,
    /// The paths that are no endpoints.
    own: Vec<Own>,
    made: [OnceLock<Document>; MADE.len()],
    page: OnceLock<Page>,
}

/// A document with its entity tag.
pub(crate) struct Document {
    pub(crate) content: Bytes,
    pub(crate) tag: String,
}

impl Documents {
    pub(crate) fn new(
        program: &'static Program,
        access: Access,
        #[cfg(feature = "stream")] has_stream: bool,
    ) -> Self {
        let own = MADE.into_iter().map(|(own, _)| own).chain(OTHERS);
        #[cfg(feature = "stream")]
        let own = own.chain(has_stream.then_some(OF_STREAM));
        #[cfg(feature = "mcp")]
        let own = own.chain([OF_MODELS]);
        let own = own.collect();
        Self { program, access, own, made: Default::default(), page: OnceLock::new() }
    }

    /// Returns the page for people.
    pub(crate) fn page(&self, is_invented: bool) -> &Page {
        self.page.get_or_init(|| Page::of(self.program, HAS_STREAM, is_invented))
    }

    /// Returns the document at a path; `None` if there is none.
    pub(crate) fn get(&self, path: &str) -> Option<&Document> {
        let ((_, make), document) = MADE.iter().zip(&self.made).find(|((own, _), _)| own.path == path)?;
        Some(document.get_or_init(|| {
            let content = make(self).to_string();
            let tag = short(&hmac_sha256::Hash::hash(content.as_bytes()));
            Document { content: content.into(), tag }
        }))
    }

    /// Returns the list of what there is.
    fn list(&self) -> Value {
        let endpoints: Vec<_> =
            self.program.endpoints.iter().map(|info| format!("/{}", info.command)).collect();
        let documents: Vec<_> = self.own.iter().map(|own| own.path).collect();
        json!({
            "name": self.program.id(),
            "version": self.program.version,
            "documents": documents,
            "endpoints": endpoints,
        })
    }
}

/// Returns the catalogue without what only programs need, which is the greater part of it.
fn forms(program: &'static Program) -> Value {
    const OF_PROGRAMS: [&str; 13] = [
        "body",
        "fallbacks",
        "headers",
        "host",
        "pages",
        "path",
        "query",
        "reply",
        "response",
        "statuses",
        "then",
        "url",
        "words",
    ];
    fn shorten(value: &mut Value) {
        value.as_object_mut().into_iter().for_each(|all| all.retain(|key, _| !OF_PROGRAMS.contains(&&**key)));
    }
    let mut document = catalogue(&program.document(), program.endpoints);
    let mut endpoints = document.get_mut("endpoints").map(Value::take).unwrap_or_default();
    for endpoint in endpoints.as_array_mut().into_iter().flatten() {
        shorten(endpoint);
        let examples = endpoint.get_mut("examples").and_then(Value::as_array_mut);
        examples.into_iter().flatten().for_each(shorten);
    }
    json!({ "endpoints": endpoints })
}
