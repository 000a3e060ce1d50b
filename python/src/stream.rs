//! Live prices as events.

use std::sync::Arc;

use pyo3::prelude::*;
use serde_json::{Value, json};
use tokio::sync::Mutex as AsyncMutex;
use virtual_finance::Client;
use virtual_finance::stream::{Event, PriceStream, Subscriptions};
use virtual_finance_python_native::NativeClient;
use virtual_finance_python_native::parts::{Failure, PerProcess, exception, foreign, run};

/// Returns the kind of an event, and its facts.
fn read(event: &Event) -> Value {
    match event {
        // By text: it has the shortest number for a price of single precision, a value all its digits.
        Event::Tick(tick) => {
            let text = serde_json::to_vec(tick).unwrap_or_default();
            json!(["tick", serde_json::from_slice::<Value>(&text).unwrap_or_default()])
        }
        Event::Lost { symbols, cause } => json!(["lost", { "symbols": symbols, "cause": cause.to_string() }]),
        Event::Reconnected { symbols, after } => {
            json!(["reconnected", { "symbols": symbols, "after": after.as_secs_f64() }])
        }
        other => json!(["unread", { "cause": other.to_string() }]),
    }
}

/// The live prices of some symbols.
#[pyclass(frozen)]
pub(crate) struct Stream {
    stream: PerProcess<(Arc<AsyncMutex<PriceStream>>, Subscriptions)>,
}

/// Returns the stream of live prices of a client.
#[pyfunction]
pub(crate) fn stream(
    py: Python<'_>,
    client: &Bound<'_, NativeClient>,
    symbols: Vec<String>,
) -> PyResult<Stream> {
    let stream = Client::from(client.get().client(py)?).stream(symbols);
    let subscriptions = stream.subscriptions();
    Ok(Stream { stream: PerProcess::new((Arc::new(AsyncMutex::new(stream)), subscriptions)) })
}

impl Stream {
    fn subscriptions(&self) -> PyResult<&Subscriptions> {
        self.stream.get().map(|(_, subscriptions)| subscriptions).ok_or_else(|| foreign("stream"))
    }
}

#[pymethods]
impl Stream {
    /// Returns the kind of the next event with its facts; `None` after the end.
    #[pyo3(signature = (done = None))]
    fn next(&self, py: Python<'_>, done: Option<Py<PyAny>>) -> PyResult<Py<PyAny>> {
        let (stream, _) = self.stream.get().ok_or_else(|| foreign("stream"))?;
        let stream = Arc::clone(stream);
        let next = async move {
            let event = stream.lock().await.next().await.transpose()?;
            Ok::<_, Failure>(event.as_ref().map(read))
        };
        run(py, next, done)
    }

    /// Adds symbols.
    fn subscribe(&self, py: Python<'_>, symbols: Vec<String>) -> PyResult<()> {
        self.subscriptions()?.subscribe(symbols).map_err(|error| exception(py, &error))
    }

    /// Removes symbols.
    fn unsubscribe(&self, py: Python<'_>, symbols: Vec<String>) -> PyResult<()> {
        self.subscriptions()?.unsubscribe(symbols).map_err(|error| exception(py, &error))
    }

    /// The symbols.
    #[getter]
    fn symbols(&self) -> PyResult<Vec<String>> {
        Ok(self.subscriptions()?.symbols())
    }
}
