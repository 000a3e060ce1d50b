//! The catalogue, the OpenAPI document and the pages are valid and correct.

#![expect(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod blocks;
mod documents;
mod invented;
mod links;
mod notes;
mod openapi;
mod pages;
mod params;
mod replies;
mod schemas;
