//! The info of yfinance.

use pyo3::prelude::*;
use serde_json::Value;
use virtual_finance::Client;
use virtual_finance_compat::Ticker;
use virtual_finance_python_native::NativeClient;
use virtual_finance_python_native::parts;

use crate::repaired::failure;

/// Returns the facts and figures of an instrument by name, see `Ticker::info` of the frames.
#[pyfunction]
pub(crate) fn info(py: Python<'_>, client: &Bound<'_, NativeClient>, ticker: &str) -> PyResult<Py<PyAny>> {
    let ticker = Ticker::new(&Client::from(client.get().client(py)?), ticker);
    let sent = async move { ticker.info().await.map(Value::from).map_err(failure) };
    parts::run(py, sent, None)
}
