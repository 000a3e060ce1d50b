//! The places of replies in the cache: what each depends on.

use http::header::{
    HeaderMap, HeaderName, IF_MATCH, IF_MODIFIED_SINCE, IF_NONE_MATCH, IF_UNMODIFIED_SINCE, RANGE,
};
use url::Url;

use super::run::{Message, RequestRun};
use super::sources::Step;
use super::{compose, cut};
use crate::cache::{CacheSlot, CacheUse, Kept, Key, KeyParts};
use crate::context::Context;
use crate::raw::RawReply;
use crate::record::Sent;
use crate::request::Target;
use crate::time::DateTime;

/// The headers of a request that asks for a reply only under a condition, or for a part of it.
const CONDITIONS: [HeaderName; 5] = [IF_MATCH, IF_MODIFIED_SINCE, IF_NONE_MATCH, IF_UNMODIFIED_SINCE, RANGE];

impl RequestRun<'_> {
    /// Gives messages of one step their places in the cache, where the request may use it.
    pub(super) fn give_places(
        &self,
        messages: &mut [Message],
        cx: &Context<'_>,
        replies: &[RawReply<'_>],
        cuts: &[(&'static str, usize)],
    ) {
        let Some(step) = messages.first().map(|first| first.step) else { return };
        // A message that changes something at its host is sent each time.
        let reads = step.is_safe || step.method == "GET";
        if self.cache.is_none() || !reads {
            return;
        }
        // A span until now has another address each second; at the start of all time it has one.
        let timeless = step.targets(self.request, &cx.at(DateTime::from(0)), replies).unwrap_or_default();
        let timeless = cut::all(timeless, cuts);
        let is_same = timeless.len() == messages.len();
        for (index, message) in messages.iter_mut().enumerate() {
            let timeless = timeless.get(index).filter(|_| is_same);
            let timeless = timeless.and_then(|target| self.url(step, target));
            let timeless = timeless.filter(|url| *url != message.request.url);
            message.place = Some(self.place(message, timeless.as_ref()));
        }
    }

    fn place(&self, message: &Message, timeless: Option<&Url>) -> CacheSlot {
        let query: Vec<(&str, &str)> = self.stack.params.query_pairs().collect();
        let credentials = self.authenticator(message.step.host).cache_name();
        let key = Key::new(&KeyParts {
            endpoint: self.info.name,
            source: message.step.names,
            method: &message.request.method,
            url: &message.request.url,
            timeless,
            body: message.request.body.as_deref().unwrap_or_default(),
            headers: [&message.request.headers, &self.inner.headers],
            query: &query,
            credentials: credentials.as_deref().unwrap_or_default(),
        });
        CacheSlot { key, is_timeless: timeless.is_some(), is_for_folder: credentials.is_some() }
    }

    /// Returns the address of a target at its own host.
    fn url(&self, step: Step, target: &Target<'_>) -> Option<Url> {
        compose::url(&*self.inner.address(step.host).ok()?, target).ok()
    }

    /// Returns the reply that the cache has at a place for a message.
    pub(super) fn kept(
        &self,
        place: &CacheSlot,
        sent: &Sent,
        (usage, now): (CacheUse, DateTime),
    ) -> Option<Kept> {
        self.cache?.replies.get((place, sent), usage, now, self.stack.max_body)
    }

    /// Returns the reply that the cache has for a message, of which its host can be asked whether it still holds. A
    /// caller who wants a new one, or has a condition of its own, gets what the host sends.
    pub(super) fn stale(&self, place: &CacheSlot, message: &Message, usage: CacheUse) -> Option<Kept> {
        let headers = [&message.request.headers, &self.inner.headers];
        let is_own = |headers: &HeaderMap| CONDITIONS.iter().any(|name| headers.contains_key(name));
        if usage == CacheUse::Refresh || headers.into_iter().any(is_own) {
            return None;
        }
        self.cache?.replies.stale(place, &message.asked.sent, self.stack.max_body)
    }
}
