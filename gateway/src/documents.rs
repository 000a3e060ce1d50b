//! The documents of a gateway: what it serves, and that it lives.

use std::sync::OnceLock;

use hyper::body::Bytes;
use serde_json::json;
use virtual_finance_command::Program;
use virtual_finance_reference::{catalogue, openapi};

use crate::page::Page;
use crate::served::short;

/// The paths that are no endpoints.
pub(crate) const OPENAPI: &str = "/openapi.json";
pub(crate) const CATALOGUE: &str = "/catalogue.json";
pub(crate) const HEALTH: &str = "/healthz";
pub(crate) const READY: &str = "/readyz";
pub(crate) const METRICS: &str = "/metrics";
/// Where live values come from.
#[cfg(feature = "stream")]
pub(crate) const STREAM: &str = "/stream";
/// Where models ask.
#[cfg(feature = "mcp")]
pub(crate) const MODELS: &str = "/mcp";

/// The documents that are made once.
#[derive(Default)]
pub(crate) struct Documents {
    root: OnceLock<Document>,
    openapi: OnceLock<Document>,
    catalogue: OnceLock<Document>,
    page: OnceLock<Page>,
}

/// A document with its entity tag.
pub(crate) struct Document {
    pub(crate) content: Bytes,
    pub(crate) tag: String,
}

impl Documents {
    /// Returns the page for people.
    pub(crate) fn page(&self, program: &'static Program) -> &Page {
        self.page.get_or_init(|| Page::of(program, cfg!(feature = "stream")))
    }

    /// Returns the document at a path; `None` if there is none.
    pub(crate) fn get(&self, program: &'static Program, path: &str) -> Option<&Document> {
        let (document, make): (_, fn(&'static Program) -> String) = match path {
            "/" => (&self.root, root),
            OPENAPI => (&self.openapi, |program| openapi(&program.document(), program.endpoints).to_string()),
            CATALOGUE => {
                (&self.catalogue, |program| catalogue(&program.document(), program.endpoints).to_string())
            }
            _ => return None,
        };
        Some(document.get_or_init(|| {
            let content = make(program);
            let tag = short(&hmac_sha256::Hash::hash(content.as_bytes()));
            Document { content: content.into(), tag }
        }))
    }
}

/// Returns the list of what there is.
fn root(program: &'static Program) -> String {
    let endpoints: Vec<_> = program.endpoints.iter().map(|info| format!("/{}", info.command)).collect();
    let document = json!({
        "name": program.name,
        "version": program.version,
        "documents": [OPENAPI, CATALOGUE, HEALTH, READY, METRICS],
        "endpoints": endpoints,
    });
    document.to_string()
}
