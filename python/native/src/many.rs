//! Many requests, each with its own result.

use std::collections::HashMap;
use std::future::poll_fn;
use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::task::{Poll, ready};

use futures_util::Stream as _;
use pyo3::prelude::*;
use virtual_finance_core::request::{ErasedRequest, Request as _};
use virtual_finance_core::{Answered, Client, Many as CoreMany, Progress};

use crate::call::{self, Answer, foreign};
use crate::failure::Failure;
use crate::process::{PerProcess, lock};
use crate::reply::Reply;
use crate::requests::Built;

type Request = Box<dyn ErasedRequest>;

/// The requests under way, and the place of each among the given ones.
struct Running {
    many: CoreMany<Request, std::vec::IntoIter<Request>>,
    /// The numbers of the requests, the last first, by their addresses: a request without parameters has none of its own,
    /// and such requests are alike.
    numbers: HashMap<usize, Vec<usize>>,
}

impl Running {
    /// Returns the number of a request with its result.
    fn numbered(&mut self, (request, result): Answered<Request>) -> Numbered {
        let number = self.numbers.get_mut(&address(&*request)).and_then(Vec::pop).unwrap_or_default();
        let info = request.info();
        let reply = result.map(|reply| Reply::new(info, reply, |response| (response, None)));
        Numbered(number, reply.map_err(Failure::from))
    }
}

/// A request's number with its result.
struct Numbered(usize, Result<Reply, Failure>);

impl Answer for Numbered {
    fn object(self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let Self(number, result) = self;
        let (reply, error) = match result {
            Ok(reply) => (reply.object(py)?, py.None()),
            Err(failure) => (py.None(), failure.exception(py).into_value(py).into_any()),
        };
        Ok((number, reply, error).into_pyobject(py)?.into_any().unbind())
    }
}

/// The replies to many requests, as they come.
#[pyclass(frozen)]
pub(crate) struct Many {
    running: PerProcess<Arc<Mutex<Running>>>,
    progress: Arc<Mutex<Progress>>,
}

impl Many {
    pub(crate) fn new(client: &Client, built: Vec<Built>, at_once: Option<usize>, in_order: bool) -> Self {
        let requests: Vec<Request> = built.into_iter().map(|built| built.request).collect();
        let mut numbers: HashMap<usize, Vec<usize>> = HashMap::new();
        for (number, request) in requests.iter().enumerate().rev() {
            numbers.entry(address(&**request)).or_default().push(number);
        }
        let mut many = client.many(requests);
        if let Some(at_once) = at_once {
            many = many.at_once(at_once);
        }
        if in_order {
            many = many.in_order();
        }
        let progress = Arc::new(Mutex::new(many.progress()));
        let running = PerProcess::new(Arc::new(Mutex::new(Running { many, numbers })));
        Self { running, progress }
    }
}

fn address(request: &dyn ErasedRequest) -> usize {
    std::ptr::from_ref(request).cast::<()>().addr()
}

#[pymethods]
impl Many {
    /// Returns the number of the next request that has a result, its reply and its error; `None` after the last one.
    #[pyo3(signature = (done = None))]
    fn next(&self, py: Python<'_>, done: Option<Py<PyAny>>) -> PyResult<Py<PyAny>> {
        let running = self.running.get().ok_or_else(|| foreign("run of requests"))?;
        let (running, progress) = (Arc::clone(running), Arc::clone(&self.progress));
        let next = poll_fn(move |cx| {
            let mut running = lock(&running);
            let answered = ready!(Pin::new(&mut running.many).poll_next(cx));
            *lock(&progress) = running.many.progress();
            Poll::Ready(Ok::<_, Failure>(answered.map(|answered| running.numbered(answered))))
        });
        call::run(py, next, done)
    }

    /// How far the requests are: the members of `Progress` in their order.
    #[getter]
    fn progress(&self) -> (usize, usize, Option<usize>, usize, f64, Option<f64>) {
        let progress = lock(&self.progress).clone();
        let remaining = progress.remaining().map(|time| time.as_secs_f64());
        let Progress { done, failed, total, bytes, elapsed, .. } = progress;
        (done, failed, total, bytes, elapsed.as_secs_f64(), remaining)
    }
}
