//! The body of a reply that is still coming.

use std::sync::Arc;

use tracing::Instrument as _;

use super::handle::Client;
use super::run::RequestRun;
use super::sources::SourceSpec;
use super::{answer, cut};
use crate::context::Context;
use crate::error::{Error, RequestName};
use crate::http::{BodyUse, Deadline, HttpStack, Secrets, Streamed};
use crate::raw::{ReplyHead, WholeReply};
use crate::record::{RecordMode, RecordedRequest};
use crate::request::Request;

/// A reply whose body is to be read.
pub(super) struct Begun {
    pub(super) status: u16,
    pub(super) head: ReplyHead,
    /// The length of the body, if the host says it.
    pub(super) length: Option<u64>,
    pub(super) asked: RecordedRequest,
}

/// The rest of a body.
pub(super) struct Body {
    source: Source,
    pub(super) request: RequestName,
    deadline: Deadline,
    pub(super) secrets: Secrets,
}

enum Source {
    Host(Box<Streamed>),
    /// A record, or a reply that was recorded.
    Whole(Option<Vec<u8>>),
}

impl Client {
    /// Checks a request and has its reply begin, within one span; `is_recorded` says that the whole body is recorded at once,
    /// where the client records. `limits` makes the time limits of the body of those of the request.
    pub(super) async fn start_body(
        &self,
        request: &dyn Request,
        is_recorded: bool,
        limits: fn(Deadline) -> Deadline,
    ) -> Result<(Begun, Body), Error> {
        self.params.check()?;
        request.validate()?;
        let span = answer::span(request);
        let params = self.params.of(request.info());
        let run = answer::start(&self.inner, &params, request, &span);
        let begun = run.begin_body(is_recorded).instrument(span.clone()).await;
        let (begun, source) = begun.map_err(|error| run.shown(error))?;
        let RequestRun { stack: HttpStack { deadline, secrets, .. }, name, .. } = run;
        Ok((begun, Body { source, request: name, deadline: limits(deadline), secrets }))
    }
}

impl RequestRun<'_> {
    /// Sends the message of a request, and reads the head of its reply; `is_recorded` says that the whole body is recorded
    /// here, where the client records.
    async fn begin_body(&self, is_recorded: bool) -> Result<(Begun, Source), Error> {
        let no_source = || self.refused("it has no source; check the table".to_owned());
        let source = SourceSpec::all(self.info).next().ok_or_else(no_source)?;
        let step = source.steps().into_iter().next().ok_or_else(no_source)?;
        let addresses = self.inner.addresses(self.info);
        let cx = Context::new(&addresses, self.time_of(source, &addresses));
        let message = self.messages(step, &cx, &[], cut::LONG)?.pop();
        let mut message = message.ok_or_else(no_source)?;
        let is_whole = match self.inner.record {
            RecordMode::Off => false,
            RecordMode::Record(_) => is_recorded,
            RecordMode::Replay(_) => true,
        };
        let (reply, streamed) = if is_whole {
            (Arc::unwrap_or_clone(self.arrive(&message).await?.reply), None)
        } else {
            message.request.body_use = BodyUse::Streamed;
            let mut reply = self.send_message(&message).await?;
            let streamed = reply.streamed.take();
            (self.judge(message.step, reply)?, streamed)
        };
        let WholeReply { status, head, body, .. } = reply;
        let whole = || u64::try_from(body.len()).ok();
        let length = streamed.as_ref().map_or_else(whole, |body| body.length);
        let source = streamed.map_or(Source::Whole(Some(body)), Source::Host);
        Ok((Begun { status, head, length, asked: message.asked }, source))
    }
}

impl Body {
    /// Waits for the next bytes; `None` at the end of a whole body.
    pub(super) async fn chunk(&mut self) -> Result<Option<Vec<u8>>, Error> {
        let chunk = match &mut self.source {
            Source::Host(body) => body.chunk(&self.deadline, &self.request).await,
            Source::Whole(body) => Ok(body.take().filter(|body| !body.is_empty())),
        };
        chunk.map_err(|error| self.secrets.redact(error))
    }
}
