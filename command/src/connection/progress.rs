//! The bar that shows the progress of several requests on a terminal.

use std::cell::Cell;
use std::fmt;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use crate::arguments::{Arguments, NO_PROGRESS, QUIET};

/// The time after which a bar is worth its line.
const DELAY: Duration = Duration::from_millis(500);

/// A bar. It is on no terminal before some time has gone by, and no more after [`Progress::end`].
pub struct Progress {
    bar: ProgressBar,
    /// When the requests began, as long as the bar waits to be shown.
    waiting: Cell<Option<Instant>>,
}

impl Progress {
    /// Returns the bar of so many requests, which options can forbid.
    pub fn new(total: usize, arguments: &Arguments<'_>) -> Self {
        let is_wanted = !arguments.get_flag(NO_PROGRESS) && !arguments.get_flag(QUIET);
        let total = u64::try_from(total).unwrap_or(u64::MAX);
        let bar =
            ProgressBar::with_draw_target(Some(total), ProgressDrawTarget::hidden()).with_style(style());
        Self { bar, waiting: Cell::new(is_wanted.then(Instant::now)) }
    }

    /// Keeps the bar from the terminal, which the result is written to.
    pub(crate) fn hide(&self) {
        self.waiting.set(None);
    }

    /// Counts requests that are done.
    pub fn inc(&self, done: usize) {
        if self.waiting.get().is_some_and(|start| start.elapsed() >= DELAY) {
            self.waiting.set(None);
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
        self.bar.inc(u64::try_from(done).unwrap_or(u64::MAX));
    }

    /// Shows how many requests failed.
    pub fn set_failed(&self, failed: usize) {
        self.bar.set_message(format!(", {failed} failed"));
    }

    /// Returns the number of requests that are done.
    pub(crate) fn done(&self) -> u64 {
        self.bar.position()
    }

    /// Runs what writes to stderr, above the bar.
    pub fn suspend(&self, write: impl FnOnce()) {
        self.bar.suspend(write);
    }

    /// Takes the bar from the terminal.
    pub fn end(&self) {
        self.hide();
        self.bar.finish_and_clear();
    }
}

/// Returns the style of a bar. What is left is not known before the first request is done.
fn style() -> ProgressStyle {
    let style = ProgressStyle::with_template("{wide_bar} {pos} of {len}{msg}{rest}");
    let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
    style.with_key("rest", |state: &ProgressState, out: &mut dyn fmt::Write| {
        if state.pos() > 0 {
            let (rate, left) = (state.per_sec(), state.eta().as_secs());
            // A bar that cannot be written is no failure.
            let _ = write!(out, ", {rate:.1} a second, {left}s left");
        }
    })
}
