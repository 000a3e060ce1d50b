//! A request to test with and a host on loopback that says exactly the bytes it is told to.

use std::borrow::Cow;
use std::io::{Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex, mpsc};
use std::thread;

use serde_json::Value;
use virtual_finance_core::{
    BodyFault, Context, ConversionHookError, Converted, DateTime, Endpoint, EndpointInfo, Error,
    FallbackInfo, Fault, Host, ParamErrors, ParamFault, Plain, RawKind, RawReply, Request, RequestParams,
    SessionUse, StepInfo, Target, only,
};

use crate::{Client, ClientBuilder};

pub(crate) static HOST: Host =
    Host { name: "query_url", default: "https://query1.finance.yahoo.com", doc: "Quotes." };
pub(crate) static OTHER: Host =
    Host { name: "finance_url", default: "https://finance.yahoo.com", doc: "Pages." };

pub(crate) static COOKIES: Host =
    Host { name: "cookie_url", default: "https://fc.yahoo.com", doc: "Cookies." };

static HOSTS: [&Host; 3] = [&OTHER, &HOST, &COOKIES];

static PROBE: EndpointInfo = probe(SessionUse::Never, &HOSTS);
static REFUSED: EndpointInfo = probe(SessionUse::OnRefusal, &HOSTS);
static WITH_SESSION: EndpointInfo = probe(SessionUse::Always, &HOSTS);

/// A page, and two services behind it: the second is asked for each value that the first one lists.
static PAGE: EndpointInfo = page(&[SERVICE]);
static PAGE_AND_OPEN_SERVICE: EndpointInfo = page(&[FallbackInfo { steps: &[FIRST], ..SERVICE }]);

const fn page(fallbacks: &'static [FallbackInfo]) -> EndpointInfo {
    let probe = probe(SessionUse::Never, &HOSTS);
    EndpointInfo { name: "Page", host: &OTHER, raw: RawKind::Text, fallbacks, ..probe }
}

const SERVICE: FallbackInfo = FallbackInfo {
    name: "service",
    doc: "The service.",
    raw: RawKind::Json,
    steps: &[
        FIRST,
        StepInfo { name: "each", path: "v2/each", prepared: true, session: SessionUse::OnRefusal, ..FIRST },
    ],
};

const FIRST: StepInfo = StepInfo {
    name: "first",
    host: &HOST,
    path: "v2/first/{ticker}",
    query: &[],
    prepared: false,
    session: SessionUse::Never,
};

pub(crate) const fn probe(session: SessionUse, hosts: &'static [&'static Host]) -> EndpointInfo {
    EndpointInfo {
        name: "Probe",
        command: "probe",
        doc: "A JSON document.",
        host: &HOST,
        hosts,
        path: "v1/probe/{ticker}",
        method: "GET",
        status: 200,
        raw: RawKind::Json,
        session,
        fallbacks: &[],
        view: None,
        params: &[],
        subject: None,
        choices: &[],
        examples: &[],
        schema: None,
        build: |_| Ok(Box::<Probe>::new(Probe::new("IBM"))),
    }
}

