//! Many requests with one client: each has its own result, and only a few are under way (row 16 of the promises).

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures_util::Stream as _;
use http::StatusCode;
use http::header::{HeaderMap, HeaderValue, RETRY_AFTER};
use tokio::time::{Instant, sleep};
use virtual_finance_core::request::ErasedRequest;
use virtual_finance_core::settings::{RateLimit, Retries};
use virtual_finance_core::transport::{
    Transport, TransportError, TransportFuture, TransportReply, TransportRequest,
};
use virtual_finance_core::{Client, ClientBuilder, Error};

use super::support::HostClient as _;
use super::support::{Probe, TestHost, class, good, once};

/// A host in memory. `S5` waits 5 s, `S5-404` answers 404 then.
#[derive(Clone, Default)]
struct Host {
    now: Arc<AtomicUsize>,
    most: Arc<AtomicUsize>,
    asked: Arc<AtomicUsize>,
}

/// Counts a request as under way until it is dropped.
struct UnderWay<'a>(&'a AtomicUsize);

impl Drop for UnderWay<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

impl Host {
    fn builder(&self) -> ClientBuilder {
        Client::builder().transport(self.clone()).request_params(once())
    }

    fn client(&self) -> Client {
        self.builder().build().unwrap()
    }
}

impl Transport for Host {
    fn send(&self, request: TransportRequest) -> TransportFuture<'_, TransportReply> {
        let name = request.url().path().rsplit('/').next().unwrap().to_owned();
        Box::pin(async move {
            self.asked.fetch_add(1, Ordering::SeqCst);
            let before = self.now.fetch_add(1, Ordering::SeqCst);
            self.most.fetch_max(before.saturating_add(1), Ordering::SeqCst);
            let _under_way = UnderWay(&self.now);
            let name = name.trim_start_matches('S');
            let (seconds, status) = name.split_once('-').unwrap_or((name, "200"));
            sleep(Duration::from_secs(seconds.parse().unwrap())).await;
            let status = StatusCode::from_bytes(status.as_bytes()).unwrap();
            Ok(TransportReply::new(status, br#"{"good":true}"#.to_vec()))
        })
    }
}

fn probes(names: &[&str]) -> Vec<Probe> {
    names.iter().map(|name| Probe::new(name)).collect()
}

#[tokio::test(start_paused = true)]
async fn each_request_has_its_own_result() {
    let host = Host::default();
    let names: Vec<String> = (0..5000)
        .map(|number| format!("S{}-{}", number % 7, if number % 100 == 0 { "404" } else { "200" }))
        .collect();
    let taken = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&taken);
    let requests = names.iter().map(move |name| {
        count.fetch_add(1, Ordering::SeqCst);
        Probe::new(name)
    });
    let client = host.client();
    let mut replies = client.many(requests.collect::<Vec<_>>());
    let (mut good, mut failed) = (0, 0);
    while let Some((request, result)) = replies.next().await {
        match result {
            Ok(reply) => {
                assert_eq!(reply.request.subject(), Some(request.0.as_str()));
                good += 1;
            }
            Err(error) => {
                assert!(request.0.ends_with("-404"), "{error}");
                assert_eq!(class::<()>(&Err(error)), "api 404");
                failed += 1;
            }
        }
    }
    assert_eq!((good, failed, taken.load(Ordering::SeqCst)), (4950, 50, 5000));
    assert_eq!(host.most.load(Ordering::SeqCst), 16);
    let progress = replies.progress();
    assert_eq!((progress.done, progress.failed, progress.total), (5000, 50, Some(5000)));
    assert_eq!(progress.bytes, 4950 * 13);
    assert_eq!(progress.waiting, []);
}

