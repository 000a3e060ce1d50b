//! Many requests with one client: a few at a time, each with its own result.

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};
use std::future::{Future, poll_fn};
use std::iter::Fuse;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context as TaskContext, Poll};
use std::time::{Duration, Instant};

use futures_util::Stream;
use futures_util::stream::FuturesUnordered;

use super::handle::Client;
use super::patience::Patience;
use super::window::Window;
use crate::error::{Error, RequestName};
use crate::reply::Reply;
use crate::request::{Endpoint, request_name};

/// The requests that are under way at once, unless the caller sets another number.
const AT_ONCE: usize = 16;

/// The maximum number of requests that are taken from their iterator ahead of their turn, while a host fails.
const AHEAD: usize = 4_096;

/// The maximum number of results that wait for those before them because their requests were sent ahead of their turn.
const MAX_EARLY: usize = 64;

/// A request with its result.
pub type Answered<E> = (E, Result<Reply<<E as Endpoint>::Response>, Error>);

type Pending<E> = Pin<Box<dyn Future<Output = (usize, Answered<E>)> + Send>>;

/// The replies to many requests, from [`Client::many`], as they come.
///
/// It is a stream; [`next`](Self::next) needs no other crate. Requests are taken from their iterator when their turn
/// comes, and while a host fails at most 4,096 of them before, so memory does not grow with their number. Dropping it
/// cancels what is under way.
#[must_use = "nothing is sent before next() is awaited"]
pub struct Many<E: Endpoint, I: Iterator<Item = E>> {
    client: Client,
    requests: Fuse<I>,
    /// The requests that were taken ahead of their turn, with their numbers.
    ahead: VecDeque<(usize, E)>,
    /// The number of requests that were taken.
    taken: usize,
    /// The number of requests that were taken out of their order.
    jumps: u32,
    pending: FuturesUnordered<Pending<E>>,
    /// The results that wait for one before them; none if results are given as they come.
    in_order: Option<InOrder<E>>,
    /// The names of the requests under way, by their number.
    waiting: BTreeMap<usize, RequestName>,
    begun: usize,
    total: Option<usize>,
    counts: Counts,
    began: Instant,
    /// The state of each host, by its name in the table.
    hosts: HashMap<&'static str, Arc<Patience>>,
    window: Arc<Window>,
}

/// Results that are given in the order of their requests.
struct InOrder<E: Endpoint> {
    next: usize,
    ready: BTreeMap<usize, Answered<E>>,
    /// The numbers of the requests that were sent ahead of their turn and whose results were not given yet.
    early: BTreeSet<usize>,
}

#[derive(Clone, Copy, Default)]
struct Counts {
    done: usize,
    failed: usize,
    bytes: usize,
}

/// The progress of many requests.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Progress {
    /// The number of requests that have a result, failed ones included.
    pub done: usize,
    /// The number of requests that failed.
    pub failed: usize,
    /// The number of all requests, if the iterator knows it.
    pub total: Option<usize>,
    /// The length of the decoded bodies of all replies.
    pub bytes: usize,
    /// The requests that are under way, the oldest first.
    pub waiting: Vec<RequestName>,
    /// The time since the first request.
    pub elapsed: Duration,
}

impl Client {
    /// Sends many requests, 16 at once, and returns each with its own result as they come.
    ///
    /// ```
    /// # mod virtual_finance { use virtual_finance_core as own; include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/virtual_finance.rs")); }
    /// # async fn example() -> Result<(), Box<dyn std::error::Error>> {
    /// use virtual_finance::{Client, History};
    ///
    /// let client = Client::new()?;
    /// let mut replies = client.many(["IBM", "MSFT"].map(History::new));
    /// while let Some((request, result)) = replies.next().await {
    ///     match result {
    ///         Ok(reply) => println!("{} has {} bytes", reply.request, reply.bytes),
    ///         Err(error) => eprintln!("{request:?}: {error}"),
    ///     }
    ///     let progress = replies.progress();
    ///     eprintln!("{} of {:?}, {} failed", progress.done, progress.total, progress.failed);
    /// }
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// Requests of several endpoints are `Box<dyn ErasedRequest>`.
    ///
    /// While a host fails, the requests wait for it: 3 s for each remaining request, a minute at most. If it comes
    /// back in that time, failed requests are tried once more, unless they may change something or the client repeats
    /// nothing. Otherwise all remaining requests end at once with [`Error::NotSent`].
    pub fn many<E, I>(&self, requests: I) -> Many<E, I::IntoIter>
    where
        E: Endpoint + 'static,
        I: IntoIterator<Item = E>,
    {
        Many::new(self.clone(), requests.into_iter())
    }
}

