//! Errors as exceptions: the classes are Python's, by the kinds of errors.

use pyo3::prelude::*;
use serde_json::json;
use virtual_finance_core::Error;

use crate::package::package;
use crate::plain;

/// Something that failed: a request, or the call itself, for example by a signal.
pub enum Failure {
    /// A request.
    Request(Box<Error>),
    /// The call.
    Python(PyErr),
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self::Request(Box::new(error))
    }
}

impl From<PyErr> for Failure {
    fn from(error: PyErr) -> Self {
        Self::Python(error)
    }
}

impl Failure {
    /// Returns the exception.
    pub fn exception(&self, py: Python<'_>) -> PyErr {
        match self {
            Self::Request(error) => exception(py, error),
            Self::Python(error) => error.clone_ref(py),
        }
    }
}

/// Returns the exception of an error: an instance of the class of its kind.
pub fn exception(py: Python<'_>, error: &Error) -> PyErr {
    made(py, error).map_or_else(|failed| failed, PyErr::from_value)
}

fn made<'py>(py: Python<'py>, error: &Error) -> PyResult<Bound<'py, PyAny>> {
    let name = error.request();
    // A request with wrong parameters has no subject.
    let wrong = if let Error::Params(errors) = error { Some(errors.request()) } else { None };
    let code = if let Error::Api(error) = error { error.code() } else { None };
    let attempts = error.attempts().iter().map(|attempt| in_python(&attempt.failure.to_string()));
    let facts = json!({
        "kind": format!("{:?}", error.kind()),
        "status": error.status(),
        "request": name.map(ToString::to_string).or(wrong.map(str::to_owned)),
        "endpoint": name.map(|name| name.endpoint()).or(wrong),
        "subject": name.and_then(|name| name.subject()),
        "code": code,
        "retry_after": error.retry_after().map(|wait| wait.as_secs_f64()),
        "attempts": attempts.collect::<Vec<_>>(),
        "advice": error.advice().map(|advice| in_python(&advice)),
    });
    let module = package().python(py, "errors")?;
    module.call_method1("_made", (in_python(&error.to_string()), plain::object(py, &facts)?))
}

/// The names of Rust in messages, each with what a program in Python writes.
const WORDS: &[(&str, &str)] = &[
    ("ClientBuilder::header", "Client(headers=...)"),
    ("send the request with `Client::batched`", "send several requests with Client.many"),
    ("with limit()", "with limit=..."),
];

/// The types whose setters are arguments of `Client` by the same names.
const SETTERS: &[&str] = &["ClientBuilder::", "RequestParams::"];

/// Returns a message with what Python has for the names of Rust.
fn in_python(message: &str) -> String {
    let known = |text: String, (rust, python): &(&str, &str)| text.replace(rust, python);
    let text = WORDS.iter().fold(message.to_owned(), known);
    SETTERS.iter().fold(text, |text, setters| {
        let mut parts = text.split(setters);
        let first = parts.next().unwrap_or_default().to_owned();
        parts.fold(first, |text, part| {
            let length = part.find(|next: char| next != '_' && !next.is_ascii_lowercase());
            let (name, rest) = part.split_at_checked(length.unwrap_or(part.len())).unwrap_or((part, ""));
            text + "Client(" + name + "=...)" + rest
        })
    })
}