/// A request that gives the JSON document it gets.
#[derive(Debug, Clone)]
pub(crate) struct Probe(pub(crate) String, pub(crate) &'static EndpointInfo);

impl Probe {
    pub(crate) fn new(ticker: &str) -> Self {
        Self(ticker.to_owned(), &PROBE)
    }

    /// For IBM, with a session or without.
    pub(crate) fn with_session(usage: SessionUse) -> Self {
        let info = match usage {
            SessionUse::OnRefusal => &REFUSED,
            SessionUse::Always => &WITH_SESSION,
            _ => &PROBE,
        };
        Self("IBM".to_owned(), info)
    }

    /// For a page with services behind it.
    pub(crate) fn page(ticker: &str) -> Self {
        Self(ticker.to_owned(), &PAGE)
    }

    /// For a page with a service behind it that no session helps with.
    pub(crate) fn page_and_open_service() -> Self {
        Self("IBM".to_owned(), &PAGE_AND_OPEN_SERVICE)
    }
}

impl Request for Probe {
    fn info(&self) -> &'static EndpointInfo {
        self.1
    }

    fn value(&self, _: &str) -> Option<Plain<'_>> {
        None
    }

    fn subject(&self) -> Option<Cow<'_, str>> {
        Some(Cow::Borrowed(&self.0))
    }

    fn validate(&self) -> Result<(), ParamErrors> {
        if self.0 == "wrong" {
            return Err(ParamErrors::new("Probe", vec![ParamFault::Missing { param: "ticker".to_owned() }]));
        }
        Ok(())
    }

    fn path(&self) -> Vec<Cow<'_, str>> {
        vec!["v1".into(), "probe".into(), self.0.as_str().into()]
    }

    fn query(&self, now: DateTime) -> Vec<(&'static str, Cow<'_, str>)> {
        vec![("now", now.epoch_seconds().to_string().into())]
    }

    fn fallback(
        &self,
        fallback: &str,
        step: &str,
        cx: &Context<'_>,
        replies: &[RawReply<'_>],
    ) -> Result<Vec<Target<'_>>, ConversionHookError> {
        let target = |path: Vec<Cow<'static, str>>, value: String| Target {
            path,
            query: vec![("value", value.into()), ("now", cx.now().epoch_seconds().to_string().into())],
        };
        Ok(match (fallback, step) {
            ("service", "first") => vec![Target {
                path: vec!["v2".into(), "first".into(), self.0.as_str().into()],
                query: vec![("now", cx.now().epoch_seconds().to_string().into())],
            }],
            ("service", "each") => {
                let listed = read(only(replies)?)?;
                let listed = listed["list"].as_array().ok_or_else(|| Fault::missing("list"))?;
                listed
                    .iter()
                    .map(|value| target(vec!["v2".into(), "each".into()], value.to_string()))
                    .collect()
            }
            _ => Vec::new(),
        })
    }
}

impl Endpoint for Probe {
    type Response = Value;

    fn convert(
        &self,
        cx: &Context<'_>,
        replies: &[RawReply<'_>],
    ) -> Result<Converted<Value>, ConversionHookError> {
        let mut values = replies.iter().map(|reply| read(*reply)).collect::<Result<Vec<_>, _>>()?;
        if values.len() > 1 {
            return Ok(Value::from(values).into());
        }
        let mut value = values.pop().ok_or(Fault::Empty)?;
        if let Some(context) = value.get_mut("context") {
            *context = format!("{:?} {}", cx.host("finance_url"), cx.now().epoch_seconds()).into();
        }
        Ok(value.into())
    }
}

fn read(reply: RawReply<'_>) -> Result<Value, ConversionHookError> {
    let read = serde_json::from_str(reply.text()?);
    read.map_err(|error| Fault::Malformed { path: "the reply".into(), reason: error.to_string() }.into())
}

/// A host on loopback. It answers every request with the bytes that its handler makes of the
/// request's head, closes the connection, and keeps the heads.
pub(crate) struct TestHost {
    pub(crate) url: String,
    requests: Arc<Mutex<Vec<String>>>,
    closed: Mutex<mpsc::Receiver<()>>,
}

impl TestHost {
    pub(crate) fn start(answer: impl Fn(&str) -> Vec<u8> + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let requests = Arc::new(Mutex::new(Vec::new()));
        let seen = Arc::clone(&requests);
        let answer = Arc::new(answer);
        let (closing, closed) = mpsc::channel();
        thread::spawn(move || {
            for stream in listener.incoming() {
                let (seen, answer, closing) = (Arc::clone(&seen), Arc::clone(&answer), closing.clone());
                thread::spawn(move || {
                    serve(stream.unwrap(), &seen, &*answer);
                    let _ = closing.send(());
                });
            }
        });
        Self { url, requests, closed: Mutex::new(closed) }
    }

