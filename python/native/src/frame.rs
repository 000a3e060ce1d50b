//! Frames: tables for pandas, polars and Arrow, without a copy where Arrow's C interface is spoken.

use polars_arrow::array::{Array, StructArray};
use polars_arrow::datatypes::{ArrowDataType, Field};
use polars_arrow::ffi;
use polars_core::prelude::{
    AnyValue, BooleanChunked, Column, CompatLevel, DataFrame, DataType, PolarsError, Series,
};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyCapsule, PyList, PyTuple};

/// The number that stands for a time that is not there.
const NO_TIME: i64 = i64::MIN;

/// A table of a response, which the class of Python extends.
#[pyclass(frozen, subclass)]
#[derive(Clone)]
pub(crate) struct Frame {
    /// The name of the table: its path in the response.
    #[pyo3(get)]
    name: String,
    frame: DataFrame,
}

impl Frame {
    pub(crate) const fn new(name: String, frame: DataFrame) -> Self {
        Self { name, frame }
    }

    /// Returns the rows as one array of structs, and its field.
    fn array(&self) -> PyResult<(Box<dyn Array>, Field)> {
        let columns = self.frame.columns().iter();
        let arrays: Vec<(Field, Box<dyn Array>)> = columns
            .map(|column| {
                let series = column.as_materialized_series().rechunk();
                let field =
                    Field::new(column.name().clone(), series.dtype().to_arrow(CompatLevel::oldest()), true);
                (field, series.to_arrow(0, CompatLevel::oldest()))
            })
            .collect();
        let (fields, arrays): (Vec<_>, Vec<_>) = arrays.into_iter().unzip();
        let kind = ArrowDataType::Struct(fields);
        let array = StructArray::try_new(kind.clone(), self.frame.height(), arrays, None).map_err(failed)?;
        Ok((Box::new(array), Field::new("".into(), kind, false)))
    }
}

#[pymethods]
impl Frame {
    #[new]
    fn again(native: &Bound<'_, Self>) -> Self {
        native.get().clone()
    }

    /// The names of the columns.
    #[getter]
    fn columns(&self) -> Vec<String> {
        self.frame.columns().iter().map(|column| column.name().to_string()).collect()
    }

    fn __len__(&self) -> usize {
        self.frame.height()
    }

    fn __repr__(&self) -> String {
        format!("{}\n{}", self.name, self.frame)
    }

    #[pyo3(signature = ())]
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let (_, field) = self.array()?;
        PyCapsule::new_with_value(py, ffi::export_field_to_c(&field), c"arrow_schema")
    }

    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        // A producer may leave the request for another schema aside.
        let _ = requested_schema;
        let (array, field) = self.array()?;
        let schema = PyCapsule::new_with_value(py, ffi::export_field_to_c(&field), c"arrow_schema")?;
        let array = PyCapsule::new_with_value(py, ffi::export_array_to_c(array), c"arrow_array")?;
        PyTuple::new(py, [schema, array])
    }

    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let _ = requested_schema;
        let (array, field) = self.array()?;
        let arrays = std::iter::once(Ok::<_, PolarsError>(array));
        let stream = ffi::export_iterator(Box::new(arrays), field);
        PyCapsule::new_with_value(py, stream, c"arrow_array_stream")
    }

    /// Returns the columns with the texts of their first cells; null has none.
    fn texts(&self, most: usize) -> Vec<(String, Vec<String>)> {
        let head = self.frame.head(Some(most));
        let cells =
            |column: &Column| column.as_materialized_series().iter().map(|value| shown(&value)).collect();
        head.columns().iter().map(|column| (column.name().to_string(), cells(column))).collect()
    }

    /// Returns the columns for numpy: for each its name, its type there (`str` for text), its values, the bytes that mark
    /// what is null, and the zone of times. The values are bytes, or a list of strings.
    fn buffers<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyTuple>>> {
        self.frame.columns().iter().map(|column| buffer(py, column)).collect()
    }
}

/// Returns a cell for people.
fn shown(value: &AnyValue<'_>) -> String {
    match value {
        AnyValue::Null => String::new(),
        AnyValue::String(text) => (*text).to_owned(),
        value => value.to_string(),
    }
}

fn failed(error: PolarsError) -> PyErr {
    PyValueError::new_err(error.to_string())
}

fn buffer<'py>(py: Python<'py>, column: &Column) -> PyResult<Bound<'py, PyTuple>> {
    let name = column.name().to_string();
    let series = column.as_materialized_series();
    let truths = |truths: &BooleanChunked| {
        let truths = truths.iter().map(|truth| u8::from(truth == Some(true)));
        bytes(py, &truths.collect::<Vec<_>>())
    };
    let nulls = (series.null_count() > 0).then(|| truths(&series.is_null()));
    let (kind, values, zone) = match series.dtype() {
        DataType::Float64 => {
            let values = series.f64().map_err(failed)?.iter().map(|value| value.unwrap_or(f64::NAN));
            ("float64", bytes(py, &values.collect::<Vec<_>>()), None)
        }
        DataType::Int64 | DataType::Int32 => ("int64", integers(py, series, 0)?, None),
        DataType::Boolean => ("bool", truths(series.bool().map_err(failed)?), None),
        DataType::Date => ("datetime64[D]", integers(py, series, NO_TIME)?, None),
        DataType::Datetime(_, zone) => {
            ("datetime64[ms]", integers(py, series, NO_TIME)?, zone.as_ref().map(ToString::to_string))
        }
        DataType::String => {
            let texts = PyList::new(py, series.str().map_err(failed)?.iter())?;
            ("str", texts.into_any(), None)
        }
        other => return Err(PyValueError::new_err(format!("the column {name} is of type {other}"))),
    };
    (name, kind, values, nulls, zone).into_pyobject(py)
}

/// Returns the integers of a column, or the integers for its times; another integer where it is null.
fn integers<'py>(py: Python<'py>, series: &Series, null: i64) -> PyResult<Bound<'py, PyAny>> {
    let series = series.cast(&DataType::Int64).map_err(failed)?;
    let values = series.i64().map_err(failed)?.iter().map(|value| value.unwrap_or(null));
    Ok(bytes(py, &values.collect::<Vec<_>>()))
}

/// Returns values as bytes that Python may write to.
fn bytes<'py, T: bytemuck::NoUninit>(py: Python<'py>, values: &[T]) -> Bound<'py, PyAny> {
    PyByteArray::new(py, bytemuck::cast_slice(values)).into_any()
}
