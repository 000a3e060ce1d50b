//! The body of a request.

use serde_json::Value;

use crate::catalogue::BodyFormat;

/// The body of a request.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum RequestBody {
    /// A JSON document.
    Json(Value),
    /// A form, encoded as in a query.
    Form(String),
}

impl RequestBody {
    /// Returns its format.
    #[must_use]
    pub const fn format(&self) -> BodyFormat {
        match self {
            Self::Json(_) => BodyFormat::Json,
            Self::Form(_) => BodyFormat::Form,
        }
    }

    /// Returns the text that is sent.
    #[must_use]
    pub fn text(&self) -> String {
        match self {
            Self::Json(value) => value.to_string(),
            Self::Form(form) => form.clone(),
        }
    }
}
