//! Addresses with a long list: they go in parts, shorter ones where the way to the host drops long addresses.

use std::borrow::Cow;
use std::future;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use http::StatusCode;
use tokio::time::Instant;
use virtual_finance_core::catalogue::{Freshness, SessionUse};
use virtual_finance_core::params::Plain;
use virtual_finance_core::request::{EndpointInfo, Request};
use virtual_finance_core::settings::Cache;
use virtual_finance_core::transport::{Transport, TransportFuture, TransportReply, TransportRequest};
use virtual_finance_core::{Client, Converted, DateTime, Host, RequestParams};

use super::record::folder;
use super::support::{HOST, HostClient as _, TestHost, class, probe, reply, target};

static HOSTS: [&Host; 1] = [&HOST];

static NAMES: EndpointInfo = EndpointInfo {
    name: "Names",
    split: Some("type"),
    fresh_for: Some(Freshness::for_seconds(60)),
    ..probe(SessionUse::Never, &HOSTS)
};

/// A request for a list of names up to now; its response is that of each reply.
struct Names(String);

impl Names {
    /// Asks for so many names of 24 bytes.
    fn many(names: usize) -> Self {
        Self((0..names).map(|name| format!("annualRatherLongName{name:04}")).collect::<Vec<_>>().join(","))
    }
}

impl Request for Names {
    fn info(&self) -> &'static EndpointInfo {
        &NAMES
    }

    fn value(&self, _: &str) -> Option<Plain<'_>> {
        None
    }

    fn path(&self) -> Vec<virtual_finance_core::request::Segment<'_>> {
        vec!["names".into()]
    }

    fn query(&self, now: DateTime) -> Vec<(&'static str, Cow<'_, str>)> {
        vec![
            ("merge", "false".into()),
            ("type", self.0.as_str().into()),
            ("period2", now.epoch_seconds().to_string().into()),
        ]
    }
}

converts!(Names => Vec<String>, |_own, replies| {
    replies
        .iter()
        .map(|reply| reply.text().map(str::to_owned))
        .collect::<Result<Vec<_>, _>>()
        .map(Converted::from)
});

fn list(target: &str) -> String {
    let (_, rest) = target.split_once("type=").unwrap();
    rest.split('&').next().unwrap().replace("%2C", ",")
}

/// A host that repeats the lists that it is asked for, and answers addresses of more bytes than that in another way.
fn host(limit: usize, otherwise: Vec<u8>) -> TestHost {
    TestHost::start(move |head| match target(head) {
        address if address.len() > limit => otherwise.clone(),
        address => reply(200, &[], list(address)),
    })
}

fn lengths(host: &TestHost, before: usize) -> Vec<usize> {
    host.targets().iter().skip(before).map(String::len).collect()
}

fn at_seven(host: &TestHost) -> Client {
    host.client().clock(|| DateTime::from(7)).build().unwrap()
}

#[tokio::test]
async fn a_long_list_goes_in_parts_of_8000_bytes() {
    // 27 bytes for each: 24 and the encoded comma.
    for (names, parts) in [(1, 1), (270, 1), (300, 2), (640, 3)] {
        let host = host(8_000, reply(414, &[], ""));
        let asked = Names::many(names);
        let reply = at_seven(&host).reply(&asked).await.unwrap();
        let lengths = lengths(&host, 0);
        assert_eq!(lengths.len(), parts, "{names}: {lengths:?}");
        assert!(lengths.iter().all(|length| *length < 7_600), "{lengths:?}");
        assert_eq!(reply.response.join(","), asked.0);
        assert!(host.targets().iter().all(|target| target.ends_with("&period2=7")));
    }
}

#[tokio::test]
async fn one_long_value_goes_alone() {
    let host = host(usize::MAX, Vec::new());
    let asked = Names(["a", &"b".repeat(9_000), "c", "d"].join(","));
    let reply = at_seven(&host).reply(&asked).await.unwrap();
    assert_eq!(reply.response, ["a", &"b".repeat(9_000), "c,d"]);
}

#[tokio::test]
async fn parts_are_of_3500_bytes_where_longer_addresses_are_dropped() {
    for (name, otherwise) in [("a refusal", reply(414, &[], "")), ("a reset", Vec::new())] {
        let host = host(3_500, otherwise);
        // Retries of what is dropped would take the time of the shorter ones.
        let client = host.client().request_params(RequestParams::new().no_proxy()).build().unwrap();
        let asked = Names::many(640);
        assert_eq!(client.reply(&asked).await.unwrap().response.join(","), asked.0, "{name}");
        let first = lengths(&host, 0);
        assert!(first[0] > 7_000 && first[1..].iter().all(|length| *length <= 3_500), "{name}: {first:?}");
        // It is known the next time, for short lists too.
        assert_eq!(client.clone().reply(&Names::many(200)).await.unwrap().response.len(), 2);
        assert!(lengths(&host, first.len()).iter().all(|length| *length <= 3_500), "{name}");
    }
}

