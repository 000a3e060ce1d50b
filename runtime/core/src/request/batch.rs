//! The parts of a request that has more values than its host takes at once, and their responses as one.

use crate::read::Holds;

/// The result of a part of a request, for the function that joins them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Batch<T> {
    /// The response.
    Response(T),
    /// The values of a part of which the host knows none, which is an error for a request of its own.
    Unknown(Vec<String>),
}

/// Returns a request for each so many values of a list, without those at the positions, which are sorted.
#[doc(hidden)]
pub fn parts<T: Clone, R>(values: &[T], most: usize, without: &[usize], of: impl Fn(Vec<T>) -> R) -> Vec<R> {
    let values = values.iter().enumerate();
    let kept = values.filter(|(position, _)| without.binary_search(position).is_err());
    let kept: Vec<T> = kept.map(|(_, value)| value.clone()).collect();
    kept.chunks(most.max(1)).map(|part| of(part.to_vec())).collect()
}

/// Joins responses that consist of the items of lists, in their order.
#[doc(hidden)]
pub fn joined<T, H: Holds<T>>(batches: Vec<Batch<H>>) -> H {
    let (mut all, mut unknown) = (Vec::new(), Vec::new());
    for batch in batches {
        match batch {
            Batch::Response(response) => {
                let (items, others) = response.into_parts();
                all.extend(items);
                unknown.extend(others);
            }
            Batch::Unknown(values) => unknown.extend(values),
        }
    }
    H::of(all, unknown)
}
