//! The replies that the examples of a catalogue carry. An endpoint whose examples have some is served without
//! any code of its own.

use percent_encoding::percent_decode_str;
use virtual_finance_core::Value;
use virtual_finance_core::catalogue::{ExampleInfo, ParamLocation, RawKind};
use virtual_finance_core::request::{EndpointInfo, RequestBody};
use virtual_finance_core::{Bytes, DateTime};

use crate::fitting::member;
use crate::query::Query;
use crate::reply::{BYTES_TYPE, HTML_TYPE, JSON_TYPE, Reply};
use crate::request::Sent;

/// The examples of a catalogue.
#[derive(Clone, Copy, Debug)]
pub struct Examples(&'static [&'static EndpointInfo]);

impl Examples {
    /// Returns those of a catalogue.
    #[must_use]
    pub const fn of(endpoints: &'static [&'static EndpointInfo]) -> Self {
        Self(endpoints)
    }

    /// Returns the catalogue.
    #[must_use]
    pub const fn endpoints(self) -> &'static [&'static EndpointInfo] {
        self.0
    }

    /// Returns the reply of the example that asks just this.
    #[must_use]
    pub fn exact(self, sent: &Sent<'_>) -> Option<Reply> {
        let mut known =
            self.0.iter().flat_map(|info| info.examples.iter().map(move |example| (info, example)));
        known
            .find(|(info, example)| example.reply.is_some() && is_asked(info, example, sent))
            .and_then(|(info, example)| Some(Self::reply(info, example.reply?)))
    }

    /// Returns a body as the good reply of an endpoint. That of bytes is written as their response is in JSON.
    #[must_use]
    pub fn reply(info: &EndpointInfo, body: &str) -> Reply {
        let content_type = match info.raw {
            RawKind::Json => JSON_TYPE,
            RawKind::Bytes => return bytes(info.status, body),
            RawKind::Lines => "application/x-ndjson",
            RawKind::Events => "text/event-stream",
            RawKind::Csv => "text/csv; charset=utf-8",
            RawKind::Xml => "application/xml",
            _ => HTML_TYPE,
        };
        Reply::new(info.status, content_type, body)
    }

    /// Returns true if the replies of an endpoint are JSON.
    #[must_use]
    pub const fn is_json(info: &EndpointInfo) -> bool {
        matches!(info.raw, RawKind::Json)
    }

    /// Returns the methods of the endpoints whose path it is and whose examples have replies, each once.
    #[must_use]
    pub fn methods(self, sent: &Sent<'_>) -> Vec<&'static str> {
        let served = |info: &&&EndpointInfo| info.examples.iter().any(|example| example.reply.is_some());
        let of_path = self.0.iter().filter(served).filter(|info| has_path(info, sent));
        let mut methods: Vec<_> = of_path.map(|info| info.method).collect();
        methods.sort_unstable();
        methods.dedup();
        methods
    }

    /// Returns the requests of the examples with replies, each as text.
    #[must_use]
    pub fn answered(info: &EndpointInfo) -> Vec<String> {
        let known = info.examples.iter().filter(|example| example.reply.is_some()).map(|example| {
            let (path, query) = example.path_and_query(info);
            let (method, blank) = if info.method == "GET" { ("", "") } else { (info.method, " ") };
            let (with, body) = example.body.map_or(("", ""), |body| (" with ", body.trim()));
            [method, blank, path, if query.is_empty() { "" } else { "?" }, query, with, body].concat()
        });
        known.collect()
    }

    /// Returns true if a request is one of an endpoint's, whatever it asks for.
    #[must_use]
    pub fn is_of(info: &EndpointInfo, sent: &Sent<'_>) -> bool {
        info.method == sent.method && has_path(info, sent)
    }

    /// Returns the subject of a request: its first required parameter that is sent to the host.
    #[must_use]
    pub fn subject(info: &EndpointInfo, sent: &Sent<'_>) -> Option<String> {
        let body = || serde_json::from_str::<Value>(sent.body).ok();
        info.params.iter().filter(|param| param.required).find_map(|param| match param.place {
            ParamLocation::Path => {
                let values = info.path_values(&sent.segments())?;
                values.into_iter().find(|(name, _)| *name == param.name).map(|(_, value)| value.to_owned())
            }
            ParamLocation::Query => sent.query.get(param.wire).map(str::to_owned),
            ParamLocation::Body => text_at(&body()?, param.wire),
            _ => None,
        })
    }
}

/// Returns the bytes that a table has in JSON.
fn bytes(status: u16, body: &str) -> Reply {
    match serde_json::from_str::<Bytes>(body) {
        Ok(Bytes { media_type: Some(media_type), content, .. }) => Reply::bytes(status, media_type, content),
        Ok(Bytes { content, .. }) => Reply::bytes(status, BYTES_TYPE, content),
        Err(error) => {
            Reply::error(500, "Internal Server Error", &format!("the example has no bytes: {error}"))
        }
    }
}

/// Returns true if an example asks this. Names that neither the table nor the example has, such as a
/// session's, do not count.
fn is_asked(info: &EndpointInfo, example: &ExampleInfo, sent: &Sent<'_>) -> bool {
    if info.method != sent.method || !has_body(info, example, sent.body) {
        return false;
    }
    let (own_path, own_query) = example.path_and_query(info);
    let own_query = Query::parse(own_query);
    let counts =
        |name: &str| own_query.get(name).is_some() || info.params.iter().any(|param| param.wire == name);
    let segments = own_path.trim_start_matches('/').split('/');
    let segments = segments.map(|segment| percent_decode_str(segment).decode_utf8_lossy());
    let pairs = sent.query.pairs().filter(|(name, _)| counts(name));
    segments.eq(sent.segments()) && pairs.eq(own_query.pairs())
}

/// Returns true if a body is the one that an example sends; the order of the members of JSON does not count.
fn has_body(info: &EndpointInfo, example: &ExampleInfo, given: &str) -> bool {
    let now = DateTime::from(example.now.unwrap_or_default());
    let request = (info.build)(&example.param_map()).ok();
    match request.and_then(|request| request.body(now).ok()).flatten() {
        Some(RequestBody::Json(own)) => serde_json::from_str::<Value>(given).is_ok_and(|given| given == own),
        Some(own) => own.text() == given,
        None => true,
    }
}

fn has_path(info: &EndpointInfo, sent: &Sent<'_>) -> bool {
    info.path_values(&sent.segments()).is_some()
}

/// Returns the text at the path of a member, or the first one of a list there.
fn text_at(body: &Value, path: &str) -> Option<String> {
    let found = member(body, path)?;
    let first = found.as_array().map_or(Some(found), |list| list.first())?;
    first.as_str().map(str::to_owned)
}
