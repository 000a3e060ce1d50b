//! The replies that the examples of a catalogue carry. An endpoint whose examples have some is served without
//! any code of its own.

use percent_encoding::percent_decode_str;
use virtual_finance_core::Bytes;
use virtual_finance_core::Value;
use virtual_finance_core::catalogue::{ExampleInfo, RawKind};
use virtual_finance_core::request::{EndpointInfo, RequestBody};

use crate::query::Query;
use crate::reply::{BYTES_TYPE, HTML_TYPE, JSON_TYPE, Reply};
use crate::request::Sent;
use crate::values::body_of;

/// The examples of a catalogue.
#[derive(Clone, Copy, Debug)]
pub struct Examples(&'static [&'static EndpointInfo]);

impl Examples {
    /// Returns the examples of a catalogue.
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
    pub fn reply(info: &'static EndpointInfo, body: &str) -> Reply {
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

    /// Returns the methods of the endpoints whose path it is, each once.
    #[must_use]
    pub fn methods(self, sent: &Sent<'_>) -> Vec<&'static str> {
        let of_path = self.0.iter().filter(|info| has_path(info, sent));
        let mut methods: Vec<_> = of_path.map(|info| info.method).collect();
        methods.sort_unstable();
        methods.dedup();
        methods
    }

    /// Returns the endpoints that a request is one of, whatever it asks for: of several paths those with the fewest
    /// placeholders, `pet/latest` and not `pet/{id}`.
    pub fn matching(self, sent: &Sent<'_>) -> impl DoubleEndedIterator<Item = &'static EndpointInfo> {
        let placeholders = |info: &EndpointInfo| info.path.matches('{').count();
        let of_path = self.0.iter().copied().filter(move |info| Self::is_of(info, sent));
        let fewest = of_path.clone().map(placeholders).min();
        of_path.filter(move |info| Some(placeholders(info)) == fewest)
    }

    /// Returns true if a request is one of an endpoint's, whatever it asks for.
    pub fn is_of(info: &'static EndpointInfo, sent: &Sent<'_>) -> bool {
        info.method == sent.method && has_path(info, sent)
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
fn is_asked(info: &'static EndpointInfo, example: &ExampleInfo, sent: &Sent<'_>) -> bool {
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

/// Returns true if a body is the example's; the order of the members of JSON does not count.
fn has_body(info: &'static EndpointInfo, example: &ExampleInfo, given: &str) -> bool {
    match body_of(info, example) {
        Some(RequestBody::Json(own)) => serde_json::from_str::<Value>(given).is_ok_and(|given| given == own),
        Some(own) => own.text() == given,
        None => true,
    }
}

fn has_path(info: &'static EndpointInfo, sent: &Sent<'_>) -> bool {
    info.path_values(&sent.segments()).is_some()
}
