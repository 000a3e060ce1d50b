//! No header value, cookie, query value or password shows in Debug, Display, logs or traces
//! (row 10 of the promises).

use std::fmt::Write as _;
use std::sync::{Arc, Mutex};

use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Metadata, Subscriber};
use virtual_finance_runtime::{Client, Error, RequestParams, SessionUse};

use crate::support::{COOKIES, HOST, OTHER, Probe, TestHost, good, reply, target};

const CANARY: &str = "canary";

/// Everything that is traced or logged, as text.
#[derive(Clone, Default)]
struct Ear(Arc<Mutex<String>>);

impl Ear {
    fn hear(&self, text: std::fmt::Arguments<'_>) {
        self.0.lock().unwrap().write_fmt(text).unwrap();
    }

    fn text(&self) -> String {
        self.0.lock().unwrap().clone()
    }
}

impl Visit for &Ear {
    fn record_debug(&mut self, field: &Field, value: &dyn std::fmt::Debug) {
        self.hear(format_args!("{}={value:?}\n", field.name()));
    }
}

impl Subscriber for Ear {
    fn enabled(&self, _: &Metadata<'_>) -> bool {
        true
    }
    fn new_span(&self, span: &Attributes<'_>) -> Id {
        span.record(&mut &*self);
        Id::from_u64(1)
    }
    fn record(&self, _: &Id, values: &Record<'_>) {
        values.record(&mut &*self);
    }
    fn record_follows_from(&self, _: &Id, _: &Id) {}
    fn event(&self, event: &Event<'_>) {
        event.record(&mut &*self);
    }
    fn enter(&self, _: &Id) {}
    fn exit(&self, _: &Id) {}
}

impl log::Log for Ear {
    fn enabled(&self, _: &log::Metadata<'_>) -> bool {
        true
    }
    fn log(&self, record: &log::Record<'_>) {
        self.hear(format_args!("{}\n", record.args()));
    }
    fn flush(&self) {}
}

/// A client with a canary in every slot that may hold a secret.
fn client(url: &str, proxied: bool) -> Client {
    let params = RequestParams::new()
        .query("crumb", "canary-query")
        .hook(|request| request.header("X-Hook", "canary-hook").query(&[("hooked", "canary-hook")]));
    let params = if proxied {
        params.proxy(url.replace("http://", "http://canary-user:canary-word@"))
    } else {
        params.no_proxy()
    };
    let builder = Client::builder()
        .header("Authorization", "Bearer canary-header")
        .header("Cookie", "A3=canary-cookie")
        .host(&HOST, if proxied { "http://127.0.0.1:9" } else { url })
        .host(&OTHER, "http://127.0.0.1:9/canary-path")
        .request_params(params);
    assert!(!format!("{builder:?}").contains(CANARY));
    builder.build().unwrap()
}

fn shown(error: &Error) -> String {
    let mut text = format!("{error} {error:?} {error:#?}");
    let mut cause: &dyn std::error::Error = error;
    while let Some(source) = cause.source() {
        write!(text, "{source} {source:?}").unwrap();
        cause = source;
    }
    text
}

/// The same for what the client fetched itself: the cookie, the crumb, and what a host says about them.
async fn no_secret_of_a_session_shows() {
    let set = |value: &str| reply(404, &[("set-cookie", value)], "canary-cookie");
    let cookie = set("A3=canary-cookie; Path=/");
    let crumb = reply(200, &[], "canary/crumb");
    let told = reply(
        401,
        &[],
        r#"{"a":{"error":{"code":"canary/crumb","description":"canary%2Fcrumb, A3=canary-cookie"}}}"#,
    );
    let table = [
        ("good", cookie.clone(), crumb.clone(), good()),
        ("refused", cookie.clone(), crumb.clone(), told),
        ("conversion", cookie.clone(), crumb, reply(200, &[], "canary/crumb")),
        ("no crumb", cookie.clone(), reply(200, &[], "<canary>"), good()),
        ("a crumb's status", cookie.clone(), reply(500, &[], "canary-cookie"), good()),
        ("cut", cookie.clone(), b"HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\ncanary".to_vec(), good()),
        ("charset", cookie, reply(200, &[("content-type", "a/b; charset=canary-cookie")], ""), good()),
        ("elsewhere", reply(302, &[("location", "https://evil.example/?canary")], ""), good(), good()),
    ];
    for (name, first, second, third) in table {
        let host = TestHost::start(move |head| match target(head) {
            "/" => first.clone(),
            "/v1/test/getcrumb" => second.clone(),
            _ => third.clone(),
        });
        let client = host.client().host(&COOKIES, &host.url).build().unwrap();
        let result = client.request(&Probe::with_session(SessionUse::Always)).await;
        assert_eq!(result.is_ok(), name == "good", "{name}");
        if let Err(error) = result {
            assert!(!shown(&error).contains(CANARY), "{name}: {}", shown(&error));
        }
        assert!(!format!("{client:?}").contains(CANARY));
    }
}

