//! The note with the headers of a reply.

use std::collections::BTreeMap;

/// The headers of the reply that the table names (`reply_headers`), by their names there. A header is left out if the
/// reply lacks it, if it is not visible ASCII or if it repeats a secret of the caller; several of one name are joined
/// with commas. A response from several replies has the headers of the last.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReplyHeaders(pub BTreeMap<String, String>);

impl ReplyHeaders {
    /// Returns the value of a header, whose name is written as in the table or otherwise.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        let found = self.0.iter().find(|(own, _)| own.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.as_str())
    }
}

crate::note!(
    ReplyHeaders,
    "headers",
    |note| "{}",
    note.0.iter().map(|(name, value)| format!("{name} = {value}")).collect::<Vec<_>>().join("; ")
);
