//! Does independent work on all processors.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Fewer items are not worth a thread.
const MIN_EACH: usize = 8;

/// Returns what `work` makes of each item, in the order of the items, or its first error. Each thread has a state of
/// its own; whoever is done takes the next item.
pub(super) fn map<T: Sync, S, R: Send, E: Send + From<&'static str>>(
    items: &[T],
    state: impl Fn() -> Result<S, E> + Sync,
    work: impl Fn(&S, &T) -> Result<R, E> + Sync,
) -> Result<Vec<R>, E> {
    let next = AtomicUsize::new(0);
    let run = || {
        let state = state()?;
        let mut made = Vec::new();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(index) else { return Ok(made) };
            made.push((index, work(&state, item)?));
        }
    };
    let processors = thread::available_parallelism().map_or(1, usize::from);
    let others = processors.min(items.len().div_ceil(MIN_EACH)).saturating_sub(1);
    let parts: Vec<Result<Vec<(usize, R)>, E>> = thread::scope(|scope| {
        let others: Vec<_> = (0..others).map(|_| scope.spawn(run)).collect();
        let own = run();
        let joined = others.into_iter().map(|other| other.join().unwrap_or(Err("a thread panicked".into())));
        std::iter::once(own).chain(joined).collect()
    });
    let mut made = Vec::with_capacity(items.len());
    for part in parts {
        made.extend(part?);
    }
    made.sort_unstable_by_key(|(index, _)| *index);
    Ok(made.into_iter().map(|(_, result)| result).collect())
}
