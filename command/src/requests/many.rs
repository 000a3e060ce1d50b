//! Requests for several subjects: their results in one place or a file each, and what failed at the end.

use std::cell::Cell;
use std::path::PathBuf;
use std::pin::pin;
use std::rc::Rc;

use futures_util::future::{Either, select};
use tokio::runtime::{Builder, Runtime};
use virtual_finance_core::request::{EndpointInfo, ErasedRequest, ErasedResponse};
use virtual_finance_core::{Client, Many};
use virtual_finance_tables::tabular::Outline;
use virtual_finance_tables::text::{Failure, tell};

use super::{Call, asked::origin};
use crate::arguments::{
    APPEND,
    subjects::{CONTINUE, file_of},
};
use crate::connection::{Failed, connect::connect, estimate, progress::Progress};
use crate::system::{Busy, stop};
use crate::writing::{Destination, Output, joint::Joint};

/// Sends a request for each subject and writes the results.
pub(crate) fn fetch(call: &Call<'_>, output: &Output, mut subjects: Vec<String>) -> Result<(), Failure> {
    let Call { info, arguments, reporter } = call;
    let program = arguments.program();
    let (one, many) = program.subject;
    let pattern = output.destination.pattern();
    if arguments.get_flag(CONTINUE) {
        if arguments.get_flag(APPEND) {
            return Err(Failure::usage(format!(
                "--{CONTINUE} skips the files that are there, and --{APPEND} adds to them: leave one of them out"
            )));
        }
        let Some(pattern) = pattern else {
            return Err(Failure::usage(format!(
                "--{CONTINUE} needs a file for each {one}: add -o 'FOLDER/{{{one}}}.csv'"
            )));
        };
        let asked = subjects.len();
        subjects.retain(|subject| {
            file_of(program, pattern, subject).is_none_or(|file| !PathBuf::from(file).is_file())
        });
        let there = asked.saturating_sub(subjects.len());
        if there > 0 {
            reporter.advise(format_args!(
                "note: {there} of {asked} {many} have their files already; --{CONTINUE} leaves them as they are"
            ));
        }
    }
    let joint = match pattern {
        Some(_) => None,
        None => {
            let column = info.sole_subject().map_or(one, |subject| subject.name);
            Some(Joint::new(output, column, Outline::of(info))?)
        }
    };
    let connection = connect(arguments, info.uses_session())?;
    // A signal ends the command after the result that is being written.
    let _busy = Busy::new();
    let mut run = Run::new(call, connection.client.asynchronous(), subjects)?;
    run.stop.part = output.destination.part();
    if let Some(estimate) = estimate::of(arguments, info, connection.sample.as_ref(), run.total) {
        reporter.advise(estimate);
    }
    if output.destination.is_terminal() {
        run.bar.hide();
    }
    let written = match (joint, pattern) {
        (Some(joint), _) => joint.write(&mut || run.next()),
        (None, pattern) => {
            write_files(&mut run, info, output, pattern.unwrap_or_default());
            Ok(())
        }
    };
    match (written, run.finish(pattern.is_some())) {
        (Err(written), Err(failed)) => {
            // Both are told: what failed is not known from what is not written.
            program.report(&failed);
            Err(written)
        }
        (written, finished) => written.and(finished),
    }
}

/// Writes the result of each subject to a file of its own, and says at the end whose tables have no rows.
fn write_files(run: &mut Run<'_>, info: &'static EndpointInfo, output: &Output, pattern: &str) {
    let program = output.program;
    let mut outline = Outline::of(info);
    let (mut table, mut empty) = (String::new(), Vec::new());
    while let Some((subject, response)) = run.next() {
        outline = outline.about(Some(subject.as_str()));
        let file = file_of(program, pattern, &subject).unwrap_or_default();
        let written = Destination::made(program, file.into()).and_then(|file| {
            let output = output.at(file);
            output.response(&*response, &outline).map(|()| output.empty.take())
        });
        match written {
            Ok(None) => {}
            Ok(Some(name)) => {
                table = name;
                empty.push(subject);
            }
            Err(failure) => run.failed.push(Failed::other(subject, &failure)),
        }
    }
    if !empty.is_empty() {
        output.tell_empty(&table, &empty, None);
    }
}

/// Waits until a signal, and not after it.
pub struct Stop {
    runtime: Runtime,
    /// True after a signal.
    pub is_stopped: bool,
    /// The mark that the result is only a part, and the file that then gets it.
    part: Option<(Rc<Cell<bool>>, PathBuf)>,
}

impl Stop {
    /// Returns what waits.
    ///
    /// # Errors
    /// The system gives no runtime.
    pub fn new() -> Result<Self, Failure> {
        let runtime = Builder::new_current_thread().enable_all().build();
        let runtime =
            runtime.map_err(|error| Failure::other(format!("the system gives no runtime: {error}")))?;
        Ok(Self { runtime, is_stopped: false, part: None })
    }

