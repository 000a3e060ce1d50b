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
        self.include.is_empty() || self.include.iter().any(|pattern| fits(pattern, method, path))
    }

    /// Returns the first pattern that fits no operation of a document.
    pub(super) fn vain(&self, root: &At<'_>) -> Option<&str> {
        let paths = root.members_of("paths");
        let fits_one = |pattern: &&String| {
            let mut all = paths
                .iter()
                .flat_map(|(path, item)| item.members().into_iter().map(move |(method, _)| (method, *path)));
            !all.any(|(method, path)| fits(pattern, method, path))
        };
        self.include.iter().find(fits_one).map(String::as_str)
    }
}

/// Returns true for a method and a path that a pattern describes.
fn fits(pattern: &str, method: &str, path: &str) -> bool {
    let (wanted, pattern) = pattern.trim().split_once(' ').unwrap_or(("*", pattern));
    let mut parts = pattern.trim().split('*');
    let Some(mut rest) = parts.next().and_then(|start| path.strip_prefix(start)) else { return false };
    let parts: Vec<&str> = parts.collect();
    let Some((last, between)) = parts.split_last() else {
        return rest.is_empty() && (wanted == "*" || wanted.eq_ignore_ascii_case(method));
    };
    for part in between {
        let Some((_, behind)) = rest.split_once(part) else { return false };
        rest = behind;
    }
    rest.ends_with(last) && (wanted == "*" || wanted.eq_ignore_ascii_case(method))
}
