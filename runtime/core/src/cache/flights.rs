//! Requests on their way: the first request for a key is sent, and requests meanwhile get its result. If the sender is
//! dropped, the next request is sent.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex};

use crate::lock::Lock as _;
use tokio::sync::{Mutex as AsyncMutex, OwnedMutexGuard};

/// The result of a flight, once it is there. Who holds the lock sends.
type Flight<T> = Arc<AsyncMutex<Option<T>>>;

/// The requests on their way, by their keys.
pub(crate) struct Flights<K, T>(Mutex<HashMap<K, Flight<T>>>);

/// The part of one request in a flight. The flight ends when the sender's seat is dropped, so that its result can be
/// kept before others ask anew.
pub(crate) struct Seat<'a, K: Copy + Eq + Hash, T> {
    flights: &'a Flights<K, T>,
    key: K,
    flight: Option<Flight<T>>,
    /// Held from the turn to send until the result is there.
    turn: Option<OwnedMutexGuard<Option<T>>>,
    has_landed: bool,
}

impl<K, T> Default for Flights<K, T> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<K: Copy + Eq + Hash, T> Flights<K, T> {
    /// Takes part in the flight of a key, which begins where there is none.
    pub(crate) fn seat(&self, key: K) -> Seat<'_, K, T> {
        let flight = Arc::clone(self.0.locked().entry(key).or_default());
        Seat { flights: self, key, flight: Some(flight), turn: None, has_landed: false }
    }
}

impl<K: Copy + Eq + Hash, T: Clone> Seat<'_, K, T> {
    /// Waits for the result of the sender; `None` if this request is the sender.
    pub(crate) async fn result(&mut self) -> Option<T> {
        let turn = Arc::clone(self.flight.as_ref()?).lock_owned().await;
        if let Some(result) = &*turn {
            return Some(result.clone());
        }
        self.turn = Some(turn);
        None
    }

    /// Returns true if the result is of this one.
    pub(crate) const fn has_sent(&self) -> bool {
        self.has_landed
    }

    /// Gives the result to the waiting requests.
    pub(crate) fn land(&mut self, result: T) {
        if let Some(mut turn) = self.turn.take() {
            *turn = Some(result);
            self.has_landed = true;
        }
    }
}

impl<K: Copy + Eq + Hash, T> Drop for Seat<'_, K, T> {
    fn drop(&mut self) {
        self.turn = None;
        let mut flights = self.flights.0.locked();
        let Some(flight) = self.flight.take() else { return };
        // With the map's own there are two left if nobody else waits.
        let is_over = self.has_landed || Arc::strong_count(&flight) <= 2;
        if is_over && flights.get(&self.key).is_some_and(|known| Arc::ptr_eq(known, &flight)) {
            flights.remove(&self.key);
        }
        // While the map is locked, so that the next one to leave counts right.
        drop(flight);
    }
}
