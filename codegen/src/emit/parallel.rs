//! Does independent work on all processors.

use std::thread;

/// Fewer items are not worth a thread.
const MIN_EACH: usize = 8;

/// Returns what `work` makes of each item, in the order of the items, or its first error. Each thread has a state of its own.
pub(super) fn map<T: Sync, S, R: Send, E: Send + From<&'static str>>(
    items: &[T],
    state: impl Fn() -> Result<S, E> + Sync,
    work: impl Fn(&S, &T) -> Result<R, E> + Sync,
) -> Result<Vec<R>, E> {
    let processors = thread::available_parallelism().map_or(1, usize::from);
    let threads = processors.min(items.len().div_ceil(MIN_EACH)).max(1);
    let run = |part: &[T]| {
        let state = state()?;
        part.iter().map(|item| work(&state, item)).collect::<Result<Vec<R>, E>>()
    };
    let run = &run;
    thread::scope(|scope| {
        let parts = items.chunks(items.len().div_ceil(threads).max(1));
        let parts: Vec<_> = parts.map(|part| scope.spawn(move || run(part))).collect();
        let mut made = Vec::with_capacity(items.len());
        for part in parts {
            made.extend(part.join().unwrap_or(Err("a thread panicked".into()))?);
        }
        Ok(made)
    })
}
