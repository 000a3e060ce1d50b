//! Writes the catalogue for tools and for people: as one JSON document ([`catalogue`]), as an OpenAPI 3.1 document
//! ([`openapi`]), as types of Python ([`python`]), as schemas of tools ([`input`]) and as the reference pages of the book ([`pages`], [`summary`]).
//!
//! All are pure functions of a catalogue and of what is said [about](About) its program. No endpoint is named here, so each contains a new endpoint of the
//! table without a change.
//!
//! ```
//! use virtual_finance::ENDPOINTS;
//! use virtual_finance_reference::{About, catalogue, openapi, pages};
//!
//! let about = About { title: "Market data", ..About::new("vfapi") };
//! assert_eq!(catalogue(&about, ENDPOINTS)["endpoints"][0]["name"], ENDPOINTS[0].name);
//! assert_eq!(openapi(&about, ENDPOINTS)["paths"]["/isin"]["get"]["operationId"], "isin");
//! assert!(pages(&about, ENDPOINTS).iter().any(|page| page.path == "endpoints/isin.md"));
//! ```

mod about;
mod catalogue;
mod input;
mod json;
mod openapi;
mod pages;
mod python;

pub use about::About;
pub use catalogue::catalogue;
pub use input::{MAX_VALUES, input};
pub use openapi::{openapi, several};
pub use pages::{Page, argument_name, command_line, pages, quoted, summary};
pub use python::python;
