//! Reads a table of endpoints, checks it, and gives what it says as values of `virtual-finance-core`.
//!
//! The stages are `parse → check → model → catalogue`, one module each. All are pure: text in, values and diagnostics
//! out; [`TableFile`] alone reads files. One run reports every error of a table, each with a [`Code`]. A table without
//! errors can have warnings.
//!
//! ```
//! let told = virtual_finance_table::diagnostics("t.yaml", "hosts: {}\nendpoints: {}\ntype: {}\n", &[], "");
//! assert_eq!(told[0].code.as_str(), "V010");
//! ```
//!
//! The hidden modules are for `virtual-finance-codegen` and `virtual-finance-openapi`. They change with the generator, and
//! nothing else should name them.

#[doc(hidden)]
pub mod catalogue;
#[doc(hidden)]
pub mod check;
#[doc(hidden)]
pub mod codes;
#[doc(hidden)]
pub mod compare;
#[doc(hidden)]
pub mod diagnostic;
mod diagnostics;
#[doc(hidden)]
pub mod format;
mod freshness;
mod graphql;
#[doc(hidden)]
pub mod identifiers;
#[doc(hidden)]
pub mod item;
#[doc(hidden)]
pub mod kind;
mod level;
#[doc(hidden)]
pub mod markdown;
#[doc(hidden)]
pub mod model;
#[doc(hidden)]
pub mod names;
#[doc(hidden)]
pub mod parse;
#[doc(hidden)]
pub mod python;
#[doc(hidden)]
pub mod quoting;
mod run_time;
mod schema;
mod secret;
mod severity;
mod source;
#[doc(hidden)]
pub mod template;
#[doc(hidden)]
pub mod value;

pub use codes::Code;
pub use compare::TableChange;
pub use diagnostic::Diagnostic;
pub use diagnostics::diagnostics;
pub use level::Level;
pub use run_time::{PythonSource, TableInfo};
pub use schema::table_schema;
pub use severity::Severity;
#[doc(hidden)]
pub use source::read_table;
pub use source::{TableError, TableFile};
