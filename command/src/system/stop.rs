//! The signals that end the command: Ctrl-C, a closed terminal, and a system shutdown. While something must not break
//! off, a signal is passed to it; otherwise it ends the command at once.

use std::convert::Infallible;
use std::process;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError, mpsc};
use std::thread;

use tokio::runtime::Builder;
use tokio::sync::watch;

/// The exit code of a signal, once one was heard.
type Heard = Option<u8>;

/// The exit code of a hang-up.
const HANGUP: u8 = 129;

/// The signal that was heard; not set if nothing listens.
static RECEIVED: OnceLock<watch::Receiver<Heard>> = OnceLock::new();

/// The hang-ups that were heard; not set while they end the command.
static HANGUPS: OnceLock<watch::Sender<()>> = OnceLock::new();

/// The number of things under way that may not break off.
static BUSY: Mutex<usize> = Mutex::new(0);

fn busy() -> MutexGuard<'static, usize> {
    BUSY.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Something that may not break off, such as a file that is written. While there is one, a first signal does not end the
/// command; a second one does, for something may be waiting for whoever reads its output.
pub struct Busy(());

impl Busy {
    /// Begins it.
    pub fn new() -> Self {
        let mut busy = busy();
        *busy = busy.saturating_add(1);
        Self(())
    }

    /// Ends the command if a signal was heard and nothing else is under way.
    pub fn end(self) {
        drop(self);
        if received().is_some() && *busy() == 0 {
            end();
        }
    }
}

/// Ends the command with the exit code of the signal that was heard.
pub(crate) fn end() -> ! {
    process::exit(received().map_or(1, i32::from))
}

impl Default for Busy {
    fn default() -> Self {
        Self::new()
    }
}

impl Drop for Busy {
    fn drop(&mut self) {
        let mut busy = busy();
        *busy = busy.saturating_sub(1);
    }
}

/// Returns the exit code of the signal that was heard, if one was.
pub fn received() -> Option<u8> {
    *RECEIVED.get()?.borrow()
}

/// Waits for a signal.
pub async fn signalled() {
    let signalled = match RECEIVED.get().cloned() {
        Some(mut received) => received.wait_for(Option::is_some).await.is_ok(),
        None => false,
    };
    if !signalled {
        std::future::pending::<()>().await;
    }
}

/// Returns a receiver of hang-ups. From now on they do not end the command: a service reads its files again.
pub fn hangups() -> watch::Receiver<()> {
    HANGUPS.get_or_init(|| watch::Sender::new(())).subscribe()
}

/// Begins to listen, and returns once a signal would be received.
pub(crate) fn listen() {
    let (tell, received) = watch::channel(None);
    if RECEIVED.set(received).is_err() {
        return;
    }
    let (ready, listening) = mpsc::channel::<Infallible>();
    // Without the thread signals end the command as they do any other.
    let _ = thread::Builder::new().name("signals".to_owned()).spawn(move || {
        let Ok(runtime) = Builder::new_current_thread().enable_all().build() else { return };
        runtime.block_on(async {
            let signals = Signals::new();
            drop(ready);
            let Some(mut signals) = signals else { return };
            let code = ending(&mut signals).await;
            {
                let busy = busy();
                if *busy == 0 {
                    process::exit(i32::from(code));
                }
                // Nobody may be waiting for it.
                let _ = tell.send(Some(code));
            }
            process::exit(i32::from(ending(&mut signals).await));
        });
    });
    // It ends when the thread drops its side, whether it listens or cannot.
    let _ = listening.recv();
}

/// Waits for the next signal that ends the command, and returns its exit code.
async fn ending(signals: &mut Signals) -> u8 {
    loop {
        match (signals.next().await, HANGUPS.get()) {
            (HANGUP, Some(hangups)) => hangups.send_replace(()),
            (HANGUP, None) if signals.has_ignored_hangups => {}
            (code, _) => return code,
        }
    }
}

#[cfg(unix)]
use unix::Signals;

#[cfg(unix)]
mod unix {
    use std::fs;
    use std::future::poll_fn;
    use std::task::Poll;

    use tokio::signal::unix::{Signal, SignalKind, signal};

    /// The signals, with the exit codes that shells give to them.
    pub(super) struct Signals {
        received: Vec<(Signal, u8)>,
        /// True if the command was started to ignore hang-ups, as by `nohup`. It receives them nevertheless: a service
        /// reads its files again.
        pub(super) has_ignored_hangups: bool,
    }

    impl Signals {
        /// Listens to the signals that the command does not ignore: signals of `nohup` and of a background job stay
        /// without effect. Returns `None` if there are none.
        pub(super) fn new() -> Option<Self> {
            let hangup = SignalKind::hangup();
            let kinds = [hangup, SignalKind::interrupt(), SignalKind::terminate()];
            let has_ignored_hangups = is_ignored(hangup);
            let listened = kinds.into_iter().filter(|kind| *kind == hangup || !is_ignored(*kind));
            let received = listened.filter_map(|kind| {
                let code = u8::try_from(kind.as_raw_value()).ok()?.checked_add(128)?;
                Some((signal(kind).ok()?, code))
            });
            let received: Vec<_> = received.collect();
            (!received.is_empty()).then_some(Self { received, has_ignored_hangups })
        }

        /// Waits for the next one and returns its exit code.
        pub(super) async fn next(&mut self) -> u8 {
            poll_fn(|cx| {
                let mut received = self.received.iter_mut();
                received
                    .find_map(|(signal, code)| signal.poll_recv(cx).is_ready().then_some(*code))
                    .map_or(Poll::Pending, Poll::Ready)
            })
            .await
        }
    }

    /// Returns true for a signal that whoever started the command wants it to ignore. A system that does not say so has
    /// only the hang-up of `nohup` ignored.
    fn is_ignored(kind: SignalKind) -> bool {
        let mask = fs::read_to_string("/proc/self/status").ok().and_then(|status| {
            let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"))?;
            u64::from_str_radix(mask.trim(), 16).ok()
        });
        let bit = u32::try_from(kind.as_raw_value()).ok().and_then(|number| number.checked_sub(1));
        match (mask, bit.and_then(|bit| 1_u64.checked_shl(bit))) {
            (Some(mask), Some(bit)) => mask & bit != 0,
            _ => kind == SignalKind::hangup(),
        }
    }
}

#[cfg(not(unix))]
struct Signals {
    has_ignored_hangups: bool,
}

#[cfg(not(unix))]
impl Signals {
    fn new() -> Option<Self> {
        Some(Self { has_ignored_hangups: false })
    }

    /// Waits for the next Ctrl-C and returns its exit code.
    async fn next(&mut self) -> u8 {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
        130
    }
}
