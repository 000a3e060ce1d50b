//! Finished answers, kept while the cache of the client would answer from the reply behind them. Giving one again converts,
//! writes and compresses nothing.

use std::borrow::Cow;
use std::hash::{Hash, Hasher};
use std::sync::{Mutex, MutexGuard, PoisonError};

use http::header::{ACCEPT, AGE, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, IF_NONE_MATCH, PRAGMA};
use http::{HeaderMap, HeaderValue, StatusCode};
use hyper::body::Bytes;
use quick_cache::unsync::Cache;
use quick_cache::{Equivalent, Weighter};
use virtual_finance_core::DateTime;

use crate::compressed::Coding;
use crate::content::{Answer, Content, Holds};
use crate::headers::list;
use crate::heads::is_read;
use crate::served::{bare, has_tag};

/// The bytes that an answer takes beside its body and the target of its request, about.
const ENTRY: usize = 1 << 10;

/// The bytes of a body, about.
const USUAL: usize = 16 << 10;

/// The maximum length of what a request says of formats, in bytes. Programs and browsers say less.
const MAX_ACCEPT: usize = 512;

/// The parts of a request that decide its answer: the target, the formats that it takes, and the coding of the body.
#[derive(PartialEq, Eq)]
struct Key {
    target: Box<str>,
    accept: Box<[u8]>,
    coding: Option<Coding>,
}

/// The same, as a request has it.
pub(crate) struct Asked<'h> {
    target: &'h str,
    accept: &'h [u8],
    coding: Option<Coding>,
    known: Option<Cow<'h, str>>,
}

/// An answer, as it was sent.
struct Finished {
    endpoint: &'static str,
    headers: HeaderMap,
    /// The entity tag, without quotes and without the coding.
    tag: Option<String>,
    body: Bytes,
    holds: Holds,
}

/// The answers, of a number of bytes in all. Those that are not asked for go first.
pub(crate) struct Kept(Option<Mutex<Cache<Key, Finished, Length>>>);

/// Weighs an answer by its bytes.
#[derive(Clone)]
struct Length;

impl Weighter<Key, Finished> for Length {
    fn weight(&self, key: &Key, finished: &Finished) -> u64 {
        let lengths = [key.target.len(), key.accept.len(), finished.body.len(), ENTRY];
        u64::try_from(lengths.into_iter().fold(0, usize::saturating_add)).unwrap_or(u64::MAX)
    }
}

impl Hash for Key {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (&*self.target, &*self.accept, self.coding).hash(state);
    }
}

impl Hash for Asked<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.target, self.accept, self.coding).hash(state);
    }
}

impl Equivalent<Key> for Asked<'_> {
    fn equivalent(&self, key: &Key) -> bool {
        *self.target == *key.target && *self.accept == *key.accept && self.coding == key.coding
    }
}

impl<'h> Asked<'h> {
    /// Returns what the answer to a request without a body depends on; `None` for one whose answer is made anew.
    pub(crate) fn of(head: &'h http::request::Parts, coding: Option<Coding>) -> Option<Self> {
        let headers = &head.headers;
        let mut accept = headers.get_all(ACCEPT).iter().map(HeaderValue::as_bytes);
        let (accept, other) = (accept.next().unwrap_or_default(), accept.next());
        // Whoever reloads a page wants no kept one.
        let is_renewed = headers.contains_key(CACHE_CONTROL) || headers.contains_key(PRAGMA);
        if !is_read(&head.method) || is_renewed || other.is_some() || accept.len() > MAX_ACCEPT {
            return None;
        }
        let target = head.uri.path_and_query()?.as_str();
        Some(Self { target, accept, coding, known: list(headers, IF_NONE_MATCH) })
    }
}

impl Kept {
    /// Creates room for answers of that number of bytes; for none of them if it is 0.
    pub(crate) fn new(bytes: usize) -> Self {
        let bodies = bytes.checked_div(USUAL).unwrap_or_default().max(16);
        let limit = u64::try_from(bytes).unwrap_or(u64::MAX);
        Self((bytes > 0).then(|| Mutex::new(Cache::with_weighter(bodies, limit, Length))))
    }

    /// Returns the answer to a request, with its endpoint, if a kept answer still holds.
    pub(crate) fn get(&self, asked: &Asked<'_>, now: DateTime) -> Option<(&'static str, Answer)> {
        let mut kept = self.locked()?;
        let finished = kept.get(asked)?;
        let Some(age) = finished.holds.age(now) else {
            kept.remove(asked);
            return None;
        };
        let mut headers = finished.headers.clone();
        let (endpoint, body) = (finished.endpoint, finished.body.clone());
        let known = asked.known.as_deref().zip(finished.tag.as_deref());
        let is_known = known.is_some_and(|(known, tag)| has_tag(known, tag));
        drop(kept);
        headers.insert(AGE, HeaderValue::from(age));
        let (status, body) = if is_known {
            headers.remove(CONTENT_TYPE);
            headers.remove(CONTENT_ENCODING);
            (StatusCode::NOT_MODIFIED, Bytes::new())
        } else {
            (StatusCode::OK, body)
        };
        let body = Content::Finished(body);
        Some((endpoint, Answer { status, headers, body, is_cached: true, holds: None }))
    }

    /// Keeps an answer that will hold for a while.
    pub(crate) fn put(&self, asked: &Asked<'_>, endpoint: &'static str, answer: &Answer) {
        let (Some(holds), Content::Whole(body)) = (answer.holds, &answer.body) else { return };
        let Some(mut kept) = self.locked().filter(|_| answer.status == StatusCode::OK) else { return };
        let key = Key { target: asked.target.into(), accept: asked.accept.into(), coding: asked.coding };
        let tag = answer.headers.get(ETAG).and_then(bare).map(str::to_owned);
        // A copy has its own length, and no room for more.
        let (headers, body) = (answer.headers.clone(), Bytes::copy_from_slice(body));
        kept.insert(key, Finished { endpoint, headers, tag, body, holds });
    }

    /// Returns the number of bytes that all answers take.
    pub(crate) fn bytes(&self) -> u64 {
        self.locked().map_or(0, |kept| kept.weight())
    }

    fn locked(&self) -> Option<MutexGuard<'_, Cache<Key, Finished, Length>>> {
        self.0.as_ref().map(|kept| kept.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
