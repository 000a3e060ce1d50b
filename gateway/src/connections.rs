//! The connections: how many are open, which one makes room for another, and whose caller reads nothing.

use std::collections::HashMap;
use std::io;
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::sync::Notify;
use tokio::time::{Instant, Sleep, sleep};

/// The number of connections beyond the limit, for whoever watches the gateway.
const SPARE: usize = 16;

/// The time for the head of a request while connections are short.
const SHORT: Duration = Duration::from_secs(1);

/// The number of bytes that a caller by HTTP/2 who reads a response takes at least, within the time for a write.
const SLOW: u64 = 16 << 10;

/// The open connections.
pub(crate) struct Connections {
    limit: usize,
    start: Instant,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    open: HashMap<u64, Arc<Open>>,
    next: u64,
}

struct Open {
    address: IpAddr,
    /// The time of the last byte that came or went, in milliseconds since the start.
    progress: AtomicU64,
    /// The number of answers that are being made.
    busy: AtomicUsize,
    /// The number of requests so far.
    asked: AtomicU64,
    /// The number of bytes that were written.
    written: AtomicU64,
    /// The numbers of parts of responses by HTTP/2 that are there, made in even and in odd periods.
    unsent: [AtomicUsize; 2],
    is_odd: AtomicBool,
    evicted: Notify,
}

/// A connection's place. Dropping it makes room.
pub(crate) struct Admission {
    connections: Arc<Connections>,
    number: u64,
    open: Arc<Open>,
    /// True beyond the limit.
    pub(crate) is_spare: bool,
}

/// A part of a response by HTTP/2 that its caller has not read.
pub(crate) struct Unsent {
    open: Arc<Open>,
    /// True if it was made in an odd period.
    is_odd: bool,
}

/// An answer under way. Its connection is not closed for another one.
pub(crate) struct Busy(Arc<Open>);

impl Connections {
    pub(crate) fn new(limit: usize) -> Arc<Self> {
        Arc::new(Self { limit, start: Instant::now(), state: Mutex::default() })
    }

    /// Returns a place for a connection of that address; `None` if there is not even a spare one. If the places are taken,
    /// the connection closes that waits longest for its caller, of the address with the most connections.
    pub(crate) fn admit(self: &Arc<Self>, address: IpAddr) -> Option<Admission> {
        let mut state = self.state();
        if state.open.len() >= self.limit
            && let Some(number) = state.evictable()
            && let Some(open) = state.open.remove(&number)
        {
            open.evicted.notify_one();
        }
        let is_spare = state.open.len() >= self.limit;
        if state.open.len() >= self.limit.saturating_add(SPARE) {
            return None;
        }
        let open = Arc::new(Open {
            address,
            progress: AtomicU64::new(self.millis()),
            busy: AtomicUsize::new(0),
            asked: AtomicU64::new(0),
            written: AtomicU64::new(0),
            unsent: Default::default(),
            is_odd: AtomicBool::new(false),
            evicted: Notify::new(),
        });
        let number = state.next;
        state.next = number.wrapping_add(1);
        state.open.insert(number, Arc::clone(&open));
        Some(Admission { connections: Arc::clone(self), number, open, is_spare })
    }

    /// Returns the time for the head of a request: less than usual once three quarters of the places are taken.
    pub(crate) fn head_timeout(&self, usual: Duration) -> Duration {
        let is_short = self.state().open.len() > self.limit.saturating_sub(self.limit / 4);
        if is_short { usual.min(SHORT) } else { usual }
    }

    fn millis(&self) -> u64 {
        u64::try_from(self.start.elapsed().as_millis()).unwrap_or(u64::MAX)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn evictable(&self) -> Option<u64> {
        let mut of_address: HashMap<IpAddr, usize> = HashMap::new();
        for open in self.open.values() {
            let count = of_address.entry(open.address).or_default();
            *count = count.saturating_add(1);
        }
        let waits = self.open.iter().filter(|(_, open)| open.busy.load(Ordering::Relaxed) == 0);
        let last = waits.max_by_key(|(_, open)| {
            (of_address.get(&open.address), std::cmp::Reverse(open.progress.load(Ordering::Relaxed)))
        });
        last.map(|(number, _)| *number)
    }
}

impl Open {
    fn unsent(&self, is_odd: bool) -> &AtomicUsize {
        let [even, odd] = &self.unsent;
        if is_odd { odd } else { even }
    }
}

impl Admission {
    /// Marks an answer as under way until the value is dropped.
    pub(crate) fn busy(&self) -> Busy {
        self.open.asked.fetch_add(1, Ordering::Relaxed);
        self.open.busy.fetch_add(1, Ordering::Relaxed);
        Busy(Arc::clone(&self.open))
    }

    /// Waits until the connection must make room for another one.
    pub(crate) async fn evicted(&self) {
        self.open.evicted.notified().await;
    }

