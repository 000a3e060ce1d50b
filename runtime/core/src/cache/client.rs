//! The cache of a client, and the requests that are on their way to be kept there.

use std::ptr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::flights::{Flights, Seat};
use super::key::Key;
use super::replies::{CacheSlot, KeptReplies};
use super::reply::Kept;
use super::settings::CacheUse;
use crate::catalogue::Freshness;
use crate::error::Error;
use crate::notes::FreshUntil;
use crate::raw::WholeReply;
use crate::record::RecordedRequest;
use crate::time::DateTime;

/// A key for requests with the same settings: another one may give up sooner.
type FlightKey = (Key, usize);

type FlightSeat<'a> = Seat<'a, FlightKey, Result<Arrived, Error>>;

/// The cache of a client and the requests that are on their way.
pub(crate) struct ClientCache {
    pub(crate) replies: KeptReplies,
    flights: Flights<FlightKey, Result<Arrived, Error>>,
}

/// A reply with a status below 400 from a host or a record, which several requests may share.
#[derive(Clone)]
pub(crate) struct Arrived {
    pub(crate) reply: Arc<WholeReply>,
    /// The number of secrets that were replaced in the body.
    pub(crate) hidden: usize,
    /// True if the host said that a kept reply, which is this one, still holds.
    pub(crate) is_confirmed: bool,
    /// True once one of the requests that share the reply has kept it.
    pub(crate) is_kept: Arc<AtomicBool>,
}

/// A reply with a status below 400, as one request has it.
pub(crate) struct Received<'a> {
    pub(crate) reply: Arc<WholeReply>,
    pub(crate) origin: Origin<'a>,
}

/// The origin of a reply.
pub(crate) enum Origin<'a> {
    /// From its host or a record.
    Host,
    /// From its host, to be kept if it can be converted.
    HostToKeep(Box<PendingEntry<'a>>),
    /// From the cache, where it has been since then; and until when the request would take it.
    Cache { since: DateTime, until: Option<DateTime> },
}

/// The facts about a reply of a host that is kept if it can be converted.
pub(crate) struct PendingEntry<'a> {
    pub(crate) place: CacheSlot,
    pub(crate) asked: RecordedRequest,
    pub(crate) arrived: Arrived,
    /// The time at which it came, by the client's clock.
    pub(crate) at: DateTime,
    /// Until it is dropped, others that ask for the same get this reply.
    pub(crate) seat: FlightSeat<'a>,
}

impl ClientCache {
    pub(crate) fn new(replies: KeptReplies) -> Self {
        Self { replies, flights: Flights::default() }
    }

    /// Takes part in the flight of a key, for requests with these settings.
    pub(crate) fn seat<S>(&self, key: Key, settings: &S) -> FlightSeat<'_> {
        self.flights.seat((key, ptr::from_ref(settings).addr()))
    }

    /// Keeps the replies, which could be converted; `said` is the note of the conversion.
    pub(crate) fn keep(&self, received: &[Received<'_>], fresh_for: Freshness, reported: Option<FreshUntil>) {
        for received in received {
            let Origin::HostToKeep(unproven) = &received.origin else { continue };
            let PendingEntry { place, asked, arrived, at, seat } = &**unproven;
            // The one that sent keeps it in any case: before it ends the flight, the reply must be there.
            if arrived.is_kept.swap(true, Ordering::Relaxed) && !seat.has_sent() {
                continue;
            }
            let fresh_until = fresh_for.end(*at, reported.map(|FreshUntil(end)| end));
            let reply = Arc::clone(&received.reply);
            let kept = Kept { reply, at: *at, fresh_until, hidden: arrived.hidden };
            self.replies.put(place, asked, &kept);
        }
    }
}

impl Received<'_> {
    pub(crate) fn of_cache(kept: Kept, usage: CacheUse) -> Self {
        let origin = Origin::Cache { since: kept.at, until: kept.taken_until(usage) };
        Self { reply: kept.reply, origin }
    }

    /// Returns true for a kept reply of which its host said that it still holds.
    pub(crate) fn is_confirmed(&self) -> bool {
        matches!(&self.origin, Origin::HostToKeep(entry) if entry.arrived.is_confirmed)
    }
}
