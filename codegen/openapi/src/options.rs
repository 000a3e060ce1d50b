//! The wishes of a caller: names, secrets, and the operations that are imported.

use super::at::At;

/// The names of a table, the operations that it has, and what else is not in the document.
///
/// ```
/// use virtual_finance_openapi::ImportOptions;
///
/// let include = ["GET /repos/*".to_owned()];
/// let options = ImportOptions { prefix: "Shop", include: &include, ..ImportOptions::default() };
/// ```
#[derive(Debug, Clone, Copy, Default)]
pub struct ImportOptions<'a> {
    /// The beginning of every name; it may be empty.
    pub prefix: &'a str,
    /// The names of the modules of converters that exist.
    pub converters: &'a [String],
    /// The beginning of the environment variables that a client reads secrets from, before the name of their scheme: `SHOP_`
    /// and `apiKey` are `SHOP_API_KEY`. Without it a client reads none.
    pub variables: Option<&'a str>,
    /// The operations that are imported, by method and path, where `*` stands for any text: `GET /repos/*`, `* /users`.
    /// Without any all are.
    pub include: &'a [String],
    /// True if replies may leave out any member of their records: for documents that promise too much.
    pub optional: bool,
}

impl ImportOptions<'_> {
    /// Returns true if an operation is imported.
    pub(super) fn includes(&self, method: &str, path: &str) -> bool {
        self.include.is_empty() || self.include.iter().any(|pattern| is_of(pattern, method, path))
    }

    /// Returns the first pattern that fits no operation of a document.
    pub(super) fn vain(&self, root: &At<'_>) -> Option<&str> {
        let paths = root.members_of("paths");
        let is_vain = |pattern: &&String| {
            paths
                .iter()
                .all(|(path, item)| item.members().iter().all(|(method, _)| !is_of(pattern, method, path)))
        };
        self.include.iter().find(is_vain).map(String::as_str)
    }
}

fn is_of(pattern: &str, method: &str, path: &str) -> bool {
    fits(pattern, &format!("{} {path}", method.to_uppercase()))
}

/// Returns true for a text that a pattern describes.
fn fits(pattern: &str, text: &str) -> bool {
    let Some((start, rest)) = pattern.split_once('*') else { return pattern == text };
    let behind = text.strip_prefix(start).unwrap_or_default();
    text.starts_with(start)
        && behind
            .char_indices()
            .map(|(at, _)| at)
            .chain([behind.len()])
            .any(|at| fits(rest, behind.get(at..).unwrap_or_default()))
}
