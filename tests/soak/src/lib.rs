//! A long run against a host that misbehaves in eight ways: every request must end as its fault demands, none later than
//! its deadline, and what the program holds must stay the same.
//!
//! Host and client are on loopback sockets in one program, and speak HTTP/1.1 or HTTP/2. Between rounds the host closes all connections, and what is
//! then held is compared with the rounds before.

mod fault;
mod host;
mod http1;
mod http2;
mod process;
mod protocol;
mod replies;

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use futures_util::StreamExt as _;
use futures_util::stream;
use virtual_finance::settings::RateLimit;
use virtual_finance::{Client, Error, History, RequestParams, SourceChoice};

pub use fault::{FAULTS, Fault};
use host::Host;
pub use process::Held;
pub use protocol::Protocol;

/// A run.
#[derive(Debug, Clone, Copy)]
pub struct Soak {
    /// The protocol of the host.
    pub protocol: Protocol,
    /// The number of requests.
    pub requests: u64,
    /// The number of rounds, between which is counted what is held.
    pub rounds: u64,
    /// The seed of the faults.
    pub seed: u64,
    /// The number of requests at a time.
    pub at_once: usize,
    /// The longest time without a byte. A silent host is asked three times.
    pub idle: Duration,
    /// The longest time for a request.
    pub deadline: Duration,
}

/// The outcome of a run.
#[derive(Debug, Default)]
pub struct Report {
    /// The number of requests by what the host did.
    pub asked: BTreeMap<String, u64>,
    /// The requests that ended otherwise than their fault demands, at most ten of them.
    pub wrong: Vec<String>,
    /// The longest time that a request took.
    pub longest: Duration,
    /// The handles and the memory after each round.
    pub held: Vec<Held>,
    /// The time of the whole run.
    pub took: Duration,
}

impl Soak {
    /// Runs it. `shown` gets the requests so far and what is held, after each round.
    ///
    /// # Errors
    /// The host does not start, or the client cannot be made.
    pub fn run(self, shown: impl Fn(u64, Held)) -> Result<Report, Box<dyn std::error::Error>> {
        let host = Host::start(self.seed, self.protocol)?;
        let params = RequestParams::new().no_proxy().deadline(self.deadline).idle_timeout(self.idle);
        let client = Client::builder()
            .host(History::INFO.host, host.url())
            .source(SourceChoice::Api)
            .rate_limit(RateLimit::none())
            .request_params(params)
            .root_certificates(virtual_finance_loopback::AUTHORITY)
            .build()?;
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let began = Instant::now();
        let mut report = Report::default();
        let mut numbers = 0..self.requests;
        let each = self.requests.div_ceil(self.rounds.max(1));
        while !numbers.is_empty() {
            let round = numbers.start..numbers.start.saturating_add(each).min(self.requests);
            numbers.start = round.end;
            runtime.block_on(self.round(&client, round, &mut report));
            let held = runtime.block_on(quiet(&host));
            report.held.push(held);
            shown(numbers.start, held);
        }
        report.took = began.elapsed();
        Ok(report)
    }

    /// Sends the requests of a round and checks how each ends.
    async fn round(&self, client: &Client, numbers: std::ops::Range<u64>, report: &mut Report) {
        let asked = stream::iter(numbers).map(|number| ask(client, number));
        let mut ended = asked.buffer_unordered(self.at_once);
        while let Some((number, result, took)) = ended.next().await {
            let fault = Fault::of(self.seed, number);
            let count = report.asked.entry(format!("{fault:?}")).or_default();
            *count = count.saturating_add(1);
            report.longest = report.longest.max(took);
            if !fault.ends_in(&format!("S{number}"), &result) && report.wrong.len() < 10 {
                report.wrong.push(format!("{fault:?} {number}: {result:?} after {took:?}"));
            }
        }
    }
}

impl Report {
    /// Returns what no request may do and what may not grow, as a list of what did.
    #[must_use]
    pub fn faults(&self, soak: &Soak) -> Vec<String> {
        let mut faults = self.wrong.clone();
        if self.longest > soak.deadline.saturating_add(Duration::from_secs(1)) {
            faults.push(format!("a request took {:?} with a deadline of {:?}", self.longest, soak.deadline));
        }
        // The first tenth of the rounds warms up. What follows is flat if its last half holds no more than its first.
        let (_, rest) = self.held.split_at_checked(self.held.len().div_ceil(10)).unwrap_or_default();
        let (first, last) = rest.split_at_checked(rest.len() / 2).unwrap_or_default();
        for Kind { name, of, slack } in KINDS {
            let (before, after) = (mean(first, of), mean(last, of));
            if after.saturating_mul(100)
                > before.saturating_mul(105).saturating_add(slack.saturating_mul(100))
            {
                faults.push(format!("{name} grew from {before} to {after}"));
            }
        }
        faults
    }
}

/// A kind of what is held.
struct Kind {
    name: &'static str,
    of: fn(&Held) -> usize,
    /// The difference that says nothing: what waits to be given back when it is counted.
    slack: usize,
}

const KINDS: [Kind; 3] = [
    Kind { name: "file descriptors", of: |held| held.files, slack: 1 },
    Kind { name: "bytes of heap", of: |held| held.heap, slack: 256 << 10 },
    Kind { name: "kB of resident memory", of: |held| held.resident, slack: 0 },
];

fn mean(held: &[Held], of: fn(&Held) -> usize) -> usize {
    held.iter().map(of).sum::<usize>().checked_div(held.len()).unwrap_or_default()
}

/// Asks for the history of a ticker of its own, and returns the ticker of the response.
async fn ask(client: &Client, number: u64) -> (u64, Result<String, Error>, Duration) {
    let began = Instant::now();
    let response = client.request(&History::new(format!("S{number}"))).await;
    let ticker = response.map(|history| history.meta.symbol.get().cloned().unwrap_or_default());
    (number, ticker, began.elapsed())
}

/// Closes the connections and returns what is held when no more is given back.
async fn quiet(host: &Host) -> Held {
    host.close_connections();
    let mut held = Held::now();
    for _ in 0..100 {
        tokio::time::sleep(Duration::from_millis(20)).await;
        let now = Held::now();
        if now.files >= held.files && now.heap >= held.heap {
            return held;
        }
        held = now;
    }
    held
}
