//! The pages of a request, one after the other.

use std::sync::Arc;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use tokio::sync::Mutex as AsyncMutex;
use virtual_finance_core::request::EndpointInfo;
use virtual_finance_core::{Client, Pages as CorePages};
use virtual_finance_tables::{AnyPaged, Page};

use crate::call::{self, foreign};
use crate::failure::Failure;
use crate::process::PerProcess;
use crate::reply::Reply;
use crate::requests::Built;

/// The pages of a request.
#[pyclass(frozen)]
pub(crate) struct Pages {
    info: &'static EndpointInfo,
    pages: PerProcess<Arc<AsyncMutex<CorePages<AnyPaged>>>>,
}

impl Pages {
    pub(crate) fn new(client: &Client, built: Built, limit: Option<u64>) -> PyResult<Self> {
        let Built { info, params, request } = built;
        let request = AnyPaged::new(request, params).ok_or_else(|| {
            PyValueError::new_err(format!(
                "the items of {} do not come in pages; send it with request()",
                info.name
            ))
        })?;
        let pages = client.pages(request);
        let pages = match limit {
            Some(items) => pages.limit(items),
            None => pages,
        };
        Ok(Self { info, pages: PerProcess::new(Arc::new(AsyncMutex::new(pages))) })
    }
}

#[pymethods]
impl Pages {
    /// Returns the reply of the next page; `None` after the last one.
    #[pyo3(signature = (done = None))]
    fn next(&self, py: Python<'_>, done: Option<Py<PyAny>>) -> PyResult<Py<PyAny>> {
        let pages = Arc::clone(self.pages.get().ok_or_else(|| foreign("walk over pages"))?);
        let info = self.info;
        let next = async move {
            let Some(page) = pages.lock().await.next().await else { return Ok(None) };
            let parts = |page: Page| (page.response, Some(page.items));
            Ok::<_, Failure>(Some(Reply::new(info, page?, parts)))
        };
        call::run(py, next, done)
    }
}
