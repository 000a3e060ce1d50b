//! The messages of the last period, for a maximum in any period at the host.

use std::collections::{BTreeSet, HashMap};
use std::num::NonZeroU32;
use std::time::Duration;

use tokio::time::Instant;

/// The time after which a message without a reply is taken to have come to its host.
const LONGEST_WAY: Duration = Duration::from_secs(1);

/// The messages that count for the maximum. When one comes to its host is not known: not before it is sent, and not after
/// its reply. So it counts until a period after its reply, and no period has more than the limit however long each is on
/// its way.
#[derive(Debug)]
pub(super) struct Window {
    limit: usize,
    period: Duration,
    /// The times until which messages count, each with its number.
    ends: BTreeSet<(Instant, u64)>,
    /// The messages that have no reply.
    under_way: HashMap<u64, Instant>,
    next: u64,
}

impl Window {
    pub(super) fn new((limit, period): (NonZeroU32, Duration)) -> Self {
        let limit = usize::try_from(limit.get()).unwrap_or(usize::MAX);
        Self { limit, period, ends: BTreeSet::new(), under_way: HashMap::new(), next: 0 }
    }

    /// Returns when the next message may be sent, if no reply comes before; `None` means now.
    pub(super) fn next(&mut self, now: Instant) -> Option<Instant> {
        while let Some((end, number)) = self.ends.first().copied().filter(|(end, _)| *end <= now) {
            self.ends.remove(&(end, number));
            self.under_way.remove(&number);
        }
        if self.ends.len() < self.limit { None } else { self.ends.first().map(|(end, _)| *end) }
    }

    /// Returns the number of messages that count.
    pub(super) fn counted(&mut self, now: Instant) -> usize {
        self.next(now);
        self.ends.len()
    }

    /// Counts a message that is sent now, and returns its number.
    pub(super) fn add(&mut self, now: Instant) -> u64 {
        let number = self.next;
        self.next = number.wrapping_add(1);
        // A period that never ends has no later time than this one, as far as clocks go.
        if let Some(end) = now.checked_add(LONGEST_WAY).and_then(|latest| latest.checked_add(self.period)) {
            self.ends.insert((end, number));
            self.under_way.insert(number, end);
        }
        number
    }

    /// Notes the reply of a message, or that its caller left.
    pub(super) fn end(&mut self, number: u64, now: Instant) {
        let Some(latest) = self.under_way.remove(&number) else { return };
        let end = now.checked_add(self.period).map_or(latest, |end| end.min(latest));
        self.ends.remove(&(latest, number));
        self.ends.insert((end, number));
    }
}