#[tokio::test]
async fn no_secret_shows_anywhere() {
    let ear = Ear::default();
    log::set_boxed_logger(Box::new(ear.clone())).unwrap();
    log::set_max_level(log::LevelFilter::Trace);
    tracing::subscriber::set_global_default(ear.clone()).unwrap();
    let replies: Vec<(&str, Vec<u8>)> = vec![
        ("good", good()),
        ("unexpected status", reply(203, &[], "{}")),
        ("conversion", reply(200, &[("set-cookie", "A3=canary-cookie")], "<html>")),
        ("status", reply(401, &[], "you sent canary-header")),
        (
            "envelope",
            reply(
                401,
                &[],
                r#"{"a":{"error":{"code":"canary-query","description":"Bearer canary-header, canary-cookie"}}}"#,
            ),
        ),
        ("unknown encoding", reply(200, &[("content-encoding", "canary-query")], "")),
        ("unknown charset", reply(200, &[("content-type", "text/html; charset=canary-cookie")], "")),
        ("cut", b"HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{".to_vec()),
        ("no HTTP", b"garbage\r\n\r\n".to_vec()),
        ("nothing", Vec::new()),
        ("encoding", reply(200, &[("content-encoding", "gzip")], "canary")),
        ("foreign", reply(302, &[("location", "https://evil.example/?crumb=canary-query")], "")),
        (
            "credentials",
            reply(302, &[("location", "https://canary-user:canary-word@finance.yahoo.com/")], ""),
        ),
    ];
    for (name, said) in replies {
        let host = TestHost::saying(said);
        for proxied in [false, true] {
            let client = client(&host.url, proxied);
            assert!(!format!("{client:?} {:#?}", client.request_params()).contains(CANARY));
            if let Err(error) = client.request(&Probe::new("IBM")).await {
                assert!(!shown(&error).contains(CANARY), "{name}: {}", shown(&error));
            }
        }
        let sent = host.requests().concat();
        for canary in ["canary-query", "canary-hook", "canary-header", "canary-cookie"] {
            assert!(sent.contains(canary), "{name}: {canary} was not even sent");
        }
    }
    no_secret_of_a_session_shows().await;
    let heard = ear.text();
    assert!(!heard.contains(CANARY), "{heard}");
    for expected in ["endpoint=\"Probe\"", "ticker=\"IBM\"", "status=401", "bytes=13", "duration_ms="] {
        assert!(heard.contains(expected), "{expected} in {heard}");
    }
}

/// A secret with capitals, a quote and signs that addresses encode, longer than messages keep whole.
const ODD: &str = "Secret-\"Word\"/with+signs-and-so-on";

#[tokio::test]
async fn a_secret_is_found_in_every_form_that_a_host_may_give_it() {
    let quoted = ODD.replace('"', "\\\"");
    let encoded = ODD.replace('"', "%22").replace('/', "%2F").replace('+', "%2B");
    let lower = ODD.to_lowercase();
    let envelope = |words: &str| format!(r#"{{"a":{{"error":{{"code":"c","description":"{words}"}}}}}}"#);
    let padded = |count: usize| envelope(&format!("{}{quoted}", "x".repeat(count)));
    let plain = ODD.replace('"', "");
    let replies: Vec<(&str, Vec<u8>)> = vec![
        ("status", reply(401, &[], envelope(&quoted))),
        ("lower case", reply(401, &[], envelope(&quoted.to_lowercase()))),
        ("encoded", reply(401, &[], envelope(&encoded))),
        ("cut with a status", reply(500, &[], padded(180))),
        ("cut a little", reply(500, &[], padded(165))),
        ("encoding", reply(200, &[("content-encoding", ODD)], "")),
        ("charset", reply(200, &[("content-type", &format!("text/html; charset={lower}"))], "")),
        ("redirect", reply(302, &[("location", "https://secretword-in-a-host.example/")], "")),
    ];
    for (name, said) in replies {
        let host = TestHost::saying(said);
        let builder = Client::builder().header("X-Word", ODD).header("X-Host", "secretword-in-a-host");
        let params = RequestParams::new().no_proxy().query("word", plain.as_str());
        let client = builder.host(&HOST, &host.url).request_params(params).build().unwrap();
        let error = client.request(&Probe::new("IBM")).await.unwrap_err();
        let shown = shown(&error).to_lowercase();
        for part in ["secret-", "secretword"] {
            assert!(!shown.contains(part), "{name}: {shown}");
        }
    }
}

#[tokio::test]
async fn a_declared_length_takes_no_memory_before_it_is_sent() {
    let said = b"HTTP/1.1 200 OK\r\ncontent-length: 9000000000000000000\r\n\r\n{".to_vec();
    let host = TestHost::saying(said);
    let client = Client::builder().host(&HOST, &host.url).max_body(usize::MAX);
    let client = client.request_params(RequestParams::new().no_proxy()).build().unwrap();
    let error = client.request(&Probe::new("IBM")).await.unwrap_err();
    assert!(error.is_network(), "{error}");
}
