//! The figures of a gateway in the text format of Prometheus.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// The upper bounds of the durations that are counted, in milliseconds.
const BOUNDS: [u64; 10] = [1, 5, 10, 25, 50, 100, 250, 1_000, 5_000, 30_000];

/// Counts requests and how long they took.
#[derive(Default)]
pub(crate) struct Metrics(Mutex<Counts>);

#[derive(Default)]
struct Counts {
    /// The number of answers by endpoint and status.
    answers: BTreeMap<(&'static str, u16), u64>,
    durations: BTreeMap<&'static str, Durations>,
    from_cache: u64,
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
    /// Counts an answer.
    pub(crate) fn count(&self, endpoint: &'static str, status: u16, took: Duration, is_cached: bool) {
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
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

    /// Returns the figures as text. `under_way` is the number of requests that are being answered.
    pub(crate) fn text(&self, under_way: usize, streams: Option<usize>) -> String {
        let counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut text = String::new();
        head(&mut text, "gateway_requests_total", "counter", "Requests by endpoint and status.");
        for ((endpoint, status), count) in &counts.answers {
            // Writing to a String cannot fail.
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
            "gateway_not_modified_total",
            "counter",
            "Requests whose caller had the response.",
            counts.not_modified,
        );
        let under_way = u64::try_from(under_way).unwrap_or(u64::MAX);
        one("gateway_requests_under_way", "gauge", "Requests that are being answered.", under_way);
        if let Some(streams) = streams.and_then(|streams| u64::try_from(streams).ok()) {
            one("gateway_streams_open", "gauge", "Streams of live values that are open.", streams);
        }
        text
    }
}

fn increase(count: &mut u64) {
    *count = count.saturating_add(1);
}

fn head(text: &mut String, name: &str, kind: &str, doc: &str) {
    let _ = writeln!(text, "# HELP {name} {doc}\n# TYPE {name} {kind}");
}
