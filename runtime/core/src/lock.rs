//! Mutexes of data that a panic leaves whole.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// A mutex that is locked after a panic, too.
pub(crate) trait Lock<T> {
    /// Locks the data.
    fn locked(&self) -> MutexGuard<'_, T>;
}

impl<T> Lock<T> for Mutex<T> {
    fn locked(&self) -> MutexGuard<'_, T> {
        self.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
