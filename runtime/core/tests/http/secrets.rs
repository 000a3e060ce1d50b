//! No header value, cookie, query value or password shows in Debug, Display, logs or traces
//! (row 10 of the promises).

use virtual_finance_core::{Client, RequestParams};

use super::ear::{Ear, shown};
use super::support::{HOST, OTHER, Probe, TestHost, good, reply};

const CANARY: &str = "canary";

/// A client with a canary in every slot that may hold a secret.
fn client(url: &str, proxied: bool) -> Client {
    let params = RequestParams::new().query("crumb", "canary-query").hook(|request| {
        request.headers_mut().insert("x-hook", http::HeaderValue::from_static("canary-hook"));
        request.add_query("hooked", "canary-hook");
    });
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

#[tokio::test]
async fn no_secret_shows_anywhere() {
    let ear = Ear::listening();
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
            let client = client(host.url(), proxied);
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
    let heard = ear.text();
    assert!(!heard.contains(CANARY), "{heard}");
    for expected in ["endpoint=\"Probe\"", "subject=\"IBM\"", "status=401", "bytes=13", "duration_ms="] {
        assert!(heard.contains(expected), "{expected} in {heard}");
    }
}

/// A secret with capitals, a quote and signs that addresses encode, longer than messages keep whole.
const ODD: &str = "Secret-\"Word\"/with+signs-and-so-on";

#[tokio::test]
async fn a_good_reply_is_read_without_the_secrets_that_it_repeats() {
    let body = r#"{"query":"canary-query","cookie":"canary-cookie","bird":"canary"}"#;
    let host = TestHost::saying(reply(200, &[], body));
    let read = client(host.url(), false).request(&Probe::new("IBM")).await.unwrap();
    assert_eq!(read.to_string(), r#"{"query":"hidden","cookie":"hidden","bird":"canary"}"#);
}

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
        let client = builder.host(&HOST, host.url()).request_params(params).build().unwrap();
        let error = client.request(&Probe::new("IBM")).await.unwrap_err();
        let shown = shown(&error).to_lowercase();
        for part in ["secret-", "secretword"] {
            assert!(!shown.contains(part), "{name}: {shown}");
        }
    }
}

/// The path of a host at another address, and the credentials of a proxy in the forms in which they are sent.
#[tokio::test]
async fn a_host_that_repeats_an_address_is_masked() {
    // starling-user:starling-word, as the header has it.
    const HEADER: &str = "c3RhcmxpbmctdXNlcjpzdGFybGluZy13b3Jk";
    for (status, proxied) in [(404, false), (404, true), (200, false), (200, true)] {
        let host = TestHost::start(move |head| {
            let said = head.replace("\r\n", ", ").replace('"', "");
            let words = format!("{said}; starling-user with starling-word");
            let envelope = format!(r#"{{"a":{{"error":{{"code":"c","description":"{words}"}}}}}}"#);
            reply(status, &[], if status == 200 { format!("<{words}>") } else { envelope })
        });
        let address = if proxied { "http://127.0.0.1:9" } else { host.url() };
        let params = RequestParams::new();
        let params = match proxied {
            true => params.proxy(host.url().replace("http://", "http://starling-user:starling-word@")),
            false => params.no_proxy(),
        };
        let builder =
            Client::builder().host(&HOST, &format!("{address}/starling-path/")).request_params(params);
        let error = builder.build().unwrap().request(&Probe::new("IBM")).await.unwrap_err();
        let sent = host.requests().concat();
        assert!(sent.contains("starling-path") && sent.contains(HEADER) == proxied, "{sent}");
        let shown = shown(&error);
        let mut private = vec!["starling-path", HEADER];
        // Nothing but the credentials of a proxy that there is are known.
        private.extend(["starling-user", "starling-word"].iter().filter(|_| proxied));
        assert!(!private.iter().any(|part| shown.contains(part)), "{shown}");
    }
}

#[tokio::test]
async fn a_declared_length_takes_no_memory_before_it_is_sent() {
    let said = b"HTTP/1.1 200 OK\r\ncontent-length: 9000000000000000000\r\n\r\n{".to_vec();
    let host = TestHost::saying(said);
    let client = Client::builder().host(&HOST, host.url()).max_body(usize::MAX);
    let client = client.request_params(RequestParams::new().no_proxy()).build().unwrap();
    let error = client.request(&Probe::new("IBM")).await.unwrap_err();
    assert!(error.is_network(), "{error}");
}
