//! Kept replies: in memory and in a folder, under a key that says all that a reply depends on. The same request on its
//! way several times is sent once.

mod client;
mod entry;
mod flights;
mod folder;
mod key;
mod look;
mod memory;
mod pool;
mod replies;
mod reply;
mod settings;

pub(crate) use client::{Arrived, ClientCache, Origin, PendingEntry, Received};
pub(crate) use key::{Key, KeyParts};
pub use look::{CacheFolder, CacheStats};
pub(crate) use replies::{CacheSlot, KeptReplies};
pub(crate) use reply::{Kept, NOT_MODIFIED};
pub use settings::Cache;
pub(crate) use settings::CacheUse;
