//! The host's own description of an error.

use std::fmt;

use crate::redact::Redactor;

/// The code and the description that a host gives for its error. Either may be empty.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct HostError {
    pub(crate) code: String,
    pub(crate) description: String,
}

impl HostError {
    pub(super) fn redact(&mut self, redactor: &Redactor) {
        self.code = redactor.redact(&self.code);
        self.description = redactor.redact(&self.description);
    }
}

impl fmt::Display for HostError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&shown(&self.code, &self.description))
    }
}

/// Returns both as messages show them: `"Not Found": "No data found"`, or only the nonempty text.
pub(super) fn shown(code: &str, description: &str) -> String {
    match (code, description) {
        ("", "") => "an error without words".to_owned(),
        (text, "") | ("", text) => format!("{text:?}"),
        (code, description) => format!("{code:?}: {description:?}"),
    }
}
