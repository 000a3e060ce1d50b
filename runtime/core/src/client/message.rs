//! The messages of one request: makes them, has each answered by its host, the cache or a record, and judges the reply.

use std::sync::Arc;

use http::Method;
use url::{Position, Url};

use super::run::{Message, RequestRun};
use super::sources::Step;
use super::{compose, cut};
use crate::auth::Call;
use crate::cache::{Arrived, CacheUse, Kept, NOT_MODIFIED, Origin, PendingEntry, Received};
use crate::catalogue::{Host, NextPage, RawKind};
use crate::context::Context;
use crate::convert::{api_error, partial};
use crate::error::Error;
use crate::http::{HttpReply, HttpRequest, RedirectRules};
use crate::raw::{RawReply, ReplyHead, WholeReply};
use crate::record::{RecordMode, RecordedRequest};
use crate::request::Target;
use crate::time::DateTime;

impl<'a> RequestRun<'a> {
    /// Returns the messages of a step, with addresses of that length at most where a list of theirs can be cut; `replies` are
    /// those to the steps before it.
    pub(super) fn messages(
        &self,
        step: Step,
        cx: &Context<'_>,
        replies: &[RawReply<'_>],
        limit: usize,
    ) -> Result<Vec<Message>, Error> {
        let targets = step.targets(self.request, cx, replies)?;
        let cuts = self.cuts(step, &targets, limit)?;
        let targets = cut::all(targets, &cuts);
        let mut messages = Vec::with_capacity(targets.len());
        for target in &targets {
            let mut message = self.message(step, target, cx.now())?;
            message.request.is_long = step.split.is_some()
                && limit > cut::SHORT
                && cut::is_long(&message.asked.sent.address, cut::SHORT);
            messages.push(message);
        }
        self.give_places(&mut messages, cx, replies, &cuts);
        Ok(messages)
    }

    /// Returns the name of the list that is cut and its room, for each target; none where nothing is cut.
    fn cuts(
        &self,
        step: Step,
        targets: &[Target<'_>],
        limit: usize,
    ) -> Result<Vec<(&'static str, usize)>, Error> {
        let Some(name) = step.split else { return Ok(Vec::new()) };
        let refused = |reason| self.refused(reason);
        let home = self.inner.table.of(step.host).map_err(refused)?;
        let room = |target| {
            Ok((name, cut::room(target, name, &compose::url(&home, target).map_err(refused)?, limit)))
        };
        targets.iter().map(room).collect()
    }

    fn message(&self, step: Step, target: &Target<'_>, now: DateTime) -> Result<Message, Error> {
        let refused = |reason| self.refused(reason);
        let home = self.inner.address(step.host).map_err(refused)?;
        let of_table = self.inner.table.of(step.host).map_err(refused)?;
        let request = compose::request(self.name.clone(), step, &home, target).map_err(refused)?;
        let address = match Arc::ptr_eq(&home, &of_table) {
            true => request.url.clone(),
            false => compose::url(&of_table, target).map_err(refused)?,
        };
        let sent = compose::sent(step, target, address).map_err(refused)?;
        let asked = RecordedRequest { name: self.name.clone(), sent, now };
        Ok(Message { step, home, request, asked, place: None })
    }

    /// Returns the reply to one message, from its host, another request's message, the cache or a record.
    pub(super) async fn ask(&self, mut message: Message, usage: CacheUse) -> Result<Received<'a>, Error> {
        let (Some(cache), Some(place)) = (self.cache, message.place.take()) else {
            return Ok(Received { reply: self.arrive(&message).await?.reply, origin: Origin::Host });
        };
        let mut seat = cache.seat(place.key, self.stack.params);
        // The request that sends has its own time limits.
        let arrived = match self.stack.deadline.uncounted(seat.result()).await {
            Some(shared) => {
                self.stack.secrets.add_headers(&self.inner.headers);
                shared?
            }
            None => {
                // Another request may have just kept it, later than this one began.
                let now = (self.inner.clock)();
                if let Some(kept) = self.kept(&place, &message.asked.sent, (usage, now)) {
                    return Ok(Received::of_cache(kept, usage));
                }
                let stale = self.stale(&place, &message, usage);
                match self.arrive_or_confirm(&mut message, stale).await {
                    Ok(arrived) => {
                        seat.land(Ok(arrived.clone()));
                        arrived
                    }
                    Err(error) => {
                        let error = self.stack.secrets.redact(error);
                        if error.is_of_sending() {
                            seat.land(Err(error.clone()));
                        }
                        return Err(error);
                    }
                }
            }
        };
        let reply = Arc::clone(&arrived.reply);
        let unproven = PendingEntry { place, asked: message.asked, arrived, at: (self.inner.clock)(), seat };
        Ok(Received { reply, origin: Origin::HostToKeep(Box::new(unproven)) })
    }

    /// Returns the reply to one message: the host's, or a stale reply of the cache that the host says still holds.
    async fn arrive_or_confirm(&self, message: &mut Message, stale: Option<Kept>) -> Result<Arrived, Error> {
        let condition = stale.and_then(|kept| Some((kept.condition()?, kept)));
        let Some((condition, kept)) = condition else { return self.arrive(message).await };
        let unconditional = message.request.headers.clone();
        message.request.headers.extend(condition);
        let arrived = self.arrive(message).await;
        message.request.headers = unconditional;
        let arrived = arrived?;
        if kept.is_confirmed_by(&arrived.reply) {
            tracing::debug!("the host says that the kept reply still holds");
            let Kept { reply, hidden, .. } = kept;
            return Ok(Arrived { reply, hidden, is_confirmed: true, is_kept: Arc::default() });
        }
        // It says so of another reply than that which was kept.
        if arrived.reply.status == NOT_MODIFIED { self.arrive(message).await } else { Ok(arrived) }
    }

    /// Returns the reply to one message, from its host or from a record.
    pub(super) async fn arrive(&self, message: &Message) -> Result<Arrived, Error> {
        let Message { step, request, asked, .. } = message;
        let mut hidden = 0;
        let reply = if let RecordMode::Replay(replay) = &self.inner.record {
            let whole = replay.answer(asked, self.stack.max_body)?;
            self.stack.span.record("status", whole.status);
            HttpReply::new(request.url.clone(), whole)
        } else {
            let mut reply = self.send_message(message).await?;
            hidden = self.hide_secrets(&mut reply);
            if let RecordMode::Record(recorder) = &self.inner.record
                && reply.unread.is_none()
            {
                recorder.keep(asked, &reply.whole, hidden)?;
            }
            reply
        };
        self.stack.span.record("bytes", reply.body().len());
        let reply = Arc::new(self.judge(*step, reply)?);
        Ok(Arrived { reply, hidden, is_confirmed: false, is_kept: Arc::default() })
    }

    /// Sends a message, and keeps of the head of its reply what the endpoint reads.
    pub(super) async fn send_message(&self, message: &Message) -> Result<HttpReply, Error> {
        let Message { step, home, request, .. } = message;
        let mut reply = self.send(*step, request, home).await?;
        let reads_link =
            matches!(self.info.pages, Some(pages) if pages.next == NextPage::Link { next: None });
        let ReplyHead { media_type, next, etag, modified, named, wait: _ } = &mut reply.whole.head;
        let is_shown = |media: &String| self.info.raw == RawKind::Bytes || self.is_public(media);
        *media_type = media_type.take().filter(|media| self.info.reads_media_type(media) && is_shown(media));
        *next = next.take().filter(|_| reads_link).map(|next| self.next_page(&next, home));
        // The host of a message that is no GET would refuse it, not leave out the body.
        let is_asked_again = self.cache.is_some() && request.method == Method::GET;
        *etag = etag.take().filter(|tag| is_asked_again && self.is_public(tag));
        *modified = modified.take().filter(|_| is_asked_again);
        named.retain(|_, value| self.is_public(value));
        Ok(reply)
    }

    /// Returns false for a text that repeats a secret of the caller.
    fn is_public(&self, text: &str) -> bool {
        self.stack.secrets.redact_body(&mut text.as_bytes().to_vec()) == 0
    }

    /// Returns the address of a next page without what the caller and the credentials add, so that it can be recorded:
    /// below the origin of the host where it is there.
    fn next_page(&self, next: &str, home: &Url) -> String {
        let Ok(url) = Url::parse(next) else { return next.to_owned() };
        let url = self.stack.secrets.strip(url);
        let text =
            if url.origin() == home.origin() { url[Position::BeforePath..].to_owned() } else { url.into() };
        let mut bytes = text.into_bytes();
        self.stack.secrets.redact_body(&mut bytes);
        String::from_utf8_lossy(&bytes).into_owned()
    }

    /// Sends a message, through the client's authenticator.
    async fn send(&self, step: Step, request: &HttpRequest, home: &Arc<Url>) -> Result<HttpReply, Error> {
        let (inner, info) = (self.inner, self.info);
        let hosts = |name: &str| {
            let host = info.hosts.iter().find(|host| host.name == name)?;
            inner.address(host).ok().map(|url| Url::clone(&url))
        };
        let is_of_table = |next: &Url| {
            let is_same = |host: &Url| {
                host.host() == next.host() && host.port_or_known_default() == next.port_or_known_default()
            };
            // The table's own addresses stay allowed beside the overrides.
            let is_default = |host: &&'static Host| inner.table.of(host).is_ok_and(|url| is_same(&url));
            is_same(home)
                || inner.hosts.iter().any(|host| is_same(&host.url))
                || info.hosts.iter().any(is_default)
        };
        let authenticator = self.authenticator(step.host);
        let call = Call {
            stack: &self.stack,
            request,
            usage: step.session,
            host: step.host,
            home,
            hosts: &hosts,
            rules: &RedirectRules { is_of_table: &is_of_table, other_hosts: authenticator.redirect_hosts() },
            intercepts: &|url| authenticator.intercepts(url),
        };
        authenticator.send(call).await
    }

    /// Takes the secrets out of the body before anything reads it: a result, its record and its replay are the same. A body
    /// that cannot be read matters only below 400. Returns how many secrets there were.
    fn hide_secrets(&self, reply: &mut HttpReply) -> usize {
        if reply.status() >= 400 {
            reply.unread = None;
        }
        let hidden = self.stack.secrets.redact_body(&mut reply.whole.body);
        if hidden > 0 {
            tracing::warn!(hidden, "the reply repeated secrets of the caller, which are hidden");
        }
        hidden
    }

    /// Decides by the status first: from 400 on the error is `Error::Api`, whatever the body is. A part of a body is
    /// a body that is cut, unless the table expects one.
    pub(super) fn judge(&self, step: Step, reply: HttpReply) -> Result<WholeReply, Error> {
        let status = reply.status();
        if let Some(fault) = partial(self.info, status) {
            return Err(Error::body(&self.name, fault).with_attempts(reply.attempts.clone()));
        }
        if status < 400 {
            return reply.into_whole();
        }
        let own = step.names.is_none().then_some(self.info);
        let mut error = api_error(self.name.clone(), own, status, reply.body());
        error.retry_after = reply.retry_after;
        Err(Error::from(error).with_attempts(reply.attempts.clone()))
    }
}
