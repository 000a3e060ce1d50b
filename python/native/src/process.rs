//! What belongs to one process: the runtime with its threads, and all that was made with it.
//!
//! A fork copies memory but no threads. What the child gets of them is forgotten and made anew: asking or dropping it
//! would wait for threads that are not there.

use std::mem;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use tokio::runtime::{Builder, Handle, Runtime};

/// The time that functions of Python which are being called have at the end of the interpreter.
const LAST_CALLS: Duration = Duration::from_millis(200);

/// The runtime of the process that made it. The lock is held for moments and by threads that hold the interpreter, so
/// that no other thread has it while a program forks.
static RUNTIME: Mutex<Option<PerProcess<Runtime>>> = Mutex::new(None);

/// True once the interpreter ends: whoever waits for it then would be ended in the middle of Rust.
static ENDING: AtomicBool = AtomicBool::new(false);

/// The number of functions of Python that are being called.
static CALLED: AtomicUsize = AtomicUsize::new(0);

/// A value that is used and dropped in the process that made it only.
pub struct PerProcess<T> {
    process: u32,
    value: Option<T>,
}

impl<T> PerProcess<T> {
    /// Creates a value of this process.
    pub fn new(value: T) -> Self {
        Self { process: std::process::id(), value: Some(value) }
    }

    /// Returns the value; `None` in another process.
    pub fn get(&self) -> Option<&T> {
        self.value.as_ref().filter(|_| self.process == std::process::id())
    }
}

impl<T> Drop for PerProcess<T> {
    fn drop(&mut self) {
        if self.process != std::process::id() {
            mem::forget(self.value.take());
        }
    }
}

/// Returns the runtime of this process.
pub(crate) fn runtime() -> PyResult<Handle> {
    if is_ending() {
        return Err(PyRuntimeError::new_err("the interpreter ends; ask before it does"));
    }
    let mut known = lock(&RUNTIME);
    if let Some(runtime) = known.as_ref().and_then(PerProcess::get) {
        return Ok(runtime.handle().clone());
    }
    let made =
        Builder::new_multi_thread().worker_threads(1).thread_name("virtual-finance").enable_all().build();
    let made = made.map_err(|error| PyRuntimeError::new_err(format!("no thread can be started: {error}")))?;
    let handle = made.handle().clone();
    *known = Some(PerProcess::new(made));
    Ok(handle)
}

/// Calls no function of Python any more, and waits for running calls. Python calls it when the interpreter ends. What
/// is under way ends with the process: ending the runtime before would be an error in threads that wait for it.
#[pyfunction]
pub(crate) fn end(py: Python<'_>) {
    ENDING.store(true, Ordering::SeqCst);
    py.detach(|| {
        let start = Instant::now();
        while CALLED.load(Ordering::SeqCst) > 0 && start.elapsed() < LAST_CALLS {
            thread::sleep(Duration::from_millis(1));
        }
    });
}

/// Calls a function of Python from a thread of Rust, unless the interpreter ends.
pub(crate) fn call(function: impl FnOnce(Python<'_>)) {
    CALLED.fetch_add(1, Ordering::SeqCst);
    if !is_ending() {
        Python::try_attach(function);
    }
    CALLED.fetch_sub(1, Ordering::SeqCst);
}

/// Returns true once the interpreter ends.
pub(crate) fn is_ending() -> bool {
    ENDING.load(Ordering::SeqCst)
}

/// Locks what no panic can leave half done.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
