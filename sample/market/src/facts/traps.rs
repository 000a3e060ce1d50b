//! Texts that expose careless readers.

/// Texts that mislead a reader which looks for an end of the store instead of reading it. Pages have them where
/// nobody sees them; an agreed ticker has them in its profile.
pub(crate) const TRAPS: &[&str] = &[
    "};",
    ";\n}(this));\n",
    "nothing here: {}",
    "he said \"QuoteSummaryStore\": {\"quoteType\": {}}",
    "back\\slash and \u{201c}quotes\u{201d}",
];
