//! The code that the pages of the book quote from the sources.
//!
//! A comment before a block of code names the file, relative to the page, and the anchor:
//! `<!-- code: ../../spec/endpoints.yaml#quote -->`. The block gets what the file has between its comments
//! `ANCHOR: quote` and `ANCHOR_END: quote`, or the whole file. So the code stands on the page wherever it is read.

use std::fs;
use std::path::Path;

use virtual_finance_codegen::GeneratedFile;

const PAGES: &str = "docs/src";

/// The fault of a page that quotes code that is not there.
#[derive(Debug, thiserror::Error)]
#[error(
    "{page} quotes {code:?}, and there is no such file, no such anchor in it, or no block of code below the comment; \
     correct the comment, or restore the two comments of the anchor"
)]
pub struct NoCode {
    /// The page.
    page: String,
    /// The source as the page names it.
    code: String,
}

/// Returns the pages that quote code, with the code as the sources have it.
pub(crate) fn quoting(root: &Path) -> Result<Vec<GeneratedFile>, NoCode> {
    let mut pages = Vec::new();
    let Ok(entries) = fs::read_dir(root.join(PAGES)) else { return Ok(pages) };
    for entry in entries.flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        // A folder, or a page that cannot be read, quotes nothing; `ensure` reports what cannot be read.
        let Ok(text) = fs::read_to_string(entry.path()) else { continue };
        if name.ends_with(".md") && text.lines().any(|line| named(line).is_some()) {
            let path = format!("{PAGES}/{name}");
            let text =
                filled(&text, |code| read(root, code)).map_err(|code| NoCode { page: path.clone(), code })?;
            pages.push(GeneratedFile { path, text });
        }
    }
    pages.sort_by(|one, other| one.path.cmp(&other.path));
    Ok(pages)
}

/// Returns the file and the anchor that a line names as the source of the next block.
fn named(line: &str) -> Option<&str> {
    Some(line.strip_prefix("<!-- code: ")?.strip_suffix("-->")?.trim())
}

/// Returns a page with the code in the blocks whose source is named.
///
/// # Errors
/// The name of a source that is not there, or that no block follows.
fn filled(text: &str, read: impl Fn(&str) -> Option<String>) -> Result<String, String> {
    let mut filled = String::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        filled += &format!("{line}\n");
        let Some(name) = named(line) else { continue };
        let block = || name.to_owned();
        let code = read(name).ok_or_else(block)?;
        let begin = lines.next().filter(|line| line.starts_with("```")).ok_or_else(block)?;
        let language = begin.trim_start_matches('`');
        lines.find(|line| begin.strip_suffix(language) == Some(*line)).ok_or_else(block)?;
        let mut fence = "```".to_owned();
        while code.contains(&fence) {
            fence.push('`');
        }
        filled += &format!("{fence}{language}\n{code}{fence}\n");
    }
    Ok(filled)
}

/// Returns the code of a source, `path` or `path#anchor` relative to a page.
fn read(root: &Path, name: &str) -> Option<String> {
    let (path, anchor) = name.split_once('#').unwrap_or((name, ""));
    let text = fs::read_to_string(root.join(PAGES).join(path)).ok()?;
    let is_mark = |line: &&str| line.contains("ANCHOR: ") || line.contains("ANCHOR_END: ");
    let mut lines: Vec<&str> = text.lines().collect();
    if !anchor.is_empty() {
        let place = |mark: &str| {
            lines.iter().position(|line| line.trim_end().ends_with(&format!("{mark}: {anchor}")))
        };
        let (begin, end) = (place("ANCHOR")?, place("ANCHOR_END")?);
        lines = lines.get(begin..end)?.to_vec();
    }
    lines.retain(|line| !is_mark(line) && !is_hidden(path, line));
    let indent = |line: &&str| line.len().saturating_sub(line.trim_start().len());
    let margin = lines.iter().filter(|line| !line.trim().is_empty()).map(indent).min().unwrap_or_default();
    let code: Vec<&str> = lines.iter().map(|line| line.get(margin..).unwrap_or_default()).collect();
    Some(format!("{}\n", code.join("\n").trim_matches('\n')))
}

/// Returns true for a line of Rust that its documentation hides.
fn is_hidden(path: &str, line: &str) -> bool {
    let line = line.trim_start();
    path.ends_with(".rs") && (line == "#" || line.starts_with("# "))
}
