//! Methods, bodies and headers that the table gives a request, from the host's side.

use std::fs;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::{Value, json};
use virtual_finance_core::catalogue::{
    BodyFormat, EnumInfo, ParamInfo, ParamKind, ParamLocation, RawKind, VariantInfo,
};
use virtual_finance_core::error::RedirectFault;
use virtual_finance_core::params::{ParamErrors, ParamFault, Plain};
use virtual_finance_core::read::{self, DataPath};
use virtual_finance_core::request::{EndpointInfo, Request, RequestBody};
use virtual_finance_core::settings::Retries;
use virtual_finance_core::{Client, Context, DateTime, Error, RequestParams, message};

use super::record::{folder, replay};
use super::support::{HOST, HostClient as _, TestHost, good, header, reply};

const COLOURS: EnumInfo =
    EnumInfo { variants: &[VariantInfo::new("Red", "red", "Red.")], ..EnumInfo::new("Colour") };

const TICKERS: ParamKind = ParamKind::List { item: &ParamKind::Ticker, separator: "," };

const PARAMS: &[ParamInfo] = &[
    ParamInfo {
        place: ParamLocation::Header,
        wire: "X-Page",
        kind: ParamKind::Integer,
        ..ParamInfo::new("page")
    },
    ParamInfo { place: ParamLocation::Header, wire: "X-Word", ..ParamInfo::new("word") },
    ParamInfo {
        kind: ParamKind::List { item: &ParamKind::Integer, separator: "," },
        repeated: true,
        wire: "id",
        ..ParamInfo::new("ids")
    },
    ParamInfo {
        place: ParamLocation::Body,
        wire: "config.s",
        kind: TICKERS,
        repeated: true,
        ..ParamInfo::new("tickers")
    },
    ParamInfo {
        place: ParamLocation::Body,
        wire: "config.count",
        kind: ParamKind::Integer,
        default: Some("10"),
        ..ParamInfo::new("count")
    },
    ParamInfo { place: ParamLocation::Body, kind: ParamKind::Number, ..ParamInfo::new("weight") },
    ParamInfo { place: ParamLocation::Body, kind: ParamKind::Boolean, ..ParamInfo::new("ripe") },
    ParamInfo { place: ParamLocation::Body, kind: ParamKind::Date, ..ParamInfo::new("day") },
    ParamInfo { place: ParamLocation::Body, kind: ParamKind::DateTime, ..ParamInfo::new("moment") },
    ParamInfo { place: ParamLocation::Body, kind: ParamKind::Enum(&COLOURS), ..ParamInfo::new("colour") },
];

const BASE: EndpointInfo = EndpointInfo {
    hosts: &[&HOST],
    path: "v1/news",
    method: "POST",
    query: &[("queryRef", "latest")],
    headers: &[("Accept", "application/json")],
    body: Some(BodyFormat::Json),
    params: PARAMS,
    ..EndpointInfo::new("News", &HOST)
};

static NEWS: EndpointInfo = BASE;
static SAFE: EndpointInfo = EndpointInfo { safe: true, ..BASE };
static FORM: EndpointInfo = EndpointInfo { body: Some(BodyFormat::Form), ..BASE };
static DELETE: EndpointInfo = EndpointInfo { method: "DELETE", body: None, params: &[], ..BASE };
static PUT: EndpointInfo = EndpointInfo { method: "PUT", ..BASE };

/// A request of those parameters, which gives the JSON of its reply, or the length of one that is not JSON.
#[derive(Clone)]
struct Ask(&'static EndpointInfo, Vec<(&'static str, Plain<'static>)>);

impl Ask {
    fn news(tickers: &[&'static str]) -> Self {
        let tickers = tickers.iter().map(|ticker| Plain::String(ticker)).collect();
        Self(&NEWS, vec![("tickers", Plain::List(tickers))])
    }

    fn of(info: &'static EndpointInfo) -> Self {
        Self(info, Self::news(&["IBM"]).1)
    }

    fn with(mut self, name: &'static str, value: Plain<'static>) -> Self {
        self.1.push((name, value));
        self
    }
}

impl Request for Ask {
    fn info(&self) -> &'static EndpointInfo {
        self.0
    }

    fn value(&self, param: &str) -> Option<Plain<'_>> {
        self.1.iter().find(|(name, _)| *name == param).map(|(_, value)| value.clone())
    }
}

converts!(Ask => Value, |_own, replies| {
    let body = replies.first().map_or(&b""[..], |reply| reply.bytes());
    Ok(serde_json::from_slice::<Value>(body).unwrap_or_else(|_| body.len().into()).into())
});

