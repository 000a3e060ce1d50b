//! The callers, and what one of them may take at once: whoever asks for much waits for itself alone.

use std::collections::HashMap;
use std::net::IpAddr;
use std::pin::pin;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;

use http::Version;
use hyper::body::Bytes;
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, timeout};

use crate::content::{Answer, Content};
use crate::problem::Problem;
use crate::settings::Settings;

/// The length of a body that counts for nothing where a connection has one at once: the connection takes more.
const FREE: usize = 16 << 10;

/// The number of bytes that bodies of requests under way have together; one caller has a quarter of them.
pub(crate) const MAX_BODIES: usize = 32 << 20;

/// The number of callers above which absent callers are forgotten.
const MANY: usize = 1_024;

/// The callers that are there.
pub(crate) struct Callers {
    slots: usize,
    streams: usize,
    /// The streams that may begin yet, whoever listens.
    pub(crate) all_streams: Arc<Semaphore>,
    asked: usize,
    unread: usize,
    /// The bytes of all of them.
    all: Arc<Level>,
    known: Mutex<HashMap<Name, Weak<Caller>>>,
}

#[derive(PartialEq, Eq, Hash)]
enum Name {
    Token(String),
    Address(IpAddr),
}

/// A caller: who has a token, or else an address.
pub(crate) struct Caller {
    /// The name of its token.
    pub(crate) token: Option<String>,
    /// The bytes that the bodies of its requests may have yet.
    pub(crate) bodies: Semaphore,
    slots: Arc<Semaphore>,
    /// The streams that may begin yet: its own, and of all callers together.
    streams: [Arc<Semaphore>; 2],
    asked: usize,
    /// The turns of its requests to each host.
    turns: Mutex<HashMap<&'static str, Arc<Semaphore>>>,
    own: Arc<Level>,
    all: Arc<Level>,
}

/// The bytes that are there, and the most.
struct Level {
    used: AtomicUsize,
    most: usize,
    lowered: Notify,
}

/// The bytes of a response that its caller has not read.
pub(crate) struct Unread {
    bytes: usize,
    levels: [Arc<Level>; 2],
}

/// The place of a stream.
pub(crate) type Seats = [OwnedSemaphorePermit; 2];

/// The right to ask a host.
pub(crate) type Turn = OwnedSemaphorePermit;

/// The time that a request may wait yet.
pub(crate) struct Patience(pub(crate) Duration);

impl Callers {
    pub(crate) fn new(settings: &Settings) -> Self {
        let has_tokens = !settings.tokens.is_empty();
        // Behind an address there may be a proxy with many callers.
        let of_one = |of_token: usize, all: usize| if has_tokens { of_token.min(all) } else { all };
        Self {
            slots: of_one(settings.max_requests_of_token, settings.max_requests),
            streams: of_one(settings.max_streams.div_ceil(4), settings.max_streams),
            all_streams: semaphore(settings.max_streams),
            asked: settings.max_asked_of_caller.max(1),
            unread: settings.max_unread / 2,
            all: Level::new(settings.max_unread),
            known: Mutex::default(),
        }
    }

    /// Returns the caller whose token has that name.
    pub(crate) fn of_token(&self, name: &str) -> Arc<Caller> {
        self.of(Name::Token(name.to_owned()))
    }

    /// Returns the caller of an address.
    pub(crate) fn of_address(&self, address: IpAddr) -> Arc<Caller> {
        self.of(Name::Address(address))
    }

    fn of(&self, name: Name) -> Arc<Caller> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(caller) = known.get(&name).and_then(Weak::upgrade) {
            return caller;
        }
        if known.len() >= MANY {
            known.retain(|_, caller| caller.strong_count() > 0);
        }
        let token = match &name {
            Name::Token(name) => Some(name.clone()),
            Name::Address(_) => None,
        };
        let caller = Arc::new(Caller {
            token,
            bodies: Semaphore::new(MAX_BODIES / 4),
            slots: semaphore(self.slots),
            streams: [semaphore(self.streams), Arc::clone(&self.all_streams)],
            asked: self.asked,
            turns: Mutex::default(),
            own: Level::new(self.unread),
            all: Arc::clone(&self.all),
        });
        known.insert(name, Arc::downgrade(&caller));
        caller
    }
}

impl Caller {
    /// Takes the place of a request that is being answered.
    pub(crate) fn slot(&self) -> Result<OwnedSemaphorePermit, Problem> {
        let busy = "too many requests of this caller are under way: send it again later";
        Arc::clone(&self.slots).try_acquire_owned().map_err(|_| Problem::busy(busy))
    }

