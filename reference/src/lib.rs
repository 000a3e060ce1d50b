//! Writes the catalogue for tools and for people: as one JSON document ([`catalogue`]), as an OpenAPI 3.1 document
//! ([`openapi`]) and as the reference pages of the book ([`pages`], [`summary`]).
//!
//! All are pure functions of the catalogue. No endpoint is named here, so each contains a new endpoint of the
//! table without a change.
//!
//! ```
//! use virtual_finance::ENDPOINTS;
//! use virtual_finance_reference::{catalogue, openapi, pages};
//!
//! assert_eq!(catalogue(ENDPOINTS)["endpoints"][0]["name"], ENDPOINTS[0].name);
//! assert_eq!(openapi(ENDPOINTS)["paths"]["/isin"]["get"]["operationId"], "isin");
//! assert!(pages(ENDPOINTS).iter().any(|page| page.path == "endpoints/isin.md"));
//! ```

mod catalogue;
mod json;
mod openapi;
mod pages;

pub use catalogue::catalogue;
pub use openapi::openapi;
pub use pages::{MARK, Page, command_line, pages, summary};
