//! The memory that a target takes.

use peak_alloc::PeakAlloc;

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

/// Runs a function and returns its result with the most bytes that it had beside those before.
///
/// It counts every thread of the program: what a target allocates is only known where nothing runs beside it.
pub(crate) fn peak<T>(run: impl FnOnce() -> T) -> (T, usize) {
    MEMORY.reset_peak_usage();
    let before = MEMORY.current_usage();
    let result = run();
    (result, MEMORY.peak_usage().saturating_sub(before))
}
