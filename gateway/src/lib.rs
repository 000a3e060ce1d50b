//! An HTTP gateway for any API. A table of endpoints gives it a path for each endpoint, as the OpenAPI document of the
//! table says: spreadsheets, dashboards and programs in other languages read the data over HTTP.
//!
//! `GET /history?ticker=IBM&range=1y`, `GET /history/IBM` and `GET /history/IBM.csv` are the same request in two formats.
//! An error is a problem document (RFC 9457). A response has a strong entity tag, so that asking for it again costs no
//! conversion, and behind all callers stands one client with its cache, its rates and its pauses: the same request of a
//! thousand callers is one request to the host.
//!
//! A program has the gateway as a subcommand ([`SERVE`]); a program of another kind makes a [`Gateway`] itself. With the
//! feature `mcp` models ask the same endpoints by the Model Context Protocol, behind `/mcp` or on stdin and stdout.
//! It listens to this machine only unless it is told otherwise, and nothing of a caller but parameters reaches a host.

mod access;
mod answer;
mod apart;
mod callers;
mod coming;
mod command;
mod compressed;
mod connections;
mod content;
mod documents;
mod form;
mod headers;
mod heads;
mod kept;
mod lines;
#[cfg(feature = "mcp")]
mod mcp;
mod metrics;
mod openapi;
mod page;
mod pages;
mod problem;
mod protocols;
mod requests;
mod responses;
mod sending;
mod served;
mod server;
mod settings;
mod several;
mod sse;
#[cfg(feature = "stream")]
mod stream;
mod target;
#[cfg(feature = "tls")]
mod tls;
#[cfg(feature = "mcp")]
mod tools;
mod widgets;

pub use access::{Tokens, TokensFault};
pub use command::SERVE;
#[cfg(feature = "mcp")]
pub use mcp::{MCP, Models};
pub use server::Gateway;
pub use settings::{Log, Settings};
#[cfg(feature = "tls")]
pub use tls::{Certificate, CertificateFault};
#[cfg(feature = "mcp")]
pub use tools::{Tools, ToolsFault};
