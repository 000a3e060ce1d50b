//! The tasks of this workspace as functions, for the commands `cargo regen`, `cargo regen-docs` and `cargo xtask bench`, and for the
//! tests that compare committed files with generated ones.

use std::path::Path;

use virtual_finance_codegen::{
    Changes, GeneratedFile, Generator, GeneratorError, Mode, ensure, table_schema,
};

pub mod bench;
#[cfg(feature = "docs")]
mod code;
#[cfg(feature = "docs")]
mod docs;
mod frames;
pub mod table;
mod terminal;
mod watch;

#[cfg(feature = "docs")]
pub use code::NoCode;
#[cfg(feature = "docs")]
pub use docs::{DocsError, about, regen_docs};
pub use frames::FRAMES;
pub use terminal::harmless;
pub use watch::watch;

/// The JSON Schema of tables, by which editors check the table. The build scripts of other tables write theirs.
const SCHEMA: &str = "spec/endpoints.schema.json";

/// The endpoints whose replies the sample host invents by itself.
const REPLIED_ELSEWHERE: [&str; 7] =
    ["Profile", "Financials", "Statements", "History", "Options", "Screeners", "Screener"];

/// Returns the generator with the settings of this workspace, whose tests go through all endpoints.
pub fn generator() -> Generator {
    generator_of_any_table().complete(REPLIED_ELSEWHERE)
}

/// Returns the same generator without demands on the endpoints of its table.
pub fn generator_of_any_table() -> Generator {
    Generator::new("spec/endpoints.yaml")
        .converters("runtime/market/src/converters")
        .converters_module("::virtual_finance_runtime::converters")
        .runtime("::virtual_finance_runtime")
        .output("generated/src/table")
        .records("runtime/market/src/records.rs", "::virtual_finance_runtime::records")
        .root("generated/src/lib.rs")
        .command("cargo regen")
        .docs_crate("virtual_finance")
        .schemas(true)
        .python("python/package/virtual_finance")
}

/// Writes the client, the frames and the schema of tables, or only compares them.
///
/// # Errors
/// The table or the description of the frames has errors, or warnings are denied, or a file cannot be read, written or removed. Nothing is written for a table with errors.
pub fn regen(generator: &Generator, root: &Path, mode: Mode) -> Result<Changes, GeneratorError> {
    let frames = frames::generated(root)?;
    let mut changes = generator.write(root, mode)?;
    let schema = GeneratedFile { path: SCHEMA.to_owned(), text: table_schema() };
    changes.outdated.extend(ensure(root, &[frames, vec![schema]].concat(), None, mode)?.outdated);
    Ok(changes)
}
