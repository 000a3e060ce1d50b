//! Bodies that are handed over piece by piece: they come whole or end with an error, and are never held as a whole.

use std::io::Read as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use futures_util::StreamExt as _;
use http::StatusCode;
use virtual_finance_core::catalogue::{RawKind, SessionUse};
use virtual_finance_core::request::EndpointInfo;
use virtual_finance_core::transport::{
    Chunk, Transport, TransportBody, TransportError, TransportFuture, TransportReply, TransportRequest,
};
use virtual_finance_core::{Bytes, Client, Error, Host, RequestParams, exactly_one};

use super::record::{folder, replay};
use super::support::{HOST, HostClient as _, TestHost, class, header, once, probe, reply};

static HOSTS: [&Host; 1] = [&HOST];
static IMAGE: EndpointInfo = EndpointInfo {
    name: "Image",
    path: "v1/image.png",
    raw: RawKind::Bytes,
    ..probe(SessionUse::Never, &HOSTS)
};

/// A request for an image.
struct Image;

asks!(Image, |_own| &IMAGE);

converts!(Image => Bytes, |_own, replies| {
    exactly_one(replies)?;
    Bytes::of(replies)
});

/// Bytes that begin like gzip and are none, with a tag of another character set.
const CONTENT: &[u8] = b"\x1f\x8b\0\xff<meta charset=\"latin1\">\x80";

async fn read(client: &Client) -> Result<Vec<u8>, Error> {
    let mut download = client.download(&Image).await?;
    let mut content = Vec::new();
    while let Some(chunk) = download.chunk().await? {
        content.extend(chunk);
    }
    assert!(download.chunk().await.is_ok_and(|chunk| chunk.is_none()), "it stays at its end");
    Ok(content)
}

#[tokio::test]
async fn bytes_come_as_they_are_in_both_ways() {
    let host = TestHost::saying(reply(200, &[("content-type", "IMAGE/png; charset=latin1")], CONTENT));
    let client = host.client().build().unwrap();
    let download = client.download(&Image).await.unwrap();
    assert_eq!((download.status(), download.media_type()), (200, Some("image/png")));
    assert_eq!(download.length(), u64::try_from(CONTENT.len()).ok());
    let mut written = Vec::new();
    assert_eq!(download.write_to(&mut written).await.unwrap(), u64::try_from(CONTENT.len()).unwrap());
    assert_eq!(written, CONTENT);
    assert_eq!(header(&host.requests()[0], "accept-encoding").as_deref(), Some("identity"));
    let whole = client.request(&Image).await.unwrap();
    assert_eq!((whole.media_type.as_deref(), whole.content.as_slice()), (Some("image/png"), CONTENT));
}

#[tokio::test]
async fn a_reply_without_a_readable_media_type_has_none() {
    for media_type in ["", "image", "/png", "image/", "im age/png", "image/png/png"] {
        let host = TestHost::saying(reply(200, &[("content-type", media_type)], CONTENT));
        let client = host.client().build().unwrap();
        assert_eq!(client.download(&Image).await.unwrap().media_type(), None, "{media_type:?}");
        assert_eq!(client.request(&Image).await.unwrap().media_type, None, "{media_type:?}");
    }
}

/// The replies of a host with the classes of their errors, as for a body that is read as a whole.
#[tokio::test]
async fn a_body_that_does_not_come_whole_is_an_error() {
    let head = "HTTP/1.1 200 Said\r\nconnection: close\r\n";
    let cases: [(Vec<u8>, &str); 7] = [
        (format!("{head}content-length: 9\r\n\r\nshort").into_bytes(), "cut"),
        (format!("{head}transfer-encoding: chunked\r\n\r\n5\r\nshort\r\n").into_bytes(), "cut"),
        (
            reply(200, &[("content-encoding", "gzip")], CONTENT),
            "encoding was not asked for, and is not decoded piece by piece",
        ),
        (reply(200, &[("content-encoding", "rot13")], CONTENT), "encoding is unknown"),
        (reply(206, &[], CONTENT), "cut"),
        (reply(404, &[("content-type", "text/plain")], "no image"), "api 404"),
        (reply(200, &[], CONTENT), "good"),
    ];
    for (sent, expected) in cases {
        let host = TestHost::saying(sent);
        assert_eq!(class(&read(&host.client().build().unwrap()).await), expected);
    }
}

#[tokio::test]
async fn retries_are_for_the_head() {
    let count = AtomicUsize::new(0);
    let host = TestHost::start(move |_| match count.fetch_add(1, Ordering::SeqCst) {
        0 => reply(503, &[], "busy"),
        _ => b"HTTP/1.1 200 Said\r\nconnection: close\r\ncontent-length: 9\r\n\r\nshort".to_vec(),
    });
    let retries = virtual_finance_core::settings::Retries::new()
        .base(Duration::from_millis(1), Duration::from_millis(1));
    let params = RequestParams::new().no_proxy().retries(retries);
    let client = Client::builder().host(&HOST, host.url()).request_params(params).build().unwrap();
    assert_eq!(class(&read(&client).await), "cut");
    assert_eq!(host.targets().len(), 2);
}

