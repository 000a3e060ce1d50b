//! Replies: a response with what is known beside it.

use polars_core::prelude::PolarsError;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyBytes;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use virtual_finance_core::Reply as CoreReply;
use virtual_finance_core::request::{EndpointInfo, ErasedResponse};
use virtual_finance_tables::formats::frames::{frame_of, frames};
use virtual_finance_tables::tabular::Outline;

use crate::call::Answer;
use crate::frame::Frame;
use crate::outlines::outline;
use crate::package::{key, package};
use crate::plain;
use crate::requests::info;

/// A response with what is known beside it. Its pickle has the same members as JSON.
#[pyclass(frozen)]
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Reply {
    /// The name of the endpoint.
    #[pyo3(get)]
    endpoint: String,
    /// The request in words.
    #[pyo3(get)]
    request: String,
    /// The value that the request is about, such as a ticker.
    #[pyo3(get)]
    subject: Option<String>,
    #[pyo3(get)]
    status: u16,
    #[pyo3(get)]
    source: String,
    /// The length of the decoded body.
    #[pyo3(get)]
    length: usize,
    /// The age in seconds of a reply from the cache, whether a host was asked and failed, and whether it confirmed it.
    #[pyo3(get)]
    cached: Option<(f64, bool, bool)>,
    /// The notes by their labels.
    #[pyo3(get)]
    notes: Vec<(String, String)>,
    /// The parts that the reply lacks.
    #[pyo3(get)]
    missing: Vec<String>,
    response: Value,
    items: Option<Vec<Value>>,
    /// The response of an endpoint that is bytes.
    #[serde(skip)]
    content: Option<Vec<u8>>,
    /// The response as Python has it.
    #[serde(skip, default = "PyOnceLock::new")]
    object: PyOnceLock<Py<PyAny>>,
}

impl Reply {
    /// Returns the reply of an endpoint, of what a reply of the core has: the response, and the items of a page.
    pub(crate) fn new<T>(
        info: &'static EndpointInfo,
        reply: CoreReply<T>,
        parts: impl FnOnce(T) -> (Box<dyn ErasedResponse>, Option<Vec<Value>>),
    ) -> Self {
        let (response, items) = parts(reply.response);
        let missing = (package().missing)(&reply.notes);
        let cached =
            reply.cached.map(|cached| (cached.age.as_secs_f64(), cached.is_after_error, cached.is_confirmed));
        let note = |line: String| {
            let (label, text) = line.split_once(": ").unwrap_or((&line, ""));
            (label.to_owned(), text.to_owned())
        };
        Self {
            endpoint: key(info),
            request: reply.request.to_string(),
            subject: reply.request.subject().map(str::to_owned),
            status: reply.status,
            source: reply.source.to_string(),
            length: reply.bytes,
            cached,
            notes: reply.notes.lines().map(note).collect(),
            missing: missing.into_iter().map(str::to_owned).collect(),
            // Every response of the table is JSON.
            response: response.to_value().unwrap_or_default(),
            items,
            content: response.bytes().map(|bytes| bytes.content.clone()),
            object: PyOnceLock::new(),
        }
    }
}

impl Answer for Reply {
    fn object(self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        Ok(Py::new(py, self)?.into_any())
    }
}

#[pymethods]
impl Reply {
    /// The currency of the amounts, where the response says it.
    #[getter]
    fn currency(&self) -> Option<&str> {
        let path = info(&self.endpoint).ok()?.view?.currency?;
        path.split('.').try_fold(&self.response, |value, name| value.get(name))?.as_str()
    }

    /// The standardized structure, made once.
    #[getter]
    fn response(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let made = self.object.get_or_try_init(py, || {
            if let Some(content) = &self.content {
                return Ok::<_, PyErr>(PyBytes::new(py, content).into_any().unbind());
            }
            Ok(plain::object(py, &self.response)?.unbind())
        })?;
        Ok(made.clone_ref(py))
    }

    /// The items of this page, if the request has pages.
    #[getter]
    fn items(&self, py: Python<'_>) -> PyResult<Option<Vec<Py<PyAny>>>> {
        let items = self.items.as_ref();
        let objects = |items: &Vec<Value>| {
            items.iter().map(|item| Ok(plain::object(py, item)?.unbind())).collect::<PyResult<Vec<_>>>()
        };
        items.map(objects).transpose()
    }

    /// The columns with which the table begins a bar or a row: they are the index where they are times.
    #[getter]
    fn index(&self) -> Vec<&'static str> {
        let view = info(&self.endpoint).ok().and_then(|info| info.view);
        view.into_iter()
            .flat_map(|view| view.chart.first().into_iter().chain(view.columns.first()))
            .copied()
            .collect()
    }

    /// Returns what a pickle has of the reply: its facts as JSON, and its bytes if it has some.
    fn state<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyBytes>, Option<Bound<'py, PyBytes>>)> {
        let facts = py.detach(|| serde_json::to_vec(self));
        let facts = facts.map_err(|error| PyValueError::new_err(format!("the reply is no JSON: {error}")))?;
        Ok((PyBytes::new(py, &facts), self.content.as_ref().map(|content| PyBytes::new(py, content))))
    }

    /// Returns the reply of a pickle.
    #[staticmethod]
    fn of_state(py: Python<'_>, facts: &[u8], content: Option<Vec<u8>>) -> PyResult<Self> {
        let other = |what: String| {
            PyValueError::new_err(format!("{what}: make the reply again with this version of the package"))
        };
        let reply: Self = py
            .detach(|| serde_json::from_slice(facts))
            .map_err(|error| other(format!("the pickle is of another version: {error}")))?;
        info(&reply.endpoint).map_err(|_| {
            other(format!("the pickle is a reply of {}, which this package does not have", reply.endpoint))
        })?;
        Ok(Self { content, ..reply })
    }

    /// Returns the frames of all tables, the main one first.
    fn frames(&self, py: Python<'_>) -> PyResult<Vec<Frame>> {
        let made = self.framed(py, frames)?;
        Ok(made.into_iter().map(|(name, frame)| Frame::new(name, frame)).collect())
    }

    /// Returns the frame of a table; a table that the response lacks has no rows. `None` if no response has such a
    /// table.
    fn frame(&self, py: Python<'_>, table: &str) -> PyResult<Option<Frame>> {
        let made = self.framed(py, |response, outline| frame_of(response, outline, table))?;
        Ok(made.map(|frame| Frame::new(table.to_owned(), frame)))
    }
}

impl Reply {
    /// Makes frames of the response, without the interpreter.
    fn framed<T: Send>(
        &self,
        py: Python<'_>,
        make: impl Send + FnOnce(&Value, &Outline) -> Result<T, PolarsError>,
    ) -> PyResult<T> {
        let Self { endpoint, response, content, .. } = self;
        if content.is_some() {
            return Err(PyValueError::new_err(format!(
                "the response of {endpoint} is bytes and has no tables"
            )));
        }
        let outline = outline(info(endpoint)?);
        let made = py.detach(|| make(response, &outline));
        made.map_err(|error| PyValueError::new_err(format!("{endpoint} is no frame: {error}")))
    }
}
