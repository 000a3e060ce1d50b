//! The figures of a gateway in the text format of Prometheus.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use virtual_finance_command::Program;
use virtual_finance_core::HostState;
use virtual_finance_core::error::AttemptFailure;

/// The upper bounds of the durations that are counted, in milliseconds.
const BOUNDS: [u64; 10] = [1, 5, 10, 25, 50, 100, 250, 1_000, 5_000, 30_000];

/// The features that a build may have.
const FEATURES: [(bool, &str); 4] = [
    (cfg!(feature = "mcp"), "mcp"),
    (cfg!(feature = "stream"), "stream"),
    (cfg!(feature = "tls"), "tls"),
    (cfg!(feature = "zstd"), "zstd"),
];

/// The figures of the moment.
pub(crate) struct Now {
    pub(crate) program: &'static Program,
    /// The number of requests that are being answered.
    pub(crate) under_way: usize,
    /// The number of open streams.
    pub(crate) streams: usize,
    /// The number of bytes of finished responses.
    pub(crate) kept_bytes: u64,
    pub(crate) hosts: Vec<HostState>,
}

/// Counts requests and how long they took.
#[derive(Default)]
pub(crate) struct Metrics(Mutex<Counts>);

#[derive(Default)]
struct Counts {
    /// The number of answers by endpoint and status.
    answers: BTreeMap<(&'static str, u16), u64>,
    durations: BTreeMap<&'static str, Durations>,
    from_cache: u64,
    kept: u64,
    not_modified: u64,
}

#[derive(Default)]
struct Durations {
    /// The number of requests below each bound.
    below: [u64; BOUNDS.len()],
    count: u64,
    micros: u64,
}

impl Metrics {
    fn counts(&self) -> MutexGuard<'_, Counts> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts a response that was given again.
    pub(crate) fn count_kept(&self) {
        increase(&mut self.counts().kept);
    }

    /// Counts an answer.
    pub(crate) fn count(&self, endpoint: &'static str, status: u16, took: Duration, is_cached: bool) {
        let mut counts = self.counts();
        increase(counts.answers.entry((endpoint, status)).or_default());
        if is_cached {
            increase(&mut counts.from_cache);
        }
        if status == 304 {
            increase(&mut counts.not_modified);
        }
        let durations = counts.durations.entry(endpoint).or_default();
        let micros = u64::try_from(took.as_micros()).unwrap_or(u64::MAX);
        durations.micros = durations.micros.saturating_add(micros);
        increase(&mut durations.count);
        for (below, bound) in durations.below.iter_mut().zip(BOUNDS) {
            if micros <= bound.saturating_mul(1_000) {
                increase(below);
            }
        }
    }