fn body(request: &str) -> &str {
    request.split_once("\r\n\r\n").unwrap().1
}

#[tokio::test]
async fn parameters_become_the_members_of_a_json_body() {
    let host = TestHost::saying(good());
    let client = host.client().build().unwrap();
    let request = Ask::news(&["IBM", "BRK-B"])
        .with("weight", Plain::Number(1.5))
        .with("ripe", Plain::Boolean(false))
        .with("day", Plain::Date("2020-01-31".parse().unwrap()))
        .with("moment", Plain::DateTime(DateTime::from(7)))
        .with("colour", Plain::String("red"));
    client.request(&request).await.unwrap();
    let asked = host.requests();
    assert!(asked[0].starts_with("POST /v1/news?queryRef=latest HTTP/1.1\r\n"), "{}", asked[0]);
    assert_eq!(header(&asked[0], "content-type").as_deref(), Some("application/json"));
    assert_eq!(header(&asked[0], "accept").as_deref(), Some("application/json"));
    assert_eq!(
        body(&asked[0]),
        r#"{"config":{"s":["IBM","BRK-B"],"count":10},"weight":1.5,"ripe":false,"day":"2020-01-31","moment":7,"colour":"red"}"#
    );
}

#[tokio::test]
async fn a_form_has_a_pair_for_each_value() {
    let host = TestHost::saying(good());
    let client = host.client().build().unwrap();
    let tickers = Plain::List(vec![Plain::String("A&B"), Plain::String("C D")]);
    client.request(&Ask(&FORM, vec![("tickers", tickers)])).await.unwrap();
    let asked = host.requests();
    let content_type = header(&asked[0], "content-type");
    assert_eq!(content_type.as_deref(), Some("application/x-www-form-urlencoded"));
    assert_eq!(body(&asked[0]), "config.s=A%26B&config.s=C+D&config.count=10");
}

#[tokio::test]
async fn headers_and_repeated_lists_come_from_parameters() {
    let host = TestHost::saying(good());
    let client = host.client().header("Accept", "text/html").header("X-Own", "mine").build().unwrap();
    let request = Ask::news(&["IBM"])
        .with("page", Plain::Integer(3))
        .with("ids", Plain::List(vec![Plain::Integer(1), Plain::Integer(2)]));
    client.request(&request).await.unwrap();
    assert_eq!(host.targets(), ["/v1/news?queryRef=latest&id=1&id=2"]);
    let asked = host.requests();
    assert_eq!(header(&asked[0], "x-page").as_deref(), Some("3"));
    assert_eq!(header(&asked[0], "x-own").as_deref(), Some("mine"));
    // The table knows what its endpoint needs.
    assert_eq!(header(&asked[0], "accept").as_deref(), Some("application/json"));
}

#[tokio::test]
async fn accept_says_what_is_read() {
    let host = TestHost::saying(good());
    let accept = async |client: &Client, info: EndpointInfo| {
        let before = host.requests().len();
        let request = Ask(Box::leak(Box::new(info)), Vec::new());
        client.request(&request).await.unwrap();
        header(&host.requests()[before], "accept").unwrap()
    };
    const PLAIN: EndpointInfo = EndpointInfo { method: "GET", headers: &[], body: None, params: &[], ..BASE };
    let client = host.client().build().unwrap();
    for (raw, expected) in [
        (RawKind::Json, "application/json, text/json, */*;q=0.5"),
        (RawKind::Lines, "application/x-ndjson, application/jsonl, */*;q=0.5"),
        (RawKind::Events, "text/event-stream, */*;q=0.5"),
        (RawKind::Csv, "text/csv, */*;q=0.5"),
        (RawKind::Xml, "application/xml, text/xml, */*;q=0.5"),
        (RawKind::Text, "*/*"),
        (RawKind::Bytes, "*/*"),
    ] {
        assert_eq!(accept(&client, EndpointInfo { raw, ..PLAIN }).await, expected, "{raw:?}");
        let asked = Ask(Box::leak(Box::new(EndpointInfo { raw, ..PLAIN })), Vec::new());
        let sent = message(&asked, &Context::new(&[], DateTime::from(7))).unwrap();
        let said = sent.headers().get("accept").map_or("*/*", |value| value.to_str().unwrap());
        assert_eq!(said, expected, "{raw:?}");
    }
    // The table, the caller and the crate of the client say it first.
    assert_eq!(accept(&client, EndpointInfo { headers: BASE.headers, ..PLAIN }).await, "application/json");
    let own = host.client().header("Accept", "text/html").build().unwrap();
    assert_eq!(accept(&own, PLAIN).await, "text/html");
    let headers = [(http::header::ACCEPT, "text/plain".parse().unwrap())].into_iter().collect();
    let defaults = host.client().default_headers(headers).build().unwrap();
    assert_eq!(accept(&defaults, PLAIN).await, "text/plain");
}

