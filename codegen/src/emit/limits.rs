//! The limits of values in docs.

use super::tokens::code;
use virtual_finance_table::parse::limits::Limits;

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
