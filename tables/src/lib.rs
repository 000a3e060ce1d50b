//! Responses of any API as tables. The schema and the view of an endpoint say which tables its responses have, and the
//! tables become text for people, CSV, lines of JSON, Parquet and Arrow files, frames and charts.
//!
//! ```
//! use virtual_finance_core::Value;
//! use virtual_finance_tables::formats::Format;
//! use virtual_finance_tables::rendering::Rendering;
//! use virtual_finance_tables::tabular::Outline;
//!
//! let towns: Value = serde_json::from_str(r#"[{"town": "Oslo", "warm": 21.5}, {"town": "Bergen", "warm": null}]"#)?;
//! let outline = Outline::without_schema("Towns", None);
//! let csv = Rendering::of(Format::Csv).render(&towns, &outline).map_err(|failure| failure.message().to_owned())?;
//! assert_eq!(csv, b"town,warm\nOslo,21.5\nBergen,\n");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Nothing here reads a command line or sends a request.

mod any_paged;
pub mod formats;
pub mod rendering;
pub mod show;
pub mod tabular;
#[cfg(test)]
mod tests;
pub mod text;

pub use any_paged::{AnyPaged, Page};
