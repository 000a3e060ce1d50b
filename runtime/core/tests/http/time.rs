//! Time limits, on a clock that only moves when everything waits (row 5 of the promises).

use std::time::Duration;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpListener;
use tokio::time::{Instant, sleep};
use virtual_finance_core::params::Plain;
use virtual_finance_core::request::{EndpointInfo, Request, Segment};
use virtual_finance_core::{Client, RequestParams};

use super::support::{HOST, HostClient as _, Probe, TestHost, class, good, once};

/// A host in the test's own runtime, so that it shares the clock. It says `head` after `wait`, then
/// ten bytes a second.
async fn slow_host(wait: u64, head: &'static str) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    tokio::spawn(async move {
        let (mut stream, _) = listener.accept().await.unwrap();
        let mut request = [0; 4096];
        let _ = stream.read(&mut request).await.unwrap();
        sleep(Duration::from_secs(wait)).await;
        stream.write_all(head.as_bytes()).await.unwrap();
        while stream.write_all(b"          ").await.is_ok() {
            sleep(Duration::from_secs(1)).await;
        }
    });
    url
}

async fn ask(url: &str, params: RequestParams) -> (String, u64) {
    let client = Client::builder().host(&HOST, url).request_params(params).build().unwrap();
    let began = Instant::now();
    let result = client.request(&Probe::new("IBM")).await;
    (class(&result), began.elapsed().as_secs())
}

const OK: &str = "HTTP/1.1 200 OK\r\n\r\n";

#[tokio::test(start_paused = true)]
async fn ten_bytes_a_second_end_with_the_total_limit() {
    let url = slow_host(0, OK).await;
    assert_eq!(ask(&url, once().min_speed(0)).await, ("timeout Total".to_owned(), 30));
    let url = slow_host(0, OK).await;
    let params = once().min_speed(10).deadline(Duration::from_secs(5));
    assert_eq!(ask(&url, params).await, ("timeout Total".to_owned(), 5));
}

#[tokio::test(start_paused = true)]
async fn ten_bytes_a_second_are_too_slow() {
    let url = slow_host(0, OK).await;
    let params = || once().deadline(Duration::from_secs(3600));
    assert_eq!(ask(&url, params()).await, ("timeout Speed".to_owned(), 10));
    let url = slow_host(0, OK).await;
    assert_eq!(ask(&url, params().min_speed(20)).await, ("timeout Speed".to_owned(), 10));
    let url = slow_host(0, OK).await;
    assert_eq!(ask(&url, params().min_speed(10).deadline(Duration::from_secs(60))).await.0, "timeout Total");
    let url = slow_host(0, OK).await;
    let client = Client::builder().host(&HOST, &url).request_params(params()).build().unwrap();
    assert_eq!(
        client.request(&Probe::new("IBM")).await.unwrap_err().to_string(),
        "Probe IBM: no reply at the minimum speed within 10s; ask again, or allow less with RequestParams::min_speed"
    );
}

#[tokio::test(start_paused = true)]
async fn silence_ends_with_the_idle_limit() {
    let url = slow_host(60, OK).await;
    // Before the head, connecting has its own 3 s beside the 10 s.
    assert_eq!(ask(&url, once()).await, ("timeout Idle".to_owned(), 13));
    let url = slow_host(0, OK).await;
    let params = once().idle_timeout(Duration::from_millis(500));
    assert_eq!(ask(&url, params).await.0, "timeout Idle");
}

#[tokio::test(start_paused = true)]
async fn a_status_is_known_before_its_body_is_late() {
    let url = slow_host(0, "HTTP/1.1 429 Slow\r\n\r\n").await;
    assert_eq!(ask(&url, once()).await, ("api 429".to_owned(), 10));
}

/// Takes longer to convert than its request may.
struct Busy(Probe);

impl Request for Busy {
    fn info(&self) -> &'static EndpointInfo {
        self.0.info()
    }

    fn value(&self, _: &str) -> Option<Plain<'_>> {
        None
    }

    fn path(&self) -> Vec<Segment<'_>> {
        self.0.path()
    }
}

converts!(Busy => (), |_own, _replies| {
    let began = std::time::Instant::now();
    while began.elapsed() < BUSY {
        std::hint::spin_loop();
    }
    Ok(().into())
});

const BUSY: Duration = Duration::from_millis(100);

/// On the clock of the machine, since a conversion waits for none.
#[tokio::test]
async fn a_conversion_is_within_the_total_limit() {
    let host = TestHost::saying(good());
    for (deadline, expected) in [(BUSY, "timeout Total"), (BUSY * 100, "good")] {
        let client = host.client().request_params(once().deadline(deadline)).build().unwrap();
        assert_eq!(class(&client.request(&Busy(Probe::new("IBM"))).await), expected);
    }
}

#[tokio::test(start_paused = true)]
async fn limits_without_end_do_not_overflow() {
    let url = slow_host(1, "HTTP/1.1 200 OK\r\ncontent-length: 12\r\n\r\n{}").await;
    let params = once().deadline(Duration::MAX).idle_timeout(Duration::MAX);
    assert_eq!(ask(&url, params).await, ("good".to_owned(), 1));
}

#[tokio::test(start_paused = true)]
async fn messages_name_the_setting() {
    let url = slow_host(60, OK).await;
    let client = Client::builder()
        .host(&HOST, &url)
        .request_params(once().deadline(Duration::from_secs(2)))
        .build()
        .unwrap();
    assert_eq!(
        client.request(&Probe::new("IBM")).await.unwrap_err().to_string(),
        "Probe IBM: no whole reply within 2s; ask again, or allow more with RequestParams::deadline"
    );
}
