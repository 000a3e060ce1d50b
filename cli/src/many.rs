//! Requests for several tickers: their results in one place or a file each, and what failed at the end.

use std::fmt;
use std::io::{self, Write as _};
use std::path::PathBuf;
use std::pin::pin;

use clap::ArgMatches;
use futures_util::future::{Either, select};
use indicatif::{ProgressBar, ProgressState, ProgressStyle};
use serde_json::json;
use tokio::runtime::{Builder, Runtime};
use tokio::sync::oneshot;
use virtual_finance::catalogue::EndpointInfo;
use virtual_finance::notes::Unadjusted;
use virtual_finance::request::{ErasedRequest, ErasedResponse, Many};
use virtual_finance::responses::Value;
use virtual_finance::{Client, Error, Reply};

use crate::asked;
use crate::connect::connect;
use crate::destination::Destination;
use crate::failure::{Failure, in_options};
use crate::ids::VERBOSE;
use crate::joint::Joint;
use crate::outline::Outline;
use crate::output::Output;
use crate::tickers::{CONTINUE, FAILURES, file_of, subject};

/// The number of failures that stderr shows.
const SHOWN: usize = 20;

/// The exit code if some of several requests failed, or if they failed for several causes.
pub(crate) const SOME_FAILED: u8 = 7;

/// The exit code after Ctrl-C, as shells have it.
pub(crate) const STOPPED: u8 = 130;

/// Sends a request for each ticker and writes the results.
pub(crate) fn fetch(
    info: &'static EndpointInfo,
    arguments: &ArgMatches,
    mut tickers: Vec<String>,
) -> Result<(), Failure> {
    let output = Output::of(arguments, &Outline::of(info))?;
    let pattern = output.destination().pattern();
    if arguments.get_flag(CONTINUE) {
        let Some(pattern) = pattern else {
            return Err(Failure::usage(format!(
                "--{CONTINUE} needs a file for each ticker: add -o 'FOLDER/{{ticker}}.csv'"
            )));
        };
        tickers.retain(|ticker| file_of(pattern, ticker).is_none_or(|file| !PathBuf::from(file).is_file()));
    }
    let joint = match pattern {
        Some(_) => None,
        None => Some(Joint::new(&output, subject(info).map_or("ticker", |subject| subject.name))?),
    };
    let connection = connect(arguments, info.uses_session())?;
    let mut run = Run::new(info, arguments, connection.client.asynchronous(), tickers)?;
    if output.destination().is_terminal() {
        run.bar.set_draw_target(indicatif::ProgressDrawTarget::hidden());
    }
    let written = match (joint, pattern) {
        (Some(joint), _) => joint.write(&Outline::of(info), &mut || run.next()),
        (None, pattern) => {
            let mut outline = Outline::of(info);
            while let Some((ticker, response)) = run.next() {
                outline = outline.about(Some(ticker.as_str()));
                let file = pattern.and_then(|pattern| file_of(pattern, &ticker)).unwrap_or_default();
                if let Err(failure) =
                    output.at(Destination::made(file.into())?).response(&*response, &outline)
                {
                    run.failed.push(Failed::other(ticker, &failure));
                }
            }
            Ok(())
        }
    };
    match (written, run.finish(pattern.is_some())) {
        (Err(written), Err(failed)) => {
            // Both are told: what failed is not known from what is not written.
            failed.report();
            Err(written)
        }
        (written, finished) => written.and(finished),
    }
}

/// Returns what is told of the first Ctrl-C. The second one ends the program where it is: it may be waiting for whoever
/// reads its output.
pub(crate) fn stop_of_ctrl_c() -> oneshot::Receiver<()> {
    let (stop, stopped) = oneshot::channel();
    std::thread::spawn(move || {
        let Ok(runtime) = Builder::new_current_thread().enable_all().build() else {
            // Without it Ctrl-C ends the program as it does any other.
            loop {
                std::thread::park();
            }
        };
        runtime.block_on(async {
            if tokio::signal::ctrl_c().await.is_err() {
                return std::future::pending().await;
            }
            // Nobody may be waiting for it any more.
            let _ = stop.send(());
            if tokio::signal::ctrl_c().await.is_ok() {
                std::process::exit(i32::from(STOPPED));
            }
        });
    });
    stopped
}

