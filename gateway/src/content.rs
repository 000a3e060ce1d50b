//! Answers: a status, headers and a body.

use std::io;
use std::sync::Arc;

use futures_util::stream::{self, Stream, StreamExt as _};
use http::header::{
    ALLOW, CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, ETAG,
    RETRY_AFTER, WWW_AUTHENTICATE,
};
use http::{HeaderMap, HeaderValue, StatusCode};
use http_body_util::combinators::UnsyncBoxBody;
use http_body_util::{BodyExt as _, Either, Full, StreamBody};
use hyper::body::{Bytes, Frame};
use virtual_finance_core::DateTime;

use crate::apart::apart;
use crate::compressed::{Coding, Encoder};
use crate::connections::Busy;
use crate::problem::Problem;

const PROBLEM: HeaderValue = HeaderValue::from_static("application/problem+json");

/// A body with the headers that are about it.
pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Content,
    pub(crate) is_cached: bool,
    /// The time within which the same request has the same answer, if that is known.
    pub(crate) holds: Option<Holds>,
}

/// The time within which an answer holds: since its oldest reply came, until the client asks its host again.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Holds {
    pub(crate) since: DateTime,
    pub(crate) until: DateTime,
}

/// The body of a response: whole, or a stream.
pub(crate) type Sent = Either<Full<Bytes>, Flow>;

/// A body that goes on. An error cuts it off.
pub(crate) type Flow = UnsyncBoxBody<Bytes, io::Error>;

/// The content of an answer.
pub(crate) enum Content {
    Whole(Bytes),
    /// Whole, in the coding that the caller takes.
    Finished(Bytes),
    /// Made while it is sent.
    Flow(Flow),
    /// Made while it is sent, and never compressed: a coding holds events back.
    Events(Flow),
}

impl Answer {
    pub(crate) fn new(status: StatusCode, content_type: HeaderValue, body: impl Into<Bytes>) -> Self {
        Self::of(status, HeaderMap::from_iter([(CONTENT_TYPE, content_type)]), Content::Whole(body.into()))
    }

    /// Returns an answer that nobody keeps.
    pub(crate) fn of(status: StatusCode, headers: HeaderMap, body: Content) -> Self {
        Self { status, headers, body, is_cached: false, holds: None }
    }

    /// Adds the name that a file of the body gets.
    pub(crate) fn named(mut self, name: Option<HeaderValue>) -> Self {
        self.headers.extend(name.map(|name| (CONTENT_DISPOSITION, name)));
        self
    }

    /// Compresses a body for a caller who takes that, but for files, whose formats do it. Each coding of a body has an entity
    /// tag of its own.
    pub(crate) fn compressed(mut self, coding: Option<Coding>) -> Self {
        let Some(coding) = coding else { return self };
        self.body = match self.body {
            Content::Whole(body) => match apart(body.len(), || coding.encode(&body)) {
                Some(encoded) => Content::Whole(encoded.into()),
                None => return Self { body: Content::Whole(body), ..self },
            },
            Content::Flow(flow) if !self.headers.contains_key(CONTENT_LENGTH) => match coding.encoder() {
                Ok(encoder) => Content::Flow(encoded(flow, encoder)),
                Err(_) => return Self { body: Content::Flow(flow), ..self },
            },
            body => return Self { body, ..self },
        };
        self.headers.insert(CONTENT_ENCODING, HeaderValue::from_static(coding.name()));
        let tag = self.headers.get(ETAG).and_then(|tag| tag.to_str().ok()?.strip_suffix('"'));
        let tag = tag.and_then(|tag| HeaderValue::from_str(&format!("{tag}-{}\"", coding.name())).ok());
        if let Some(tag) = tag {
            self.headers.insert(ETAG, tag);
        }
        self
    }
}

impl Holds {
    /// Returns the age of the answer in seconds; `None` if it does not hold any more, or if the clock was set back.
    pub(crate) fn age(self, now: DateTime) -> Option<u64> {
        let age = now.epoch_seconds().checked_sub(self.since.epoch_seconds())?;
        u64::try_from(age).ok().filter(|_| now < self.until)
    }

    /// Returns the time within which both hold.
    pub(crate) fn and(self, other: Self) -> Self {
        Self { since: self.since.min(other.since), until: self.until.min(other.until) }
    }
}

impl Content {
    /// Returns the content with these events. Its connection is silent for long, and closes for no other.
    pub(crate) fn events(
        events: impl Stream<Item = Bytes> + Send + 'static,
        busy: Option<Arc<Busy>>,
    ) -> Self {
        let frames = events.map(move |bytes| {
            let _ = &busy;
            Ok(Frame::data(bytes))
        });
        Self::Events(StreamBody::new(frames).boxed_unsync())
    }

    /// Returns the number of its bytes; unknown for a stream.
    pub(crate) fn len(&self) -> usize {
        match self {
            Self::Whole(bytes) | Self::Finished(bytes) => bytes.len(),
            Self::Flow(_) | Self::Events(_) => 0,
        }
    }

    pub(crate) fn into_body(self) -> Sent {
        match self {
            Self::Whole(bytes) | Self::Finished(bytes) => Either::Left(Full::new(bytes)),
            Self::Flow(flow) | Self::Events(flow) => Either::Right(flow),
        }
    }
}

/// Returns a body in a coding, part by part.
fn encoded(flow: Flow, encoder: Encoder) -> Flow {
    enum Rest {
        Body(Flow, Encoder),
        Trailers(Frame<Bytes>),
    }
    let parts = stream::unfold(Some(Rest::Body(flow, encoder)), |rest| async {
        let (mut flow, mut encoder) = match rest? {
            Rest::Body(flow, encoder) => (flow, encoder),
            Rest::Trailers(trailers) => return Some((Ok(trailers), None)),
        };
        let data = |bytes: Vec<u8>| Frame::data(Bytes::from(bytes));
        let trailers = match flow.frame().await {
            Some(Ok(frame)) => match frame.into_data() {
                Ok(bytes) => {
                    let part = apart(bytes.len(), || encoder.part(&bytes)).map(data);
                    let rest = part.is_ok().then_some(Rest::Body(flow, encoder));
                    return Some((part, rest));
                }
                Err(trailers) => Some(Rest::Trailers(trailers)),
            },
            Some(Err(error)) => return Some((Err(error), None)),
            None => None,
        };
        Some((encoder.finish().map(data), trailers))
    });
    StreamBody::new(parts).boxed_unsync()
}

/// Returns the answer that tells a problem.
pub(crate) fn failed(problem: &Problem, path: &str) -> Answer {
    let mut answer = Answer::new(problem.status, PROBLEM, problem.body(path));
    // A part of a second is a second: earlier would be too early.
    let seconds =
        problem.retry_after.map(|wait| wait.as_secs().saturating_add(u64::from(wait.subsec_nanos() > 0)));
    answer.headers.extend(seconds.map(|seconds| (RETRY_AFTER, HeaderValue::from(seconds))));
    answer.headers.extend(problem.allow.map(|allow| (ALLOW, HeaderValue::from_static(allow))));
    if problem.status == StatusCode::UNAUTHORIZED {
        answer.headers.insert(WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
    }
    answer.headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    answer
}
