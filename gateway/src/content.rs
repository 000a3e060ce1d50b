//! Answers: a status, headers and a body.

use std::io;
#[cfg(feature = "stream")]
use std::sync::Arc;

#[cfg(feature = "stream")]
use futures_util::StreamExt as _;
use http::header::{
    ALLOW, CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_ENCODING, CONTENT_TYPE, ETAG, RETRY_AFTER,
    WWW_AUTHENTICATE,
};
use http::{HeaderMap, HeaderValue, StatusCode};
use http_body_util::combinators::UnsyncBoxBody;
#[cfg(feature = "stream")]
use http_body_util::{BodyExt as _, StreamBody};
use http_body_util::{Either, Full};
use hyper::body::Bytes;
#[cfg(feature = "stream")]
use hyper::body::Frame;
use virtual_finance_core::DateTime;

use crate::apart::apart;
use crate::compressed::Coding;
#[cfg(feature = "stream")]
use crate::connections::Busy;
use crate::problem::Problem;
#[cfg(feature = "stream")]
use crate::stream::{Listener, events};

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
    #[cfg(feature = "stream")]
    Events(Listener, Option<Arc<Busy>>),
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

    /// Compresses a whole body for a caller who takes that. Each coding of a body has an entity tag of its own.
    pub(crate) fn compressed(mut self, coding: Option<Coding>) -> Self {
        let (Some(coding), Content::Whole(body)) = (coding, &self.body) else { return self };
        let Some(encoded) = apart(body.len(), || coding.encode(body)) else { return self };
        self.body = Content::Whole(encoded.into());
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
    /// Returns the number of its bytes; unknown for a stream.
    pub(crate) fn len(&self) -> usize {
        match self {
            Self::Whole(bytes) | Self::Finished(bytes) => bytes.len(),
            Self::Flow(_) => 0,
            #[cfg(feature = "stream")]
            Self::Events(..) => 0,
        }
    }

    pub(crate) fn into_body(self) -> Sent {
        match self {
            Self::Whole(bytes) | Self::Finished(bytes) => Either::Left(Full::new(bytes)),
            Self::Flow(flow) => Either::Right(flow),
            #[cfg(feature = "stream")]
            Self::Events(listener, busy) => {
                let events = events(listener).map(move |bytes| {
                    let _ = &busy;
                    Ok(Frame::data(bytes))
                });
                Either::Right(StreamBody::new(events).boxed_unsync())
            }
        }
    }
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
