//! The retries that a host may cost: a bucket of tokens that retries take and successes fill.

use crate::error::AttemptFailure;

/// The tokens of a full bucket.
const CAPACITY: u32 = 500;

/// The tokens that a retry takes.
const RETRY: u32 = 5;

/// The tokens that a retry takes after a time limit, which cost the host and the caller more.
const RETRY_AFTER_TIMEOUT: u32 = 10;

/// The tokens that a success without a retry gives.
const SUCCESS: u32 = 1;

/// The retries that are left for a host.
#[derive(Debug)]
pub(super) struct Budget(u32);

impl Budget {
    pub(super) const fn new() -> Self {
        Self(CAPACITY)
    }

    /// Takes the tokens for a retry and returns their number; `None` if there are too few.
    pub(super) fn take(&mut self, failure: AttemptFailure) -> Option<u32> {
        let cost = if failure == AttemptFailure::Timeout { RETRY_AFTER_TIMEOUT } else { RETRY };
        self.0 = self.0.checked_sub(cost)?;
        Some(cost)
    }

    /// Puts tokens back after a success: the tokens of its last retry, or one where there was no retry.
    pub(super) fn give_back(&mut self, taken: Option<u32>) {
        self.0 = self.0.saturating_add(taken.unwrap_or(SUCCESS)).min(CAPACITY);
    }
}
