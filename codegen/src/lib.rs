//! Turns the table of endpoints into the typed requests of the market-data client.
//!
//! `parse → check → model → emit → write`, one module each. Everything but [`write`](ensure) is pure:
//! text in, files or diagnostics out. All faults of a table are reported in one run, and a table with
//! faults gives no files.
//!
//! ```
//! use virtual_finance_codegen::{Input, generate};
//!
//! let table = "hosts: {}\nendpoints: {}\nendpionts: {}\n";
//! let faults = generate(&Input { table_path: "spec/endpoints.yaml", table_text: table, converters: &[] })
//!     .expect_err("a key is misspelt");
//! assert!(faults[0].to_string().starts_with("spec/endpoints.yaml:3:1: error: "));
//! ```

mod check;
mod diagnostic;
mod emit;
mod model;
mod names;
mod parse;
mod value;
mod write;

pub use diagnostic::{Diagnostic, DiagnosticKind};
pub use write::{Changes, EnsureError, Mode, ensure, known_converters};

/// Where the table lies in a workspace.
pub const TABLE_PATH: &str = "spec/endpoints.yaml";

/// Where the generated requests go in a workspace. Files here that are no longer generated are stale.
pub const REQUESTS_DIR: &str = "generated/src/table";

/// Where the converters lie in a workspace, and the file that declares them.
pub const CONVERTERS_DIR: &str = "runtime/src/converters";

/// What the generator reads.
#[derive(Debug, Clone, Copy)]
pub struct Input<'a> {
    /// The table's text.
    pub table_text: &'a str,
    /// The table's path, as diagnostics show it.
    pub table_path: &'a str,
    /// The names of the converter modules that exist.
    pub converters: &'a [String],
}

/// A file that the generator makes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GeneratedFile {
    /// The path from the root of the workspace, with `/` between its parts.
    pub path: String,
    /// The whole text.
    pub text: String,
}

/// The files that a table gives, in a fixed order. Pure.
///
/// # Errors
/// Every fault of the table, in the order of its lines.
pub fn generate(input: &Input<'_>) -> Result<Vec<GeneratedFile>, Vec<Diagnostic>> {
    let mut faults = diagnostic::Faults::new(input.table_path, input.table_text);
    let Some(parsed) = parse::parse(input.table_text, &mut faults) else {
        return Err(faults.into_sorted());
    };
    check::check(&parsed, input.converters, &mut faults);
    if faults.any() {
        return Err(faults.into_sorted());
    }
    match model::Model::new(&parsed.table) {
        Some(model) => emit::emit(&model).map_err(|reason| {
            faults.internal(&reason);
            faults.into_sorted()
        }),
        None => {
            faults.internal("the checks let a reference through that the model cannot follow");
            Err(faults.into_sorted())
        }
    }
}
