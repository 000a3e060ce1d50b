//! The native module of the Python package: that of any table, with what the market has beside it.

mod info;
mod repaired;
mod screening;
mod stream;
mod table;

use pyo3::prelude::*;
use virtual_finance::notes::MissingParts;
use virtual_finance::{Client, ClientBuilder, ENDPOINTS};
use virtual_finance_python_native::{Package, add};
use virtual_finance_sample::SampleHost;

static MARKET: Package = Package {
    client: |file| file.into_iter().fold(Client::builder(), ClientBuilder::session_file).into_core(),
    missing: |notes| notes.get::<MissingParts>().map(|parts| parts.0.clone()).unwrap_or_default(),
    sample: |_, port, now| SampleHost::builder().port(port).now(now).start().map(Into::into),
    ..Package::new("virtual_finance", ENDPOINTS)
};

/// The classes and functions of the native module.
#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    add(module, &MARKET)?;
    module.add_class::<stream::Stream>()?;
    module.add_function(wrap_pyfunction!(info::info, module)?)?;
    module.add_function(wrap_pyfunction!(repaired::repaired, module)?)?;
    module.add_function(wrap_pyfunction!(screening::screener_fields, module)?)?;
    module.add_function(wrap_pyfunction!(stream::stream, module)?)?;
    module.add_function(wrap_pyfunction!(table::table, module)?)
}
