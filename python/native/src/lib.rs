//! The native module of a Python package, for any table of endpoints: the client, its replies and frames, and the sample
//! host.
//!
//! It stays thin. A request is its endpoint's name and its parameters, which the catalogue builds; whatever people read
//! or call by name is Python. A package is a crate of the kind `cdylib` with a few lines:
//!
//! ```ignore
//! use pyo3::prelude::*;
//! use virtual_finance_python_native::{Package, add};
//!
//! static WEATHER: Package = Package::new("weather", weather::ENDPOINTS);
//!
//! #[pymodule]
//! fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
//!     add(module, &WEATHER)
//! }
//! ```

mod call;
mod client;
mod events;
mod failure;
mod frame;
mod hooks;
mod many;
mod outlines;
mod package;
mod pages;
mod plain;
mod process;
mod reply;
mod requests;
mod sample;
mod settings;
mod shared_rate;

use pyo3::prelude::*;

pub use client::NativeClient;
pub use package::Package;

/// The parts that further functions of a native module are made of.
pub mod parts {
    pub use crate::call::{foreign, run};
    pub use crate::failure::{Failure, exception};
    pub use crate::package::add_table;
    pub use crate::plain::map;
    pub use crate::process::PerProcess;
}

/// Adds the classes and functions of the client of a table to the native module of its package.
///
/// # Errors
/// Python has no memory for them.
pub fn add(module: &Bound<'_, PyModule>, package: &'static Package) -> PyResult<()> {
    package::set(package);
    module.add_class::<call::Call>()?;
    module.add_class::<NativeClient>()?;
    module.add_class::<events::Events>()?;
    module.add_class::<frame::Frame>()?;
    module.add_class::<many::Many>()?;
    module.add_class::<pages::Pages>()?;
    module.add_class::<reply::Reply>()?;
    module.add_class::<sample::SampleHost>()?;
    module.add_function(wrap_pyfunction!(process::end, module)?)?;
    module.add_function(wrap_pyfunction!(requests::check, module)?)?;
    module.add_function(wrap_pyfunction!(requests::columns, module)?)?;
    module.add_function(wrap_pyfunction!(requests::convert, module)?)?;
    module.add_function(wrap_pyfunction!(requests::endpoints, module)?)?;
    module.add_function(wrap_pyfunction!(requests::tables, module)?)
}
