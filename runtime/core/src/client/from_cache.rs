//! The cache, as one request uses it: the responses that it takes from there, and the replies that it leaves there.

use super::run::{Convert, RequestRun, bodies, bytes, into_parts};
use super::sources::SourceSpec;
use crate::cache::{CacheUse, Origin, Received};
use crate::context::Context;
use crate::error::{Error, ErrorKind};
use crate::notes::{Attribution, Converted, OtherProvider};
use crate::reply::{Cached, Reply};

/// An answer of the cache.
pub(super) enum FromCache<T> {
    Good(Reply<T>),
    Missing,
    /// There are replies, and none that this request can take.
    Unfit,
}

impl RequestRun<'_> {
    /// Returns the response from the replies in the cache, of the first source that has all of them.
    pub(super) fn kept_response<T>(&self, usage: CacheUse, convert: &impl Convert<T>) -> FromCache<T> {
        if self.cache.is_none() || usage == CacheUse::Refresh {
            return FromCache::Missing;
        }
        let addresses = self.inner.addresses(self.info);
        let cx = Context::new(&addresses, self.clock);
        let mut result = FromCache::Missing;
        for source in self.sources() {
            let kept = source.limits().find_map(|limit| self.kept_of(source, usage, &cx, limit));
            let Some(received) = kept else { continue };
            let replies = bodies(&received);
            match into_parts(bytes(&received), || convert(&cx, &replies)) {
                Ok(converted) => {
                    self.stack.span.record("source", tracing::field::display(source.kind()));
                    tracing::debug!("answered from the cache");
                    return FromCache::Good(self.reply(source, &received, converted));
                }
                // Its text may repeat what only the request that was sent knows to be a secret.
                Err(_) => {
                    tracing::debug!("a reply of the cache does not fit");
                    result = FromCache::Unfit;
                }
            }
        }
        result
    }

    /// Returns all replies of a source, if the cache has them.
    fn kept_of(
        &self,
        source: SourceSpec,
        usage: CacheUse,
        cx: &Context<'_>,
        limit: usize,
    ) -> Option<Vec<Received<'static>>> {
        let mut received: Vec<Received<'static>> = Vec::new();
        for step in source.steps() {
            let messages = self.messages(step, cx, &bodies(&received), limit).ok()?;
            for message in messages {
                let kept = self.kept(&message.place?, &message.asked.sent, (usage, self.clock))?;
                received.push(Received::of_cache(kept, usage));
            }
        }
        Some(received)
    }

    /// Returns since when the oldest of these replies has been in the cache, if one is from there.
    pub(super) fn cached(&self, received: &[Received<'_>]) -> Option<Cached> {
        let times = received.iter().filter_map(|reply| match &reply.origin {
            Origin::Cache { since, .. } => Some(*since),
            Origin::HostToKeep(entry) if entry.arrived.is_confirmed => Some(entry.at),
            Origin::Host | Origin::HostToKeep(_) => None,
        });
        let cached = Cached::new(times.min()?, self.clock);
        let ends = received.iter().map(|reply| match &reply.origin {
            Origin::Cache { until, .. } => *until,
            Origin::Host | Origin::HostToKeep(_) => None,
        });
        // The least of them; `None` is less than any time.
        let until = ends.min().flatten();
        Some(Cached { is_confirmed: received.iter().any(Received::is_confirmed), until, ..cached })
    }

    /// Returns the response from the cache that the caller takes rather than an error, else the error.
    pub(super) fn instead_of<T>(&self, error: Error, convert: &impl Convert<T>) -> Result<Reply<T>, Error> {
        let is_failure = matches!(
            error.kind(),
            ErrorKind::Unprocessable | ErrorKind::RateLimited | ErrorKind::Host | ErrorKind::Network
        );
        let Some(limit) = self.stack.params.stale_if_error.filter(|_| is_failure) else { return Err(error) };
        match self.kept_response(CacheUse::AtMost(limit), convert) {
            FromCache::Good(reply) => {
                tracing::warn!(%error, "answered from the cache instead");
                Ok(reply.after_error())
            }
            FromCache::Missing | FromCache::Unfit => Err(error),
        }
    }

    /// Returns the reply to the request.
    pub(super) fn reply<T>(
        &self,
        source: SourceSpec,
        received: &[Received<'_>],
        converted: Converted<T>,
    ) -> Reply<T> {
        let status = received.last().map_or(self.info.status, |received| received.reply.status);
        let cached = self.cached(received);
        let rate = received.last().and_then(|received| received.reply.rate).filter(|_| cached.is_none());
        let headers = received.last().map(|received| received.reply.head.named.clone()).unwrap_or_default();
        let mut reply = Reply::new(self.name.clone(), status, source.kind(), bytes(received), converted);
        reply.add_head(rate, headers);
        let mut words: Vec<_> = source.hosts().filter_map(|host| host.attribution).collect();
        words.dedup();
        if !words.is_empty() {
            reply.notes.insert(Attribution(words.join("; ")));
        }
        if let Some(provider) = source.provider() {
            let url = source.steps().last().and_then(|step| self.inner.address(step.host).ok());
            let host = url.and_then(|url| Some(url.host_str()?.to_owned())).unwrap_or_default();
            reply.notes.insert(OtherProvider { provider, host });
        }
        reply.with_cached(cached)
    }
}
