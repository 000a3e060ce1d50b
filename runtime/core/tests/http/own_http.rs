//! A program with an HTTP library of its own sends the messages of the client, and reads replies as it does.

use http::Response;
use virtual_finance_core::{Context, DateTime, Error, Reply, convert_reply, message};

use super::support::{HOST, HostClient as _, Probe, TestHost, class, header, reply};

/// The status, the headers and the body of a reply.
type Given = (u16, &'static [(&'static str, &'static str)], &'static str);

const REPLIES: [Given; 11] = [
    (200, &[("content-type", "application/json")], r#"{"good":true}"#),
    (203, &[("x-ratelimit-remaining", "4"), ("x-ratelimit-reset", "30")], r#"{"good":true}"#),
    (200, &[("content-type", "application/json; charset=latin1")], r#"{"good":true}"#),
    (200, &[], "<meta charset='latin1'>"),
    (200, &[], "no JSON"),
    (206, &[], r#"{"good":"#),
    (404, &[], r#"{"error":{"code":"Not Found","description":"No such ticker"}}"#),
    (404, &[], r#"{"code":7,"message":"No such ticker"}"#),
    (403, &[], "Too Many Requests"),
    (429, &[("retry-after", "120")], ""),
    (503, &[("content-type", "text/html; charset=latin1")], "<html>down"),
];

#[tokio::test]
async fn a_reply_becomes_what_the_client_makes_of_it() {
    for (status, headers, body) in REPLIES {
        let host = TestHost::saying(reply(status, headers, body));
        let client = host.client().clock(|| DateTime::from(7)).build().unwrap();
        let of_client = client.reply(&Probe::new("IBM")).await;
        let own = Response::builder().status(status);
        let own = headers.iter().fold(own, |own, (name, value)| own.header(*name, *value));
        let addresses = [(HOST.name, host.url())];
        let cx = Context::new(&addresses, DateTime::from(7));
        let own: Result<Reply<_>, Error> = convert_reply(&Probe::new("IBM"), &own.body(body).unwrap(), &cx);
        assert_eq!(class(&own), class(&of_client), "{status} {body}");
        match (own, of_client) {
            (Ok(own), Ok(of_client)) => assert_eq!(own, of_client),
            (own, of_client) => assert_eq!(own.unwrap_err().to_string(), of_client.unwrap_err().to_string()),
        }
    }
}

/// Hosts say what is wrong in the reply itself, under one name or another.
#[tokio::test]
async fn the_words_of_the_host_are_in_the_message() {
    for (body, expected) in [
        (r#"{"code":"gone","message":"No such ticker"}"#, r#" ("gone": "No such ticker")"#),
        (
            r#"{"type":"about:blank","title":"Gone","detail":"No such ticker"}"#,
            r#" ("about:blank": "No such ticker")"#,
        ),
        (r#"{"error":{"code":7,"message":"No such ticker"}}"#, r#" ("7": "No such ticker")"#),
        (r#"{"count":7,"items":[]}"#, ""),
        (r#"["No such ticker"]"#, ""),
    ] {
        let host = TestHost::saying(reply(404, &[], body));
        let client = host.client().build().unwrap();
        let error = client.request(&Probe::new("IBM")).await.unwrap_err().to_string();
        let told = format!("Probe IBM: the host answered with status 404{expected}; check the ticker");
        assert!(error == told || error == told.replace("the ticker", "the parameters"), "{body}: {error}");
    }
}

#[tokio::test]
async fn a_message_is_the_one_of_the_client() {
    let host = TestHost::saying(reply(200, &[], "{}"));
    let addresses = [(HOST.name, host.url())];
    let own = message(&Probe::new("A B/C"), &Context::new(&addresses, DateTime::from(7))).unwrap();
    let client = host.client().clock(|| DateTime::from(7)).build().unwrap();
    client.request(&Probe::new("A B/C")).await.unwrap();
    let [sent] = host.requests().try_into().unwrap();
    let target = own.uri().path_and_query().unwrap();
    assert!(sent.starts_with(&format!("{} {target} HTTP/1.1\r\n", own.method())), "{sent}");
    assert_eq!(header(&sent, "host").as_deref(), own.uri().authority().map(http::uri::Authority::as_str));
    let accept = own.headers().get("accept").map(|value| value.to_str().unwrap().to_owned());
    assert_eq!((header(&sent, "accept"), own.headers().len(), own.body().len()), (accept, 1, 0));
}
