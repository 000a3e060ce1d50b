//! Kept replies in memory, of a number of bytes in all. Those that are not asked for go first.

use std::sync::Mutex;

use quick_cache::Weighter;
use quick_cache::unsync::Cache;

use super::key::Key;
use super::reply::Kept;
use crate::lock::Lock as _;

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
        let replies = (limit / USUAL).max(16);
        Self(Mutex::new(Cache::with_weighter(replies, u64::try_from(limit).unwrap_or(u64::MAX), Bytes)))
    }

    pub(super) fn get(&self, key: Key) -> Option<Kept> {
        self.0.locked().get(&key).cloned()
    }

    pub(super) fn put(&self, key: Key, kept: Kept) {
        self.0.locked().insert(key, kept);
    }
}
