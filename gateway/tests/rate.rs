//! The rate of a gateway: one for all who ask it, as the host counts.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use virtual_finance_core::settings::RateLimit;
use virtual_finance_gateway::{Gateway, Log, Settings};
use virtual_finance_loopback::{LoopbackHost, reply};

use crate::support::{PROGRAM, READINGS, Served, client_builder};

const PERIOD: Duration = Duration::from_millis(100);
const LIMIT: usize = 10;

#[tokio::test]
async fn callers_together_have_the_rate_of_the_gateway_at_the_host() {
    let came = Arc::new(Mutex::new(Vec::new()));
    let log = Arc::clone(&came);
    let host = LoopbackHost::start(move |_| {
        log.lock().unwrap().push(Instant::now());
        reply(200, &[("content-type", "application/json")], READINGS)
    });
    let limit = RateLimit::none().requests(LIMIT.try_into().unwrap(), PERIOD);
    let client = client_builder(&host).rate_limit(limit).build().unwrap();
    let settings = Settings { log: Log::Off, ..Settings::default() };
    let gateway = Served::serve(Gateway::new(&PROGRAM, client, settings)).await;
    // Three callers, each of which asks for sixteen stations of its own at once, and begins anew.
    let callers = (0..3).map(async |caller| {
        for round in 0..2 {
            let all = (0..16).map(|number| format!("/observations/{caller}-{round}-{number}"));
            let all: Vec<_> = all.collect();
            for response in futures_util::future::join_all(all.iter().map(|target| gateway.get(target))).await
            {
                assert_eq!(response.status, 200);
            }
        }
    });
    futures_util::future::join_all(callers).await;
    let mut came = came.lock().unwrap().clone();
    came.sort();
    assert_eq!(came.len(), 96);
    for (first, next) in came.iter().zip(came.iter().skip(LIMIT)) {
        let time = next.duration_since(*first);
        assert!(time >= PERIOD, "more than {LIMIT} within {time:?}");
    }
}
