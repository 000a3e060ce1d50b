//! The documents of a gateway: what it serves, and that it lives.

use std::sync::OnceLock;

use hyper::body::Bytes;
use serde_json::{Value, json};
use virtual_finance_command::Program;
use virtual_finance_reference::catalogue;

use crate::openapi::{Access, Own, document};
use crate::page::Page;
use crate::served::short;
use crate::widgets::widgets;

/// The paths that are no endpoints.
pub(crate) const OPENAPI: &str = "/openapi.json";
pub(crate) const CATALOGUE: &str = "/catalogue.json";
pub(crate) const WIDGETS: &str = "/widgets.json";
/// The part of the catalogue that the page shows.
pub(crate) const FORMS: &str = "/forms.json";
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

/// The paths that are no endpoints, as documents have them.
const OWN: [Own; 8] = [
    Own::new("/", "root", "The list of what there is", "application/json"),
    Own::new(OPENAPI, "openapi", "This document", "application/json"),
    Own::new(CATALOGUE, "catalogue", "The catalogue of the endpoints", "application/json"),
    Own::new(FORMS, "forms", "The part of the catalogue that the page shows", "application/json"),
    Own::new(WIDGETS, "widgets", "The endpoints as widgets of OpenBB Workspace", "application/json"),
    Own::new(HEALTH, "healthz", "The gateway lives", "text/plain").open(),
    Own::new(READY, "readyz", "The gateway answers", "text/plain").open(),
    Own::new(METRICS, "metrics", "The figures in the text format of Prometheus", "text/plain"),
];

/// The path of live values.
#[cfg(feature = "stream")]
const OF_STREAM: Own =
    Own::new(STREAM, "stream", "Live values, as server-sent events or over a websocket", "text/event-stream")
        .with(crate::stream::parameters);

/// The path of tools for models.
#[cfg(feature = "mcp")]
const OF_MODELS: Own = Own::new(
    MODELS,
    "mcp",
    "Tools for models, by the Model Context Protocol",
    "application/json",
)
.with(|| json!({ "requestBody": { "content": { "application/json": { "schema": { "type": "object" } } } } }));

/// The path of a document, and what makes it.
type Made = (&'static str, fn(&Documents) -> Value);

const MADE: [Made; 5] = [
    ("/", Documents::list),
    (OPENAPI, |all| document(all.program, all.access, &all.own)),
    (CATALOGUE, |all| catalogue(&all.program.document(), all.program.endpoints)),
    (FORMS, |all| forms(all.program)),
    (WIDGETS, |all| widgets(all.program)),
];

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
        let own = OWN.into_iter();
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
        let ((_, make), document) = MADE.iter().zip(&self.made).find(|((known, _), _)| *known == path)?;
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
            "name": self.program.name,
            "version": self.program.version,
            "documents": documents,
            "endpoints": endpoints,
        })
    }
}

/// Returns the catalogue without what only programs need, which is the greater part of it.
fn forms(program: &'static Program) -> Value {
    const ENDPOINT: &[&str] =
        &["fallbacks", "headers", "host", "pages", "path", "query", "response", "statuses", "words"];
    const EXAMPLE: &[&str] = &["body", "reply", "response", "url"];
    let without = |value: &mut Value, keys: &[&str]| {
        if let Some(members) = value.as_object_mut() {
            members.retain(|key, _| !keys.contains(&key.as_str()));
        }
    };
    let list = |value: &mut Value, key: &str| match value.get_mut(key).map(Value::take) {
        Some(Value::Array(items)) => items,
        _ => Vec::new(),
    };
    let mut document = catalogue(&program.document(), program.endpoints);
    let mut endpoints = list(&mut document, "endpoints");
    for endpoint in &mut endpoints {
        without(endpoint, ENDPOINT);
        let mut examples = list(endpoint, "examples");
        examples.iter_mut().for_each(|example| without(example, EXAMPLE));
        if let Some(members) = endpoint.as_object_mut() {
            members.insert("examples".to_owned(), examples.into());
        }
    }
    json!({ "endpoints": endpoints })
}
