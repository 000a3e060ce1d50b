//! Calls: a future that Python waits for, with signals, or that reports to a function of Python.

use std::future::Future;
use std::pin::pin;
use std::time::Duration;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use serde_json::Value;
use tokio::task::AbortHandle;
use tokio::time::timeout;

use crate::failure::Failure;
use crate::{plain, process};

/// The time between two looks at signals.
const TICK: Duration = Duration::from_millis(50);

/// What a call gives Python.
pub trait Answer: Send + 'static {
    /// Returns the object for it.
    ///
    /// # Errors
    /// Python cannot make the object.
    fn object(self, py: Python<'_>) -> PyResult<Py<PyAny>>;
}

impl Answer for Value {
    fn object(self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        plain::object(py, &self).map(Bound::unbind)
    }
}

/// The next answer; Python's `None` after the last.
impl<T: Answer> Answer for Option<T> {
    fn object(self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.map_or_else(|| Ok(py.None()), |value| value.object(py))
    }
}

/// A call that is under way. Cancelling it drops its request.
#[pyclass(frozen)]
pub(crate) struct Call(AbortHandle);

#[pymethods]
impl Call {
    /// Cancels the call. Its function is not called any more, unless that is happening now.
    fn cancel(&self) {
        self.0.abort();
    }
}

/// Runs a future: waits for it, or calls `done(value, error)` from another thread once it ends, and returns the call.
///
/// # Errors
/// The error of the future, as an exception, or the exception of a signal.
pub fn run<T: Answer>(
    py: Python<'_>,
    future: impl Future<Output = Result<T, Failure>> + Send + 'static,
    done: Option<Py<PyAny>>,
) -> PyResult<Py<PyAny>> {
    match done {
        None => wait(py, future).map_err(|failure| failure.exception(py))?.object(py),
        Some(done) => Ok(Py::new(py, start(future, done)?)?.into_any()),
    }
}

/// Waits for a future without the interpreter, and looks at signals meanwhile. A signal whose handler raises drops it.
fn wait<T: Send>(
    py: Python<'_>,
    future: impl Future<Output = Result<T, Failure>> + Send,
) -> Result<T, Failure> {
    let runtime = process::runtime()?;
    let mut future = pin!(future);
    loop {
        let ended = py.detach(|| {
            let ended = runtime.block_on(async { timeout(TICK, future.as_mut()).await });
            while process::is_ending() {
                // A thread that nobody joins: it ends with the process.
                std::thread::park();
            }
            ended
        });
        match ended {
            Ok(result) => return result,
            Err(_) => py.check_signals()?,
        }
    }
}

fn start<T: Answer>(
    future: impl Future<Output = Result<T, Failure>> + Send + 'static,
    done: Py<PyAny>,
) -> PyResult<Call> {
    let runtime = process::runtime()?;
    let task = runtime.spawn(async move {
        let result = future.await;
        // Waiting for the interpreter would hold up the other requests.
        let told = tokio::task::spawn_blocking(move || tell(result, &done));
        // It ends by itself, or with the interpreter.
        drop(told);
    });
    Ok(Call(task.abort_handle()))
}

/// Calls the function of a call with its value or its error.
fn tell<T: Answer>(result: Result<T, Failure>, done: &Py<PyAny>) {
    process::call(|py| {
        let object = match result {
            Ok(value) => value.object(py),
            Err(failure) => Err(failure.exception(py)),
        };
        let called = match object {
            Ok(object) => done.call1(py, (object, py.None())),
            Err(error) => done.call1(py, (py.None(), error.into_value(py))),
        };
        if let Err(error) = called {
            error.write_unraisable(py, Some(done.bind(py)));
        }
    });
}

/// Returns the error of what was made in another process, or after its end.
pub fn foreign(what: &str) -> PyErr {
    PyRuntimeError::new_err(format!("the {what} was made in another process; make it anew in this one"))
}