#[tokio::test(start_paused = true)]
async fn requests_are_taken_when_their_turn_comes() {
    let host = Host::default();
    let taken = AtomicUsize::new(0);
    // An endless list: nothing may collect it.
    let requests = std::iter::repeat_with(|| {
        taken.fetch_add(1, Ordering::SeqCst);
        Probe::new("S1")
    });
    let client = host.client();
    let mut replies = client.many(requests).at_once(3);
    for _ in 0..10 {
        replies.next().await.unwrap().1.unwrap();
    }
    assert_eq!(host.most.load(Ordering::SeqCst), 3);
    assert!(taken.load(Ordering::SeqCst) <= 13, "{taken:?}");
    assert_eq!((replies.progress().total, replies.progress().remaining()), (None, None));
    drop(replies);
    assert_eq!(host.now.load(Ordering::SeqCst), 0, "dropping it cancels what is under way");
}

#[tokio::test(start_paused = true)]
async fn as_they_come_or_in_order() {
    let client = Host::default().client();
    let names = ["S9", "S1", "S5-404", "S0"];
    for (in_order, expected) in [(false, ["S0", "S1", "S5-404", "S9"]), (true, names)] {
        let replies = client.many(probes(&names));
        let mut replies = if in_order { replies.in_order() } else { replies };
        let mut found = Vec::new();
        while let Some((request, _)) = replies.next().await {
            found.push(request.0);
        }
        assert_eq!(found, expected, "{in_order}");
    }
}

#[tokio::test(start_paused = true)]
async fn progress_says_what_is_waited_for() {
    let client = Host::default().client();
    let mut replies = client.many(probes(&["S1", "S8", "S9", "S3"])).at_once(3);
    assert_eq!(replies.size_hint(), (4, Some(4)));
    replies.next().await.unwrap().1.unwrap();
    let progress = replies.progress();
    let waiting: Vec<_> = progress.waiting.iter().map(ToString::to_string).collect();
    assert_eq!(waiting, ["Probe S8", "Probe S9"]);
    assert_eq!((progress.done, progress.total, replies.size_hint()), (1, Some(4), (3, Some(3))));
    assert!(progress.remaining().is_some());
}

#[tokio::test(start_paused = true)]
async fn requests_of_several_endpoints_are_boxed() {
    let client = Host::default().client();
    let requests: Vec<Box<dyn ErasedRequest>> =
        vec![Box::new(Probe::new("S1")), Box::new(Probe::new("wrong"))];
    let mut replies = client.many(requests).in_order();
    let (request, result) = replies.next().await.unwrap();
    assert_eq!(request.subject().as_deref(), Some("S1"));
    assert_eq!(result.unwrap().response.to_value().unwrap()["good"], true);
    let (_, result) = replies.next().await.unwrap();
    assert!(matches!(result, Err(Error::Params(_))));
    assert!(replies.next().await.is_none());
    assert!(replies.next().await.is_none());
}

#[tokio::test(start_paused = true)]
async fn nothing_to_do_and_a_limit_of_zero() {
    let client = Host::default().client();
    assert!(client.many(probes(&[])).next().await.is_none());
    let mut one = client.many(probes(&["S1", "S2"])).at_once(0);
    assert!(one.next().await.unwrap().1.is_ok() && one.next().await.unwrap().1.is_ok());
    assert!(one.next().await.is_none());
}

#[test]
fn the_blocking_form_is_an_iterator() {
    let host = TestHost::saying(good());
    let client = host.client().build_blocking().unwrap();
    let replies = client.many((0..40).map(|number| Probe::new(&format!("T{number}"))));
    let names: HashSet<String> =
        replies.map(|(request, result)| result.map(|_| request.0).unwrap()).collect();
    assert_eq!(names.len(), 40);
    let mut replies = client.many(probes(&["IBM"])).in_order().at_once(1);
    assert_eq!(replies.progress().total, Some(1));
    assert!(replies.next().unwrap().1.is_ok() && replies.next().is_none());
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    let failed = runtime.block_on(async { client.many(probes(&["IBM", "AAPL"])).collect::<Vec<_>>() });
    assert_eq!(failed.len(), 2);
    assert!(failed.iter().all(|(_, result)| matches!(result, Err(Error::BlockingInAsync))));
}

/// The way in which a host fails.
#[derive(Clone, Copy, Debug)]
enum Failing {
    Saying(u16),
    /// Saying 429, and how many seconds to wait.
    Asking(u8),
    Resetting,
    Silent,
}

