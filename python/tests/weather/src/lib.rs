//! The native module of the Python package of the weather.

use pyo3::prelude::*;
use virtual_finance_python_native::{Package, add};

static WEATHER: Package = Package::new("weather", weather::ENDPOINTS);

#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    add(module, &WEATHER)
}