    /// Counts a part of a response until the value is dropped.
    pub(crate) fn unsent(&self) -> Unsent {
        let (open, is_odd) = (Arc::clone(&self.open), self.open.is_odd.load(Ordering::Relaxed));
        open.unsent(is_odd).fetch_add(1, Ordering::Relaxed);
        Unsent { open, is_odd }
    }

    /// Waits until a caller by HTTP/2 asked for nothing in the first time, or left a part of a response for the limit and took
    /// little of others. Its connection may be alive: pings go on, and so may other responses.
    pub(crate) async fn abandoned(&self, first: Duration, limit: Duration) {
        let Open { asked, written, is_odd, .. } = &*self.open;
        sleep(first).await;
        while asked.load(Ordering::Relaxed) > 0 {
            let before = written.load(Ordering::Relaxed);
            // What is made from here on counts apart from what was there.
            let was_odd = is_odd.fetch_not(Ordering::Relaxed);
            sleep(limit).await;
            let taken = written.load(Ordering::Relaxed).saturating_sub(before);
            if self.open.unsent(was_odd).load(Ordering::Relaxed) > 0 && taken < SLOW {
                return;
            }
        }
    }

    /// Returns the stream with its progress watched. A write without progress for that time is an error.
    pub(crate) fn watch<S>(self: &Arc<Self>, stream: S, limit: Duration) -> Watched<S> {
        Watched { stream, place: Arc::clone(self), limit, stalled: None }
    }

    fn touch(&self) {
        self.open.progress.store(self.connections.millis(), Ordering::Relaxed);
    }
}

impl Drop for Admission {
    fn drop(&mut self) {
        self.connections.state().open.remove(&self.number);
    }
}

impl Busy {
    /// Marks the answer as waiting for its caller until the value is dropped.
    pub(crate) fn waiting(&self) -> Waiting<'_> {
        self.0.busy.fetch_sub(1, Ordering::Relaxed);
        Waiting(self)
    }

    /// Returns the address of the caller; of one of the sixth version the half that names a network.
    pub(crate) fn address(&self) -> IpAddr {
        match self.0.address.to_canonical() {
            IpAddr::V6(address) => IpAddr::V6((u128::from(address) >> 64 << 64).into()),
            address @ IpAddr::V4(_) => address,
        }
    }
}

impl Drop for Unsent {
    fn drop(&mut self) {
        self.open.unsent(self.is_odd).fetch_sub(1, Ordering::Relaxed);
    }
}

impl Drop for Busy {
    fn drop(&mut self) {
        self.0.busy.fetch_sub(1, Ordering::Relaxed);
    }
}

/// A wait for the caller in the middle of an answer. Meanwhile its connection may close for another one.
pub(crate) struct Waiting<'b>(&'b Busy);

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.0.busy.fetch_add(1, Ordering::Relaxed);
    }
}

/// The stream of a connection.
pub(crate) struct Watched<S> {
    stream: S,
    place: Arc<Admission>,
    limit: Duration,
    /// Runs while nothing can be written.
    stalled: Option<Pin<Box<Sleep>>>,
}

impl<S: AsyncWrite + Unpin> Watched<S> {
    fn written<T>(
        &mut self,
        cx: &mut Context<'_>,
        write: impl FnOnce(Pin<&mut S>, &mut Context<'_>) -> Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        let written = write(Pin::new(&mut self.stream), cx);
        if written.is_ready() {
            self.stalled = None;
            self.place.touch();
            return written;
        }
        let limit = self.limit;
        ready!(self.stalled.get_or_insert_with(|| Box::pin(sleep(limit))).as_mut().poll(cx));
        Poll::Ready(Err(io::Error::new(io::ErrorKind::TimedOut, "the caller reads nothing")))
    }
}

impl<S: AsyncWrite + Unpin> Watched<S> {
    fn counted(
        &mut self,
        cx: &mut Context<'_>,
        write: impl FnOnce(Pin<&mut S>, &mut Context<'_>) -> Poll<io::Result<usize>>,
    ) -> Poll<io::Result<usize>> {
        let written = ready!(self.written(cx, write))?;
        let count = u64::try_from(written).unwrap_or(u64::MAX);
        self.place.open.written.fetch_add(count, Ordering::Relaxed);
        Poll::Ready(Ok(written))
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Watched<S> {
    fn poll_write(self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        self.get_mut().counted(cx, |stream, cx| stream.poll_write(cx, bytes))
    }

    fn poll_flush(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.get_mut().written(cx, AsyncWrite::poll_flush)
    }

    fn poll_shutdown(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.get_mut().written(cx, AsyncWrite::poll_shutdown)
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        self.get_mut().counted(cx, |stream, cx| stream.poll_write_vectored(cx, bytes))
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Watched<S> {
    fn poll_read(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        let read = Pin::new(&mut this.stream).poll_read(cx, buffer);
        if read.is_ready() {
            this.place.touch();
        }
        read
    }
}
