//! The parts of a request that has more values than its host takes at once.

/// The result of a part of a request, for the function that joins them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Batch<T> {
    /// The response.
    Response(T),
    /// The values of a part of which the host knows none, which is an error for a request of its own.
    Unknown(Vec<String>),
}

/// Returns a request for each so many values of a list; none if one request takes them all.
#[doc(hidden)]
pub fn batches<T: Clone, R>(values: &[T], most: usize, of: impl Fn(Vec<T>) -> R) -> Vec<R> {
    if values.len() <= most {
        return Vec::new();
    }
    values.chunks(most.max(1)).map(|part| of(part.to_vec())).collect()
}
