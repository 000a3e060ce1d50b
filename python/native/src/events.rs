//! The events of a reply, as they come.

use std::sync::Arc;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use tokio::sync::Mutex as AsyncMutex;
use virtual_finance_core::request::{ErasedRequest, ErasedResponse};
use virtual_finance_core::{Client, Events as CoreEvents};

use crate::call::{self, foreign};
use crate::failure::Failure;
use crate::process::PerProcess;
use crate::requests::Built;

/// The events once the request is sent.
type Begun = Option<CoreEvents<Box<dyn ErasedResponse>>>;

/// The events of a reply that is still coming. Dropping them ends the request.
#[pyclass(frozen)]
pub(crate) struct Events {
    events: PerProcess<(Client, Arc<dyn ErasedRequest>, Arc<AsyncMutex<Begun>>)>,
}

impl Events {
    pub(crate) fn new(client: Client, built: Built) -> PyResult<Self> {
        let Built { info, request, .. } = built;
        if !info.has_events() {
            let advice = format!("the replies of {} have no events; send it with request()", info.name);
            return Err(PyValueError::new_err(advice));
        }
        Ok(Self { events: PerProcess::new((client, request.into(), Arc::default())) })
    }
}

#[pymethods]
impl Events {
    /// Returns a response that has the next event alone; `None` after the last one. The first call sends the request.
    #[pyo3(signature = (done = None))]
    fn next(&self, py: Python<'_>, done: Option<Py<PyAny>>) -> PyResult<Py<PyAny>> {
        let (client, request, begun) = self.events.get().cloned().ok_or_else(|| foreign("run of events"))?;
        let next = async move {
            let mut begun = begun.lock().await;
            let events = match &mut *begun {
                Some(events) => events,
                None => begun.insert(client.events_erased(request).await?),
            };
            let event = events.next().await.transpose()?;
            Ok::<_, Failure>(event.map(|event| event.to_value().unwrap_or_default()))
        };
        call::run(py, next, done)
    }
}
