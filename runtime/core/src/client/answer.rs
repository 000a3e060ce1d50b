//! Answers one request: chooses the source, sends the messages and converts the replies.

use std::time::Instant;

use tokio::runtime::{Handle, RuntimeFlavor};
use tokio::task::block_in_place;
use tracing::{Instrument as _, field};
use url::Url;

use super::inner::Inner;
use super::message;
use super::reply::Reply;
use super::sources::{self, NoTarget, SourceSpec, Step};
use crate::auth::{Authenticator, Call, NoCredentials};
use crate::context::Context;
use crate::error::{BodyFault, ConversionHookError, Error, RequestName, VirtualFinanceApiError};
use crate::host::Host;
use crate::outcome::Converted;
use crate::raw::RawReply;
use crate::read::{host_error, refusal};
use crate::record::{Asked, RecordMode};
use crate::request::{EndpointInfo, Request, Target, request_name};
use crate::settings::RequestParams;
use crate::source::Source;
use crate::time::DateTime;
use crate::transport::{Deadline, HttpReply, HttpRequest, HttpStack, RedirectRules, Secrets, address};

/// The status of a reply with a part of a body. No request asks for one.
const PARTIAL_CONTENT: u16 = 206;

/// The bytes of replies from which on a conversion may keep other tasks of its thread waiting noticeably.
const LONG_CONVERSION: usize = 256 << 10;

/// Checks a request and has it answered, within one span.
pub(super) async fn ask<T>(
    inner: &Inner,
    params: &RequestParams,
    request: &dyn Request,
    convert: impl Fn(&Context<'_>, &[RawReply<'_>]) -> Result<Converted<T>, ConversionHookError> + Send + Sync,
) -> Result<Reply<T>, Error> {
    request.validate()?;
    let info = request.info();
    let name = request_name(request);
    let span = tracing::info_span!(
        "request",
        endpoint = info.name,
        subject = name.subject(),
        source = field::Empty,
        status = field::Empty,
        bytes = field::Empty,
        duration_ms = field::Empty,
    );
    let began = Instant::now();
    let stack = HttpStack {
        exchange: &*inner.exchange,
        pace: &inner.pace,
        headers: &inner.headers,
        params,
        max_body: inner.max_body,
        span: &span,
        deadline: Deadline::new(params),
        secrets: Secrets::new(params, &inner.private),
    };
    let run = RequestRun { inner, stack, request, info, name, clock: (inner.clock)() };
    let reply = run.ask_sources(convert).instrument(span.clone()).await;
    let elapsed = u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX);
    span.record("duration_ms", elapsed);
    tracing::debug!(parent: &span, ok = reply.is_ok(), "request finished");
    reply
}

/// One request on its way.
struct RequestRun<'a> {
    inner: &'a Inner,
    stack: HttpStack<'a>,
    request: &'a dyn Request,
    info: &'static EndpointInfo,
    name: RequestName,
    /// The time of the client's clock.
    clock: DateTime,
}

/// A reply with a status below 400.
struct Received {
    status: u16,
    body: Vec<u8>,
}

