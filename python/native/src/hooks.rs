//! Hooks: functions of Python that change messages before they are sent.

use std::sync::Arc;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use virtual_finance_core::RequestParams;
use virtual_finance_core::http::{HeaderMap, HeaderName, HeaderValue};
use virtual_finance_core::transport::TransportRequest;

use crate::package::package;
use crate::process;

/// The hooks of a client, in the order in which they run.
#[derive(Clone)]
pub(crate) struct Hooks(Arc<Vec<Py<PyAny>>>);

impl Hooks {
    pub(crate) fn new(hooks: Vec<Py<PyAny>>) -> Self {
        Self(Arc::new(hooks))
    }

    /// Returns the settings of requests with the hooks. Replies to requests with hooks are not kept, so that none are
    /// added where there are none.
    pub(crate) fn added(&self, params: RequestParams) -> RequestParams {
        if self.0.is_empty() {
            return params;
        }
        let hooks = self.clone();
        params.hook(move |message| hooks.run(message))
    }

    /// Runs the hooks. What one raises is reported as Python reports errors that nobody can catch.
    fn run(&self, message: &mut TransportRequest) {
        process::call(|py| {
            for hook in self.0.iter() {
                if let Err(error) = run(hook.bind(py), message) {
                    error.write_unraisable(py, Some(hook.bind(py)));
                }
            }
        });
    }
}

fn run(hook: &Bound<'_, PyAny>, message: &mut TransportRequest) -> PyResult<()> {
    let py = hook.py();
    let headers = PyDict::new(py);
    for (name, value) in message.headers() {
        headers.set_item(name.as_str(), String::from_utf8_lossy(value.as_bytes()))?;
    }
    let class = package().python(py, "_hooks")?.getattr("Message")?;
    let shown = class.call1((message.method().as_str(), message.url().as_str(), headers))?;
    hook.call1((&shown,))?;
    let mut changed = HeaderMap::new();
    for (name, value) in shown.getattr("headers")?.cast::<PyDict>()?.iter() {
        let (name, value) = header(&name.extract::<String>()?, &value.extract::<String>()?)?;
        changed.insert(name, value);
    }
    let added = shown.getattr("query")?.cast::<PyDict>()?.iter();
    let added = added.map(|(name, value)| Ok((name.extract()?, value.extract()?)));
    // Nothing is changed by a hook that fails.
    let added = added.collect::<PyResult<Vec<(String, String)>>>()?;
    *message.headers_mut() = changed;
    for (name, value) in added {
        message.add_query(&name, &value);
    }
    Ok(())
}

fn header(name: &str, value: &str) -> PyResult<(HeaderName, HeaderValue)> {
    let known = name.parse::<HeaderName>().ok().zip(value.parse::<HeaderValue>().ok());
    // The value may be a secret.
    known.ok_or_else(|| PyValueError::new_err(format!("the header {name:?} cannot be sent as it is written")))
}
