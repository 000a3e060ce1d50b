//! The listeners, and the one connection upstream that they share.

use std::collections::{BTreeSet, HashMap, VecDeque};
use std::pin::pin;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::UNIX_EPOCH;

use futures_util::future::{Either, select};
use http::StatusCode;
use serde_json::{Value, json};
use tokio::sync::{Notify, OwnedSemaphorePermit, mpsc};
use url::form_urlencoded;
use virtual_finance_command::{Feed, FeedEvent};
use virtual_finance_core::Error;

use crate::problem::Problem;

/// The maximum number of subjects of a listener.
const MAX_SUBJECTS: usize = 100;

/// The number of values that wait for a listener; further ones are lost.
const WAITING: usize = 256;

/// The number of the newest values that are kept for listeners who come back.
const KEPT: usize = 1_024;

/// A message for a listener.
#[derive(Debug)]
pub(crate) enum Message {
    Tick {
        id: String,
        subject: String,
        json: String,
    },
    Note(String),
    /// The reason why nothing more comes.
    End(String),
}

/// The live values upstream.
pub(crate) struct Upstream {
    /// Checks the subjects of one listener.
    pub(crate) check: fn(&[String]) -> Result<(), Error>,
    /// Begins to listen.
    pub(crate) open: Box<dyn Fn() -> Box<dyn Feed> + Send + Sync>,
}

/// The listeners, and what stands between them and the connection upstream.
pub(crate) struct Hub {
    upstream: Upstream,
    /// The time at which the gateway began, in nanoseconds, so that ids of another one are recognized even if it ended in
    /// the same second.
    era: u128,
    state: Mutex<State>,
    changed: Notify,
}

#[derive(Default)]
struct State {
    listeners: HashMap<u64, Seat>,
    next_listener: u64,
    /// The number of changes of the listeners.
    version: u64,
    sequence: u64,
    newest: HashMap<String, Arc<Message>>,
    kept: VecDeque<(u64, Arc<Message>)>,
    is_running: bool,
    is_closed: bool,
}

struct Seat {
    subjects: BTreeSet<String>,
    queue: mpsc::Sender<Arc<Message>>,
    lost: Arc<AtomicU64>,
}

/// One who listens. Dropping it frees its seat.
pub(crate) struct Listener {
    hub: Arc<Hub>,
    number: u64,
    /// The values that it missed, or the newest ones, which come first.
    first: VecDeque<Arc<Message>>,
    queue: mpsc::Receiver<Arc<Message>>,
    lost: Arc<AtomicU64>,
    _seats: [OwnedSemaphorePermit; 2],
}

/// Returns the subjects that a query names.
pub(crate) fn subjects(query: &str) -> Result<BTreeSet<String>, Problem> {
    let mut subjects = BTreeSet::new();
    for (name, value) in form_urlencoded::parse(query.as_bytes()) {
        if name != "symbols" {
            return Err(Problem::bad(format!("/stream has no parameter '{name}': write symbols=IBM,MSFT")));
        }
        let named = value.split(',').map(str::trim).filter(|subject| !subject.is_empty());
        subjects.extend(named.map(str::to_uppercase));
    }
    let wrong = match subjects.len() {
        0 => Some("'symbols' is missing: write /stream?symbols=IBM,MSFT".to_owned()),
        1..=MAX_SUBJECTS => None,
        many => Some(format!("'symbols' has {many} of them: write at most {MAX_SUBJECTS}")),
    };
    wrong.map_or(Ok(subjects), |detail| Err(Problem::bad(detail)))
}

/// Returns the parameters as the OpenAPI document of a gateway has them.
pub(crate) fn parameters() -> Value {
    let symbols =
        json!({ "type": "array", "items": { "type": "string" }, "minItems": 1, "maxItems": MAX_SUBJECTS });
    let id = "The id of the last event that came; what is kept since then comes first.";
    json!({ "parameters": [
        { "name": "symbols", "in": "query", "required": true, "explode": false, "schema": symbols },
        { "name": "Last-Event-ID", "in": "header", "description": id, "schema": { "type": "string" } },
    ] })
}

impl Hub {
    pub(crate) fn new(upstream: Upstream) -> Self {
        Self {
            upstream,
            era: UNIX_EPOCH.elapsed().unwrap_or_default().as_nanos(),
            state: Mutex::default(),
            changed: Notify::new(),
        }
    }

    /// Adds a listener. After the id of an event it gets what is kept since then, otherwise the newest value of each
    /// subject.
    pub(crate) fn listen(
        self: &Arc<Self>,
        subjects: BTreeSet<String>,
        after: Option<&str>,
        seats: [OwnedSemaphorePermit; 2],
    ) -> Result<Listener, Problem> {
        let wanted: Vec<String> = subjects.iter().cloned().collect();
        (self.upstream.check)(&wanted)?;
        let (sender, queue) = mpsc::channel(WAITING);
        let lost = Arc::new(AtomicU64::new(0));
        let mut state = self.state();
        if state.is_closed {
            return Err(Problem::busy("the gateway ends: come back later"));
        }
        let first = self.first(&state, &subjects, after);
        let number = state.next_listener;
        state.next_listener = number.wrapping_add(1);
        state.version = state.version.wrapping_add(1);
        let own = Seat { subjects, queue: sender, lost: Arc::clone(&lost) };
        state.listeners.insert(number, own);
        if !std::mem::replace(&mut state.is_running, true) {
            tokio::spawn(Arc::clone(self).run((self.upstream.open)()));
        }
        drop(state);
        self.changed.notify_one();
        Ok(Listener { hub: Arc::clone(self), number, first, queue, lost, _seats: seats })
    }

