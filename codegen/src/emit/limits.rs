//! The limits of values, in the catalogue and in docs.

use proc_macro2::Literal;

use super::entry::Fields;
use super::tokens::{code, float};
use crate::parse::limits::Limits;

impl Fields {
    pub(super) fn set_limits(self, limits: Limits<'_>) -> Self {
        let length = limits.max_length.map(Literal::i64_unsuffixed);
        self.set_some("min", limits.min.map(float))
            .set_some("max", limits.max.map(float))
            .set_some("max_length", length)
            .set_some("pattern", limits.pattern)
    }
}

/// Returns limits as sentences, each with a space before it.
pub(super) fn sentences(limits: Limits<'_>, is_list: bool) -> String {
    let unit = if is_list { "values" } else { "characters" };
    [
        limits.min.map(|min| format!(" Minimum: `{min}`.")),
        limits.max.map(|max| format!(" Maximum: `{max}`.")),
        limits.max_length.map(|length| format!(" Maximum length: {length} {unit}.")),
        limits.pattern.map(|pattern| format!(" Pattern: {}.", code(pattern))),
    ]
    .into_iter()
    .flatten()
    .collect()
}