impl Progress {
    /// Returns the time that the other requests will take if they take as long as those before; `None` before the first
    /// result, or if their number is unknown.
    pub fn remaining(&self) -> Option<Duration> {
        let left = self.total?.saturating_sub(self.done);
        let each = self.elapsed.checked_div(u32::try_from(self.done).ok()?)?;
        each.checked_mul(u32::try_from(left).ok()?)
    }
}

impl<E, I> Many<E, I>
where
    E: Endpoint + 'static,
    I: Iterator<Item = E>,
{
    fn new(client: Client, requests: I) -> Self {
        let total = match requests.size_hint() {
            (least, Some(most)) if least == most => Some(most),
            _ => None,
        };
        Self {
            client,
            requests: requests.fuse(),
            ahead: VecDeque::new(),
            taken: 0,
            jumps: 0,
            pending: FuturesUnordered::new(),
            in_order: None,
            waiting: BTreeMap::new(),
            begun: 0,
            total,
            counts: Counts::default(),
            began: Instant::now(),
            hosts: HashMap::new(),
            window: Arc::new(Window::new(AT_ONCE, total.unwrap_or(usize::MAX))),
        }
    }

    /// Sets the maximum number of requests under way, 16 by default; 0 means 1. Those that wait for their turn at a host
    /// ([`RateLimit`](crate::settings::RateLimit)) count.
    pub fn at_once(self, requests: usize) -> Self {
        self.window.set_at_once(requests.max(1));
        self
    }

    /// Returns the replies in the order of the requests. A slow one then holds up those behind it. It is to be called
    /// before the first [`next`](Self::next).
    pub fn in_order(mut self) -> Self {
        self.in_order = Some(InOrder { next: 0, ready: BTreeMap::new(), early: BTreeSet::new() });
        self
    }

    /// Waits for the next reply. Returns its request with the result; `None` when all requests have theirs.
    pub async fn next(&mut self) -> Option<Answered<E>> {
        poll_fn(|cx| self.poll_answered(cx)).await
    }

    /// Returns how far the requests are.
    pub fn progress(&self) -> Progress {
        let Counts { done, failed, bytes } = self.counts;
        let waiting = self.waiting.values().cloned().collect();
        Progress { done, failed, total: self.total, bytes, waiting, elapsed: self.began.elapsed() }
    }

    /// Takes a request that was not sent yet.
    #[cfg(feature = "blocking")]
    pub(crate) fn unsent(&mut self) -> Option<E> {
        self.take(false).map(|(_, request)| request)
    }

    /// Sends requests until as many are under way as may be, and polls them.
    fn poll_answered(&mut self, cx: &mut TaskContext<'_>) -> Poll<Option<Answered<E>>> {
        loop {
            while self.may_send() {
                match self.take(self.window.wants_probe()) {
                    Some((number, request)) => self.send(number, request),
                    None => self.total = Some(self.begun),
                }
            }
            self.window.set_has_more(self.has_more());
            if let Poll::Ready(next) = self.poll_pending(cx) {
                return Poll::Ready(next.map(|(number, answered)| self.count(number, answered)));
            }
            // One of those on their way may have ended out of order, or have let another one begin.
            if !self.may_send() {
                return Poll::Pending;
            }
        }
    }

    /// Polls the requests under way for the next result.
    fn poll_pending(&mut self, cx: &mut TaskContext<'_>) -> Poll<Option<(usize, Answered<E>)>> {
        let Some(InOrder { next, ready, early }) = &mut self.in_order else {
            return Pin::new(&mut self.pending).poll_next(cx);
        };
        loop {
            if let Some(answered) = ready.remove(next) {
                let number = *next;
                early.remove(&number);
                *next = next.saturating_add(1);
                return Poll::Ready(Some((number, answered)));
            }
            match Pin::new(&mut self.pending).poll_next(cx) {
                Poll::Ready(Some((number, answered))) => ready.insert(number, answered),
                Poll::Ready(None) => return Poll::Ready(None),
                Poll::Pending => return Poll::Pending,
            };
        }
    }

    /// Returns true if another request may be sent. Without one on its way there is no result to wait for.
    fn may_send(&self) -> bool {
        self.has_more() && (self.pending.is_empty() || self.window.has_room(self.without_result()))
    }

    /// Returns the number of requests that were sent and whose result was not given yet. Results that came early do not
    /// count: they wait for requests that have not begun.
    fn without_result(&self) -> usize {
        let waiting = |in_order: &InOrder<E>| {
            let early = in_order.early.iter().filter(|number| in_order.ready.contains_key(number)).count();
            in_order.ready.len().saturating_sub(early)
        };
        self.pending.len().saturating_add(self.in_order.as_ref().map_or(0, waiting))
    }

    /// Takes the next request with its number. One that is to find out whether a host works is taken from farther behind,
    /// each time from somewhere else: requests that always fail may be next to each other.
    fn take(&mut self, is_probe: bool) -> Option<(usize, E)> {
        let has_early = |in_order: &InOrder<E>| in_order.early.len() >= MAX_EARLY;
        if is_probe && self.total.is_some() && !self.in_order.as_ref().is_some_and(has_early) {
            while self.ahead.len() < AHEAD
                && let Some(request) = self.requests.next()
            {
                self.ahead.push_back((self.taken, request));
                self.taken = self.taken.saturating_add(1);
            }
            self.jumps = self.jumps.wrapping_add(1);
            let taken = self.ahead.remove(spread(self.jumps, self.ahead.len()))?;
            if let Some(in_order) = &mut self.in_order {
                in_order.early.insert(taken.0);
            }
            return Some(taken);
        }
        self.ahead.pop_front().or_else(|| {
            let number = self.taken;
            self.taken = number.saturating_add(1);
            Some((number, self.requests.next()?))
        })
    }

    /// Returns true unless all requests have begun.
    fn has_more(&self) -> bool {
        self.total.is_none_or(|total| self.begun < total)
    }

    fn send(&mut self, number: usize, request: E) {
        if self.begun == 0 {
            self.began = Instant::now();
        }
        self.begun = self.begun.saturating_add(1);
        self.waiting.insert(number, request_name(&request));
        let known = self.hosts.entry(request.info().host.name);
        let new = || Arc::new(Patience::new(&self.client, Arc::clone(&self.window)));
        let patience = Arc::clone(known.or_insert_with(new));
        let is_probe = self.window.start();
        self.pending.push(Box::pin(async move {
            let result = patience.reply(&request, is_probe).await;
            (number, (request, result))
        }));
    }

    fn count(&mut self, number: usize, answered: Answered<E>) -> Answered<E> {
        self.waiting.remove(&number);
        let Counts { done, failed, bytes } = &mut self.counts;
        *done = done.saturating_add(1);
        match &answered.1 {
            Ok(reply) => *bytes = bytes.saturating_add(reply.bytes),
            Err(_) => *failed = failed.saturating_add(1),
        }
        if let Some(total) = self.total {
            self.window.set_left(total.saturating_sub(*done));
        }
        answered
    }
}

// Nothing in it is pinned: the futures are boxed.
impl<E: Endpoint, I: Iterator<Item = E>> Unpin for Many<E, I> {}

impl<E, I> Stream for Many<E, I>
where
    E: Endpoint + 'static,
    I: Iterator<Item = E>,
{
    type Item = Answered<E>;

    /// Returns the next request with its result.
    fn poll_next(self: Pin<&mut Self>, cx: &mut TaskContext<'_>) -> Poll<Option<Self::Item>> {
        self.get_mut().poll_answered(cx)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.total.map(|total| total.saturating_sub(self.counts.done));
        (left.unwrap_or(self.pending.len()), left)
    }
}

/// Returns the index of the number-th look into a list of that length. Looks are a golden section of the list apart, so that
/// few of them, even every second one alone, find a part that is unlike the rest.
fn spread(number: u32, length: usize) -> usize {
    const GOLDEN_SECTION: u32 = 0x9E37_79B9;
    let part = u128::from(number.wrapping_mul(GOLDEN_SECTION));
    let index = u128::try_from(length).unwrap_or_default().saturating_mul(part).checked_shr(u32::BITS);
    index.and_then(|index| usize::try_from(index).ok()).unwrap_or_default()
}