    /// Takes the place of a stream.
    pub(crate) fn stream(&self) -> Result<Seats, Problem> {
        let [own, all] = &self.streams;
        let seat = |streams: &Arc<Semaphore>, busy| {
            Arc::clone(streams).try_acquire_owned().map_err(|_| Problem::busy(busy))
        };
        Ok([
            seat(own, "too many streams of this caller are open: come back later")?,
            seat(all, "too many streams are open: come back later")?,
        ])
    }

    /// Waits for the turn of a request to the host of that name. The requests of one caller have theirs in order.
    pub(crate) async fn turn(&self, host: &'static str, patience: &mut Patience) -> Result<Turn, Problem> {
        let turns = {
            let mut turns = self.turns.lock().unwrap_or_else(PoisonError::into_inner);
            Arc::clone(turns.entry(host).or_insert_with(|| Arc::new(Semaphore::new(self.asked))))
        };
        let turn = patience.wait(turns.acquire_owned()).await;
        let late =
            "this caller waits for too many requests to the host: ask for less at once, or come back later";
        // It is never closed.
        turn.and_then(Result::ok).ok_or_else(|| Problem::busy(late))
    }

    /// Waits for the turn of one of several requests, and until enough of the responses before it is read.
    pub(crate) async fn turn_below(
        &self,
        host: &'static str,
        patience: &mut Patience,
    ) -> Result<Turn, Problem> {
        loop {
            let late = "responses before this one are not read: read them, or ask for less at once";
            for level in [&self.own, &self.all] {
                patience.wait(level.below()).await.ok_or_else(|| Problem::busy(late))?;
            }
            let turn = self.turn(host, patience).await?;
            if self.own.is_below() && self.all.is_below() {
                return Ok(turn);
            }
        }
    }

    /// Counts bytes that are there already.
    pub(crate) fn unread(&self, bytes: usize) -> Unread {
        let levels = [Arc::clone(&self.own), Arc::clone(&self.all)];
        levels.iter().for_each(|level| level.add(bytes));
        Unread { bytes, levels }
    }

    /// Returns an answer whose body counts until it is sent.
    pub(crate) fn counted(&self, answer: Answer, version: Version) -> Result<Answer, Problem> {
        let (Content::Whole(body) | Content::Finished(body)) = &answer.body else { return Ok(answer) };
        if body.is_empty() || (version != Version::HTTP_2 && body.len() <= FREE) {
            return Ok(answer);
        }
        if !self.own.is_below() || !self.all.is_below() {
            let busy = "too many bytes of responses are not read: read them, and send it again";
            return Err(Problem::busy(busy));
        }
        let body = Content::Finished(held(body.clone(), self.unread(body.len())));
        Ok(Answer { body, ..answer })
    }
}

fn semaphore(permits: usize) -> Arc<Semaphore> {
    Arc::new(Semaphore::new(permits.min(Semaphore::MAX_PERMITS)))
}

/// Returns bytes with what counts them.
pub(crate) fn held(body: Bytes, unread: impl Send + Sync + 'static) -> Bytes {
    struct Held<U>(Bytes, U);
    impl<U> AsRef<[u8]> for Held<U> {
        fn as_ref(&self) -> &[u8] {
            &self.0
        }
    }
    Bytes::from_owner(Held(body, unread))
}

impl Level {
    fn new(most: usize) -> Arc<Self> {
        Arc::new(Self { used: AtomicUsize::new(0), most, lowered: Notify::new() })
    }

    fn is_below(&self) -> bool {
        self.used.load(Ordering::Relaxed) < self.most
    }

    fn add(&self, bytes: usize) {
        self.used.fetch_add(bytes, Ordering::Relaxed);
    }

    fn take(&self, bytes: usize) {
        self.used.fetch_sub(bytes, Ordering::Relaxed);
        self.lowered.notify_waiters();
    }

    async fn below(&self) {
        loop {
            let mut lowered = pin!(self.lowered.notified());
            lowered.as_mut().enable();
            if self.is_below() {
                return;
            }
            lowered.await;
        }
    }
}

impl Unread {
    /// Counts another number of bytes, of the same response in another form.
    pub(crate) fn resize(&mut self, bytes: usize) {
        for level in &self.levels {
            level.add(bytes);
            level.take(self.bytes);
        }
        self.bytes = bytes;
    }
}

impl Drop for Unread {
    fn drop(&mut self) {
        self.levels.iter().for_each(|level| level.take(self.bytes));
    }
}

impl Patience {
    /// Waits for something; `None` if there is no more time.
    async fn wait<T>(&mut self, ready: impl Future<Output = T>) -> Option<T> {
        let start = Instant::now();
        let ready = timeout(self.0, ready).await;
        self.0 = self.0.saturating_sub(start.elapsed());
        ready.ok()
    }
}