/// Returns a bar that shows the progress of so many requests, on a terminal.
pub(crate) fn bar(total: usize) -> ProgressBar {
    let style = "{wide_bar} {pos} of {len}{msg}, {rate}, {eta} left";
    let style = ProgressStyle::with_template(style).unwrap_or_else(|_| ProgressStyle::default_bar());
    let style = style.with_key("rate", |state: &ProgressState, out: &mut dyn fmt::Write| {
        // A bar that cannot be written is no failure.
        let _ = write!(out, "{:.1} a second", state.per_sec());
    });
    ProgressBar::new(u64::try_from(total).unwrap_or(u64::MAX)).with_style(style)
}

/// A reply of any endpoint.
type ErasedReply = Reply<Box<dyn ErasedResponse>>;

/// A request that failed.
pub(crate) struct Failed {
    ticker: String,
    kind: String,
    status: Option<u16>,
    message: String,
    code: u8,
}

impl Failed {
    pub(crate) fn new(ticker: String, error: &Error) -> Self {
        let (kind, status, code) = (error.kind(), error.status(), error.kind().exit_code());
        Self { ticker, kind: format!("{kind:?}"), status, message: in_options(&error.to_string()), code }
    }

    pub(crate) fn other(ticker: String, failure: &Failure) -> Self {
        let message = format!("{ticker}: {}", failure.message());
        Self { ticker, kind: "Other".to_owned(), status: None, message, code: failure.code() }
    }

    #[cfg(feature = "frames")]
    pub(crate) fn message(&self) -> &str {
        &self.message
    }

    /// Returns the failure of several requests, some of which failed: with the code of the cause if all failed for one.
    pub(crate) fn of_all(list: &[Self], total: usize) -> Option<Failure> {
        let mut codes = list.iter().map(|failed| failed.code);
        let first = codes.next()?;
        let is_one_cause = list.len() == total && codes.all(|code| code == first);
        let code = if is_one_cause { first } else { SOME_FAILED };
        let lines = Self::lines(list);
        Some(Failure::with_code(code, format!("{} of {total} requests failed:{lines}", list.len())))
    }

    /// Returns a line for each of the first failures, and the number of the others.
    pub(crate) fn lines(list: &[Self]) -> String {
        let mut lines: Vec<_> =
            list.iter().take(SHOWN).map(|failed| format!("\n  {}", failed.message)).collect();
        if let Some(more) = list.len().checked_sub(SHOWN).filter(|more| *more > 0) {
            lines.push(format!("\n  and {more} more, all of which --{FAILURES} FILE keeps"));
        }
        lines.concat()
    }

    /// Writes the failures to the file that the arguments name.
    pub(crate) fn keep(list: &[Self], arguments: &ArgMatches) -> Result<(), Failure> {
        let Some(file) = arguments.get_one::<PathBuf>(FAILURES) else { return Ok(()) };
        let of = |failed: &Self| {
            let Self { ticker, kind, status, message, code } = failed;
            json!({"ticker": ticker, "kind": kind, "status": status, "code": code, "message": message})
        };
        let list: Value = list.iter().map(of).collect();
        Destination::named(Some(file)).write(|out| writeln!(out, "{list:#}"))
    }
}

/// The requests on their way.
struct Run<'a> {
    info: &'static EndpointInfo,
    arguments: &'a ArgMatches,
    runtime: Runtime,
    client: Client,
    requests: Many<Box<dyn ErasedRequest>, std::vec::IntoIter<Box<dyn ErasedRequest>>>,
    /// Ends with Ctrl-C.
    stop: oneshot::Receiver<()>,
    is_stopped: bool,
    total: usize,
    done: usize,
    failed: Vec<Failed>,
    bar: ProgressBar,
    /// True once stderr says that prices are not adjusted.
    is_noted: bool,
}

impl<'a> Run<'a> {
    fn new(
        info: &'static EndpointInfo,
        arguments: &'a ArgMatches,
        client: &Client,
        tickers: Vec<String>,
    ) -> Result<Self, Failure> {
        let runtime = Builder::new_current_thread().enable_all().build();
        let runtime =
            runtime.map_err(|error| Failure::other(format!("the system gives no runtime: {error}")))?;
        let stop = stop_of_ctrl_c();
        let total = tickers.len();
        let (mut requests, mut failed) = (Vec::new(), Vec::new());
        let name = subject(info).map_or("ticker", |subject| subject.name);
        for ticker in tickers {
            match asked::request(info, arguments, &[(name, &ticker)]) {
                Ok(request) => requests.push(request),
                Err(error) => failed.push(Failed::new(ticker, &error)),
            }
        }
        let bar = bar(total);
        bar.inc(u64::try_from(failed.len()).unwrap_or(u64::MAX));
        let (done, client) = (failed.len(), client.clone());
        let requests = client.many(requests).in_order();
        let (is_stopped, is_noted) = (false, false);
        Ok(Self {
            info,
            arguments,
            runtime,
            client,
            requests,
            stop,
            is_stopped,
            total,
            done,
            failed,
            bar,
            is_noted,
        })
    }