#[tokio::test]
async fn what_is_not_of_the_length_is_not_asked_in_shorter_parts() {
    for (status, sent) in [(404, 1), (503, 1), (400, 1)] {
        let host = TestHost::saying(reply(status, &[], ""));
        let result = at_seven(&host).reply(&Names::many(640)).await;
        assert_eq!(class(&result), format!("api {status}"));
        assert_eq!(host.requests().len(), sent);
    }
    // Nor is a list that is short enough.
    let host = TestHost::saying(reply(414, &[], ""));
    assert_eq!(class(&at_seven(&host).reply(&Names::many(10)).await), "api 414");
    assert_eq!(host.requests().len(), 1);
    let nowhere = Client::builder().host(&HOST, "http://127.0.0.1:9").build().unwrap();
    assert_eq!(class(&nowhere.reply(&Names::many(640)).await), "transport");
}

/// Never answers long addresses.
#[derive(Clone, Default)]
struct Silent(Arc<Mutex<Vec<usize>>>);

impl Transport for Silent {
    fn send(&self, request: TransportRequest) -> TransportFuture<'_, TransportReply> {
        let address = request.url().as_str().to_owned();
        self.0.lock().unwrap().push(address.len());
        if address.len() > 3_500 {
            return Box::pin(future::pending());
        }
        Box::pin(future::ready(Ok(TransportReply::new(StatusCode::OK, list(&address).into_bytes()))))
    }
}

#[tokio::test(start_paused = true)]
async fn silence_leaves_the_time_for_shorter_parts() {
    for (params, silence) in [
        (RequestParams::new(), 10),
        (RequestParams::new().timeout(Duration::from_secs(5)), 5),
        (RequestParams::new().deadline(Duration::from_secs(6)), 2),
    ] {
        let host = Silent::default();
        let client = Client::builder().transport(host.clone()).request_params(params).build().unwrap();
        let (began, asked) = (Instant::now(), Names::many(640));
        assert_eq!(client.reply(&asked).await.unwrap().response.join(","), asked.0);
        assert_eq!(began.elapsed().as_secs(), silence);
        assert_eq!(host.0.lock().unwrap().iter().filter(|length| **length > 3_500).count(), 1);
    }
}

/// A record of a run has the parts of that run, and a replay finds them from another host.
#[tokio::test]
async fn parts_are_recorded_and_replayed() {
    for limit in [8_000, 3_500] {
        let (folder, host) = (folder(&format!("long-{limit}")), host(limit, Vec::new()));
        let clock = || DateTime::from(1_764_000_000);
        let recorded = host.client().clock(clock).record(&folder).build().unwrap();
        let asked = Names::many(640);
        let response = recorded.request(&asked).await.unwrap();
        assert_eq!(response.join(","), asked.0);
        for (address, now) in [("http://127.0.0.1:9/a/rather/long/path", 7), (host.url(), 2_000_000_000)] {
            let replay =
                Client::builder().host(&HOST, address).clock(move || DateTime::from(now)).replay(&folder);
            let replayed: Vec<String> = replay.build().unwrap().request(&asked).await.unwrap();
            assert_eq!(replayed, response, "{limit}");
        }
    }
}

#[tokio::test]
async fn parts_are_kept() {
    for limit in [8_000, 3_500] {
        let host = host(limit, Vec::new());
        let hands = Arc::new(AtomicI64::new(1_764_000_000));
        let clock = {
            let hands = Arc::clone(&hands);
            move || DateTime::from(hands.load(Ordering::SeqCst))
        };
        let cache = tempfile::TempDir::new().unwrap();
        let client =
            || host.client().clock(clock.clone()).cache(Cache::new().folder(cache.path())).build().unwrap();
        let asked = Names::many(640);
        let first = client().reply(&asked).await.unwrap();
        let sent = host.requests().len();
        // Another client and a later time: the list is the same.
        hands.fetch_add(30, Ordering::SeqCst);
        let second = client().reply(&asked).await.unwrap();
        assert!(second.cached.is_some() && second.response == first.response, "{limit}");
        assert_eq!(host.requests().len(), sent, "{limit}");
        assert_eq!(first.response.join(","), asked.0);
    }
}
