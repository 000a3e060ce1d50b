//! The faults of the host, and how a request has to end that meets one.

use virtual_finance::Error;
use virtual_finance::error::{BodyFault, TimeoutPhase};

/// The fault that the request of a number gets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// A good reply.
    None,
    /// Status 503 twice, then a good reply.
    Busy,
    /// The connection closes without a byte, then a good reply.
    Closed,
    /// A body that ends before its declared length.
    Cut,
    /// A reply that never comes.
    Silent,
    /// A body of a byte at a time, for ever.
    Drip,
    /// Bytes that are no HTTP.
    Garbage,
    /// A small body that decodes to megabytes.
    Bomb,
    /// A redirect to a host that is not of the table.
    Foreign,
}

/// The faults, each with its share of 10,000 requests. Those that take the whole deadline are rare, and all together
/// cost fewer retries than good replies pay for.
pub const FAULTS: [(Fault, u32); 8] = [
    (Fault::Busy, 300),
    (Fault::Closed, 300),
    (Fault::Cut, 200),
    (Fault::Silent, 5),
    (Fault::Drip, 5),
    (Fault::Garbage, 200),
    (Fault::Bomb, 300),
    (Fault::Foreign, 300),
];

impl Fault {
    /// Returns the fault of a request, the same for each seed and number.
    #[must_use]
    pub fn of(seed: u64, number: u64) -> Self {
        // The first ones are one of each, so that a short run meets all.
        if let Some((fault, _)) = usize::try_from(number).ok().and_then(|number| FAULTS.get(number)) {
            return *fault;
        }
        let mut random = fastrand::Rng::with_seed(seed ^ number.rotate_left(32));
        let mut left = random.u32(..10_000);
        for (fault, share) in FAULTS {
            match left.checked_sub(share) {
                None => return fault,
                Some(rest) => left = rest,
            }
        }
        Self::None
    }

    /// Returns true if a request may end in this way. A good result is given by its ticker.
    #[must_use]
    pub fn ends_in(self, ticker: &str, result: &Result<String, Error>) -> bool {
        match self {
            Self::None | Self::Busy | Self::Closed => result.as_ref().is_ok_and(|found| found == ticker),
            Self::Cut => matches!(result, Err(Error::Body { fault: BodyFault::Cut(_), .. })),
            Self::Silent => matches!(result, Err(Error::Timeout { .. })),
            Self::Drip => matches!(result, Err(Error::Timeout { phase: TimeoutPhase::Total, .. })),
            Self::Garbage => matches!(result, Err(Error::Transport { .. })),
            Self::Bomb => matches!(result, Err(Error::Body { fault: BodyFault::Ratio { .. }, .. })),
            Self::Foreign => matches!(result, Err(Error::Redirect { .. })),
        }
    }
}
