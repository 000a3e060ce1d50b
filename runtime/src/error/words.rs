//! The words of a host's own error.

use std::fmt;

use crate::transport::Secrets;

/// What a host says of its own error: a code and a description, either of which may be empty.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Words {
    pub(crate) code: String,
    pub(crate) description: String,
}

impl Words {
    /// The words of the error in a body, where it is an envelope that has one.
    pub(super) fn of(body: &str) -> Option<Self> {
        let (code, description) = crate::read::envelope::host_error(body.as_bytes())?;
        Some(Self { code, description })
    }

    pub(super) fn hide(&mut self, secrets: &Secrets) {
        self.code = secrets.hide(&self.code);
        self.description = secrets.hide(&self.description);
    }
}

impl fmt::Display for Words {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&shown(&self.code, &self.description))
    }
}

/// The words as messages show them: `"Not Found": "No data found"`, or what there is of them.
pub(super) fn shown(code: &str, description: &str) -> String {
    match (code, description) {
        ("", "") => "an error without words".to_owned(),
        (words, "") | ("", words) => format!("{words:?}"),
        (code, description) => format!("{code:?}: {description:?}"),
    }
}
