//! Answers one request: chooses the source, sends the messages and converts the replies.

use std::sync::atomic::Ordering;
use std::time::Instant;

use tracing::{Instrument as _, Span, field};

use super::cut;
use super::from_cache::FromCache;
use super::inner::Inner;
use super::run::{Convert, Message, RequestRun, bodies, bytes, into_parts};
use super::sources::{self, SourceSpec, Step};
use crate::cache::{CacheUse, Received};
use crate::catalogue::source::Source;
use crate::context::Context;
use crate::error::Error;
use crate::halves;
use crate::http::may_be_of_length;
use crate::notes::FreshUntil;
use crate::raw::{Conversion, RawReply};
use crate::record::RecordMode;
use crate::reply::Reply;
use crate::request::{Request, request_name};
use crate::settings::RequestParams;
use crate::time::DateTime;

/// Checks a request and has it answered, within one span.
pub(super) async fn ask<T>(
    inner: &Inner,
    params: &RequestParams,
    request: &dyn Request,
    convert: impl Fn(&Context<'_>, &[RawReply<'_>]) -> Conversion<T> + Send + Sync,
) -> Result<Reply<T>, Error> {
    params.check()?;
    request.validate()?;
    let began = Instant::now();
    let span = span(request);
    let params = params.of(request.info());
    let hasty;
    let mut run = start(inner, &params, request, &span);
    if run.has_other_provider() {
        hasty = params.hasty();
        run.stack.params = &hasty;
    }
    let reply = run.answer(&convert).instrument(span.clone()).await;
    let elapsed = u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX);
    span.record("duration_ms", elapsed);
    tracing::debug!(parent: &span, ok = reply.is_ok(), "request finished");
    reply
}

/// Returns the span of a request.
pub(super) fn span(request: &dyn Request) -> Span {
    tracing::info_span!(
        "request",
        endpoint = request.info().name,
        subject = request_name(request).subject(),
        source = field::Empty,
        status = field::Empty,
        bytes = field::Empty,
        duration_ms = field::Empty,
    )
}

/// Begins a request, and its time limits with it.
pub(super) fn start<'a>(
    inner: &'a Inner,
    params: &'a RequestParams,
    request: &'a dyn Request,
    span: &'a Span,
) -> RequestRun<'a> {
    let info = request.info();
    let stack = inner.stack(params, span, info.reply_headers);
    let (cache, usage) = (inner.cache_of(info, params), params.cache_use);
    RequestRun {
        inner,
        stack,
        request,
        info,
        name: request_name(request),
        clock: (inner.clock)(),
        cache,
        usage,
    }
}

impl<'a> RequestRun<'a> {
    /// Returns the response from the cache or, where it has none, from the hosts.
    async fn answer<T>(&mut self, convert: &impl Convert<T>) -> Result<Reply<T>, Error> {
        match self.kept_response(self.usage, convert) {
            FromCache::Good(reply) => return Ok(reply),
            FromCache::Missing => {}
            // A reply that this request cannot take is not to stand in its way.
            FromCache::Unfit => self.usage = CacheUse::Refresh,
        }
        let error = match self.ask_sources(convert).await {
            Ok(reply) => return Ok(reply),
            Err(error) => error,
        };
        self.instead_of(error, convert)
    }

    /// Returns the response from the first source whose replies can be converted. Where there is none the first
    /// error stands, and has the others.
    async fn ask_sources<T>(&self, convert: &impl Convert<T>) -> Result<Reply<T>, Error> {
        let inner = self.inner;
        let sources = self.sources();
        let mut failed: Vec<(Source, Error)> = Vec::new();
        let mut turn = Some(0);
        while let Some(now) = turn
            && let Some(source) = sources.get(now).copied()
        {
            let reply = self.ask_source(source, convert).await;
            // Every error passes here: nothing that a host repeats of the caller's gets out.
            match reply.map_err(|error| self.shown(error)) {
                Ok(reply) => {
                    inner.remembered.learn(source, failed.first().map(|(_, error)| error), self.clock);
                    return Ok(reply);
                }
                Err(error) => {
                    turn = sources::next(&error, now, &sources);
                    tracing::debug!(source = %source.kind(), %error, goes_on = turn.is_some(), "a source failed");
                    failed.push((source.kind(), error));
                }
            }
        }
        let error = self.first_of(failed);
        let elsewhere = sources::may_differ_elsewhere(&error).then(|| self.elsewhere(&sources)).flatten();
        Err(error.with_elsewhere(elsewhere))
    }

    /// Returns the first error, with the others. Where a page gave no reply, the error of the source after it says more.
    /// Sources that were not recorded are left out where another error is known.
    fn first_of(&self, mut failed: Vec<(Source, Error)>) -> Error {
        if failed.iter().any(|(_, error)| !sources::is_unrecorded(error)) {
            failed.retain(|(_, error)| !sources::is_unrecorded(error));
        }
        let has_no_reply = |(source, error): &(Source, Error)| {
            *source == Source::Page
                && (error.is_network() || matches!(error, Error::Redirect { .. } | Error::Body { .. }))
        };
        let first =
            failed.iter().position(|one| !has_no_reply(one) && !one.1.is_network()).unwrap_or_default();
        if first >= failed.len() {
            return self.refused("it has no source; check the table".to_owned());
        }
        let (_, first) = failed.remove(first);
        first.with_others(failed)
    }

