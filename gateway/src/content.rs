//! Answers: a status, headers and a body.

use std::convert::Infallible;

#[cfg(feature = "stream")]
use futures_util::StreamExt as _;
use http::header::{
    ALLOW, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, RETRY_AFTER, WWW_AUTHENTICATE,
};
use http::{HeaderMap, HeaderValue, StatusCode};
#[cfg(feature = "stream")]
use http_body_util::StreamBody;
use http_body_util::combinators::UnsyncBoxBody;
use http_body_util::{BodyExt as _, Full};
use hyper::body::Bytes;
#[cfg(feature = "stream")]
use hyper::body::Frame;
use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};

use crate::compressed::Coding;
use crate::problem::Problem;
#[cfg(feature = "stream")]
use crate::stream::{Listener, events};

/// The characters that are percent-encoded in headers, beside those that are no ASCII.
const HEADER: &AsciiSet = &CONTROLS.add(b'%');

/// The same where blanks and commas separate texts.
const WORD: &AsciiSet = &HEADER.add(b' ').add(b',');

/// The maximum length of a header about notes, in bytes before it is encoded.
const MAX_NOTES: usize = 2_048;

const PROBLEM: HeaderValue = HeaderValue::from_static("application/problem+json");

/// A body with the headers that are about it.
pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Content,
    pub(crate) is_cached: bool,
}

/// The content of an answer.
pub(crate) enum Content {
    Whole(Vec<u8>),
    #[cfg(feature = "stream")]
    Events(Listener),
}

impl Answer {
    pub(crate) fn new(status: StatusCode, content_type: HeaderValue, body: Vec<u8>) -> Self {
        let headers = HeaderMap::from_iter([(CONTENT_TYPE, content_type)]);
        Self { status, headers, body: Content::Whole(body), is_cached: false }
    }

    /// Compresses a whole body for a caller who takes that. Each coding of a body has an entity tag of its own.
    pub(crate) fn compressed(mut self, asked: &HeaderMap) -> Self {
        let Some(coding) = Coding::accepted(asked) else { return self };
        let encoded = match &self.body {
            Content::Whole(body) => coding.encode(body),
            #[cfg(feature = "stream")]
            Content::Events(_) => None,
        };
        let Some(encoded) = encoded else { return self };
        self.body = Content::Whole(encoded);
        self.headers.insert(CONTENT_ENCODING, HeaderValue::from_static(coding.name()));
        let tag = self.headers.get(ETAG).and_then(|tag| tag.to_str().ok()?.strip_suffix('"'));
        let tag = tag.and_then(|tag| HeaderValue::from_str(&format!("{tag}-{}\"", coding.name())).ok());
        if let Some(tag) = tag {
            self.headers.insert(ETAG, tag);
        }
        self
    }
}

impl Content {
    /// Returns the number of its bytes; that of a stream is not known.
    pub(crate) fn len(&self) -> usize {
        match self {
            Self::Whole(bytes) => bytes.len(),
            #[cfg(feature = "stream")]
            Self::Events(_) => 0,
        }
    }

    pub(crate) fn into_body(self) -> UnsyncBoxBody<Bytes, Infallible> {
        match self {
            Self::Whole(bytes) => Full::new(bytes.into()).boxed_unsync(),
            #[cfg(feature = "stream")]
            Self::Events(listener) => {
                StreamBody::new(events(listener).map(|bytes| Ok(Frame::data(bytes)))).boxed_unsync()
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

/// Returns a text as a header. Texts of hosts may have any characters: those that are not printable ASCII, and `%`, are
/// percent-encoded.
pub(crate) fn harmless(text: &str) -> Option<HeaderValue> {
    let end = text.char_indices().map(|(index, _)| index).take_while(|index| *index <= MAX_NOTES).last();
    let text = if text.len() <= MAX_NOTES { text } else { text.get(..end?)? };
    HeaderValue::from_str(&utf8_percent_encode(text, HEADER).to_string()).ok()
}

/// Returns an entity tag as a header.
pub(crate) fn quoted(tag: &str) -> Option<HeaderValue> {
    HeaderValue::from_str(&format!("\"{tag}\"")).ok()
}

/// Returns a text as a word of a header.
pub(crate) fn word(text: &str) -> String {
    utf8_percent_encode(text, WORD).to_string()
}
