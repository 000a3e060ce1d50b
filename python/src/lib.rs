//! The native module of the Python package: the client, its replies and frames, and the sample host.
//!
//! It stays thin. A request is its endpoint's name and its parameters, which the catalogue builds; whatever people read
//! or call by name is Python, beside this folder in `package/`.

mod call;
mod client;
mod failure;
mod frame;
mod hooks;
mod many;
mod outlines;
mod pages;
mod plain;
mod process;
mod repaired;
mod reply;
mod requests;
mod sample;
mod screening;
mod settings;
mod shared_rate;
mod stream;

use pyo3::prelude::*;

/// The classes and functions of the native module.
#[pymodule]
#[pyo3(name = "_native")]
mod native {
    #[pymodule_export]
    use crate::call::Call;
    #[pymodule_export]
    use crate::client::NativeClient;
    #[pymodule_export]
    use crate::frame::Frame;
    #[pymodule_export]
    use crate::many::Many;
    #[pymodule_export]
    use crate::pages::Pages;
    #[pymodule_export]
    use crate::process::end;
    #[pymodule_export]
    use crate::reply::Reply;
    #[pymodule_export]
    use crate::requests::{check, columns, convert, empty, endpoints, tables};
    #[pymodule_export]
    use crate::sample::SampleHost;
    #[pymodule_export]
    use crate::screening::screener_fields;
    #[pymodule_export]
    use crate::stream::Stream;
}
