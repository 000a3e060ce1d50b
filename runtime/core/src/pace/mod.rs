//! The pace of requests: their number at a time, retries of failed ones, and pauses of hosts. Everything here is
//! kept for each host and shared by the clones of a client.

mod budget;
mod decision;
mod facts;
mod host;
mod window;

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use url::{Position, Url};

use crate::catalogue::HostRate;
use crate::lock::Lock as _;
use crate::settings::{CircuitBreaker, RateLimit, SharedRate};
pub(crate) use decision::{Decision, Failed, Reason, decide, may_pass};
pub use facts::HostState;
pub(crate) use host::{HostPace, Permit};

/// The hosts of a client.
pub(crate) struct Pace {
    limit: RateLimit,
    /// The limits of single hosts, by their origin.
    special: HashMap<String, RateLimit>,
    shared: Option<Arc<dyn SharedRate>>,
    breaker: CircuitBreaker,
    hosts: Mutex<HashMap<String, Arc<HostPace>>>,
    random: Mutex<fastrand::Rng>,
}

impl Pace {
    pub(crate) fn new(
        limit: RateLimit,
        special: HashMap<String, RateLimit>,
        shared: Option<Arc<dyn SharedRate>>,
        breaker: CircuitBreaker,
        seed: Option<u64>,
    ) -> Self {
        let random = seed.map_or_else(fastrand::Rng::new, fastrand::Rng::with_seed);
        Self { limit, special, shared, breaker, hosts: Mutex::default(), random: Mutex::new(random) }
    }

    /// Returns the state of the host of an address.
    pub(crate) fn host(&self, url: &Url) -> Arc<HostPace> {
        // Without a user name an address begins with its origin.
        let has_user = !url.username().is_empty() || url.password().is_some();
        let beginning = Some(&url[..Position::AfterPort]).filter(|_| !has_user);
        let mut hosts = self.hosts.locked();
        if let Some(known) = beginning.and_then(|origin| hosts.get(origin)) {
            return Arc::clone(known);
        }
        let origin = url.origin().ascii_serialization();
        if let Some(known) = hosts.get(&origin) {
            return Arc::clone(known);
        }
        let limit = self.special.get(&origin).copied().unwrap_or(self.limit);
        let host = self.paced(origin.clone(), limit);
        hosts.insert(origin, Arc::clone(&host));
        host
    }

    /// Limits the requests to a host to the rate that the table says, unless the client's own limit is lower.
    pub(crate) fn declare(&self, url: &Url, rate: HostRate) {
        let origin = url.origin().ascii_serialization();
        let mut hosts = self.hosts.locked();
        if !hosts.contains_key(&origin) {
            let limit = self.special.get(&origin).unwrap_or(&self.limit).at_most(rate);
            hosts.insert(origin.clone(), self.paced(origin, limit));
        }
    }

    fn paced(&self, origin: String, limit: RateLimit) -> Arc<HostPace> {
        let shared = self.shared.as_ref().map(|shared| (Arc::clone(shared), origin));
        Arc::new(HostPace::new(limit, shared, self.breaker))
    }

    /// Returns the states of all hosts, by their origins.
    pub(crate) fn states(&self) -> Vec<HostState> {
        let hosts = self.hosts.locked().clone();
        let mut states: Vec<HostState> = hosts.into_iter().map(|(origin, host)| host.facts(origin)).collect();
        states.sort_by(|one, other| one.origin.cmp(&other.origin));
        states
    }

    /// Returns a random number between 0 and 1.
    pub(crate) fn random(&self) -> f64 {
        self.random.locked().f64()
    }
}
