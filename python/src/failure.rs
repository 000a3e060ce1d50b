//! Errors as exceptions: the classes are Python's, by the kinds of errors.

use pyo3::prelude::*;
use pyo3::types::PyDict;
use virtual_finance::Error;

/// Something that failed: a request, or the call itself, such as one that a signal ended.
pub(crate) enum Failure {
    Request(Box<Error>),
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
    pub(crate) fn exception(&self, py: Python<'_>) -> PyErr {
        match self {
            Self::Request(error) => exception(py, error),
            Self::Python(error) => error.clone_ref(py),
        }
    }
}

/// Returns the exception of an error: an instance of the class of its kind.
pub(crate) fn exception(py: Python<'_>, error: &Error) -> PyErr {
    made(py, error).map_or_else(|failed| failed, PyErr::from_value)
}

fn made<'py>(py: Python<'py>, error: &Error) -> PyResult<Bound<'py, PyAny>> {
    let facts = PyDict::new(py);
    facts.set_item("kind", format!("{:?}", error.kind()))?;
    facts.set_item("status", error.status())?;
    let name = error.request();
    facts.set_item("request", name.map(ToString::to_string))?;
    facts.set_item("endpoint", name.map(|name| name.endpoint()))?;
    facts.set_item("subject", name.and_then(|name| name.subject()))?;
    let code = if let Error::Api(error) = error { error.code() } else { None };
    facts.set_item("code", code)?;
    facts.set_item("retry_after", error.retry_after().map(|wait| wait.as_secs_f64()))?;
    let attempts: Vec<String> = error.attempts().iter().map(|attempt| attempt.failure.to_string()).collect();
    facts.set_item("attempts", attempts)?;
    let module = py.import("virtual_finance.errors")?;
    module.call_method1("_made", (error.to_string(), facts))
}
