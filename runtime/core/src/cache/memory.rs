//! Kept replies in memory, of a number of bytes in all. Those that are not asked for go first.

use std::sync::{Mutex, MutexGuard, PoisonError};

use quick_cache::Weighter;
use quick_cache::unsync::Cache;

use super::key::Key;
use super::reply::Kept;

/// The bytes that a reply takes beside its body, about.
const ENTRY: u64 = 160;

/// The bytes of a reply, about.
const USUAL: usize = 32 << 10;

/// Replies in memory.
pub(super) struct Memory(Mutex<Cache<Key, Kept, Bytes>>);

/// Weighs a reply by its bytes.
#[derive(Clone)]
struct Bytes;

impl Weighter<Key, Kept> for Bytes {
    fn weight(&self, _: &Key, kept: &Kept) -> u64 {
        u64::try_from(kept.reply.body.capacity().saturating_add(kept.reply.head.len()))
            .unwrap_or(u64::MAX)
            .saturating_add(ENTRY)
    }
}

impl Memory {
    pub(super) fn new(limit: usize) -> Self {
        let replies = limit.checked_div(USUAL).unwrap_or_default().max(16);
        Self(Mutex::new(Cache::with_weighter(replies, u64::try_from(limit).unwrap_or(u64::MAX), Bytes)))
    }

    pub(super) fn get(&self, key: Key) -> Option<Kept> {
        self.locked().get(&key).cloned()
    }

    pub(super) fn put(&self, key: Key, kept: Kept) {
        self.locked().insert(key, kept);
    }

    fn locked(&self) -> MutexGuard<'_, Cache<Key, Kept, Bytes>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