    /// Returns the figures as text.
    pub(crate) fn text(&self, now: &Now) -> String {
        let counts = self.counts();
        let mut text = String::new();
        head(
            &mut text,
            "gateway_build_info",
            "gauge",
            "The program and the features of its build; always 1.",
        );
        let features = FEATURES.into_iter().filter_map(|(is_built, name)| is_built.then_some(name));
        let features = features.collect::<Vec<_>>().join(",");
        let Program { name, version, .. } = now.program;
        let build = format!("program=\"{name}\",version=\"{version}\",features=\"{features}\"");
        // Writing to a String cannot fail.
        let _ = writeln!(text, "gateway_build_info{{{build}}} 1");
        head(&mut text, "gateway_requests_total", "counter", "Requests by endpoint and status.");
        for ((endpoint, status), count) in &counts.answers {
            let _ = writeln!(
                text,
                "gateway_requests_total{{endpoint=\"{endpoint}\",status=\"{status}\"}} {count}"
            );
        }
        head(&mut text, "gateway_request_seconds", "histogram", "Durations of requests.");
        for (endpoint, durations) in &counts.durations {
            let mut line = |bound: &str, count: u64| {
                let labels = format!("endpoint=\"{endpoint}\",le=\"{bound}\"");
                let _ = writeln!(text, "gateway_request_seconds_bucket{{{labels}}} {count}");
            };
            for (count, bound) in durations.below.iter().zip(BOUNDS) {
                line(&Duration::from_millis(bound).as_secs_f64().to_string(), *count);
            }
            line("+Inf", durations.count);
            let seconds = Duration::from_micros(durations.micros).as_secs_f64();
            let _ = writeln!(text, "gateway_request_seconds_sum{{endpoint=\"{endpoint}\"}} {seconds}");
            let _ = writeln!(
                text,
                "gateway_request_seconds_count{{endpoint=\"{endpoint}\"}} {}",
                durations.count
            );
        }
        let mut one = |name: &str, kind: &str, doc: &str, value: u64| {
            head(&mut text, name, kind, doc);
            let _ = writeln!(text, "{name} {value}");
        };
        one("gateway_cached_total", "counter", "Responses to replies of the cache.", counts.from_cache);
        one(
            "gateway_kept_total",
            "counter",
            "Responses that were given again as they were; they are among the cached ones.",
            counts.kept,
        );
        one(
            "gateway_not_modified_total",
            "counter",
            "Requests whose caller had the response.",
            counts.not_modified,
        );
        one("gateway_kept_bytes", "gauge", "Bytes of responses that can be given again.", now.kept_bytes);
        let under_way = u64::try_from(now.under_way).unwrap_or(u64::MAX);
        one("gateway_requests_under_way", "gauge", "Requests that are being answered.", under_way);
        let streams = u64::try_from(now.streams).unwrap_or(u64::MAX);
        one("gateway_streams_open", "gauge", "Streams of live values and of events that are open.", streams);
        hosts(&mut text, &now.hosts);
        text
    }
}

/// Writes the figures of the hosts.
fn hosts(text: &mut String, hosts: &[HostState]) {
    head(
        text,
        "gateway_host_failures_total",
        "counter",
        "Failed attempts by host and kind; a number is a status.",
    );
    for host in hosts {
        for (failure, count) in &host.failures {
            let kind = match failure {
                AttemptFailure::Status(status) => status.to_string(),
                AttemptFailure::Connection => "connection".to_owned(),
                AttemptFailure::CutBody => "cut".to_owned(),
                AttemptFailure::Timeout => "timeout".to_owned(),
                _ => "other".to_owned(),
            };
            let origin = &host.origin;
            let _ =
                writeln!(text, "gateway_host_failures_total{{host=\"{origin}\",kind=\"{kind}\"}} {count}");
        }
    }
    let mut each = |name: &str, doc: &str, value: &dyn Fn(&HostState) -> Option<f64>| {
        head(text, name, "gauge", doc);
        for host in hosts {
            if let Some(value) = value(host) {
                let _ = writeln!(text, "{name}{{host=\"{}\"}} {value}", host.origin);
            }
        }
    };
    each("gateway_host_rate", "Messages that a host gets in a second at most.", &|host| {
        host.limit.map(|(messages, period)| f64::from(messages.get()) / period.as_secs_f64())
    });
    each("gateway_host_rate_used", "Messages that count for the rate now.", &|host| {
        host.limit.and_then(|_| u32::try_from(host.counted).ok()).map(f64::from)
    });
    each(
        "gateway_host_pause_seconds",
        "Time until a host gets the next message; 0 without a pause.",
        &|host| Some(host.pause.unwrap_or_default().as_secs_f64()),
    );
    each("gateway_host_failing", "1 while a host gets no messages because so many failed.", &|host| {
        Some(f64::from(u8::from(host.is_failing)))
    });
}

fn increase(count: &mut u64) {
    *count = count.saturating_add(1);
}

fn head(text: &mut String, name: &str, kind: &str, doc: &str) {
    let _ = writeln!(text, "# HELP {name} {doc}\n# TYPE {name} {kind}");
}