impl RequestRun<'_> {
    /// Returns the response from the first source whose replies can be converted. Where there is none the first
    /// error stands, and has the others.
    async fn ask_sources<T>(
        &self,
        convert: impl Fn(&Context<'_>, &[RawReply<'_>]) -> Result<Converted<T>, ConversionHookError> + Send + Sync,
    ) -> Result<Reply<T>, Error> {
        let inner = self.inner;
        let sources = inner.remembered.order(self.info, inner.choice, self.clock);
        let mut failed: Vec<(Source, Error)> = Vec::new();
        let mut turn = Some(0);
        while let Some(now) = turn
            && let Some(source) = sources.get(now).copied()
        {
            let reply = self.ask_source(source, &convert).await;
            // Every error passes here: nothing that a host repeats of the caller's gets out.
            match reply.map_err(|error| {
                self.stack.secrets.redact(error).with_refusal_advice(|| self.refusal_advice())
            }) {
                Ok(reply) => {
                    inner.remembered.learn(source, !failed.is_empty(), self.clock);
                    return Ok(reply);
                }
                Err(error) => {
                    turn = sources::next(&error, now, &sources);
                    tracing::debug!(source = %source.kind(), %error, goes_on = turn.is_some(), "a source failed");
                    failed.push((source.kind(), error));
                }
            }
        }
        Err(self.first_of(failed))
    }

    /// Returns the first error, with the others. Sources that were not recorded are left out where another
    /// error is known.
    fn first_of(&self, mut failed: Vec<(Source, Error)>) -> Error {
        if failed.iter().any(|(_, error)| !sources::is_unrecorded(error)) {
            failed.retain(|(_, error)| !sources::is_unrecorded(error));
        }
        let mut failed = failed.into_iter();
        let nothing = || self.refused("it has no source; check the table".to_owned());
        let first = failed.next().map_or_else(nothing, |(_, error)| error);
        first.with_others(failed)
    }

    async fn ask_source<T>(
        &self,
        source: SourceSpec,
        convert: impl Fn(&Context<'_>, &[RawReply<'_>]) -> Result<Converted<T>, ConversionHookError>,
    ) -> Result<Reply<T>, Error> {
        self.stack.span.record("source", field::display(source.kind()));
        let addresses = self.inner.addresses(self.info);
        let cx = Context::new(&addresses, self.time_of(source, &addresses));
        let mut received: Vec<Received> = Vec::new();
        for step in source.steps() {
            let targets = step.targets(self.request, &cx, &bodies(&received));
            for target in targets.map_err(|reason| self.no_target(reason))? {
                let reply = self.ask_target(step, &target, cx.now()).await?;
                if reply.status != self.info.status {
                    let expected = self.info.status;
                    tracing::warn!(status = reply.status, expected, "unexpected status");
                }
                received.push(reply);
            }
        }
        let replies = bodies(&received);
        let converted = apart(bytes(&received), || convert(&cx, &replies));
        self.stack.deadline.check(&self.name)?;
        let converted = converted.map_err(|error| self.not_converted(error))?;
        let status = received.last().map_or(self.info.status, |reply| reply.status);
        Ok(Reply::new(self.name.clone(), status, source.kind(), bytes(&received), converted))
    }

    /// Returns the time for which the request is made: that of the clock or, in a replay, that of the record that
    /// will answer it.
    fn time_of(&self, source: SourceSpec, addresses: &[(&str, &str)]) -> DateTime {
        let RecordMode::Replay(replay) = &self.inner.record else { return self.clock };
        let first = |now| {
            let step = *source.steps().first()?;
            let targets = step.targets(self.request, &Context::new(addresses, now), &[]).ok()?;
            message::sent(step, targets.first()?).ok()
        };
        replay.time_of(&self.name, first).unwrap_or(self.clock)
    }

    /// Returns the reply to one message, from its host or from a record.
    async fn ask_target(&self, step: Step, target: &Target<'_>, now: DateTime) -> Result<Received, Error> {
        let refused = |reason| self.refused(reason);
        let home = self.inner.address(step.host).map_err(refused)?;
        let sent = message::sent(step, target).map_err(refused)?;
        let request = message::request(self.name.clone(), step, &home, target).map_err(refused)?;
        let asked = Asked { name: self.name.clone(), sent, now };
        let reply = match &self.inner.record {
            RecordMode::Off => self.send(step, &request, &home).await?,
            RecordMode::Record(recorder) => {
                let mut reply = self.send(step, &request, &home).await?;
                let hidden = self.make_recordable(&mut reply);
                let status = reply.status();
                if let Ok(body) = reply.body_mut() {
                    recorder.keep(&asked, status, body, hidden)?;
                }
                reply
            }
            RecordMode::Replay(replay) => {
                let (status, body) = replay.answer(&asked, self.stack.max_body)?;
                self.stack.span.record("status", status);
                HttpReply::new(status, request.url.clone(), Ok(body))
            }
        };
        self.stack.span.record("bytes", reply.body().len());
        self.judge(reply)
    }

    /// Sends a message, through the client's authenticator.
    async fn send(&self, step: Step, request: &HttpRequest, home: &Url) -> Result<HttpReply, Error> {
        let (inner, info) = (self.inner, self.info);
        // The table's own addresses stay allowed beside the overrides.
        let defaults = info.hosts.iter().filter_map(|host| address::base(host.default).ok());
        let overrides = inner.hosts.iter().map(|host| host.url.clone());
        let all = std::iter::once(home.clone()).chain(defaults).chain(overrides).collect();
        let named = |host: &&'static Host| Some((host.name, self.inner.address(host).ok()?));
        let hosts: Vec<(&'static str, Url)> = info.hosts.iter().filter_map(named).collect();
        let authenticator = self.authenticator(step.host);
        let call = Call {
            stack: &self.stack,
            request,
            usage: step.session,
            host: step.host,
            home,
            hosts: &hosts,
            rules: &RedirectRules { hosts: all, other_hosts: authenticator.redirect_hosts() },
            intercepts: &|url| authenticator.intercepts(url),
        };
        authenticator.send(call).await
    }

    /// Takes the secrets out of the body, for what is converted now too: the results of this run and of its replay
    /// are then the same. A body that cannot be read matters only below 400. Returns how many secrets there were.
    fn make_recordable(&self, reply: &mut HttpReply) -> usize {
        let is_error = reply.status() >= 400;
        let body = reply.body_mut();
        if is_error && body.is_err() {
            *body = Ok(Vec::new());
        }
        let hidden = body.as_mut().map_or(0, |body| self.stack.secrets.redact_body(body));
        if hidden > 0 {
            tracing::warn!(hidden, "the reply repeated secrets of the caller, which are not recorded");
        }
        hidden
    }

    /// Decides by the status first: from 400 on the error is `Error::Api`, whatever the body is. A part of a body is
    /// a body that is cut, unless the table expects one.
    fn judge(&self, reply: HttpReply) -> Result<Received, Error> {
        let status = reply.status();
        if status == PARTIAL_CONTENT && self.info.status != PARTIAL_CONTENT {
            let fault = BodyFault::Cut("the host sent a part of it, with the status 206");
            let (request, attempts) = (self.name.clone(), reply.attempts().clone());
            return Err(Error::Body { request, fault, source: None, attempts });
        }
        if status < 400 {
            return Ok(Received { status, body: reply.into_body()? });
        }
        let body = String::from_utf8_lossy(reply.body()).into_owned();
        let is_rate_limited = refusal::is_too_many(&body);
        let described = host_error::host_error(body.as_bytes());
        let mut error = VirtualFinanceApiError::new(self.name.clone(), status, body)
            .with_retry_after(reply.retry_after());
        if let Some((code, description)) = described {
            error = error.with_host_error(code, description);
        }
        let error = if is_rate_limited { error.with_rate_limit() } else { error };
        Err(Error::from(error).with_attempts(reply.attempts().clone()))
    }

    fn refusal_advice(&self) -> Box<str> {
        self.authenticator(self.info.host).advice().into()
    }

    /// Returns the authenticator of the requests to a host: that of the client, unless the table declares its
    /// credentials.
    fn authenticator(&self, host: &Host) -> &dyn Authenticator {
        match host.declared() {
            Some(_) => &self.inner.declared,
            None => self.inner.authenticator.as_deref().unwrap_or(&NoCredentials),
        }
    }

    fn refused(&self, reason: String) -> Error {
        Error::Address { request: self.name.clone(), reason }
    }

    fn no_target(&self, reason: NoTarget) -> Error {
        match reason {
            NoTarget::Params(errors) => errors.into(),
            NoTarget::Reply(error) => self.not_converted(error),
        }
    }

    fn not_converted(&self, error: ConversionHookError) -> Error {
        error.in_request(self.name.clone()).into()
    }
}

fn bodies(received: &[Received]) -> Vec<RawReply<'_>> {
    received.iter().map(|reply| RawReply::new(&reply.body)).collect()
}

/// Returns the length of all bodies together.
fn bytes(received: &[Received]) -> usize {
    received.iter().map(|reply| reply.body.len()).fold(0, usize::saturating_add)
}

/// Runs a conversion of that many bytes. If it may take long, the other tasks of the thread move to another one; a
/// runtime of a single thread has none.
fn apart<T>(bytes: usize, convert: impl FnOnce() -> T) -> T {
    let has_threads =
        || Handle::try_current().is_ok_and(|handle| handle.runtime_flavor() == RuntimeFlavor::MultiThread);
    if bytes >= LONG_CONVERSION && has_threads() { block_in_place(convert) } else { convert() }
}
