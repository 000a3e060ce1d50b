//! The settings of the cache, and the replies that a request takes from it.

use std::path::{Path, PathBuf};
use std::time::Duration;

/// The bytes of replies in memory, unless a client sets another limit.
const MEMORY: usize = 64 << 20;

/// The bytes of replies in a folder, unless a client sets another limit.
const FOLDER: u64 = 1 << 30;

/// A cache of good replies, which a client does not ask for again while they are fresh.
///
/// The replies are kept as they came, so that they are converted anew for each request. Only a secret of the caller that
/// a reply repeats is replaced, as in a [record](crate::ClientBuilder::record). Those with a status of 400 or
/// more, and those that cannot be converted, are not kept. How long a reply is fresh is a matter of its endpoint
/// (`fresh_for` in the table); endpoints without it are not cached, nor are requests with a
/// [hook](crate::RequestParams::hook), whose effect is not known, nor anything while replies are recorded or replayed.
///
/// The same request, asked several times at once with the same settings, is sent once.
///
/// ```
/// # mod virtual_finance { use virtual_finance_core as own; include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/virtual_finance.rs")); }
/// # fn example() -> Result<(), Box<dyn std::error::Error>> {
/// use virtual_finance::Client;
/// use virtual_finance::settings::Cache;
///
/// let in_memory = Client::builder().cache(Cache::new()).build()?;
/// let shared = Client::builder().cache(Cache::new().folder("replies").folder_limit(100 << 20)).build()?;
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cache {
    pub(super) memory: usize,
    folder: Option<PathBuf>,
    folder_limit: u64,
}

impl Cache {
    /// Creates a cache of 64 MiB in memory.
    pub const fn new() -> Self {
        Self { memory: MEMORY, folder: None, folder_limit: FOLDER }
    }

    /// Sets the maximum number of bytes in memory; 0 keeps nothing there.
    #[must_use]
    pub const fn memory(mut self, bytes: usize) -> Self {
        self.memory = bytes;
        self
    }

    /// Keeps the replies in a folder too, which is made where it is missing and only its owner may read. Several clients
    /// and programs may use it at once.
    ///
    /// A file that is damaged or of another version counts as missing.
    #[must_use]
    pub fn folder(mut self, folder: impl Into<PathBuf>) -> Self {
        self.folder = Some(folder.into());
        self
    }

    /// Sets the maximum number of bytes in the folder, 1 GiB by default. The oldest replies go first.
    #[must_use]
    pub const fn folder_limit(mut self, bytes: u64) -> Self {
        self.folder_limit = bytes;
        self
    }

    /// Returns the folder with its limit.
    pub(crate) fn folder_and_limit(&self) -> Option<(&Path, u64)> {
        Some((self.folder.as_deref()?, self.folder_limit))
    }
}

impl Default for Cache {
    fn default() -> Self {
        Self::new()
    }
}

/// The replies that a request takes from the cache.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CacheUse {
    /// Those that are fresh.
    Fresh,
    /// Those that are at most that old, fresh or not.
    AtMost(Duration),
    /// None.
    Refresh,
}
