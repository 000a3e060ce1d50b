//! A host in memory, and the paused clock on which clients ask it.

use std::cell::RefCell;
use std::future::Future;
use std::rc::Rc;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::runtime::Runtime;
use virtual_finance_core::RequestParams;
use virtual_finance_core::transport::{
    Chunk, Transport, TransportBody, TransportError, TransportFuture, TransportReply, TransportRequest,
};

/// The answer of a host to one message.
pub(crate) type Answer = Result<TransportReply, TransportError>;

/// The treatment that a message gets.
type Handler = dyn FnMut(&TransportRequest) -> Answer + Send;

/// A host in memory, whose answers change from input to input while its client stays.
#[derive(Clone)]
pub(crate) struct Memory(Arc<Mutex<Box<Handler>>>);

impl Memory {
    /// Creates a host that answers nothing yet.
    pub(crate) fn new() -> Self {
        Self(Arc::new(Mutex::new(Box::new(|_| Err(TransportError::Cut)))))
    }

    /// Makes the host answer with the results of a function.
    pub(crate) fn answers(&self, handler: impl FnMut(&TransportRequest) -> Answer + Send + 'static) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Box::new(handler);
    }
}

impl Transport for Memory {
    fn send(&self, request: TransportRequest) -> TransportFuture<'_, TransportReply> {
        let answer = (self.0.lock().unwrap_or_else(PoisonError::into_inner))(&request);
        Box::pin(std::future::ready(answer))
    }
}

/// A body that comes in pieces of one length.
pub(crate) struct Pieces {
    /// The bytes still to come.
    pub(crate) rest: Vec<u8>,
    /// The length of a piece.
    pub(crate) piece: usize,
    /// The length that the host declares.
    pub(crate) declared: Option<u64>,
}

impl TransportBody for Pieces {
    fn chunk(&mut self) -> TransportFuture<'_, Option<Chunk>> {
        let length = self.piece.max(1).min(self.rest.len());
        let after = self.rest.split_off(length);
        let piece = std::mem::replace(&mut self.rest, after);
        Box::pin(std::future::ready(Ok((!piece.is_empty()).then(|| piece.into()))))
    }

    fn length(&self) -> Option<u64> {
        self.declared
    }
}

/// Settings that ask no proxy of the system.
pub(crate) fn params() -> RequestParams {
    RequestParams::new().no_proxy()
}

/// Runs a future to its end on a clock that goes on by itself where everything waits.
pub(crate) fn wait<F: Future>(future: F) -> F::Output {
    thread_local! {
        static RUNTIME: RefCell<Option<Rc<Runtime>>> = const { RefCell::new(None) };
    }
    let runtime = RUNTIME.with_borrow_mut(|runtime| {
        let new = || {
            let builder = &mut tokio::runtime::Builder::new_current_thread();
            Rc::new(builder.enable_time().start_paused(true).build().unwrap())
        };
        Rc::clone(runtime.get_or_insert_with(new))
    });
    runtime.block_on(future)
}