    /// A host that always says the same.
    pub(crate) fn saying(reply: impl Into<Vec<u8>>) -> Self {
        let reply = reply.into();
        Self::start(move |_| reply.clone())
    }

    /// The heads of the requests so far.
    pub(crate) fn requests(&self) -> Vec<String> {
        self.requests.lock().unwrap().clone()
    }

    /// Waits until the host has closed one more connection.
    pub(crate) fn wait_closed(&self) {
        self.closed.lock().unwrap().recv().unwrap();
    }

    /// A client whose `query_url` is this host, and no proxy.
    pub(crate) fn client(&self) -> ClientBuilder {
        Client::builder().host(&HOST, &self.url).request_params(RequestParams::new().no_proxy())
    }
}

fn serve(mut stream: TcpStream, seen: &Mutex<Vec<String>>, answer: &(dyn Fn(&str) -> Vec<u8> + Send + Sync)) {
    let mut head = Vec::new();
    let mut byte = [0];
    while !head.ends_with(b"\r\n\r\n") {
        if stream.read(&mut byte).unwrap_or(0) == 0 {
            return;
        }
        head.push(byte[0]);
    }
    let mut head = String::from_utf8(head).unwrap();
    // A body that stays unread would make the connection break off; a form's belongs to what was asked.
    let length = header(&head, "Content-Length").map_or(0, |length| length.parse().unwrap());
    let mut body = vec![0; length];
    if stream.read_exact(&mut body).is_err() {
        return;
    }
    head.push_str(&String::from_utf8_lossy(&body));
    seen.lock().unwrap().push(head.clone());
    // A client that gives up early closes the connection, which is no fault of the host.
    let _ = stream.write_all(&answer(&head));
}

/// A reply with its length.
pub(crate) fn reply(status: u16, headers: &[(&str, &str)], body: impl AsRef<[u8]>) -> Vec<u8> {
    let mut out = format!("HTTP/1.1 {status} Said\r\nconnection: close\r\n");
    for (name, value) in headers {
        out.push_str(&format!("{name}: {value}\r\n"));
    }
    out.push_str(&format!("content-length: {}\r\n\r\n", body.as_ref().len()));
    [out.as_bytes(), body.as_ref()].concat()
}

/// A good reply.
pub(crate) fn good() -> Vec<u8> {
    reply(200, &[("content-type", "application/json")], r#"{"good":true}"#)
}

/// The value of a header of a head; several values are joined.
pub(crate) fn header(head: &str, name: &str) -> Option<String> {
    let values: Vec<_> = head
        .lines()
        .filter_map(|line| line.split_once(": "))
        .filter(|(known, _)| known.eq_ignore_ascii_case(name))
        .map(|(_, value)| value.to_owned())
        .collect();
    (!values.is_empty()).then(|| values.join(" + "))
}

/// The target in a head's first line.
pub(crate) fn target(head: &str) -> &str {
    head.split(' ').nth(1).unwrap()
}

/// An error in one word or two, as the tables of tests write it.
pub(crate) fn class<T>(result: &Result<T, Error>) -> String {
    match result {
        Ok(_) => "good".to_owned(),
        Err(Error::Api(error)) => format!("api {}", error.status()),
        Err(Error::Conversion(error)) => format!("conversion {}", error.status()),
        Err(Error::Transport { .. }) => "transport".to_owned(),
        Err(Error::Timeout { phase, .. }) => format!("timeout {phase:?}"),
        Err(Error::Body { fault, .. }) => match fault {
            BodyFault::Cut(_) => "cut".to_owned(),
            BodyFault::TooLarge { .. } => "too large".to_owned(),
            BodyFault::Ratio { .. } => "ratio".to_owned(),
            BodyFault::Encoding { reason, .. } => format!("encoding {reason}"),
            BodyFault::Charset { charset } => format!("charset {charset}"),
            other => format!("{other:?}"),
        },
        Err(Error::Redirect { fault, .. }) => format!("{fault:?}"),
        Err(other) => format!("{other:?}"),
    }
}
