//! Headers and queries of every request, the results of statuses, and requests that are refused before anything
//! is sent.

use std::future::Future;
use std::time::Duration;

use http::header::{HeaderMap, HeaderValue, USER_AGENT};
use serde_json::json;
use virtual_finance_core::request::{ErasedRequest, JsonStyle};
use virtual_finance_core::{
    Client, Context, DateTime, Error, ErrorKind, RequestParams, Source, convert_saved,
};

use super::support::{HOST, HostClient as _, OTHER, Probe, TestHost, class, good, header, reply, target};

#[tokio::test]
async fn headers_params_and_hook_are_on_every_request() {
    let host = TestHost::saying(good());
    let client = host
        .client()
        .header("X-Name", "value")
        .header("X-Name", "last")
        .default_headers(HeaderMap::from_iter([(USER_AGENT, HeaderValue::from_static("gauges/1.0"))]))
        .request_params(
            RequestParams::new()
                .no_proxy()
                .query("region", "U S&x=1")
                .hook(|request| {
                    request.headers_mut().append("x-hook", HeaderValue::from_static("one"));
                })
                .hook(|request| {
                    request.headers_mut().append("x-hook", HeaderValue::from_static("two"));
                }),
        )
        .clock(|| DateTime::from(7))
        .build()
        .unwrap();
    for _ in 0..2 {
        client.request(&Probe::new("IBM")).await.unwrap();
    }
    let requests = host.requests();
    assert_eq!(requests.len(), 2);
    for head in requests {
        assert!(head.starts_with("GET /v1/probe/IBM?now=7&region=U+S%26x%3D1 HTTP/1.1\r\n"), "{head}");
        assert_eq!(header(&head, "X-Name").as_deref(), Some("last"));
        assert_eq!(header(&head, "X-Hook").as_deref(), Some("one + two"));
        assert_eq!(header(&head, "Accept-Encoding").as_deref(), Some("gzip"));
        assert_eq!(header(&head, "User-Agent").as_deref(), Some("gauges/1.0"));
        assert_eq!(header(&head, "Referer"), None);
    }
}

#[tokio::test]
async fn the_callers_headers_replace_the_defaults() {
    let host = TestHost::saying(good());
    let mut headers = http::header::HeaderMap::new();
    headers.insert("user-agent", "mine".parse().unwrap());
    headers.append("accept", "a/b".parse().unwrap());
    headers.append("accept", "c/d".parse().unwrap());
    let client = host
        .client()
        .header("Accept", "old")
        .header("accept-encoding", "identity")
        .headers(headers)
        .build()
        .unwrap();
    client.request(&Probe::new("IBM")).await.unwrap();
    let head = &host.requests()[0];
    for (name, value) in [("user-agent", "mine"), ("accept", "a/b + c/d"), ("accept-encoding", "identity")] {
        assert_eq!(header(head, name).as_deref(), Some(value), "{name}");
    }
}

#[tokio::test]
async fn the_status_decides_before_the_body() {
    const GOOD: &str = r#"{"good":true}"#;
    let cases: &[(u16, &str, &str)] = &[
        (200, GOOD, "good"),
        (201, GOOD, "good"),
        (203, GOOD, "good"),
        (300, GOOD, "good"),
        (200, "<html>", "conversion 422"),
        (200, "", "conversion 422"),
        (204, "", "conversion 422"),
        (304, "", "conversion 422"),
        (400, GOOD, "api 400"),
        (401, GOOD, "api 401"),
        (404, GOOD, "api 404"),
        (422, "<html>", "api 422"),
        (429, "Too Many Requests\r\n", "api 429"),
        (500, "", "api 500"),
        (503, GOOD, "api 503"),
        (599, GOOD, "api 599"),
    ];
    for (status, body, expected) in cases {
        let host = TestHost::saying(reply(*status, &[], body));
        let result = host.client().build().unwrap().request(&Probe::new("IBM")).await;
        assert_eq!(class(&result), *expected, "{status} {body}");
        if let Err(Error::Api(error)) = result {
            assert_eq!(error.body(), *body);
        }
        assert_eq!(host.requests().len(), 1, "nothing is asked twice");
    }
}

#[tokio::test]
async fn a_bad_status_stays_one_whatever_the_body() {
    let cases: &[(&str, Vec<u8>, &str)] = &[
        ("damaged gzip", reply(404, &[("content-encoding", "gzip")], "no gzip"), ""),
        ("unknown encoding", reply(404, &[("content-encoding", "pack")], "?"), ""),
        ("latin1", reply(404, &[("content-type", "text/html; charset=latin1")], "?"), ""),
        ("not UTF-8", reply(404, &[], [b'a', 0xff]), "a\u{fffd}"),
        ("too large", reply(404, &[], vec![b'x'; 2000]), ""),
        ("cut", b"HTTP/1.1 404 No\r\ncontent-length: 10\r\n\r\nabc".to_vec(), ""),
    ];
    for (name, said, body) in cases {
        let host = TestHost::saying(said.clone());
        let client = host.client().max_body(1000).build().unwrap();
        match client.request(&Probe::new("IBM")).await {
            Err(Error::Api(error)) => assert_eq!((error.status(), error.body()), (404, *body), "{name}"),
            other => panic!("{name}: {other:?}"),
        }
    }
}

