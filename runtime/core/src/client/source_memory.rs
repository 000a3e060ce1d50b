//! The knowledge of a client about sources, and how long it holds.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::time::DateTime;

/// The time for which a source is asked first after the one before it failed: a day.
pub(super) const HOLDS: Duration = Duration::from_secs(86_400);

/// The knowledge of a client about the sources of endpoints.
///
/// If the reply of a source cannot be converted and a later source's can, a client asks the later source first for a
/// day. A program that runs for one request gives what its client learned to the next one, for example in a file:
///
/// ```no_run
/// # mod virtual_finance { use virtual_finance_core as own; include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/virtual_finance.rs")); }
/// # fn example() -> Result<(), Box<dyn std::error::Error>> {
/// use virtual_finance::Client;
/// use virtual_finance::settings::SourceMemory;
///
/// let memory: SourceMemory = serde_json::from_str(&std::fs::read_to_string("sources.json")?)?;
/// let client = Client::builder().source_memory(memory).build()?;
/// // After some requests:
/// std::fs::write("sources.json", serde_json::to_string(&client.source_memory())?)?;
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SourceMemory {
    /// By the name of the endpoint.
    first: BTreeMap<String, First>,
}

/// The source that an endpoint is asked first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct First {
    /// Its name in the table.
    source: String,
    /// The time at which the one before it failed, in epoch seconds.
    since: i64,
    /// The seconds for which this holds; a day where it does not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    holds: Option<u64>,
}

impl SourceMemory {
    /// Returns the name of the source that an endpoint is asked first, if one is known and that still holds.
    pub(super) fn first(&self, endpoint: &str, now: DateTime) -> Option<&str> {
        let first = self.first.get(endpoint)?;
        let age = u64::try_from(now.epoch_seconds().saturating_sub(first.since)).ok()?;
        (age < first.holds.unwrap_or(HOLDS.as_secs())).then_some(&first.source)
    }

    /// Keeps a source that worked after another one failed, for that time.
    pub(super) fn keep(&mut self, endpoint: &str, source: &str, now: DateTime, holds: Duration) {
        let holds = Some(holds.as_secs()).filter(|_| holds != HOLDS);
        let first = First { source: source.to_owned(), since: now.epoch_seconds(), holds };
        self.first.insert(endpoint.to_owned(), first);
    }

    /// Drops what is known of an endpoint, whose own source works.
    pub(super) fn forget(&mut self, endpoint: &str) {
        self.first.remove(endpoint);
    }
}
