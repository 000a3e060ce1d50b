//! The rate of a gateway: one for all who ask it, as the host counts.

use std::pin::pin;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use virtual_finance_core::settings::RateLimit;
use virtual_finance_gateway::{Gateway, Log, Settings, Tokens};
use virtual_finance_loopback::{LoopbackHost, reply};

use crate::support::{PROGRAM, READINGS, Served, client_builder, stalled_host};

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

#[tokio::test]
async fn a_caller_with_many_requests_leaves_turns_to_others() {
    let (came, mut comes) = tokio::sync::mpsc::unbounded_channel();
    let host = LoopbackHost::start(move |request| {
        came.send(request.split(' ').nth(1).unwrap().to_owned()).unwrap();
        reply(200, &[("content-type", "application/json")], READINGS)
    });
    let limit = RateLimit::none().requests(LIMIT.try_into().unwrap(), PERIOD);
    let client = client_builder(&host).rate_limit(limit).build().unwrap();
    let tokens = Tokens::read("alice alice-0123456789a\nbob bob-0123456789abc\n").unwrap();
    let settings = Settings { log: Log::Off, tokens, ..Settings::default() };
    let gateway = Served::serve(Gateway::new(&PROGRAM, client, settings)).await;
    // Hundreds of stations, of which a few were asked for when the other one asks for its own.
    let many = (0..8).map(|request| {
        let all: Vec<String> = (0..64).map(|number| format!("{request}-{number}")).collect();
        format!("/observations/{}", all.join(","))
    });
    let many: Vec<String> = many.collect();
    let greedy = many
        .iter()
        .map(|target| gateway.send("GET", target, &["Authorization: Bearer alice-0123456789a"], ""));
    let honest = async {
        for _ in 0..2 * LIMIT {
            comes.recv().await.unwrap();
        }
        let own = gateway.send("GET", "/observations/Oslo", &["Authorization: Bearer bob-0123456789abc"], "");
        assert_eq!(own.await.status, 200);
        let mut before = 0;
        while !comes.try_recv().unwrap().contains("Oslo") {
            before += 1;
        }
        assert!(before <= LIMIT, "{before} came before it");
    };
    let greedy = pin!(futures_util::future::join_all(greedy));
    futures_util::future::select(greedy, pin!(honest)).await;
}

#[tokio::test]
async fn waiting_for_turns_has_an_end() {
    let (host, mut asks, end) = stalled_host();
    let client = client_builder(&host).build().unwrap();
    let settings = Settings {
        log: Log::Off,
        max_asked_of_caller: 1,
        max_wait: Duration::from_millis(50),
        ..Settings::default()
    };
    let gateway = Served::serve(Gateway::new(&PROGRAM, client, settings)).await;
    let first = pin!(gateway.get("/observations/Oslo,Bergen"));
    let second = async {
        asks.recv().await.unwrap();
        let late = gateway.get("/observations/Tromso").await;
        assert_eq!((late.status, late.header("retry-after")), (503, "1"));
        drop(end);
    };
    let (first, ()) = futures_util::future::join(first, second).await;
    assert!(first.json()["failures"]["Bergen"]["status"] == 503, "{}", first.text());
}