    async fn ask_source<T>(&self, source: SourceSpec, convert: &impl Convert<T>) -> Result<Reply<T>, Error> {
        self.stack.span.record("source", field::display(source.kind()));
        let addresses = self.inner.addresses(self.info);
        let cx = Context::new(&addresses, self.time_of(source, &addresses));
        let received = self.receive(source, self.usage, &cx).await?;
        let reply = self.converted(source, &received, &cx, convert);
        if !matches!(reply, Err(Error::Conversion(_))) || !received.iter().any(Received::is_confirmed) {
            return reply;
        }
        // A kept reply that this request cannot take is not to stand in its way, even if its host confirms it.
        drop(received);
        let received = self.receive(source, CacheUse::Refresh, &cx).await?;
        self.converted(source, &received, &cx, convert)
    }

    /// Returns the replies of a source.
    async fn receive(
        &self,
        source: SourceSpec,
        usage: CacheUse,
        cx: &Context<'_>,
    ) -> Result<Vec<Received<'a>>, Error> {
        let mut received: Vec<Received<'a>> = Vec::new();
        for step in source.steps() {
            let of_step = self.receive_step(step, usage, cx, &bodies(&received)).await?;
            received.extend(of_step);
        }
        Ok(received)
    }

    /// Returns the replies of a step. Where its addresses may be too long for the way to the host, they are asked for in
    /// shorter parts; `replies` are those to the steps before it.
    async fn receive_step(
        &self,
        step: Step,
        usage: CacheUse,
        cx: &Context<'_>,
        replies: &[RawReply<'_>],
    ) -> Result<Vec<Received<'a>>, Error> {
        let is_learned = self.inner.is_short.load(Ordering::Relaxed);
        let limit = if is_learned { cut::SHORT } else { cut::LONG };
        let messages = self.messages(step, cx, replies, limit)?;
        let is_long = messages.iter().any(|message| message.request.is_long);
        let error = match self.ask_each(messages, usage).await {
            Err(error) if is_long && (may_be_of_length(&error) || sources::is_unrecorded(&error)) => error,
            result => return result,
        };
        tracing::debug!(%error, "asking in shorter parts");
        let shorter = self.messages(step, cx, replies, cut::SHORT)?;
        match self.ask_each(shorter, usage).await {
            Err(other) if sources::is_unrecorded(&other) => Err(error),
            Ok(received) => {
                self.inner.is_short.fetch_or(may_be_of_length(&error), Ordering::Relaxed);
                Ok(received)
            }
            failed => failed,
        }
    }

    /// Returns the replies to messages, in their order.
    async fn ask_each(&self, messages: Vec<Message>, usage: CacheUse) -> Result<Vec<Received<'a>>, Error> {
        let mut received = Vec::with_capacity(messages.len());
        for message in messages {
            let reply = self.ask(message, usage).await?;
            let (status, expected) = (reply.reply.status, self.info.status);
            if status != expected && self.info.meaning(status).is_none() {
                tracing::warn!(status, expected, "unexpected status");
            }
            received.push(reply);
        }
        Ok(received)
    }

    /// Converts the replies of a source, and keeps them.
    fn converted<T>(
        &self,
        source: SourceSpec,
        received: &[Received<'_>],
        cx: &Context<'_>,
        convert: &impl Convert<T>,
    ) -> Result<Reply<T>, Error> {
        let replies = bodies(received);
        let converted = into_parts(bytes(received), || halves::converted(cx, &replies, convert));
        self.stack.deadline.check(&self.name)?;
        let converted = converted.map_err(|error| self.not_converted(error))?;
        let may_keep = !source.hosts().any(|host| host.no_copies);
        if let (Some(cache), Some(fresh_for)) = (self.cache.filter(|_| may_keep), self.info.fresh_for) {
            cache.keep(received, fresh_for, converted.notes.get::<FreshUntil>().copied());
        }
        Ok(self.reply(source, received, converted))
    }

    /// Returns the time for which the request is made: the clock's or, in a replay, the time of the record that will
    /// answer it.
    pub(super) fn time_of(&self, source: SourceSpec, addresses: &[(&str, &str)]) -> DateTime {
        let RecordMode::Replay(replay) = &self.inner.record else { return self.clock };
        let first = |now, limit| {
            let cx = Context::new(addresses, now);
            let messages = self.messages(*source.steps().first()?, &cx, &[], limit).ok()?;
            Some(messages.into_iter().next()?.asked.sent)
        };
        let time = |limit| replay.time_of(&self.name, |now| first(now, limit));
        source.limits().find_map(time).unwrap_or(self.clock)
    }

    /// Returns the error as it gets out: without secrets, and with advice where the host refuses the caller.
    pub(super) fn shown(&self, error: Error) -> Error {
        let advice = || self.authenticator(self.info.host).advice(self.info.host).into();
        self.stack.secrets.redact(error).with_refusal_advice(advice)
    }
}
