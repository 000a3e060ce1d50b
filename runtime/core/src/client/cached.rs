//! The cache of a client, and the requests that are on their way to be kept there.

use std::ptr;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::error::SharedError;
use crate::kept::{Flights, Kept, KeptReplies, Key, Place, Seat};
use crate::raw::ReplyHead;
use crate::record::Asked;
use crate::settings::RequestParams;

/// A key for requests with the same settings: another one may give up sooner.
type FlightKey = (Key, usize);

/// The cache of a client and the requests that are on their way.
pub(super) struct ClientCache {
    pub(super) replies: KeptReplies,
    flights: Flights<FlightKey, Result<Arrived, SharedError>>,
}

/// A reply of a host that is kept if it can be converted.
pub(super) struct Unproven<'a> {
    pub(super) place: Place,
    pub(super) asked: Asked,
    pub(super) kept: Kept,
    /// The number of secrets that were replaced in the body.
    pub(super) hidden: usize,
    /// True once one of the requests that share the reply has kept it.
    pub(super) is_kept: Arc<AtomicBool>,
    /// Until it is dropped, others that ask for the same get this reply.
    pub(super) seat: FlightSeat<'a>,
}

type FlightSeat<'a> = Seat<'a, FlightKey, Result<Arrived, SharedError>>;

/// A whole reply with a status below 400, which several requests may share.
#[derive(Clone)]
pub(super) struct Arrived {
    pub(super) status: u16,
    pub(super) head: ReplyHead,
    pub(super) body: Arc<Vec<u8>>,
    /// The number of secrets that were replaced in the body.
    pub(super) hidden: usize,
    /// True once one of the requests that share the reply has kept it.
    pub(super) is_kept: Arc<AtomicBool>,
}

impl ClientCache {
    pub(super) fn new(replies: KeptReplies) -> Self {
        Self { replies, flights: Flights::default() }
    }

    /// Takes part in the flight of a key.
    pub(super) fn seat(&self, key: Key, params: &RequestParams) -> FlightSeat<'_> {
        self.flights.seat((key, ptr::from_ref(params).addr()))
    }
}