    /// Waits for the next response; those that fail are kept. `None` at the end, and after Ctrl-C.
    fn next(&mut self) -> Option<(String, Box<dyn ErasedResponse>)> {
        while !self.is_stopped {
            let (stop, requests) = (&mut self.stop, &mut self.requests);
            let answered = self.runtime.block_on(async {
                match select(pin!(requests.next()), pin!(stop)).await {
                    Either::Left((answered, _)) => Some(answered),
                    Either::Right(_) => None,
                }
            });
            let Some(answered) = answered else {
                self.is_stopped = true;
                return None;
            };
            let (request, result) = answered?;
            let ticker = request.subject().unwrap_or_default().into_owned();
            let result = match result {
                Err(error) => match asked::lenient(self.info, self.arguments, &*request, &error) {
                    Some(lenient) => self.until_stopped(&*lenient)?,
                    None => Err(error),
                },
                good => good,
            };
            self.done = self.done.saturating_add(1);
            match result {
                Ok(reply) => {
                    self.say(&format!("{}: done, from the {}", reply.request, reply.source));
                    if !self.is_noted && reply.notes.get::<Unadjusted>().is_some() {
                        self.is_noted = true;
                        self.note("note: prices are not adjusted for dividends; --adjust auto adjusts them");
                    }
                    return Some((ticker, reply.response));
                }
                Err(error) => {
                    self.failed.push(Failed::new(ticker, &error));
                    self.bar.set_message(format!(", {} failed", self.failed.len()));
                    self.say(&in_options(&error.to_string()));
                }
            }
        }
        None
    }

    /// Sends one request; `None` after Ctrl-C.
    fn until_stopped(&mut self, request: &dyn ErasedRequest) -> Option<Result<ErasedReply, Error>> {
        let (stop, client) = (&mut self.stop, &self.client);
        let reply = self.runtime.block_on(async {
            match select(pin!(client.reply_erased(request)), pin!(stop)).await {
                Either::Left((reply, _)) => Some(reply),
                Either::Right(_) => None,
            }
        });
        self.is_stopped = reply.is_none();
        reply
    }

    /// Shows the progress: in the bar, or as a line with `--verbose`.
    fn say(&self, line: &str) {
        self.bar.inc(1);
        if self.arguments.get_flag(VERBOSE) {
            self.note(&format!("{} of {}: {line}", self.done, self.total));
        }
    }

    /// Writes a line to stderr, above the bar.
    fn note(&self, line: &str) {
        // If stderr is closed, nobody reads the line.
        self.bar.suspend(|| drop(writeln!(io::stderr(), "{line}")));
    }

    /// Writes what failed, and returns the failure of the whole.
    fn finish(self, has_files: bool) -> Result<(), Failure> {
        self.bar.finish_and_clear();
        let kept = Failed::keep(&self.failed, self.arguments);
        let (failed, total, lines) = (self.failed.len(), self.total, Failed::lines(&self.failed));
        if self.is_stopped {
            let done = self.done;
            let advice = match has_files {
                true => format!("to go on, run it again with --{CONTINUE}"),
                false => format!(
                    "to be able to go on, write a file for each ticker (-o 'FOLDER/{{ticker}}.csv') and add --{CONTINUE}"
                ),
            };
            let message =
                format!("stopped after {done} of {total}, {failed} of which failed; {advice}{lines}");
            return Err(Failure::with_code(STOPPED, message));
        }
        match (Failed::of_all(&self.failed, total), kept) {
            (Some(failed), Err(kept)) => {
                Err(Failure::with_code(failed.code(), format!("{}\n{}", failed.message(), kept.message())))
            }
            (Some(failed), Ok(())) => Err(failed),
            (None, kept) => kept,
        }
    }
}
