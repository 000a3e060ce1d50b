//! Many requests with one client: a few at a time, each with its own result.

use std::collections::{BTreeMap, HashMap};
use std::future::{Future, poll_fn};
use std::iter::Fuse;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context as TaskContext, Poll};
use std::time::{Duration, Instant};

use futures_util::Stream;
use futures_util::stream::{FuturesOrdered, FuturesUnordered};

use super::handle::Client;
use super::patience::Patience;
use super::reply::Reply;
use super::window::Window;
use crate::error::{Error, RequestName};
use crate::request::{Endpoint, request_name};

/// The requests that are under way at once, unless the caller sets another number.
const AT_ONCE: usize = 16;

/// A request with its result.
pub type Answered<E> = (E, Result<Reply<<E as Endpoint>::Response>, Error>);

type Pending<E> = Pin<Box<dyn Future<Output = (usize, Answered<E>)> + Send>>;

/// The replies to many requests, from [`Client::many`], as they come.
///
/// It is a stream; [`next`](Self::next) needs no other crate. Requests are taken from their iterator when their turn
/// comes, so memory does not grow with their number. Dropping it cancels what is under way.
#[must_use = "nothing is sent before next() is awaited"]
pub struct Many<E: Endpoint, I: Iterator<Item = E>> {
    client: Client,
    requests: Fuse<I>,
    pending: Queue<E>,
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

/// The requests under way.
enum Queue<E: Endpoint> {
    AsTheyCome(FuturesUnordered<Pending<E>>),
    InOrder(FuturesOrdered<Pending<E>>),
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
    /// ```no_run
    /// # use virtual_finance_core::{Client, Endpoint};
    /// # async fn example(client: Client, requests: Vec<impl Endpoint + 'static>) {
    /// let mut replies = client.many(requests);
    /// while let Some((request, result)) = replies.next().await {
    ///     match result {
    ///         Ok(reply) => println!("{} has {} bytes", reply.request, reply.bytes),
    ///         Err(error) => eprintln!("{error}"),
    ///     }
    ///     let progress = replies.progress();
    ///     eprintln!("{} of {:?}, {} failed", progress.done, progress.total, progress.failed);
    /// }
    /// # }
    /// ```
    ///
    /// Requests of several endpoints are `Box<dyn ErasedRequest>`.
    ///
    /// While a host fails, the requests wait for it: 3 s for each that is left, a minute at most. If it comes back in that
    /// time, those that failed are tried once more, unless they may change something or the client repeats nothing.
    /// Otherwise all that are left end at once with [`Error::NotSent`].
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
    #[must_use]
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
            pending: Queue::AsTheyCome(FuturesUnordered::new()),
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
    /// before the first [`next`](Self::next): requests under way would be cancelled.
    pub fn in_order(mut self) -> Self {
        self.pending = Queue::InOrder(FuturesOrdered::new());
        self
    }

    /// Waits for the next reply. Returns its request with the result; `None` when all requests have theirs.
    pub async fn next(&mut self) -> Option<Answered<E>> {
        poll_fn(|cx| self.poll_answered(cx)).await
    }

    /// Returns how far the requests are.
    #[must_use]
    pub fn progress(&self) -> Progress {
        let Counts { done, failed, bytes } = self.counts;
        let waiting = self.waiting.values().cloned().collect();
        Progress { done, failed, total: self.total, bytes, waiting, elapsed: self.began.elapsed() }
    }

    /// Takes a request that was not sent yet.
    #[cfg(feature = "blocking")]
    pub(crate) fn unsent(&mut self) -> Option<E> {
        self.requests.next()
    }

    /// Sends requests until as many are under way as may be, and polls them.
    fn poll_answered(&mut self, cx: &mut TaskContext<'_>) -> Poll<Option<Answered<E>>> {
        loop {
            while self.has_more() && self.window.has_room(self.pending.len()) {
                match self.requests.next() {
                    Some(request) => self.send(request),
                    None => self.total = Some(self.begun),
                }
            }
            self.window.set_has_more(self.has_more());
            let next = match &mut self.pending {
                Queue::AsTheyCome(pending) => Pin::new(pending).poll_next(cx),
                Queue::InOrder(pending) => Pin::new(pending).poll_next(cx),
            };
            if let Poll::Ready(next) = next {
                return Poll::Ready(next.map(|(number, answered)| self.count(number, answered)));
            }
            // One of those on their way may have ended out of order, or have let another one begin.
            if !self.has_more() || !self.window.has_room(self.pending.len()) {
                return Poll::Pending;
            }
        }
    }

    /// Returns true unless all requests have begun.
    fn has_more(&self) -> bool {
        self.total.is_none_or(|total| self.begun < total)
    }

    fn send(&mut self, request: E) {
        if self.begun == 0 {
            self.began = Instant::now();
        }
        let number = self.begun;
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

    fn poll_next(self: Pin<&mut Self>, cx: &mut TaskContext<'_>) -> Poll<Option<Self::Item>> {
        self.get_mut().poll_answered(cx)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.total.map(|total| total.saturating_sub(self.counts.done));
        (left.unwrap_or(self.pending.len()), left)
    }
}

impl<E: Endpoint> Queue<E> {
    fn len(&self) -> usize {
        match self {
            Self::AsTheyCome(pending) => pending.len(),
            Self::InOrder(pending) => pending.len(),
        }
    }

    fn push(&mut self, pending: Pending<E>) {
        match self {
            Self::AsTheyCome(queue) => queue.push(pending),
            Self::InOrder(queue) => queue.push_back(pending),
        }
    }
}
