//! Long work beside the threads that serve: no more of it at once than leaves a processor to the others.

use std::num::NonZeroUsize;
use std::sync::LazyLock;
use std::thread::available_parallelism;

use tokio::runtime::{Handle, RuntimeFlavor};
use tokio::sync::Semaphore;
use tokio::task::block_in_place;

/// The number of bytes from which on their conversion, drawing or compression is long.
const LONG: usize = 64 << 10;

/// The right to begin with it.
static FREE: LazyLock<Semaphore> = LazyLock::new(|| {
    let processors = available_parallelism().map_or(1, NonZeroUsize::get);
    Semaphore::new(processors.saturating_sub(1).max(1))
});

/// Does work on that many bytes. A runtime of a single thread has no other one for it.
pub(crate) fn apart<T>(bytes: usize, work: impl FnOnce() -> T) -> T {
    let runtime = Handle::try_current().ok();
    let runtime = runtime.filter(|runtime| runtime.runtime_flavor() == RuntimeFlavor::MultiThread);
    match runtime.filter(|_| bytes >= LONG) {
        None => work(),
        Some(runtime) => block_in_place(|| {
            let _begun = runtime.block_on(FREE.acquire());
            work()
        }),
    }
}
