//! The tasks of this workspace as functions, for the commands `cargo regen`, `cargo regen-docs` and `cargo xtask bench`, and for the
//! tests that compare committed files with generated ones.

use std::io;
use std::path::Path;

use virtual_finance_codegen::{
    Changes, GeneratedFile, Generator, GeneratorError, Mode, ensure, table_schema,
};
use virtual_finance_files::{self as files, Links};

pub mod bench;
#[cfg(feature = "docs")]
mod code;
#[cfg(feature = "docs")]
mod docs;
mod frames;
mod members;
mod screening;
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

/// Writes the client, what the other descriptions of `spec/` give, and the schema of tables, or only compares them.
///
/// # Errors
/// The table or a description has errors, or warnings are denied, or a file cannot be read, written or removed. Nothing is
/// written for a table with errors.
pub fn regen(generator: &Generator, root: &Path, mode: Mode) -> Result<Changes, GeneratorError> {
    let mut files = described(root, FRAMES, frames::made)?;
    files.extend(described(root, members::MEMBERS, members::made)?);
    let types = || read(&root.join(screening::TYPES));
    files.extend(described(root, screening::SCREENING, |text| screening::made(text, &types()?))?);
    let mut changes = generator.write(root, mode)?;
    files.push(GeneratedFile { path: SCHEMA.to_owned(), text: table_schema() });
    changes.outdated.extend(ensure(root, &files, None, mode)?.outdated);
    Ok(changes)
}

/// Returns the files that a description gives; none where there is no description.
fn described(
    root: &Path,
    path: &str,
    make: impl FnOnce(&[u8]) -> io::Result<Vec<GeneratedFile>>,
) -> Result<Vec<GeneratedFile>, GeneratorError> {
    let path = root.join(path);
    if !path.exists() {
        return Ok(Vec::new());
    }
    let files = read(&path).and_then(|text| make(&text));
    files.map_err(|source| GeneratorError::NoTable { path, source })
}

fn read(path: &Path) -> io::Result<Vec<u8>> {
    const MAX_FILE: u64 = 1 << 20;
    files::read(path, MAX_FILE, Links::Followed).map_err(io::Error::other)
}
