//! The cost of a reply from the cache, beside that of the same request to a host on loopback: the minimum that a host
//! could cost. Both are measured in turns with the conversion, so that whatever slows the machine slows both.

#![expect(clippy::expect_used, clippy::print_stdout, reason = "a benchmark")]

use std::time::{Duration, Instant};

use tokio::runtime::Builder;
use virtual_finance::settings::{Cache, RateLimit};
use virtual_finance::{Client, History, Range, RequestParams, hosts};
use virtual_finance_loopback::{LoopbackHost, reply, target};
use virtual_finance_sample::{DEFAULT_NOW, reply as sample_reply};

const ROUNDS: usize = 200;

fn main() {
    let runtime = Builder::new_current_thread().enable_all().build().expect("a runtime");
    let body = |range: &str| {
        let query = format!("range={range}&interval=1d");
        sample_reply("/v8/finance/chart/IBM", &query, DEFAULT_NOW).body
    };
    let (short, long) = (body("5d"), body("5y"));
    let host = LoopbackHost::start(move |head| {
        reply(200, &[], if target(head).contains("range=5d") { &short } else { &long })
    });
    let folder = tempfile::tempdir().expect("a folder");
    let client = |cache: Option<Cache>| {
        let builder = Client::builder()
            .host(&hosts::QUERY_URL, host.url())
            .request_params(RequestParams::new().no_proxy())
            .rate_limit(RateLimit::none());
        let builder = match cache {
            Some(cache) => builder.cache(cache),
            None => builder,
        };
        builder.build().expect("a client")
    };
    let clients = [
        ("host", client(None)),
        ("memory", client(Some(Cache::new()))),
        ("folder", client(Some(Cache::new().memory(0).folder(folder.path())))),
    ];
    for (range, days) in [(Range::FiveDays, 5), (Range::FiveYears, 1258)] {
        let request = History::new("IBM").range(range);
        let mut times: Vec<Vec<Duration>> = clients.iter().map(|_| Vec::with_capacity(ROUNDS)).collect();
        let mut bytes = 0;
        for _ in 0..ROUNDS {
            for ((_, client), times) in clients.iter().zip(&mut times) {
                let began = Instant::now();
                let reply = runtime.block_on(client.reply(&request)).expect("a reply");
                times.push(began.elapsed());
                bytes = reply.bytes;
            }
        }
        let medians: Vec<f64> = times.into_iter().map(median).collect();
        let host = medians.first().copied().unwrap_or_default();
        println!("{days} bars, {bytes} bytes");
        for ((name, _), median) in clients.iter().zip(&medians) {
            println!("    {name:8}{median:>9.1} µs   1 : {:.1}", host / median);
        }
    }
}

fn median(mut times: Vec<Duration>) -> f64 {
    times.sort_unstable();
    times.get(times.len() / 2).map_or(0.0, |time| time.as_secs_f64() * 1e6)
}
