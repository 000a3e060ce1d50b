//! The generated pages of the book, the code that the others quote, and the types of Python that need the catalogue.

use std::io;
use std::path::Path;

use virtual_finance::ENDPOINTS;
use virtual_finance_codegen::{Changes, GeneratedFile, Mode, Stale, WriteError, ensure};
use virtual_finance_reference::{About, Page, pages, python, summary};

use crate::code::{NoCode, quoting};

const SUMMARY: &str = "docs/src/SUMMARY.md";

/// The types of the responses for Python. `cargo regen` writes the requests: the schemas of responses that converters make
/// are in the client, which this task compiles.
const RESPONSES: &str = "python/package/virtual_finance/responses.py";

/// An error of [`regen_docs`].
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DocsError {
    /// The summary of the book could not be read.
    #[error("{SUMMARY} cannot be read: {0}; check the path and its permissions")]
    NoSummary(#[source] io::Error),
    /// The summary has no place for the generated chapters.
    #[error("{SUMMARY} lacks the comments around its endpoints; restore them")]
    NoPlace,
    /// A page quotes code that is not there.
    #[error(transparent)]
    NoCode(#[from] NoCode),
    /// A page could not be read, written or removed.
    #[error(transparent)]
    Files(#[from] WriteError),
}

/// Writes the pages that the catalogue gives, their list in the summary, the types of the responses for Python, and the code that other pages quote from the
/// sources, or only compares them.
///
/// # Errors
/// The summary is missing or has no place for the list, the code is not there, or a file cannot be read, written or removed.
pub fn regen_docs(root: &Path, mode: Mode) -> Result<Changes, DocsError> {
    let text = std::fs::read_to_string(root.join(SUMMARY)).map_err(DocsError::NoSummary)?;
    let about = about();
    let text = summary(&about, &text, ENDPOINTS).ok_or(DocsError::NoPlace)?;
    let file = |Page { path, text }| GeneratedFile { path: format!("docs/src/{path}"), text };
    let mut files: Vec<GeneratedFile> = pages(&about, ENDPOINTS).into_iter().map(file).collect();
    files.push(GeneratedFile { path: SUMMARY.to_owned(), text });
    files.push(GeneratedFile { path: RESPONSES.to_owned(), text: python("cargo regen-docs", ENDPOINTS) });
    files.extend(quoting(root)?);
    let stale = Stale { folder: "docs/src/endpoints", extension: "md", mark: &about.mark() };
    Ok(ensure(root, &files, Some(stale), mode)?)
}

/// Returns the facts about the command that the pages have.
pub fn about() -> About<'static> {
    About { written_by: "cargo regen-docs".to_owned(), is_in_book: true, ..About::new("vfapi") }
}
