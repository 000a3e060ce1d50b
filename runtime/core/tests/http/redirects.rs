//! The targets of redirects, and the headers that go along.

use http::header::{HeaderMap, HeaderValue, USER_AGENT};
use virtual_finance_core::{Client, DateTime, RequestParams};

use super::support::{HOST, HostClient as _, OTHER, Probe, TestHost, class, good, header, reply, target};

fn to(location: &str) -> Vec<u8> {
    reply(302, &[("location", location)], "")
}

/// A client that adds something in every way there is.
fn adding(hosts: &[(&virtual_finance_core::Host, &str)], params: RequestParams) -> Client {
    let agent = HeaderValue::from_static("Mozilla/5.0");
    let mut builder = Client::builder()
        .default_headers(HeaderMap::from_iter([(USER_AGENT, agent)]))
        .header("X-Mine", "1")
        .header("Cookie", "a=b")
        .clock(|| DateTime::from(7));
    for (host, url) in hosts {
        builder = builder.host(host, url);
    }
    let params = params.query("key", "secret").hook(|request| {
        request.headers_mut().insert("x-hook", HeaderValue::from_static("1"));
        request.add_query("hooked", "secret");
    });
    builder.request_params(params).build().unwrap()
}

#[tokio::test]
async fn within_an_origin_everything_goes_along() {
    for status in [301, 302, 303, 307, 308] {
        let host = TestHost::start(move |head| {
            if target(head).starts_with("/next") {
                good()
            } else {
                reply(status, &[("location", "/next?a=b#part")], "")
            }
        });
        let client = adding(&[(&HOST, host.url())], RequestParams::new().no_proxy());
        client.request(&Probe::new("IBM")).await.unwrap();
        let second = &host.requests()[1];
        assert_eq!(target(second), "/next?a=b&key=secret&hooked=secret");
        assert_eq!(header(second, "X-Mine").as_deref(), Some("1"));
        assert_eq!(header(second, "X-Hook").as_deref(), Some("1"));
        assert_eq!(header(second, "Referer"), None);
    }
}

#[tokio::test]
async fn nothing_of_the_caller_leaves_the_origin() {
    let second = TestHost::saying(good());
    // The first host repeats the whole query and adds one pair.
    let there = second.url().to_owned();
    let first = TestHost::start(move |head| {
        let query = target(head).split_once('?').unwrap().1;
        to(&format!("{there}/next?{query}&a=b"))
    });
    let client = adding(&[(&HOST, first.url()), (&OTHER, second.url())], RequestParams::new().no_proxy());
    client.request(&Probe::new("IBM")).await.unwrap();
    let head = &second.requests()[0];
    assert_eq!(target(head), "/next?now=7&a=b");
    for name in ["X-Mine", "X-Hook", "Cookie", "Referer"] {
        assert_eq!(header(head, name), None, "{name}");
    }
    assert!(!head.contains("secret"), "{head}");
    assert!(header(head, "User-Agent").unwrap().starts_with("Mozilla/5.0"));
}

#[tokio::test]
async fn what_is_dropped_stays_dropped_on_the_way_back() {
    let first_url = std::sync::Arc::new(std::sync::OnceLock::<String>::new());
    let back = std::sync::Arc::clone(&first_url);
    let second = TestHost::start(move |_| to(&format!("{}/back", back.get().unwrap())));
    let there = second.url().to_owned();
    let first = TestHost::start(move |head| if target(head) == "/back" { good() } else { to(&there) });
    first_url.set(first.url().to_owned()).unwrap();
    let client = adding(&[(&HOST, first.url()), (&OTHER, second.url())], RequestParams::new().no_proxy());
    client.request(&Probe::new("IBM")).await.unwrap();
    assert!(!first.requests()[1].contains("secret"));
    assert_eq!(header(&first.requests()[1], "X-Mine"), None);
}

#[tokio::test]
async fn ten_redirects_and_no_more() {
    for (steps, expected, sent) in [(10, "good", 11), (11, "TooMany { limit: 10 }", 11)] {
        let host = TestHost::start(move |head| {
            let step: u32 = target(head).strip_prefix("/step/").map_or(0, |rest| rest.parse().unwrap());
            if step == steps { good() } else { to(&format!("/step/{}", step.saturating_add(1))) }
        });
        let result = host.client().build().unwrap().request(&Probe::new("IBM")).await;
        assert_eq!(class(&result), expected);
        assert_eq!(host.requests().len(), sent);
    }
}

#[tokio::test]
async fn elsewhere_is_refused() {
    let stranger = TestHost::saying(good());
    let cases = [
        (stranger.url(), "ForeignHost { host: \"127.0.0.1\" }"),
        ("https://evil.example/", "ForeignHost { host: \"evil.example\" }"),
        (
            "https://query1.finance.yahoo.com.evil.example/",
            "ForeignHost { host: \"query1.finance.yahoo.com.evil.example\" }",
        ),
        ("https://sub.finance.yahoo.com/", "ForeignHost { host: \"sub.finance.yahoo.com\" }"),
        ("https://finance.yahoo.com:8443/", "ForeignHost { host: \"finance.yahoo.com\" }"),
        ("https://guce.yahoo.com:8443/", "ForeignHost { host: \"guce.yahoo.com\" }"),
        ("//evil.example/", "Insecure { host: \"evil.example\" }"),
        ("http://finance.yahoo.com/", "Insecure { host: \"finance.yahoo.com\" }"),
        ("ftp://finance.yahoo.com/", "Insecure { host: \"finance.yahoo.com\" }"),
        ("file:///etc/passwd", "Insecure { host: \"\" }"),
        ("javascript:alert(1)", "Insecure { host: \"\" }"),
        ("https://user:canary@finance.yahoo.com/", "Credentials { host: \"finance.yahoo.com\" }"),
        ("https://user@finance.yahoo.com/", "Credentials { host: \"finance.yahoo.com\" }"),
        ("https://[", "NoAddress"),
        ("", "NoAddress"),
    ];
    for (location, expected) in cases {
        let host = TestHost::saying(to(location));
        let result = host.client().build().unwrap().request(&Probe::new("IBM")).await;
        assert_eq!(class(&result), expected, "{location}");
        assert!(!result.unwrap_err().to_string().contains("canary"));
    }
    assert_eq!(stranger.requests(), Vec::<String>::new());
    let bare = TestHost::saying(reply(302, &[], ""));
    assert_eq!(class(&bare.client().build().unwrap().request(&Probe::new("IBM")).await), "NoAddress");
}

#[tokio::test]
async fn hosts_of_the_table_are_reached_by_https() {
    for host in ["finance.yahoo.com", "query1.finance.yahoo.com"] {
        // The proxy is the only one that the client talks to: it redirects, then sees the tunnel asked for.
        let location = format!("https://{host}/consent?key=secret");
        let proxy =
            TestHost::start(
                move |head| {
                    if head.starts_with("CONNECT") { reply(502, &[], "") } else { to(&location) }
                },
            );
        let client = adding(&[(&HOST, "http://127.0.0.1:9")], RequestParams::new().proxy(proxy.url()));
        let result = client.request(&Probe::new("IBM")).await;
        assert_eq!(class(&result), "transport");
        let text = result.unwrap_err().to_string();
        assert!(text.contains(": the proxy gives no way to the host (unsuccessful)"), "{text}");
        assert!(proxy.requests()[1].starts_with(&format!("CONNECT {host}:443 ")), "{host}");
    }
}
