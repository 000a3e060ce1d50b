//! A request to test with, and clients of a loopback host.

use std::borrow::Cow;

use serde_json::Value;
use virtual_finance_core::catalogue::{AuthScheme, FallbackInfo, HostAuth, RawKind, SessionUse, StepInfo};
use virtual_finance_core::error::BodyFault;
use virtual_finance_core::params::{ParamErrors, ParamFault, Plain};
use virtual_finance_core::request::{EndpointInfo, Request, Segment, Target};
use virtual_finance_core::settings::Retries;
use virtual_finance_core::{
    Context, ConversionError, Converted, DateTime, Endpoint, Error, Fault, Host, RawReply, RequestParams,
    exactly_one,
};

pub(crate) use virtual_finance_loopback::{LoopbackHost as TestHost, header, reply, target};

use super::{Client, ClientBuilder};

pub(crate) static HOST: Host =
    Host { doc: "Quotes.", ..Host::new("query_url", "https://query1.finance.yahoo.com") };
pub(crate) static OTHER: Host =
    Host { doc: "Pages.", ..Host::new("finance_url", "https://finance.yahoo.com") };

pub(crate) static COOKIES: Host = Host { doc: "Cookies.", ..Host::new("cookie_url", "https://fc.yahoo.com") };

static HOSTS: [&Host; 3] = [&OTHER, &HOST, &COOKIES];

static PROBE: EndpointInfo = probe(SessionUse::Never, &HOSTS);
static REFUSED: EndpointInfo = probe(SessionUse::OnRefusal, &HOSTS);
static WITH_SESSION: EndpointInfo = probe(SessionUse::Always, &HOSTS);

/// A page, and two services behind it: the second is asked for each value that the first one lists.
static PAGE: EndpointInfo = page(&[SERVICE]);

/// The host of another provider, which wants a key.
pub(crate) static ELSEWHERE: Host = Host {
    doc: "Another company.",
    auth: Some(HostAuth::new(AuthScheme::Query("token"))),
    ..Host::new("elsewhere_url", "https://elsewhere.example")
};

/// A service, and another provider behind it.
static BACKED: EndpointInfo = EndpointInfo {
    name: "Backed",
    fallbacks: &[FallbackInfo {
        name: "acme",
        provider: Some("Acme"),
        steps: &[StepInfo {
            path: "prices/{ticker}",
            prepared: true,
            session: SessionUse::Always,
            ..StepInfo::new("prices", &ELSEWHERE)
        }],
        ..FallbackInfo::new("acme")
    }],
    ..probe(SessionUse::Never, &[&HOST, &ELSEWHERE])
};

const fn page(fallbacks: &'static [FallbackInfo]) -> EndpointInfo {
    let probe = probe(SessionUse::Never, &HOSTS);
    EndpointInfo { name: "Page", host: &OTHER, raw: RawKind::Text, fallbacks, ..probe }
}

const SERVICE: FallbackInfo = FallbackInfo {
    name: "service",
    doc: "The service.",
    raw: RawKind::Json,
    provider: None,
    steps: &[
        FIRST,
        StepInfo { name: "each", path: "v2/each", prepared: true, session: SessionUse::OnRefusal, ..FIRST },
    ],
};

const FIRST: StepInfo = StepInfo { path: "v2/first/{ticker}", ..StepInfo::new("first", &HOST) };

pub(crate) const fn probe(session: SessionUse, hosts: &'static [&'static Host]) -> EndpointInfo {
    EndpointInfo {
        command: "probe",
        doc: "A JSON document.",
        hosts,
        path: "v1/probe/{ticker}",
        session,
        build: |_| Ok(Box::<Probe>::new(Probe::new("IBM"))),
        ..EndpointInfo::new("Probe", &HOST)
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

    /// For a service with another provider behind it, which has no symbols with a `^`.
    pub(crate) fn backed(ticker: &str) -> Self {
        Self(ticker.to_owned(), &BACKED)
    }

    /// For a page with services behind it.
    pub(crate) fn page(ticker: &str) -> Self {
        Self(ticker.to_owned(), &PAGE)
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

    fn path(&self) -> Vec<Segment<'_>> {
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
    ) -> Result<Vec<Target<'_>>, ConversionError> {
        let target = |path: Vec<Segment<'static>>, value: String| Target {
            path,
            query: vec![("value", value.into()), ("now", cx.now().epoch_seconds().to_string().into())],
            ..Target::default()
        };
        Ok(match (fallback, step) {
            ("service", "first") => vec![Target {
                path: vec!["v2".into(), "first".into(), self.0.as_str().into()],
                query: vec![("now", cx.now().epoch_seconds().to_string().into())],
                ..Target::default()
            }],
            ("service", "each") => {
                let listed = read(exactly_one(replies)?)?;
                let listed = listed["list"].as_array().ok_or_else(|| Fault::missing("list"))?;
                listed
                    .iter()
                    .map(|value| target(vec!["v2".into(), "each".into()], value.to_string()))
                    .collect()
            }
            ("acme", "prices") if self.0.contains('^') => return Err(Fault::missing("a symbol").into()),
            ("acme", "prices") => vec![Target {
                path: vec!["prices".into(), self.0.to_lowercase().into()],
                ..Target::default()
            }],
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
    ) -> Result<Converted<Value>, ConversionError> {
        let mut values = replies.iter().map(|reply| read(*reply)).collect::<Result<Vec<_>, _>>()?;
        if values.len() > 1 {
            return Ok(Value::from(values).into());
        }
        let mut value = values.pop().ok_or(Fault::Empty)?;
        if value.get("gone").is_some() {
            return Err(ConversionError::not_found("it is gone", Fault::Empty));
        }
        if let Some(context) = value.get_mut("context") {
            *context = format!("{:?} {}", cx.host("finance_url"), cx.now().epoch_seconds()).into();
        }
        Ok(value.into())
    }
}

/// A probe whose address does not follow the clock, and what its converter says of the response.
pub(crate) struct Judged<F>(pub(crate) Probe, pub(crate) F);

impl<F: Send + Sync> Request for Judged<F> {
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

impl<F> Endpoint for Judged<F>
where
    F: Fn(Converted<Value>) -> Result<Converted<Value>, ConversionError> + Send + Sync,
{
    type Response = Value;

    fn convert(
        &self,
        cx: &Context<'_>,
        replies: &[RawReply<'_>],
    ) -> Result<Converted<Value>, ConversionError> {
        self.1(self.0.convert(cx, replies)?)
    }
}

fn read(reply: RawReply<'_>) -> Result<Value, ConversionError> {
    let read = serde_json::from_str(reply.text()?);
    read.map_err(|error| Fault::Malformed { path: "the reply".into(), reason: error.to_string() }.into())
}

/// Makes clients of a loopback host.
pub(crate) trait HostClient {
    /// Returns the builder of a client whose `query_url` is this host, without a proxy.
    fn client(&self) -> ClientBuilder;
}

impl HostClient for TestHost {
    fn client(&self) -> ClientBuilder {
        Client::builder().host(&HOST, self.url()).request_params(once())
    }
}

/// Settings without a proxy and without retries, so that a test counts what the host is asked.
pub(crate) fn once() -> RequestParams {
    RequestParams::new().no_proxy().retries(Retries::none())
}

/// A good reply.
pub(crate) fn good() -> Vec<u8> {
    reply(200, &[("content-type", "application/json")], r#"{"good":true}"#)
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
