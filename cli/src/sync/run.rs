//! The requests of a sync, and what becomes of the files.

use std::collections::VecDeque;

use virtual_finance::request::ParamMap;
use virtual_finance::responses::history::Response;
use virtual_finance::{Client, DateTime, Error, History};
use virtual_finance_command::parts::{Connection, Failed, Progress, Stop, VERBOSE, tell};
use virtual_finance_command::{Arguments, Failure};

use crate::sync::bars::Bars;
use crate::sync::folder::{Entry, Folder};

/// The work done for a symbol.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Done {
    New,
    /// This many bars were added; the host no longer had the bars of the gap.
    Added(usize, Option<String>),
    Current,
    /// All bars were fetched once more, because of this.
    Refetched(String),
    Failed(String),
}

/// The work done for a symbol, and the file that it has now.
#[derive(Debug)]
pub(crate) struct Report {
    pub(crate) symbol: String,
    pub(crate) done: Done,
    pub(crate) entry: Option<Entry>,
}

/// The bars that are to be fetched for a symbol.
#[derive(Debug, Clone)]
struct Job {
    symbol: String,
    start: i64,
    /// The start of this request, which has a part of the bars.
    next: i64,
    end: Option<i64>,
    so_far: Bars,
    /// The reason for which all bars are fetched once more.
    anew: Option<String>,
}

/// A sync that is under way.
pub(crate) struct Run {
    pub(crate) reports: Vec<Report>,
    pub(crate) failed: Vec<Failed>,
    pub(crate) total: usize,
    folder: Folder,
    client: Client,
    /// The clock of the host, in epoch seconds.
    now: i64,
    /// The first time of the folder.
    first: i64,
    stop: Stop,
    bar: Progress,
    is_verbose: bool,
    jobs: Vec<Job>,
}

