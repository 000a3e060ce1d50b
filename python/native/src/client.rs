//! The client of Python: its settings, and the client of this process that is made of them.

use std::future::Future;
use std::pin::Pin;
use std::sync::Mutex;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use virtual_finance_core::request::ErasedResponse;
use virtual_finance_core::{Client, Error, Reply as CoreReply};
use virtual_finance_sample_host::SampleHost;

use crate::call;
use crate::events::Events;
use crate::failure::{Failure, exception};
use crate::hooks::Hooks;
use crate::many::Many;
use crate::pages::Pages;
use crate::plain;
use crate::process::{PerProcess, lock};
use crate::reply::Reply;
use crate::requests::{Built, build};
use crate::settings::Settings;
use crate::shared_rate::PythonRate;

/// A reply that is being waited for.
type Asked<'a> = Pin<Box<dyn Future<Output = Result<CoreReply<Box<dyn ErasedResponse>>, Error>> + Send + 'a>>;

/// What a process has of a client.
struct Made {
    client: Client,
    /// The host of a client with `sample`; dropping it stops it.
    _host: Option<SampleHost>,
}

/// A client as its settings. The pool, the session, the cache and all that is under way belong to one process: in a
/// forked child the client is made anew.
#[pyclass(frozen)]
pub struct NativeClient {
    settings: Settings,
    hooks: Hooks,
    /// The client that this one shares everything with but the settings of requests.
    base: Option<Py<NativeClient>>,
    /// The rate that it shares with other clients.
    rate: Option<PythonRate>,
    /// Nothing once the client is closed. The lock is held for moments, by threads that hold the interpreter, so that no other thread has it while a
    /// program forks.
    state: Mutex<Option<PerProcess<Made>>>,
}

impl NativeClient {
    /// Returns the client of this process.
    ///
    /// # Errors
    /// It is closed, or cannot be made in this process.
    pub fn client(&self, py: Python<'_>) -> PyResult<Client> {
        if let Some(base) = &self.base {
            // It shares the connections, which are closed with it.
            base.get().client(py)?;
        }
        let mut state = lock(&self.state);
        let closed = || PyRuntimeError::new_err("the client is closed; make another one");
        if let Some(made) = state.as_ref().ok_or_else(closed)?.get() {
            return Ok(made.client.clone());
        }
        let made = make(py, &self.settings, &self.hooks, self.base.as_ref(), self.rate.as_ref())?;
        let client = made.client.clone();
        *state = Some(PerProcess::new(made));
        Ok(client)
    }
}

fn make(
    py: Python<'_>,
    settings: &Settings,
    hooks: &Hooks,
    base: Option<&Py<NativeClient>>,
    rate: Option<&PythonRate>,
) -> PyResult<Made> {
    if let Some(base) = base {
        let client = base.get().client(py)?;
        let params = hooks.added(settings.params());
        return Ok(Made { client: client.with_request_params(params), _host: None });
    }
    let (client, host) = settings.build(hooks, rate).map_err(|error| exception(py, &error))?;
    Ok(Made { client, _host: host })
}

#[pymethods]
impl NativeClient {
    #[new]
    #[pyo3(signature = (settings, hooks, base = None, shared_rate = None))]
    fn new(
        py: Python<'_>,
        settings: &Bound<'_, PyDict>,
        hooks: Vec<Py<PyAny>>,
        base: Option<Py<NativeClient>>,
        shared_rate: Option<Py<PyAny>>,
    ) -> PyResult<Self> {
        let settings = Settings::read(plain::map(settings)?).map_err(|error| exception(py, &error))?;
        let hooks = Hooks::new(hooks);
        let rate = shared_rate.map(PythonRate::new);
        let made = make(py, &settings, &hooks, base.as_ref(), rate.as_ref())?;
        Ok(Self { settings, hooks, base, rate, state: Mutex::new(Some(PerProcess::new(made))) })
    }

    /// Sends a request, or many until its response is ready. With `done` the call is made in the background, see `Call`.
    #[pyo3(signature = (endpoint, params, done = None, until_ready = false))]
    fn reply(
        &self,
        py: Python<'_>,
        endpoint: &str,
        params: &Bound<'_, PyDict>,
        done: Option<Py<PyAny>>,
        until_ready: bool,
    ) -> PyResult<Py<PyAny>> {
        let Built { info, request, .. } = built(py, endpoint, params)?;
        let client = self.client(py)?;
        let reply = async move {
            // As a type of its own: the compiler cannot tell that one of any request may change threads.
            let asked: Asked<'_> = match until_ready {
                true => Box::pin(client.ready(&request)),
                false => Box::pin(client.reply_erased(&*request)),
            };
            let reply = asked.await?;
            Ok::<_, Failure>(Reply::new(info, reply, |response| (response, None)))
        };
        call::run(py, reply, done)
    }

    /// Returns the replies to many requests, each of them an endpoint's name with its parameters.
    fn many(
        &self,
        py: Python<'_>,
        requests: Vec<(String, Bound<'_, PyDict>)>,
        at_once: Option<usize>,
        in_order: bool,
    ) -> PyResult<Many> {
        let requests = requests.iter().map(|(endpoint, params)| built(py, endpoint, params));
        Ok(Many::new(&self.client(py)?, requests.collect::<PyResult<Vec<_>>>()?, at_once, in_order))
    }

    /// Returns the pages of a request.
    fn pages(
        &self,
        py: Python<'_>,
        endpoint: &str,
        params: &Bound<'_, PyDict>,
        limit: Option<u64>,
    ) -> PyResult<Pages> {
        Pages::new(&self.client(py)?, built(py, endpoint, params)?, limit)
    }

    /// Returns the events of a request's reply.
    fn events(&self, py: Python<'_>, endpoint: &str, params: &Bound<'_, PyDict>) -> PyResult<Events> {
        Events::new(self.client(py)?, built(py, endpoint, params)?)
    }

    /// Closes the client: its connections end once nothing is under way.
    fn close(&self) {
        let made = lock(&self.state).take();
        drop(made);
    }

    /// The clock in epoch seconds.
    #[getter]
    fn now(&self) -> i64 {
        self.settings.now()
    }

    /// True after `close`.
    #[getter]
    fn closed(&self) -> bool {
        lock(&self.state).is_none()
    }
}

fn built(py: Python<'_>, endpoint: &str, params: &Bound<'_, PyDict>) -> PyResult<Built> {
    build(endpoint, params).map_err(|failure| failure.exception(py))
}
