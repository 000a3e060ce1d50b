//! The sample host for tests of programs.

use std::sync::Mutex;

use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use virtual_finance::HOSTS;
use virtual_finance_sample::{DEFAULT_NOW, SampleHost as Host};

use crate::process::{PerProcess, lock};

/// A host on loopback that serves invented data.
#[pyclass(frozen, module = "virtual_finance._native")]
pub(crate) struct SampleHost {
    host: Mutex<Option<PerProcess<Host>>>,
    url: String,
    now: i64,
}

#[pymethods]
impl SampleHost {
    #[new]
    fn new(port: u16, now: Option<i64>) -> PyResult<Self> {
        let now = now.unwrap_or(DEFAULT_NOW);
        let host = Host::builder().port(port).now(now).start();
        let host =
            host.map_err(|error| PyOSError::new_err(format!("the sample host does not start: {error}")))?;
        let url = host.url().to_owned();
        Ok(Self { host: Mutex::new(Some(PerProcess::new(host))), url, now })
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
        HOSTS.iter().filter(|host| Host::serves(host)).map(|host| host.name).collect()
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
