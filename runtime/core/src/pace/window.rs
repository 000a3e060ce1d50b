//! The requests of the last period, for a maximum in any period.

use std::collections::VecDeque;
use std::num::NonZeroU32;
use std::time::Duration;

use tokio::time::Instant;

/// The times at which the last requests were sent.
#[derive(Debug)]
pub(super) struct Window {
    limit: usize,
    period: Duration,
    sent: VecDeque<Instant>,
}

impl Window {
    pub(super) fn new((limit, period): (NonZeroU32, Duration)) -> Self {
        let limit = usize::try_from(limit.get()).unwrap_or(usize::MAX);
        Self { limit, period, sent: VecDeque::new() }
    }

    /// Returns when the next request may be sent; `None` means now.
    pub(super) fn next(&mut self, now: Instant) -> Option<Instant> {
        let is_over = |sent: &Instant| now.saturating_duration_since(*sent) >= self.period;
        while self.sent.front().is_some_and(is_over) {
            self.sent.pop_front();
        }
        if self.sent.len() < self.limit { None } else { self.sent.front()?.checked_add(self.period) }
    }

    pub(super) fn add(&mut self, now: Instant) {
        self.sent.push_back(now);
    }
}
