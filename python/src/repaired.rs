//! Repaired histories, with the list of what was changed.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde_json::{Value, json};
use virtual_finance::request::ParamMap;
use virtual_finance::{Client, Error, History};
use virtual_finance_compat::History as RepairedHistory;
use virtual_finance_compat::repair::Repairs;
use virtual_finance_python_native::NativeClient;
use virtual_finance_python_native::parts::{self, Failure, exception};

/// Sends the request of a history and repairs what it shows to be wrong, see `Repaired`, whose members it returns. With `done` the call is made in
/// the background, see `Call`.
#[pyfunction]
#[pyo3(signature = (client, params, done = None))]
pub(crate) fn repaired(
    py: Python<'_>,
    client: &Bound<'_, NativeClient>,
    params: &Bound<'_, PyDict>,
    done: Option<Py<PyAny>>,
) -> PyResult<Py<PyAny>> {
    let history = History::from_params(&ParamMap::from(parts::map(params)?));
    let history = history.map_err(|error| exception(py, &Error::from(error)))?;
    parts::run(py, sent(client.get().client(py)?.into(), history), done)
}

/// Sends the request of a history, repairs it and returns it with the list of changes.
async fn sent(client: Client, history: History) -> Result<Value, Failure> {
    let history = RepairedHistory::from(history).repair(true).fetch(&client).await.map_err(failure)?;
    let none = Repairs::default();
    let repairs = history.repairs().unwrap_or(&none);
    let made = repairs.made.iter().map(|repair| {
        json!({
            "first": repair.first.epoch_seconds(), "last": repair.last.epoch_seconds(), "bars": repair.bars,
            "column": repair.column, "before": repair.before, "after": repair.after,
            "reason": repair.reason.as_str(),
        })
    });
    let undecided = repairs.undecided.iter().map(|doubt| {
        json!({"time": doubt.time.epoch_seconds(), "column": doubt.column, "value": doubt.value, "why": doubt.why})
    });
    let (made, undecided): (Vec<Value>, Vec<Value>) = (made.collect(), undecided.collect());
    let rows = history.repaired_rows().unwrap_or_default().to_vec();
    // A history is JSON.
    let response = serde_json::to_value(history.into_response()).unwrap_or_default();
    Ok(json!({"response": response, "made": made, "undecided": undecided, "rows": rows}))
}

/// Returns what a failed request of the frames is in Python.
pub(crate) fn failure(error: virtual_finance_compat::Error) -> Failure {
    match error {
        virtual_finance_compat::Error::Request(error) => Failure::from(error),
        other => Failure::from(PyValueError::new_err(other.to_string())),
    }
}