    /// Ends all streams; no other begins.
    pub(crate) fn close(&self) {
        self.state().is_closed = true;
        self.end("the gateway ends");
        self.changed.notify_one();
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn id(&self, sequence: u64) -> String {
        format!("{:x}-{sequence:x}", self.era)
    }

    fn first(
        &self,
        state: &State,
        subjects: &BTreeSet<String>,
        after: Option<&str>,
    ) -> VecDeque<Arc<Message>> {
        let newest = || subjects.iter().filter_map(|subject| state.newest.get(subject)).cloned();
        let known = after.and_then(|id| {
            let (era, sequence) = id.split_once('-')?;
            let sequence = u64::from_str_radix(sequence, 16).ok()?;
            (era == format!("{:x}", self.era)).then_some(sequence)
        });
        if after.is_none_or(str::is_empty) {
            return newest().collect();
        }
        let oldest = state.kept.front().map(|(oldest, _)| *oldest);
        let is_kept = known.zip(oldest).filter(|(known, oldest)| *oldest <= known.saturating_add(1));
        // An id of a gateway before this one is not known, either.
        let Some((known, _)) = is_kept else {
            let note = "values between are no longer kept: these are the newest".to_owned();
            return std::iter::once(Arc::new(Message::Note(note))).chain(newest()).collect();
        };
        let is_missed = |(sequence, message): &&(u64, Arc<Message>)| {
            *sequence > known
                && matches!(&**message, Message::Tick { subject, .. } if subjects.contains(subject))
        };
        state.kept.iter().filter(is_missed).map(|(_, message)| Arc::clone(message)).collect()
    }

    /// Hands on what comes from upstream while anybody listens.
    async fn run(self: Arc<Self>, mut feed: Box<dyn Feed>) {
        let mut known = None;
        loop {
            let version = self.state().version;
            if known != Some(version) {
                let Some(wanted) = self.wanted() else { return };
                known = Some(version);
                if let Err(error) = feed.want(&wanted) {
                    return self.end(&error.to_string());
                }
            }
            let next = match select(feed.next(), pin!(self.changed.notified())).await {
                Either::Left((next, _)) => next,
                Either::Right(_) => continue,
            };
            match next {
                Some(Ok(event)) => self.hand_on(event),
                Some(Err(error)) => return self.end(&error.to_string()),
                None => return self.end("the host ended the stream"),
            }
        }
    }

    /// Returns the subjects of all listeners. Without listeners nothing runs any more.
    fn wanted(&self) -> Option<Vec<String>> {
        let mut state = self.state();
        if state.listeners.is_empty() {
            state.is_running = false;
            state.newest.clear();
            return None;
        }
        let all: BTreeSet<&String> = state.listeners.values().flat_map(|seat| &seat.subjects).collect();
        let wanted: Vec<String> = all.into_iter().cloned().collect();
        // A value that nobody waits for any more grows old.
        state.newest.retain(|subject, _| wanted.binary_search(subject).is_ok());
        Some(wanted)
    }

    fn hand_on(&self, event: FeedEvent) {
        let mut state = self.state();
        let message = match event {
            FeedEvent::Note(note) => Arc::new(Message::Note(note)),
            FeedEvent::Tick { subject, json } => {
                state.sequence = state.sequence.saturating_add(1);
                let sequence = state.sequence;
                let key = subject.clone();
                let message = Arc::new(Message::Tick { id: self.id(sequence), subject, json });
                state.newest.insert(key, Arc::clone(&message));
                if state.kept.len() >= KEPT {
                    state.kept.pop_front();
                }
                state.kept.push_back((sequence, Arc::clone(&message)));
                message
            }
        };
        for seat in state.listeners.values() {
            let is_own =
                !matches!(&*message, Message::Tick { subject, .. } if !seat.subjects.contains(subject));
            if is_own && seat.queue.try_send(Arc::clone(&message)).is_err() {
                seat.lost.fetch_add(1, Ordering::Relaxed);
            }
        }
    }

    /// Ends all streams with a reason.
    fn end(&self, reason: &str) {
        let mut state = self.state();
        state.is_running = false;
        state.version = state.version.wrapping_add(1);
        state.newest.clear();
        let message = Arc::new(Message::End(reason.to_owned()));
        for (_, seat) in state.listeners.drain() {
            // One with a full queue ends without the reason.
            let _ = seat.queue.try_send(Arc::clone(&message));
        }
    }
}

impl Listener {
    /// Waits for the next message; `None` at the end.
    pub(crate) async fn next(&mut self) -> Option<Arc<Message>> {
        match self.first.pop_front() {
            Some(message) => Some(message),
            None => self.queue.recv().await,
        }
    }

    /// Returns the number of values that were lost since it was asked last.
    pub(crate) fn lost(&self) -> u64 {
        self.lost.swap(0, Ordering::Relaxed)
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        let mut state = self.hub.state();
        state.listeners.remove(&self.number);
        state.version = state.version.wrapping_add(1);
        drop(state);
        self.hub.changed.notify_one();
    }
}

/// Returns the problem of a program without live values.
pub(crate) fn absent(name: &str) -> Problem {
    Problem::new(StatusCode::NOT_FOUND, format!("{name} has no live values: / lists what there is"))
}