#[tokio::test]
async fn a_reply_knows_more_than_the_response() {
    let host = TestHost::saying(reply(203, &[], r#"{"context":0}"#));
    let client = host
        .client()
        .host(&OTHER, "http://127.0.0.1:9/prefix/")
        .clock(|| DateTime::from(42))
        .build()
        .unwrap();
    let reply = client.reply(&Probe::new("IBM")).await.unwrap();
    assert_eq!(reply.request.to_string(), "Probe IBM");
    assert_eq!((reply.status, reply.source, reply.bytes), (203, Source::Api, 13));
    assert!(reply.notes.is_empty());
    assert_eq!(reply.response, json!({"context": "Some(\"http://127.0.0.1:9/prefix\") 42"}));

    let erased = client.reply_erased(&Probe::new("IBM")).await.unwrap();
    let mut out = Vec::new();
    erased.response.write_json(&mut out, JsonStyle::Compact).unwrap();
    assert_eq!(serde_json::from_slice::<serde_json::Value>(&out).unwrap(), reply.response);
}

#[tokio::test]
async fn an_address_below_a_prefix_keeps_it() {
    let host = TestHost::saying(good());
    let client = Client::builder()
        .host(&HOST, &format!("{}/a/b/", host.url()))
        .request_params(RequestParams::new().no_proxy())
        .clock(|| DateTime::from(7))
        .build()
        .unwrap();
    client.request(&Probe::new("BRK/B")).await.unwrap();
    assert_eq!(target(&host.requests()[0]), "/a/b/v1/probe/BRK%2FB?now=7");
}

#[tokio::test]
async fn wrong_parameters_send_nothing() {
    let host = TestHost::saying(good());
    let client = host.client().build().unwrap();
    for probe in [Probe::new("wrong"), Probe::new(""), Probe::new(".."), Probe::new("a\nb")] {
        let error = client.request(&probe).await.unwrap_err();
        assert!(matches!(error, Error::Params(_) | Error::Address { .. }), "{error}");
        assert!(client.reply_erased(&probe).await.is_err());
    }
    assert_eq!(host.requests(), Vec::<String>::new());
}

#[tokio::test]
async fn a_host_that_is_not_there_is_the_librarys_own_error() {
    let gone = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let client = Client::builder()
        .host(&HOST, &format!("http://{gone}"))
        .request_params(RequestParams::new().no_proxy().query("key", "canary"))
        .build()
        .unwrap();
    let error = client.request(&Probe::new("IBM")).await.unwrap_err();
    let start = format!("Probe IBM: the request to {gone} failed: Connection refused");
    assert!(error.to_string().starts_with(&start), "{error}");
    assert!(error.to_string().contains(" in the last of 3 attempts (before it: "), "{error}");
    assert!(!error.to_string().contains("canary"), "{error}");
    let Error::Transport { source, .. } = error else { panic!() };
    assert!(source.downcast_ref::<reqwest::Error>().unwrap().is_connect());
    assert_eq!(source.downcast_ref::<reqwest::Error>().unwrap().url(), None);
}

#[tokio::test]
async fn a_request_may_be_dropped_at_any_point() {
    let host = TestHost::saying(good());
    let client = host.client().build().unwrap();
    for polls in 0..12_u32 {
        let probe = Probe::new("IBM");
        let request = client.request(&probe);
        let after = async {
            for _ in 0..polls {
                tokio::task::yield_now().await;
            }
        };
        tokio::select! { biased; _ = request => {}, () = after => {} }
    }
    assert_eq!(class(&client.request(&Probe::new("IBM")).await), "good");
}

#[tokio::test]
async fn a_named_proxy_is_used_also_for_this_machine() {
    let proxy = TestHost::saying(good());
    let client = Client::builder()
        .host(&HOST, "http://127.0.0.1:9")
        .request_params(RequestParams::new().proxy(proxy.url().replace("http://", "http://user:word@")))
        .clock(|| DateTime::from(7))
        .build()
        .unwrap();
    client.request(&Probe::new("IBM")).await.unwrap();
    let head = &proxy.requests()[0];
    assert_eq!(target(head), "http://127.0.0.1:9/v1/probe/IBM?now=7");
    assert_eq!(header(head, "Proxy-Authorization").as_deref(), Some("Basic dXNlcjp3b3Jk"));
}

#[tokio::test]
async fn settings_of_connections_are_refused_where_connections_are_shared() {
    let (host, proxy) = (TestHost::saying(good()), TestHost::saying(good()));
    let through_proxy = || RequestParams::new().proxy(proxy.url().replace("http://", "http://canary:word@"));
    let built = |params| {
        Client::builder()
            .host(&HOST, host.url())
            .request_params(params)
            .clock(|| DateTime::from(7))
            .build()
            .unwrap()
    };
    let limit = Duration::from_secs(1);
    let direct = RequestParams::new().no_proxy().deadline(limit);
    let refused = [
        (built(direct.clone()), through_proxy(), "`proxy(…)` has no effect"),
        (built(direct.clone()), direct.clone().connect_timeout(limit), "`connect_timeout(…)` has no effect"),
        (built(through_proxy()), RequestParams::new().no_proxy(), "`no_proxy()` has no effect"),
        (built(through_proxy()), RequestParams::new().proxy("http://other:1"), "`proxy(…)` has no effect"),
    ];
    for (client, params, expected) in refused {
        let client = client.with_request_params(params);
        // Whoever goes on from its settings has them, too.
        let again = client.with_request_params(client.request_params().clone().deadline(limit));
        for client in [client, again] {
            let error = client.request(&Probe::new("IBM")).await.unwrap_err();
            let text = error.to_string();
            assert_eq!(error.kind(), ErrorKind::Config, "{text}");
            assert!(text.contains(expected) && text.contains("Client::builder()"), "{text}");
            assert!(!text.contains("canary"), "{text}");
        }
    }
    assert_eq!((host.requests().len(), proxy.requests().len()), (0, 0));

    // Those of the client are no others, also where further settings do not name them.
    let client = built(through_proxy().connect_timeout(limit))
        .with_request_params(RequestParams::new().deadline(limit));
    let client = client.with_request_params(through_proxy().connect_timeout(limit));
    client.request(&Probe::new("IBM")).await.unwrap();
    assert_eq!((host.requests().len(), proxy.requests().len()), (0, 1));
}

#[test]
fn faults_of_a_description_are_reported_by_build() {
    let cases = [
        (Client::builder().header("X Name", "canary"), "\"X Name\" is not a header name"),
        (Client::builder().header("X-Name", "canary\n"), "the value of x-name has control characters"),
        (Client::builder().host(&HOST, "canary"), "the address of query_url cannot be read"),
        (Client::builder().host(&HOST, "ftp://canary"), "the address of query_url is neither http nor https"),
        (Client::builder().host(&HOST, "http://u:canary@h"), "the address of query_url has a user name"),
        (Client::builder().host(&HOST, "http://h?a=canary"), "the address of query_url has a query"),
        (
            Client::builder().request_params(RequestParams::new().proxy("ftp://canary:canary@")),
            "the proxy's address cannot be read",
        ),
    ];
    for (builder, expected) in cases {
        assert!(!format!("{builder:?}").contains("canary"));
        let text = builder.build().unwrap_err().to_string();
        assert!(text.contains(expected) && text.contains("; ") && !text.contains("canary"), "{text}");
    }
}

#[test]
fn saved_replies_need_no_client() {
    let hosts = [("finance_url", "http://saved")];
    let cx = Context::new(&hosts, DateTime::from(1));
    let probe: &dyn ErasedRequest = &Probe::new("IBM");
    let reply = convert_saved(probe, &[br#"{"context":0}"#], &cx).unwrap();
    assert_eq!((reply.source, reply.source.to_string().as_str()), (Source::Saved, "saved replies"));
    let mut out = Vec::new();
    reply.response.write_json(&mut out, JsonStyle::Compact).unwrap();
    assert_eq!(out, br#"{"context":"Some(\"http://saved\") 1"}"#);

    let error = convert_saved(&Probe::new("IBM"), &[b""], &cx).map(drop).unwrap_err();
    assert_eq!(error.status(), Some(422));
    assert!(error.to_string().starts_with("Probe IBM: "), "{error}");
    assert!(matches!(convert_saved(&Probe::new("wrong"), &[b"{}"], &cx), Err(Error::Params(_))));
}

#[test]
fn clients_and_futures_cross_threads() {
    const fn shared<T: Send + Sync + Clone>() {}
    fn sent<T>(future: impl Future<Output = T> + Send) {
        drop(future);
    }
    shared::<Client>();
    let client = Client::new().unwrap();
    let probe = Probe::new("IBM");
    sent(client.request(&probe));
    sent(client.reply(&probe));
    sent(client.reply_erased(&probe));
    assert_eq!(client.request_params().query_pairs().count(), 0);
}
