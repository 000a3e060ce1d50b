//! The documents of a gateway: what it serves, and that it lives.

use std::sync::OnceLock;

use http::HeaderValue;
use hyper::body::Bytes;
use serde_json::json;
use virtual_finance_command::Program;
use virtual_finance_reference::{catalogue, openapi};

use crate::page::Page;

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
    openapi: OnceLock<Bytes>,
    catalogue: OnceLock<Bytes>,
    page: OnceLock<Page>,
}

impl Documents {
    /// Returns the page for people.
    pub(crate) fn page(&self, program: &'static Program) -> &Page {
        self.page.get_or_init(|| Page::of(program, cfg!(feature = "stream")))
    }

    /// Returns the document at a path; `None` if there is none.
    pub(crate) fn get(&self, program: &'static Program, path: &str) -> Option<(HeaderValue, Bytes)> {
        let json = HeaderValue::from_static("application/json");
        let document = match path {
            "/" => root(program).into(),
            OPENAPI => self
                .openapi
                .get_or_init(|| openapi(&program.document(), program.endpoints).to_string().into())
                .clone(),
            CATALOGUE => self
                .catalogue
                .get_or_init(|| catalogue(&program.document(), program.endpoints).to_string().into())
                .clone(),
            _ => return None,
        };
        Some((json, document))
    }
}

/// Returns the list of what there is.
fn root(program: &'static Program) -> Vec<u8> {
    let endpoints: Vec<_> = program.endpoints.iter().map(|info| format!("/{}", info.command)).collect();
    let document = json!({
        "name": program.name,
        "version": program.version,
        "documents": [OPENAPI, CATALOGUE, HEALTH, READY, METRICS],
        "endpoints": endpoints,
    });
    document.to_string().into_bytes()
}
