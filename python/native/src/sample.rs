//! The sample host for tests of programs.

use std::sync::Mutex;

use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use virtual_finance_core::Host;
use virtual_finance_sample_host::{DEFAULT_NOW, SampleHost as Running};

use crate::package::package;
use crate::process::{PerProcess, lock};

/// A host on loopback that serves invented data.
#[pyclass(frozen)]
pub(crate) struct SampleHost {
    host: Mutex<Option<PerProcess<Running>>>,
    url: String,
    now: i64,
    hosts: Vec<&'static str>,
}

#[pymethods]
impl SampleHost {
    #[new]
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

    /// The address, without a slash at the end.
    #[getter]
    fn url(&self) -> &str {
        &self.url
    }

    /// The clock of the host, in epoch seconds.
    #[getter]
    const fn now(&self) -> i64 {
        self.now
    }

    /// The names of the hosts of the table that it stands for.
    #[getter]
    fn hosts(&self) -> Vec<&'static str> {
        self.hosts.clone()
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