#[tokio::test]
async fn a_record_has_the_bytes_and_gives_them_again() {
    let host = TestHost::saying(reply(200, &[("content-type", "image/gif")], CONTENT));
    let folder = folder("download");
    let recording = host.client().record(&folder).build().unwrap();
    assert_eq!(read(&recording).await.unwrap(), CONTENT);
    let replaying = replay(&folder);
    let download = replaying.download(&Image).await.unwrap();
    assert_eq!((download.media_type(), download.length()), (Some("image/gif"), Some(28)));
    assert_eq!(read(&replaying).await.unwrap(), CONTENT);
    assert_eq!(replaying.request(&Image).await.unwrap().content, CONTENT);
    assert_eq!(host.targets().len(), 1);
}

#[test]
fn the_blocking_client_gives_a_reader() {
    let host = TestHost::saying(reply(200, &[("content-type", "image/png")], CONTENT));
    let client = host.client().build_blocking().unwrap();
    let mut download = client.download(&Image).unwrap();
    assert_eq!((download.media_type(), download.length()), (Some("image/png"), Some(28)));
    let (mut first, mut rest) = ([0; 4], Vec::new());
    download.read_exact(&mut first).unwrap();
    download.read_to_end(&mut rest).unwrap();
    assert_eq!([&first[..], &rest].concat(), CONTENT);
}

/// A host in memory that sends so many pieces of 64 KiB, each after a pause, and counts those that it made.
struct Pieces {
    pieces: usize,
    pause: Duration,
    made: Arc<AtomicUsize>,
}

struct Made {
    left: usize,
    pause: Duration,
    made: Arc<AtomicUsize>,
}

impl Transport for Pieces {
    fn send(&self, request: TransportRequest) -> TransportFuture<'_, TransportReply> {
        assert_eq!(request.max_body(), usize::MAX);
        let body = Made { left: self.pieces, pause: self.pause, made: Arc::clone(&self.made) };
        Box::pin(async move { Ok(TransportReply::new(StatusCode::OK, body)) })
    }
}

impl TransportBody for Made {
    fn chunk(&mut self) -> TransportFuture<'_, Option<Chunk>> {
        Box::pin(async move {
            if self.left == 0 {
                return Ok::<_, TransportError>(None);
            }
            tokio::time::sleep(self.pause).await;
            self.left = self.left.saturating_sub(1);
            self.made.fetch_add(1, Ordering::SeqCst);
            Ok(Some(vec![7; 64 << 10].into()))
        })
    }
}

fn pieces(pieces: usize, pause: Duration, params: RequestParams) -> (Client, Arc<AtomicUsize>) {
    let made = Arc::new(AtomicUsize::new(0));
    let transport = Pieces { pieces, pause, made: Arc::clone(&made) };
    (Client::builder().transport(transport).request_params(params).max_body(1 << 20).build().unwrap(), made)
}

#[tokio::test]
async fn a_body_beyond_the_bound_of_memory_comes_one_piece_at_a_time() {
    let (client, made) = pieces(1000, Duration::ZERO, once());
    let mut download = client.download(&Image).await.unwrap();
    assert_eq!(made.load(Ordering::SeqCst), 0);
    let mut bytes = 0;
    while let Some(chunk) = download.next().await {
        bytes += chunk.unwrap().len();
        assert_eq!(
            made.load(Ordering::SeqCst) * (64 << 10),
            bytes,
            "no piece is made before it is asked for"
        );
    }
    assert_eq!(bytes, 1000 * (64 << 10));
}

#[tokio::test(start_paused = true)]
async fn the_deadline_is_for_the_head_and_each_piece_has_the_idle_time() {
    let params = || once().deadline(Duration::from_secs(5)).idle_timeout(Duration::from_secs(3));
    let (client, _) = pieces(10, Duration::from_secs(2), params());
    assert_eq!(read(&client).await.unwrap().len(), 10 * (64 << 10));
    let (client, _) = pieces(10, Duration::from_secs(4), params());
    assert_eq!(class(&read(&client).await), "timeout Idle");
}

#[tokio::test(start_paused = true)]
async fn a_slow_host_is_an_error_and_a_slow_caller_is_none() {
    let params = || once().min_speed(40_000).idle_timeout(Duration::from_secs(60));
    let (client, _) = pieces(20, Duration::from_secs(2), params());
    assert_eq!(class(&read(&client).await), "timeout Speed");
    let (client, _) = pieces(20, Duration::from_secs(1), params());
    let mut download = client.download(&Image).await.unwrap();
    let mut count = 0;
    while let Some(_chunk) = download.chunk().await.unwrap() {
        count += 1;
        tokio::time::sleep(Duration::from_secs(30)).await;
    }
    assert_eq!(count, 20);
}

#[tokio::test]
async fn no_error_of_a_body_shows_a_secret() {
    let host = TestHost::saying(reply(200, &[("content-encoding", "canary-secret")], CONTENT));
    let params = once().query("key", "canary-secret");
    let client = Client::builder().host(&HOST, host.url()).request_params(params).build().unwrap();
    let error = client.download(&Image).await.unwrap_err().to_string();
    assert!(error.contains("content encoding") && !error.contains("canary"), "{error}");
}