    /// Waits for a future; `None` after a signal, also if the future is always ready. What is written is then a part.
    pub fn wait<T>(&mut self, future: impl Future<Output = T>) -> Option<T> {
        if self.is_stopped {
            return None;
        }
        let output = self.runtime.block_on(unless(stop::signalled(), future));
        self.is_stopped = output.is_none();
        if let Some((is_part, _)) = self.part.as_ref().filter(|_| self.is_stopped) {
            is_part.set(true);
        }
        output
    }
}

/// Waits for a future; `None` after the signal, also if both are ready.
pub(crate) async fn unless<T>(
    signal: impl Future<Output = ()>,
    future: impl Future<Output = T>,
) -> Option<T> {
    match select(pin!(signal), pin!(future)).await {
        Either::Left(_) => None,
        Either::Right((output, _)) => Some(output),
    }
}

/// The requests on their way.
struct Run<'a> {
    call: &'a Call<'a>,
    client: Client,
    requests: Many<Box<dyn ErasedRequest>, std::vec::IntoIter<Box<dyn ErasedRequest>>>,
    stop: Stop,
    total: usize,
    failed: Vec<Failed>,
    /// The number of results that are from the cache because the host failed.
    stale: usize,
    bar: Progress,
}

impl<'a> Run<'a> {
    fn new(call: &'a Call<'a>, client: &Client, subjects: Vec<String>) -> Result<Self, Failure> {
        let stop = Stop::new()?;
        let total = subjects.len();
        let (mut requests, mut failed) = (Vec::new(), Vec::new());
        let name = call.info.sole_subject();
        let name = name.map_or(call.arguments.program().subject.0, |subject| subject.name);
        for subject in subjects {
            match call.request(&[(name, &subject)]) {
                Ok(request) => {
                    // All have the same parameters beside the name.
                    if requests.is_empty() {
                        call.require_answerable(&*request)?;
                    }
                    requests.push(request);
                }
                Err(error) => failed.push(Failed::new(subject, &error)),
            }
        }
        let bar = Progress::new(total, call.arguments);
        bar.inc(failed.len());
        let requests = client.many(requests).in_order();
        Ok(Self { call, client: client.clone(), requests, stop, total, failed, stale: 0, bar })
    }

    /// Waits for the next response and keeps failures. `None` at the end, and after a signal.
    fn next(&mut self) -> Option<(String, Box<dyn ErasedResponse>)> {
        loop {
            let (request, result) = self.stop.wait(self.requests.next())??;
            let subject = request.subject().unwrap_or_default().into_owned();
            let result = match result {
                Err(error) => match self.call.lenient(&*request, &error) {
                    Some(lenient) => self.stop.wait(self.client.reply_erased(&*lenient))?,
                    None => Err(error),
                },
                good => good,
            };
            self.bar.inc(1);
            match result {
                Ok(reply) => {
                    self.say(&format!("{}: done, from the {}", reply.request, origin(&reply)));
                    if reply.cached.is_some_and(|cached| cached.is_after_error) {
                        self.stale = self.stale.saturating_add(1);
                    }
                    let lines = self.call.reporter.lines(&reply.notes, Some(&subject));
                    lines.iter().for_each(|line| self.note(line));
                    return Some((subject, reply.response));
                }
                Err(error) => {
                    self.failed.push(Failed::new(subject, &error));
                    self.bar.set_failed(self.failed.len());
                    self.say(&self.call.arguments.program().in_options(&error.to_string()));
                }
            }
        }
    }

    /// Writes a line about the progress with `--verbose`.
    fn say(&self, line: &str) {
        if self.call.reporter.is_verbose {
            self.note(&format!("{} of {}: {line}", self.bar.done(), self.total));
        }
    }

    /// Writes a line to stderr, above the bar.
    fn note(&self, line: &str) {
        self.bar.suspend(|| tell(line));
    }

    /// Writes what failed, and returns the failure of the whole.
    fn finish(self, has_files: bool) -> Result<(), Failure> {
        let done = self.bar.done();
        self.bar.end();
        if self.stale > 0 {
            let stale = self.stale;
            self.call.reporter.note(format_args!("{stale} results are from the cache, as the host failed"));
        }
        let kept = Failed::keep(&self.failed, self.call.arguments);
        let (failed, total, lines) = (self.failed.len(), self.total, Failed::lines(&self.failed));
        if self.stop.is_stopped {
            let (one, _) = self.call.arguments.program().subject;
            let is_something_done = done > u64::try_from(failed).unwrap_or(u64::MAX);
            let advice = match has_files {
                true => format!("to go on, run it again with --{CONTINUE}"),
                false => format!(
                    "to be able to go on, write a file for each {one} (-o 'FOLDER/{{{one}}}.csv') and add --{CONTINUE}"
                ),
            };
            let part = self.stop.part.filter(|_| is_something_done && !has_files).map_or_else(
                String::new,
                |(_, part)| {
                    format!("what was done is in {}, and the file of -o is as it was; ", part.display())
                },
            );
            let message =
                format!("stopped after {done} of {total}, {failed} of which failed; {part}{advice}{lines}");
            return Err(Failure::with_code(stop::received().unwrap_or(1), message));
        }
        match (Failed::of_all(&self.failed, total), kept) {
            (Some(failed), kept) => Err(failed.and(kept)),
            (None, kept) => kept,
        }
    }
}