impl Run {
    /// Returns true after a signal.
    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.is_stopped
    }

    pub(crate) fn new(
        folder: Folder,
        arguments: &Arguments<'_>,
        connection: &Connection,
        symbols: Vec<String>,
    ) -> Result<Self, Failure> {
        let clock = || DateTime::now().epoch_seconds();
        let now = connection.sample.as_ref().map_or_else(clock, |_| virtual_finance_sample::DEFAULT_NOW);
        let start = folder.start().and_then(|start| start.parse::<DateTime>().ok());
        let first = folder.interval().first(now).max(start.map_or(i64::MIN, DateTime::epoch_seconds));
        let total = symbols.len();
        let mut run = Self {
            reports: Vec::new(),
            failed: Vec::new(),
            total,
            folder,
            client: connection.client.asynchronous().clone().into(),
            now,
            first,
            stop: Stop::new()?,
            bar: Progress::new(total, arguments),
            is_verbose: arguments.get_flag(VERBOSE),
            jobs: Vec::new(),
        };
        run.jobs = symbols.into_iter().map(|symbol| run.planned(symbol)).collect();
        Ok(run)
    }

    /// Fetches what is to be fetched, and writes the manifest at the end.
    pub(crate) fn finish(&mut self) -> Result<(), Failure> {
        while !self.jobs.is_empty() && !self.stop.is_stopped {
            self.round();
        }
        self.bar.end();
        self.folder.save()
    }

    /// Returns what a symbol lacks, as far as the manifest tells.
    fn planned(&self, symbol: String) -> Job {
        let known = self.folder.symbols().get(&symbol).map(|entry| entry.overlap);
        let start =
            known.map_or(self.first, |overlap| self.folder.interval().before(overlap).max(self.first));
        self.job(symbol, start, None)
    }

    fn job(&self, symbol: String, start: i64, anew: Option<String>) -> Job {
        let end = self.folder.interval().end(start, self.now);
        Job { symbol, start, next: start, end, so_far: Bars::default(), anew }
    }

    /// Sends a request for each job. A job that needs another request goes into the next round.
    fn round(&mut self) {
        let mut sent = VecDeque::new();
        let mut requests = Vec::new();
        for job in std::mem::take(&mut self.jobs) {
            match self.request(&job) {
                Ok(request) => {
                    requests.push(request);
                    sent.push_back(job);
                }
                Err(error) => self.fail(job.symbol.clone(), Failed::new(job.symbol, &error)),
            }
        }
        let mut replies = self.client.many(requests).in_order();
        while let Some(job) = sent.pop_front() {
            let Some(Some((_, result))) = self.stop.wait(replies.next()) else { return };
            match result {
                Ok(reply) => self.take(job, &reply.response),
                Err(error) => self.fail(job.symbol.clone(), Failed::new(job.symbol, &error)),
            }
        }
    }

    fn request(&self, job: &Job) -> Result<History, Error> {
        let interval = self.folder.interval();
        // A date is a day of the exchange.
        let time = |seconds: i64| match DateTime::from(seconds).to_string().split_once('T') {
            Some((date, _)) if interval.has_dates() => date.to_owned(),
            _ => seconds.to_string(),
        };
        // So is the first one of the folder, whatever the bars.
        let first = self.folder.start().filter(|start| start.parse() == Ok(DateTime::from(job.next)));
        let (start, end) = (first.map_or_else(|| time(job.next), str::to_owned), job.end.map(time));
        let mut params = ParamMap::from_iter([("ticker", job.symbol.as_str()), ("start", &start)]);
        params.insert("interval", interval.name);
        if let Some(end) = &end {
            params.insert("end", end.as_str());
        }
        History::from_params(&params).map_err(Error::from)
    }

    /// Takes the bars of a reply, and writes the file when they are all there.
    fn take(&mut self, mut job: Job, response: &Response) {
        let interval = self.folder.interval();
        let bars = Bars::of(response, interval.has_dates());
        if job.so_far.is_empty() {
            job.so_far = bars;
        } else {
            job.so_far.add(bars);
        }
        if let Some(end) = job.end {
            (job.next, job.end) = (end, interval.end(end, self.now));
            self.jobs.push(job);
            return;
        }
        let symbol = job.symbol.clone();
        match self.kept(job) {
            Ok(Some(done)) => self.report(symbol, done),
            Ok(None) => {}
            Err(failure) => self.fail(symbol.clone(), Failed::other(symbol, &failure)),
        }
    }

    /// Merges the bars of a job with the bars of the file; `None` if all must be fetched again.
    fn kept(&mut self, job: Job) -> Result<Option<Done>, Failure> {
        let Job { symbol, start, so_far: bars, anew, .. } = job;
        if bars.is_empty() {
            let advice = "check the ticker, or sync again after its next trading day";
            return Err(Failure::other(format!("the host has no bars; {advice}")));
        }
        let stored = match (self.folder.read(&symbol), &anew) {
            (Ok(stored), _) => stored,
            (Err(_), Some(_)) => {
                // The host may no longer have what is still good in it.
                if !self.folder.interval().has_dates() {
                    self.folder.set_aside(&symbol, "damaged")?;
                }
                None
            }
            (Err(damage), None) => return Ok(self.again(symbol, format!("damaged file: {damage}"))),
        };
        let Some((known, entry)) = stored else {
            if start > self.first && anew.is_none() {
                return Ok(self.again(symbol, "missing file".to_owned()));
            }
            self.folder.write(&symbol, &bars)?;
            return Ok(Some(anew.map_or(Done::New, Done::Refetched)));
        };
        if let Some(cause) = anew {
            let cause = self.without_loss(&symbol, cause, &known, &bars)?;
            self.folder.write(&symbol, &bars)?;
            return Ok(Some(Done::Refetched(cause)));
        }
        let time = known.overlap().unwrap_or(start).max(start);
        if let Some(cause) = known.changed(time, &bars) {
            return Ok(self.again(symbol, cause));
        }
        let gap =
            known.last().filter(|last| *last < start).and_then(|_| Some((known.span()?.1, bars.span()?.0)));
        let gap = gap.map(|(last, first)| format!("the host no longer has the bars from {last} to {first}"));
        let joined = known.clone().continued(time, &bars);
        let added = joined.len().saturating_sub(known.len());
        if joined == known {
            self.folder.enter(&symbol, Some(entry))?;
        } else {
            self.folder.write(&symbol, &joined)?;
        }
        Ok(Some(if added == 0 { Done::Current } else { Done::Added(added, gap) }))
    }

    /// Has all bars of a symbol fetched once more.
    fn again(&mut self, symbol: String, cause: String) -> Option<Done> {
        let job = self.job(symbol, self.first, Some(cause));
        self.jobs.push(job);
        None
    }

    /// Keeps a file with bars that the host no longer has. They are of another scale, so they are no part of the new file.
    fn without_loss(
        &self,
        symbol: &str,
        cause: String,
        known: &Bars,
        bars: &Bars,
    ) -> Result<String, Failure> {
        let is_longer = known.first() < bars.first();
        let Some((first, _)) = bars.span().filter(|_| is_longer) else { return Ok(cause) };
        let name = self.folder.set_aside(symbol, &first)?;
        Ok(format!("{cause}; the host has no bars before {first}, so {name} keeps them as they were"))
    }

    fn report(&mut self, symbol: String, done: Done) {
        let reported = match &done {
            Done::New => "new".to_owned(),
            Done::Added(added, _) => format!("{added} bars added"),
            Done::Current => "up to date".to_owned(),
            Done::Refetched(cause) => format!("refetched because of: {cause}"),
            Done::Failed(cause) => cause.clone(),
        };
        self.bar.inc(1);
        let entry = self.folder.symbols().get(&symbol).cloned();
        self.reports.push(Report { symbol, done, entry });
        if let Some(Report { symbol, .. }) = self.reports.last()
            && self.is_verbose
        {
            let (done, total) = (self.reports.len(), self.total);
            self.bar.suspend(|| note(&format!("{done} of {total}: {symbol}: {reported}")));
        }
    }

    fn fail(&mut self, symbol: String, failed: Failed) {
        let message = failed.message().to_owned();
        self.failed.push(failed);
        self.bar.set_failed(self.failed.len());
        self.report(symbol, Done::Failed(message));
    }
}

/// Writes a line to stderr.
pub(crate) fn note(line: &str) {
    tell(line);
}