/// A request whose declared reply has an identifier.
struct Make(&'static EndpointInfo);

asks!(Make, |own| own.0);

converts!(Make => Vec<i64>, |_own, replies| read::declared(replies, &DataPath::new("the receipt", "ids", "ids")));

#[tokio::test]
async fn a_reply_with_an_error_says_what_cannot_be_read() {
    let message = async |info, body: &str| {
        let host = TestHost::saying(reply(201, &[], body));
        let client = host.client().build().unwrap();
        client.request(&Make(info)).await.unwrap_err().to_string()
    };
    let told = message(&NEWS, r#"{"ids":[1.5],"error":"disk full"}"#).await;
    assert_eq!(
        told,
        "News: the reply could not be converted (422): the host answers \"disk full\", and ids[0] cannot be read: \
         invalid type: floating point `1.5`, expected i64 at line 1 column 11; it may have taken effect: look before you send it again"
    );
    let told = message(&SAFE, r#"{"error":"disk full"}"#).await;
    assert_eq!(
        told,
        "News: the reply could not be converted (422): the host answers \"disk full\", and ids is missing; change \
         what the host objects to, or ask again later"
    );
    let told = message(&NEWS, r#"{"ids":{},"error":false}"#).await;
    assert!(!told.contains("false") && told.contains("ids"), "{told}");
}

#[tokio::test]
async fn a_value_that_no_header_has_is_refused_before_anything_is_sent() {
    let host = TestHost::saying(good());
    let client = host.client().build().unwrap();
    for text in ["a\r\nX-Evil: 1", "süß", " a", "a\u{7f}"] {
        let request = Ask::news(&["IBM"]).with("word", Plain::String(text));
        let error = client.request(&request).await.unwrap_err();
        assert!(error.to_string().contains("'word' is") && error.to_string().contains("ASCII"), "{error}");
    }
    client.request(&Ask::news(&["IBM"]).with("word", Plain::String("a b"))).await.unwrap();
    assert_eq!(host.requests().len(), 1);
}

/// Answers with 503 at first, and with a good reply then.
fn failing_once() -> TestHost {
    let asked = AtomicUsize::new(0);
    TestHost::start(move |_| match asked.fetch_add(1, Ordering::SeqCst) {
        0 => reply(503, &[], ""),
        _ => good(),
    })
}

#[tokio::test]
async fn only_a_safe_post_is_sent_again_with_its_body() {
    for (info, sent) in [(&SAFE, 2), (&NEWS, 1), (&PUT, 1)] {
        let host = failing_once();
        let params = RequestParams::new().no_proxy().retries(Retries::new());
        let client = host.client().request_params(params).build().unwrap();
        let result = client.request(&Ask::of(info)).await;
        assert_eq!((result.is_ok(), host.requests().len()), (sent == 2, sent), "{}", info.method);
        for request in host.requests() {
            assert_eq!(body(&request), r#"{"config":{"s":["IBM"],"count":10}}"#);
        }
    }
}

/// A key makes each request one of its own, and its retries the same one. A record is found without it.
#[tokio::test]
async fn a_request_with_a_key_is_sent_again_with_it() {
    static KEYED: EndpointInfo = EndpointInfo { idempotency: Some("x-word"), ..BASE };
    let (host, folder) = (failing_once(), folder("keyed"));
    let params = RequestParams::new().no_proxy().retries(Retries::new());
    let client = host.client().request_params(params).record(&folder).build().unwrap();
    for _ in 0..2 {
        client.request(&Ask::of(&KEYED)).await.unwrap();
    }
    client.request(&Ask::of(&KEYED).with("word", Plain::String("own"))).await.unwrap();
    let keys: Vec<_> = host.requests().iter().map(|request| header(request, "x-word").unwrap()).collect();
    assert!(keys[0] == keys[1] && keys[1] != keys[2] && keys[0].len() == 36, "{keys:?}");
    assert_eq!(keys[3], "own");
    replay(&folder).request(&Ask::of(&KEYED)).await.unwrap();
}

#[tokio::test]
async fn redirects_do_with_a_body_what_browsers_do() {
    for (status, method, has_body) in [
        (301, "GET", false),
        (302, "GET", false),
        (303, "GET", false),
        (307, "POST", true),
        (308, "POST", true),
    ] {
        let host = TestHost::start(move |request| {
            if request.contains(" /v1/news") { reply(status, &[("location", "/moved")], "") } else { good() }
        });
        let client = host.client().build().unwrap();
        client.request(&Ask::news(&["IBM"])).await.unwrap();
        let asked = host.requests();
        assert!(asked[1].starts_with(&format!("{method} /moved")), "{status}: {}", asked[1]);
        assert_eq!(!body(&asked[1]).is_empty(), has_body, "{status}");
        assert_eq!(header(&asked[1], "content-type").is_some(), has_body, "{status}");
    }
}

#[tokio::test]
async fn no_body_and_no_change_leaves_the_origin() {
    let elsewhere = TestHost::saying(good());
    let address = format!("{}/moved", elsewhere.url());
    for (info, status) in [(&NEWS, 307), (&NEWS, 308), (&DELETE, 307), (&DELETE, 302)] {
        let address = address.clone();
        let host = TestHost::start(move |_| reply(status, &[("location", &address)], ""));
        let other = virtual_finance_core::Host::new("other", "https://other.example.com");
        let client = host.client().host(&other, elsewhere.url()).build().unwrap();
        let error = client.request(&Ask::of(info)).await.unwrap_err();
        let Error::Redirect { fault: RedirectFault::OtherOrigin { host: named, method }, .. } = &error else {
            panic!("{error:?}")
        };
        assert_eq!((named.as_str(), method.as_str()), ("127.0.0.1", info.method), "{status}");
    }
    assert_eq!(elsewhere.requests().len(), 0);
    // The result of a POST is fetched there, with nothing of it.
    let host = TestHost::start(move |_| reply(303, &[("location", &address)], ""));
    let other = virtual_finance_core::Host::new("other", "https://other.example.com");
    let client = host.client().host(&other, elsewhere.url()).build().unwrap();
    client.request(&Ask::news(&["IBM"]).with("page", Plain::Integer(3))).await.unwrap();
    let asked = elsewhere.requests();
    assert!(asked[0].starts_with("GET /moved ") && body(&asked[0]).is_empty(), "{}", asked[0]);
    assert_eq!(header(&asked[0], "x-page"), None);
}

#[tokio::test]
async fn records_tell_requests_apart_by_method_headers_and_body() {
    let folder = std::env::temp_dir().join(format!("methods-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    let requests = [
        Ask::news(&["IBM"]),
        Ask::news(&["KO"]),
        Ask::news(&["IBM"]).with("page", Plain::Integer(1)),
        Ask::news(&["IBM"]).with("page", Plain::Integer(2)),
        Ask(&PUT, Ask::news(&["IBM"]).1),
        Ask(&FORM, Ask::news(&["IBM"]).1),
    ];
    let count = AtomicUsize::new(0);
    let host = TestHost::start(move |_| reply(200, &[], count.fetch_add(1, Ordering::SeqCst).to_string()));
    let recording = host.client().record(&folder).build().unwrap();
    for (index, request) in requests.iter().enumerate() {
        assert_eq!(recording.request(request).await.unwrap(), json!(index));
    }
    let replaying = Client::builder().replay(&folder).build().unwrap();
    for (index, request) in requests.iter().enumerate().rev() {
        assert_eq!(replaying.request(request).await.unwrap(), json!(index));
    }
    let error = replaying.request(&Ask::news(&["GE"])).await.unwrap_err();
    assert!(error.to_string().contains("POST https://query1.finance.yahoo.com/v1/news"), "{error}");
    fs::remove_dir_all(&folder).unwrap();
}

/// A request whose converter's module makes the body.
struct Made;

impl Request for Made {
    fn info(&self) -> &'static EndpointInfo {
        &NEWS
    }

    fn value(&self, _: &str) -> Option<Plain<'_>> {
        None
    }

    fn body(&self, now: DateTime) -> Result<Option<RequestBody>, ParamErrors> {
        let fault = ParamFault::Missing { param: "tickers".to_owned() };
        match now.epoch_seconds() {
            0 => Err(ParamErrors::new("News", vec![fault])),
            now => Ok(Some(RequestBody::Json(json!([now])))),
        }
    }
}

converts!(Made => (), |_own, _replies| Ok(().into()));

#[tokio::test]
async fn a_body_that_cannot_be_made_is_an_error_of_the_parameters() {
    let host = TestHost::saying(good());
    let client = |now: i64| host.client().clock(move || DateTime::from(now)).build().unwrap();
    let error = client(0).request(&Made).await.unwrap_err();
    assert!(matches!(error, Error::Params(_)), "{error:?}");
    assert_eq!(error.to_string(), "News: Missing in 'params': 'tickers'");
    assert_eq!(host.requests().len(), 0);
    client(5).request(&Made).await.unwrap();
    assert_eq!(body(&host.requests()[0]), "[5]");
}
