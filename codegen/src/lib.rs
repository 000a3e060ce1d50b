//! Turns the table of endpoints into the typed requests of the market-data client.
//!
//! `parse → check → model → emit → write`, one module each. Everything but [`write`](ensure) is pure:
//! text in, files or diagnostics out. All faults of a table are reported in one run, each with a
//! [`Code`], and a table with faults gives no files.
//!
//! ```
//! use virtual_finance_codegen::{Input, generate};
//!
//! let table = "hosts: {}\nendpoints: {}\nendpionts: {}\n";
//! let faults = generate(&Input { table_path: "spec/endpoints.yaml", table_text: table, converters: &[] })
//!     .expect_err("a key is misspelt");
//! assert!(faults[0].to_string().starts_with("spec/endpoints.yaml:3:1: error[V010]: "));
//! ```

mod check;
mod codes;
mod diagnostic;
mod emit;
mod model;
mod names;
mod parse;
mod schema;
mod value;
mod write;

pub use codes::Code;
pub use diagnostic::Diagnostic;
pub use write::{Changes, EnsureError, Mode, ensure, known_converters};

/// Where the table lies in a workspace.
pub const TABLE_PATH: &str = "spec/endpoints.yaml";

/// Where the JSON Schema of tables lies in a workspace; the first line of the table refers to it.
pub const SCHEMA_PATH: &str = "spec/endpoints.schema.json";

/// Where the page that explains every [`Code`] lies in a workspace.
pub const DIAGNOSTICS_PATH: &str = "codegen/DIAGNOSTICS.md";

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

/// The files that the generator makes of itself, whatever the table: its JSON Schema and the page that
/// explains every [`Code`].
#[must_use]
pub fn documents() -> Vec<GeneratedFile> {
    [(SCHEMA_PATH, schema::schema()), (DIAGNOSTICS_PATH, codes::page::page())]
        .map(|(path, text)| GeneratedFile { path: path.to_owned(), text })
        .to_vec()
}
