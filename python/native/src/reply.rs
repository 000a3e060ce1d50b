//! Replies: a response with what is known beside it.

use polars_core::prelude::PolarsError;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyDict};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use virtual_finance_command::parts::{Outline, frame_of, frames};
use virtual_finance_core::Reply as CoreReply;
use virtual_finance_core::request::{EndpointInfo, ErasedResponse};

use crate::call::Answer;
use crate::frame::Frame;
use crate::outlines::outline;
use crate::package::package;
use crate::plain;

/// A reply on its way to Python.
pub(crate) struct Answered {
    info: &'static EndpointInfo,
    facts: Facts,
    /// The response of an endpoint that is bytes.
    content: Option<Vec<u8>>,
}

/// The facts of a reply, which its pickle has as JSON.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Facts {
    endpoint: String,
    request: String,
    subject: Option<String>,
    status: u16,
    source: String,
    length: usize,
    /// The age in seconds, whether a host was asked and failed, and whether it confirmed the reply.
    cached: Option<(f64, bool, bool)>,
    /// A line for each note.
    notes: Vec<String>,
    missing: Vec<String>,
    response: Value,
    items: Option<Vec<Value>>,
}

impl Answered {
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
        let facts = Facts {
            endpoint: info.name.to_owned(),
            request: reply.request.to_string(),
            subject: reply.request.subject().map(str::to_owned),
            status: reply.status,
            source: reply.source.to_string(),
            length: reply.bytes,
            cached,
            notes: reply.notes.lines().collect(),
            missing: missing.into_iter().map(str::to_owned).collect(),
            // Every response of the table is JSON.
            response: response.to_value().unwrap_or_default(),
            items,
        };
        Self { info, facts, content: response.bytes().map(|bytes| bytes.content.clone()) }
    }
}

impl Answer for Answered {
    fn object(self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        Ok(Py::new(py, Reply { answered: self, response: PyOnceLock::new() })?.into_any())
    }
}

/// A response with what is known beside it.
#[pyclass(frozen)]
pub(crate) struct Reply {
    answered: Answered,
    response: PyOnceLock<Py<PyAny>>,
}

#[pymethods]
impl Reply {
    /// The name of the endpoint.
    #[getter]
    fn endpoint(&self) -> &'static str {
        self.answered.info.name
    }

    /// The request in words.
    #[getter]
    fn request(&self) -> String {
        self.answered.facts.request.clone()
    }

    /// The value that the request is about, such as a ticker.
    #[getter]
    fn subject(&self) -> Option<&str> {
        self.answered.facts.subject.as_deref()
    }

    /// The currency of the amounts, where the response says it.
    #[getter]
    fn currency(&self) -> Option<&str> {
        let path = self.answered.info.view?.currency?;
        path.split('.').try_fold(&self.answered.facts.response, |value, name| value.get(name))?.as_str()
    }

    /// The standardized structure, made once.
    #[getter]
    fn response(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let made = self.response.get_or_try_init(py, || {
            if let Some(content) = &self.answered.content {
                return Ok::<_, PyErr>(PyBytes::new(py, content).into_any().unbind());
            }
            Ok(plain::object(py, &self.answered.facts.response)?.unbind())
        })?;
        Ok(made.clone_ref(py))
    }

    /// The items of this page, if the request has pages.
    #[getter]
    fn items(&self, py: Python<'_>) -> PyResult<Option<Vec<Py<PyAny>>>> {
        let items = self.answered.facts.items.as_ref();
        let objects = |items: &Vec<Value>| {
            items.iter().map(|item| Ok(plain::object(py, item)?.unbind())).collect::<PyResult<Vec<_>>>()
        };
        items.map(objects).transpose()
    }

    #[getter]
    fn status(&self) -> u16 {
        self.answered.facts.status
    }

    #[getter]
    fn source(&self) -> String {
        self.answered.facts.source.clone()
    }

    /// The length of the decoded body.
    #[getter]
    fn length(&self) -> usize {
        self.answered.facts.length
    }

    /// The age in seconds of a reply from the cache, whether a host was asked and failed, and whether it confirmed it.
    #[getter]
    fn cached(&self) -> Option<(f64, bool, bool)> {
        self.answered.facts.cached
    }

    /// The notes by their labels.
    #[getter]
    fn notes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let notes = PyDict::new(py);
        for line in &self.answered.facts.notes {
            let (label, text) = line.split_once(": ").unwrap_or((line, ""));
            notes.set_item(label, text)?;
        }
        Ok(notes)
    }

    /// The parts that the reply lacks.
    #[getter]
    fn missing(&self) -> Vec<String> {
        self.answered.facts.missing.clone()
    }

    /// The name of the column of times, if the main table has the bars of a chart.
    #[getter]
    fn time_column(&self) -> Option<&'static str> {
        self.answered.info.view?.chart.first().copied()
    }

    /// Returns what a pickle has of the reply: its facts as JSON, and the content of one that is bytes.
    fn state<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyBytes>, Option<Bound<'py, PyBytes>>)> {
        let Answered { facts, content, .. } = &self.answered;
        let facts = py.detach(|| serde_json::to_vec(facts));
        let facts = facts.map_err(|error| PyValueError::new_err(format!("the reply is no JSON: {error}")))?;
        Ok((PyBytes::new(py, &facts), content.as_ref().map(|content| PyBytes::new(py, content))))
    }

    /// Returns the reply of a pickle.
    #[staticmethod]
    fn of_state(py: Python<'_>, facts: &[u8], content: Option<Vec<u8>>) -> PyResult<Self> {
        let other = |what: String| {
            PyValueError::new_err(format!("{what}: make the reply again with this version of the package"))
        };
        let facts: Facts = py
            .detach(|| serde_json::from_slice(facts))
            .map_err(|error| other(format!("the pickle is of another version: {error}")))?;
        let info = package().endpoints.iter().find(|info| info.name == facts.endpoint);
        let info = info.ok_or_else(|| {
            other(format!("the pickle is a reply of {}, which this package does not have", facts.endpoint))
        })?;
        Ok(Self { answered: Answered { info, facts, content }, response: PyOnceLock::new() })
    }

    /// Returns the frames of all tables, the main one first.
    fn frames(&self, py: Python<'_>) -> PyResult<Vec<Frame>> {
        let made = self.framed(py, frames)?;
        Ok(made.into_iter().map(|(name, frame)| Frame::new(name, frame)).collect())
    }

    /// Returns the frame of a table; one that the response lacks has no rows. `None` if no response has such a table.
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
        let Answered { info, facts: Facts { response, .. }, content } = &self.answered;
        if content.is_some() {
            return Err(PyValueError::new_err(format!(
                "the response of {} is bytes and has no tables",
                info.name
            )));
        }
        let outline = outline(info);
        let made = py.detach(|| make(response, &outline));
        made.map_err(|error| PyValueError::new_err(format!("{} is no frame: {error}", info.name)))
    }
}
