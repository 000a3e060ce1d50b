//! Values between Python and JSON.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyList, PyString};
use serde_json::{Map, Number, Value};

/// Reads a dictionary of plain values: none, bools, integers, floats, strings, and lists or dictionaries of them. The
/// Python side makes plain values of all others.
///
/// # Errors
/// A value is not plain, is no finite number, or contains itself.
pub fn map(given: &Bound<'_, PyDict>) -> PyResult<Map<String, Value>> {
    let py = given.py();
    let options = PyDict::new(py);
    options.set_item("allow_nan", false)?;
    let text = py.import("json")?.call_method("dumps", (given,), Some(&options))?;
    let read = serde_json::from_str(&text.extract::<String>()?);
    read.map_err(|error| PyValueError::new_err(format!("a value is not plain: {error}")))
}

/// Makes a Python object of JSON. Integers stay integers, and members keep their order.
///
/// # Errors
/// Python has no memory for it.
pub fn object<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    Ok(match value {
        Value::Null => py.None().into_bound(py),
        Value::Bool(value) => PyBool::new(py, *value).to_owned().into_any(),
        Value::String(text) => PyString::new(py, text).into_any(),
        Value::Number(number) => self::number(py, number)?,
        Value::Array(items) => {
            let items = items.iter().map(|item| object(py, item)).collect::<PyResult<Vec<_>>>()?;
            PyList::new(py, items)?.into_any()
        }
        Value::Object(members) => {
            let dictionary = PyDict::new(py);
            for (name, member) in members {
                dictionary.set_item(name, object(py, member)?)?;
            }
            dictionary.into_any()
        }
    })
}

fn number<'py>(py: Python<'py>, number: &Number) -> PyResult<Bound<'py, PyAny>> {
    if let Some(integer) = number.as_i64() {
        return Ok(integer.into_pyobject(py)?.into_any());
    }
    if let Some(integer) = number.as_u64() {
        return Ok(integer.into_pyobject(py)?.into_any());
    }
    Ok(number.as_f64().into_pyobject(py)?.into_any())
}