/// A host whose good replies take 10 ms, and which fails from a time on for a while, counted from the first request.
struct Down {
    how: Failing,
    from: Duration,
    time: Duration,
    since: Mutex<Option<Instant>>,
    asked: Arc<AtomicUsize>,
}

impl Transport for Down {
    fn send(&self, _: TransportRequest) -> TransportFuture<'_, TransportReply> {
        self.asked.fetch_add(1, Ordering::SeqCst);
        let since = *self.since.lock().unwrap().get_or_insert_with(Instant::now);
        Box::pin(async move {
            let end = self.from.saturating_add(self.time);
            let status = match self.how {
                _ if !(self.from..end).contains(&since.elapsed()) => {
                    sleep(Duration::from_millis(10)).await;
                    200
                }
                Failing::Saying(status) => status,
                Failing::Asking(seconds) => {
                    let reply = TransportReply::new(StatusCode::TOO_MANY_REQUESTS, Vec::new());
                    let wait = HeaderValue::from(u16::from(seconds));
                    return Ok(reply.headers(HeaderMap::from_iter([(RETRY_AFTER, wait)])));
                }
                Failing::Resetting => {
                    return Err(TransportError::Failed(Box::new(std::io::Error::other("refused"))));
                }
                Failing::Silent => std::future::pending().await,
            };
            Ok(TransportReply::new(StatusCode::from_u16(status).unwrap(), br#"{"good":true}"#.to_vec()))
        })
    }
}

/// The results of many requests.
struct Run {
    failed: usize,
    /// The messages that the host got.
    asked: usize,
    time: Duration,
}

async fn ask_while_down(how: Failing, (from, time): (u64, u64), requests: usize, limit: RateLimit) -> Run {
    let asked = Arc::new(AtomicUsize::new(0));
    let (from, time) = (Duration::from_millis(from), Duration::from_millis(time));
    let host = Down { how, from, time, since: Mutex::default(), asked: Arc::clone(&asked) };
    let client = Client::builder().transport(host).random_seed(7).rate_limit(limit).build().unwrap();
    let began = Instant::now();
    let mut replies = client.many((0..requests).map(|number| Probe::new(&format!("T{number}"))));
    while replies.next().await.is_some() {}
    let (failed, time) = (replies.progress().failed, began.elapsed());
    Run { failed, asked: asked.load(Ordering::SeqCst), time }
}

const FAILURES: [Failing; 6] = [
    Failing::Saying(503),
    Failing::Saying(500),
    Failing::Saying(429),
    Failing::Saying(502),
    Failing::Resetting,
    Failing::Silent,
];

/// As many at once, and in a second, as the real hosts get.
const REAL: RateLimit = RateLimit::per_second(5).at_once(4);

/// A dead host ends a run of any length within 90 s, whatever it answers.
#[tokio::test(start_paused = true)]
async fn a_dead_host_ends_all_requests_soon() {
    let asking = [31, 45, 59].map(Failing::Asking);
    for how in FAILURES.into_iter().chain(asking) {
        for requests in [30, 3_000, 5_000] {
            for limit in [RateLimit::none(), REAL] {
                let run = ask_while_down(how, (0, u64::MAX / 2_000), requests, limit).await;
                assert_eq!(run.failed, requests, "{how:?}");
                assert!(run.time <= Duration::from_secs(90), "{how:?}: {requests} took {:?}", run.time);
                assert!(run.asked <= 70, "{how:?}: {} asked", run.asked);
            }
        }
    }
}

/// A few requests are not worth a minute.
#[tokio::test(start_paused = true)]
async fn a_few_requests_end_sooner() {
    for (requests, seconds) in [(1, 1), (2, 6), (10, 30)] {
        let run = ask_while_down(Failing::Saying(503), (0, 1_000_000), requests, RateLimit::none()).await;
        assert_eq!(run.failed, requests);
        assert!(run.time <= Duration::from_secs(seconds + 1), "{requests} took {:?}", run.time);
    }
}

/// Requests that failed while the host was away for a moment are tried once more.
#[tokio::test(start_paused = true)]
async fn a_host_that_is_away_for_a_while_costs_no_request() {
    for how in FAILURES {
        // At the start, and while requests are on their way.
        let few = [(0, 300), (5, 300), (5, 3_000), (5, 10_000)].map(|pause| (30, pause));
        let many = [(3_000, (5, 300)), (3_000, (500, 10_000)), (5_000, (500, 3_000))];
        for (requests, (from, time)) in few.into_iter().chain(many) {
            let run = ask_while_down(how, (from, time), requests, RateLimit::none()).await;
            assert_eq!(run.failed, 0, "{how:?} from {from} for {time} ms, of {requests}");
            assert!(run.asked <= requests + 150, "{how:?}: {} asked", run.asked);
        }
        let run = ask_while_down(how, (1_000, 3_000), 100, REAL).await;
        assert_eq!(run.failed, 0, "{how:?}");
    }
    let run = ask_while_down(Failing::Resetting, (0, 40_000), 1_000, RateLimit::none()).await;
    assert_eq!(run.failed, 0);
    assert!(run.time < Duration::from_secs(60), "{:?}", run.time);
}

/// A request that fails while others work is tried once more, and not again.
#[tokio::test(start_paused = true)]
async fn a_request_that_fails_alone_costs_one_message_more() {
    // Not at the end, where no other request shows that the host works.
    let is_bad = |name: &str| name.ends_with("50") && name <= "T650";
    let asked = Arc::new(Mutex::new(HashMap::<String, usize>::new()));
    let seen = Arc::clone(&asked);
    let host = Counting(Box::new(move |name| {
        *seen.lock().unwrap().entry(name.to_owned()).or_default() += 1;
        if is_bad(name) { 500 } else { 200 }
    }));
    let client = Client::builder().transport(host).random_seed(7).build().unwrap();
    let began = Instant::now();
    let mut replies = client.many((0..1_000).map(|number| Probe::new(&format!("T{number}"))));
    while let Some((request, result)) = replies.next().await {
        assert_eq!(result.is_err(), is_bad(&request.0), "{}", request.0);
        if let Err(error) = result {
            // The error tells of the first try.
            assert_eq!((error.status(), error.attempts().len()), (Some(500), 2));
        }
    }
    assert!(began.elapsed() < Duration::from_secs(2), "{:?}", began.elapsed());
    for (name, count) in &*asked.lock().unwrap() {
        assert_eq!(*count, if is_bad(name) { 4 } else { 1 }, "{name}");
    }
    // A client that repeats nothing repeats nothing here.
    let once_more = client.with_request_params(client.request_params().clone().retries(Retries::none()));
    asked.lock().unwrap().clear();
    let mut replies = once_more.many([Probe::new("T50"), Probe::new("T51")]);
    while replies.next().await.is_some() {}
    assert_eq!(asked.lock().unwrap()["T50"], 1);
}

/// Requests that always fail cost none of the others: one that was not sent yet finds out that the host works.
#[tokio::test(start_paused = true)]
async fn requests_that_always_fail_cost_no_other() {
    /// The numbers of the requests that fail.
    type Bad = (&'static str, fn(usize) -> bool);
    let bad: [Bad; 8] = [
        ("two next to each other", |number| number == 50 || number == 51),
        ("the first twenty", |number| number < 20),
        ("the first sixty", |number| number < 60),
        ("the first hundred", |number| number < 100),
        ("a hundred in the middle", |number| (50..150).contains(&number)),
        ("every tenth", |number| number % 10 == 0),
        ("every second", |number| number % 2 == 0),
        ("the last two", |number| number > 197),
    ];
    for (what, is_bad) in bad {
        for (status, in_order) in [(500, true), (500, false), (503, true), (429, true)] {
            let number = |name: &str| name.trim_start_matches('T').parse::<usize>().unwrap();
            let host = Counting(Box::new(move |name| if is_bad(number(name)) { status } else { 200 }));
            let client = Client::builder().transport(host).random_seed(7).build().unwrap();
            let began = Instant::now();
            let mut replies = client.many((0..200).map(|number| Probe::new(&format!("T{number}"))));
            if in_order {
                replies = replies.in_order();
            }
            while let Some((request, result)) = replies.next().await {
                assert_eq!(result.is_err(), is_bad(number(&request.0)), "{what}, {status}: {}", request.0);
            }
            // After a 429 all requests wait for a moment, and after 20 times 503 for 15 s, each time that some have failed.
            let bad = u64::try_from((0..200).filter(|number| is_bad(*number)).count()).unwrap();
            let most = Duration::from_secs(if status == 500 { 90 } else { 90 + 2 * bad });
            assert!(began.elapsed() <= most, "{what}, {status}: {:?}", began.elapsed());
        }
    }
}

/// However many requests fail for a reason of their own, one after the other: results in order do not end early.
#[tokio::test(start_paused = true)]
async fn many_that_always_fail_cost_no_other_of_a_long_run() {
    let host = Counting(Box::new(|name| if name.ends_with("9") { 503 } else { 200 }));
    let client = Client::builder().transport(host).random_seed(7).build().unwrap();
    let mut replies = client.many((0..3_000).map(|number| Probe::new(&format!("T{number}")))).in_order();
    let mut number = 0;
    while let Some((request, result)) = replies.next().await {
        assert_eq!(request.0, format!("T{number}"));
        assert_eq!(result.is_err(), number % 10 == 9, "{}", request.0);
        number += 1;
    }
    assert_eq!(number, 3_000);
}

/// Answers with the status that a function gives for a name.
struct Counting(Box<dyn Fn(&str) -> u16 + Send + Sync>);

impl Transport for Counting {
    fn send(&self, request: TransportRequest) -> TransportFuture<'_, TransportReply> {
        let name = request.url().path().rsplit('/').next().unwrap().to_owned();
        Box::pin(async move {
            sleep(Duration::from_millis(10)).await;
            let status = StatusCode::from_u16((self.0)(&name)).unwrap();
            Ok(TransportReply::new(status, br#"{"good":true}"#.to_vec()))
        })
    }
}

/// Requests without an end find out whether a host that they gave up is back.
#[tokio::test(start_paused = true)]
async fn a_host_that_was_given_up_is_asked_again() {
    let asked = Arc::default();
    let (from, time) = (Duration::ZERO, Duration::from_secs(300));
    let host =
        Down { how: Failing::Saying(500), from, time, since: Mutex::default(), asked: Arc::clone(&asked) };
    let client = Client::builder().transport(host).build().unwrap();
    let mut replies = client.many(std::iter::repeat_with(|| Probe::new("IBM"))).at_once(1);
    let mut good = 0;
    while good < 100 {
        let (_, result) = replies.next().await.unwrap();
        good += usize::from(result.is_ok());
        sleep(Duration::from_secs(1)).await;
    }
    assert!(asked.load(Ordering::SeqCst) < 250, "{asked:?}");
}

/// A host that is down for the first half minute and for another one later, and knows nothing in between.
struct DownTwice(Mutex<Option<Instant>>);

impl Transport for DownTwice {
    fn send(&self, _: TransportRequest) -> TransportFuture<'_, TransportReply> {
        let since = *self.0.lock().unwrap().get_or_insert_with(Instant::now);
        Box::pin(async move {
            let seconds = since.elapsed().as_secs();
            if matches!(seconds, ..30 | 200..230) {
                return Err(TransportError::Failed(Box::new(std::io::Error::other("refused"))));
            }
            sleep(Duration::from_secs(5)).await;
            let status = if seconds < 200 { StatusCode::NOT_FOUND } else { StatusCode::OK };
            Ok(TransportReply::new(status, br#"{"good":true}"#.to_vec()))
        })
    }
}

#[tokio::test(start_paused = true)]
async fn a_reply_of_any_status_shows_that_the_host_is_back() {
    let client = Client::builder().transport(DownTwice(Mutex::default())).random_seed(7).build().unwrap();
    let mut replies = client.many((0..1000).map(|number| Probe::new(&format!("T{number}"))));
    let mut unsent = 0;
    while let Some((_, result)) = replies.next().await {
        unsent += usize::from(matches!(result, Err(Error::NotSent { .. })));
    }
    assert_eq!(unsent, 0);
}
