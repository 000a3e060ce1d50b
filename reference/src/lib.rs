//! What the catalogue says, for tools and for people: one JSON document of everything ([`catalogue`]), an
//! OpenAPI 3.1 document ([`openapi`]) and the reference pages ([`pages`], [`summary`]).
//!
//! All are pure functions of the catalogue. No endpoint is named here, so that one that is added to the
//! table is in every one of them.
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
mod errors;
mod json;
mod openapi;
mod pages;

pub use catalogue::catalogue;
pub use openapi::openapi;
pub use pages::{MARK, Page, command_line, pages, summary};
