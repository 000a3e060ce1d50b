//! A rate that several clients share, kept by an object of Python.

use std::sync::Arc;
use std::time::Duration;

use pyo3::prelude::*;
use virtual_finance_core::settings::{SharedRate, TurnFuture};

use crate::process;

/// The longest time that is waited for a turn: more is a mistake.
const LONGEST: f64 = 86_400.0;

/// An object with `take(host, n)`, which returns seconds, and `pause(host, seconds)`.
#[derive(Clone)]
pub(crate) struct PythonRate(Arc<Py<PyAny>>);

impl PythonRate {
    pub(crate) fn new(object: Py<PyAny>) -> Self {
        Self(Arc::new(object))
    }

    /// Asks the object. It may ask another process, so it is done by a thread that may wait.
    fn ask(&self, host: &str) -> Option<Duration> {
        let mut wait = None;
        process::call(|py| {
            match self.0.call_method1(py, "take", (host, 1)).and_then(|wait| wait.extract(py)) {
                Ok(seconds) => wait = duration(seconds),
                Err(error) => error.write_unraisable(py, Some(self.0.bind(py))),
            }
        });
        wait
    }
}

impl SharedRate for PythonRate {
    fn take<'a>(&'a self, host: &'a str) -> TurnFuture<'a> {
        let (rate, host) = (self.clone(), host.to_owned());
        Box::pin(async move { tokio::task::spawn_blocking(move || rate.ask(&host)).await.ok().flatten() })
    }

    fn pause(&self, host: &str, wait: Duration) {
        let (rate, host) = (self.clone(), host.to_owned());
        // Nobody waits for it.
        drop(tokio::task::spawn_blocking(move || {
            process::call(|py| {
                if let Err(error) = rate.0.call_method1(py, "pause", (host, wait.as_secs_f64())) {
                    error.write_unraisable(py, Some(rate.0.bind(py)));
                }
            });
        }));
    }
}

/// Returns a time in seconds; a negative one is zero, and a value that is not a number cannot be kept.
fn duration(seconds: f64) -> Option<Duration> {
    (seconds <= LONGEST).then(|| Duration::try_from_secs_f64(seconds.max(0.0)).ok()).flatten()
}
