//! The cache of a client: its replies in memory and in a folder.

use super::entry::Wanted;
use super::folder::Folder;
use super::key::Key;
use super::memory::Memory;
use super::reply::Kept;
use super::settings::{Cache, CacheUse};
use crate::error::RecordFault;
use crate::record::{RecordedRequest, Sent};
use crate::time::DateTime;

/// The cache of a client.
pub(crate) struct KeptReplies {
    memory: Option<Memory>,
    folder: Option<Folder>,
}

/// The place of a reply in the cache.
pub(crate) struct CacheSlot {
    pub(crate) key: Key,
    /// True if the address follows the clock, and the key does not.
    pub(crate) is_timeless: bool,
    /// False if the reply may depend on credentials that the key does not know.
    pub(crate) is_for_folder: bool,
}

impl KeptReplies {
    /// Makes the folder where it is missing.
    pub(crate) fn new(cache: &Cache) -> Result<Self, RecordFault> {
        let memory = (cache.memory > 0).then(|| Memory::new(cache.memory));
        let folder =
            cache.folder_and_limit().map(|(folder, limit)| Folder::open(folder, limit)).transpose()?;
        Ok(Self { memory, folder })
    }

    /// Returns the reply to a message that the request takes, of at most `limit` bytes.
    pub(crate) fn get(
        &self,
        (place, sent): (&CacheSlot, &Sent),
        usage: CacheUse,
        now: DateTime,
        limit: usize,
    ) -> Option<Kept> {
        if usage == CacheUse::Refresh {
            return None;
        }
        let fits = |kept: &Kept| kept.is_taken(usage, now) && kept.reply.body.len() <= limit;
        if let Some(kept) = self.in_memory(place).filter(fits) {
            return Some(kept);
        }
        let kept = self.in_folder(place, sent, limit).filter(fits)?;
        if let Some(memory) = &self.memory {
            memory.put(place.key, kept.clone());
        }
        Some(kept)
    }

    /// Returns a reply of any age to a message, if its host can be asked whether it still holds. The reply to another
    /// address is none: its entity tag says nothing of this one.
    pub(crate) fn stale(&self, place: &CacheSlot, sent: &Sent, limit: usize) -> Option<Kept> {
        if place.is_timeless {
            return None;
        }
        let fits = |kept: &Kept| kept.condition().is_some() && kept.reply.body.len() <= limit;
        self.in_memory(place).filter(fits).or_else(|| self.in_folder(place, sent, limit).filter(fits))
    }

    fn in_memory(&self, place: &CacheSlot) -> Option<Kept> {
        self.memory.as_ref()?.get(place.key)
    }

    fn in_folder(&self, place: &CacheSlot, sent: &Sent, limit: usize) -> Option<Kept> {
        let folder = self.folder.as_ref().filter(|_| place.is_for_folder)?;
        folder.get(&Wanted { key: place.key, sent, is_timeless: place.is_timeless }, limit)
    }

    /// Keeps a reply. A folder that cannot be written to costs a request the next time.
    pub(crate) fn put(&self, place: &CacheSlot, asked: &RecordedRequest, kept: &Kept) {
        if let Some(memory) = &self.memory {
            memory.put(place.key, kept.clone());
        }
        if let Some(folder) = self.folder.as_ref().filter(|_| place.is_for_folder)
            && let Err(error) = folder.put(place.key, asked, kept)
        {
            tracing::warn!(%error, "a reply could not be kept");
        }
    }
}
