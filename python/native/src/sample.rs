//! The sample host for tests of programs.

use std::sync::Mutex;

use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use virtual_finance_core::Host;
use virtual_finance_sample_host::{DEFAULT_NOW, SampleHost as Running};

use crate::package::package;
use crate::process::{PerProcess, lock};

/// A host on loopback that serves invented data.
#[pyclass(frozen, subclass)]
pub(crate) struct SampleHost {
    host: Mutex<Option<PerProcess<Running>>>,
    /// The address, without a slash at the end.
    #[pyo3(get)]
    url: String,
    /// The clock of the host, in epoch seconds.
    #[pyo3(get)]
    now: i64,
    /// The names of the hosts of the table that it stands for.
    #[pyo3(get)]
    hosts: Vec<&'static str>,
}

#[pymethods]
impl SampleHost {
    #[new]
    #[pyo3(signature = (port = 0, now = None))]
    fn new(port: u16, now: Option<i64>) -> PyResult<Self> {
        let now = now.unwrap_or(DEFAULT_NOW);
        let host = package().start_sample(port, now);
        let host =
            host.map_err(|error| PyOSError::new_err(format!("the sample host does not start: {error}")))?;
        let url = host.url().to_owned();
        let served = |known: &&&Host| host.serves(known);
        let hosts = package().hosts().iter().filter(served).map(|host| host.name).collect();
        Ok(Self { host: Mutex::new(Some(PerProcess::new(host))), url, now, hosts })
    }

    /// Stops the host and waits for its thread.
    fn stop(&self, py: Python<'_>) {
        let host = lock(&self.host).take();
        py.detach(|| drop(host));
    }

    /// True while it runs in this process.
    #[getter]
    fn running(&self) -> bool {
        lock(&self.host).as_ref().is_some_and(|host| host.get().is_some())
    }
}
