//! The number of requests of a run that may be on their way at once.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// The replies that may wait for a request before them, where they come in order, as a multiple of the requests at once.
const BEHIND: usize = 4;

/// The most requests that may be on their way because a host fails, as a multiple of those at once.
const BESIDE: usize = 16;

/// The requests of a run that may be on their way, and the remaining requests.
pub(super) struct Window {
    at_once: AtomicUsize,
    /// The requests on their way.
    active: AtomicUsize,
    /// The requests that may be on their way beside them, because a host fails.
    extra: AtomicUsize,
    /// The number of these that have not begun.
    probes: AtomicUsize,
    /// True if some request has not begun.
    has_more: AtomicBool,
    /// The requests without a result; the maximum if nobody knows.
    left: AtomicUsize,
}

impl Window {
    pub(super) fn new(at_once: usize, left: usize) -> Self {
        Self {
            at_once: AtomicUsize::new(at_once),
            active: AtomicUsize::default(),
            extra: AtomicUsize::default(),
            probes: AtomicUsize::default(),
            has_more: AtomicBool::new(true),
            left: AtomicUsize::new(left),
        }
    }

    pub(super) fn set_at_once(&self, requests: usize) {
        self.at_once.store(requests, Ordering::Relaxed);
    }

    pub(super) fn set_left(&self, requests: usize) {
        self.left.store(requests, Ordering::Relaxed);
    }

    pub(super) fn left(&self) -> usize {
        self.left.load(Ordering::Relaxed)
    }

    pub(super) fn set_has_more(&self, has_more: bool) {
        self.has_more.store(has_more, Ordering::Relaxed);
    }

    /// Returns true if another request may begin while that many have no result or wait to be taken.
    pub(super) fn has_room(&self, pending: usize) -> bool {
        let at_once = self.at_once.load(Ordering::Relaxed);
        let most = at_once.saturating_add(self.extra.load(Ordering::Relaxed));
        let behind = at_once.saturating_mul(BEHIND);
        self.active.load(Ordering::Relaxed) < most && pending < most.saturating_add(behind)
    }

    /// Returns true if the next request that begins is to find out whether a host works.
    pub(super) fn wants_probe(&self) -> bool {
        self.probes.load(Ordering::Relaxed) > 0
    }

    /// Begins a request. Returns true if it is to find out whether a host works.
    pub(super) fn start(&self) -> bool {
        self.active.fetch_add(1, Ordering::Relaxed);
        self.probes.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |probes| probes.checked_sub(1)).is_ok()
    }

    /// Ends a request.
    pub(super) fn end(&self) {
        self.active.fetch_sub(1, Ordering::Relaxed);
    }

    /// Lets a request begin that was not sent yet. Returns false if there is none, or if too many have begun.
    pub(super) fn let_another_begin(&self) -> bool {
        let most = self.at_once.load(Ordering::Relaxed).saturating_mul(BESIDE);
        let may_begin = self.has_more.load(Ordering::Relaxed) && self.extra.load(Ordering::Relaxed) < most;
        if may_begin {
            self.extra.fetch_add(1, Ordering::Relaxed);
            self.probes.fetch_add(1, Ordering::Relaxed);
        }
        may_begin
    }

    /// Takes back the requests beside the others: the host works.
    pub(super) fn close(&self) {
        self.extra.store(0, Ordering::Relaxed);
        self.probes.store(0, Ordering::Relaxed);
    }
}
