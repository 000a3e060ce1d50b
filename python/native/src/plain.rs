//! Values between Python and JSON.

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyList, PyString, PyTuple};
use serde_json::{Map, Number, Value};

/// The depth of values that are read; a list may contain itself.
const MAX_DEPTH: usize = 32;

/// Reads a dictionary of plain values: none, bools, integers, floats, strings, and lists or dictionaries of them. The
/// Python side makes plain values of all others.
///
/// # Errors
/// A value is not plain, is no finite number, or is nested too deeply.
pub fn map(given: &Bound<'_, PyDict>) -> PyResult<Map<String, Value>> {
    members(given, MAX_DEPTH)
}

fn members(given: &Bound<'_, PyDict>, depth: usize) -> PyResult<Map<String, Value>> {
    given.iter().map(|(name, item)| Ok((name.extract::<String>()?, nested(&item, depth)?))).collect()
}

fn nested(given: &Bound<'_, PyAny>, depth: usize) -> PyResult<Value> {
    let depth = depth.checked_sub(1).ok_or_else(|| PyValueError::new_err("a value is nested too deeply"))?;
    if given.is_none() {
        return Ok(Value::Null);
    }
    // A bool of Python is an integer, too.
    if let Ok(value) = given.cast::<PyBool>() {
        return Ok(value.is_true().into());
    }
    if let Ok(text) = given.cast::<PyString>() {
        return Ok(text.extract::<String>()?.into());
    }
    if given.cast::<PyInt>().is_ok() {
        return integer(given);
    }
    if let Ok(number) = given.cast::<PyFloat>() {
        let number = number.extract::<f64>()?;
        let number = Number::from_f64(number)
            .ok_or_else(|| PyValueError::new_err(format!("{number} is no number; leave it out")))?;
        return Ok(Value::Number(number));
    }
    if given.cast::<PyList>().is_ok() || given.cast::<PyTuple>().is_ok() {
        return given.try_iter()?.map(|item| nested(&item?, depth)).collect();
    }
    if let Ok(dictionary) = given.cast::<PyDict>() {
        return Ok(Value::Object(members(dictionary, depth)?));
    }
    Err(PyTypeError::new_err(format!("a value of type {} is not plain", given.get_type().name()?)))
}

fn integer(given: &Bound<'_, PyAny>) -> PyResult<Value> {
    if let Ok(number) = given.extract::<i64>() {
        return Ok(number.into());
    }
    given.extract::<u64>().map(Value::from).map_err(|_| PyValueError::new_err("an integer is too large"))
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
