//! Long work beside the threads that serve: no more of it at once than leaves a processor to the others.

use std::num::NonZeroUsize;
use std::sync::{Condvar, LazyLock, Mutex, PoisonError};
use std::thread::available_parallelism;

use tokio::runtime::{Handle, RuntimeFlavor};
use tokio::task::block_in_place;

/// The number of bytes from which on their conversion, drawing or compression is long.
const LONG: usize = 64 << 10;

/// The number of those that may begin, and who waits for it.
static FREE: LazyLock<(Mutex<usize>, Condvar)> = LazyLock::new(|| {
    let processors = available_parallelism().map_or(1, NonZeroUsize::get);
    (Mutex::new(processors.saturating_sub(1).max(1)), Condvar::new())
});

struct Begun;

impl Begun {
    fn wait() -> Self {
        let (free, given) = &*FREE;
        let free = free.lock().unwrap_or_else(PoisonError::into_inner);
        let mut free = given.wait_while(free, |free| *free == 0).unwrap_or_else(PoisonError::into_inner);
        *free = free.saturating_sub(1);
        Self
    }
}

impl Drop for Begun {
    fn drop(&mut self) {
        let (free, given) = &*FREE;
        let mut free = free.lock().unwrap_or_else(PoisonError::into_inner);
        *free = free.saturating_add(1);
        given.notify_one();
    }
}

/// Does work on that many bytes. A runtime of a single thread has no other one for it.
pub(crate) fn apart<T>(bytes: usize, work: impl FnOnce() -> T) -> T {
    let has_threads =
        || Handle::try_current().is_ok_and(|handle| handle.runtime_flavor() == RuntimeFlavor::MultiThread);
    if bytes < LONG || !has_threads() {
        return work();
    }
    block_in_place(|| {
        let _begun = Begun::wait();
        work()
    })
}
