//! Answering one request: from which source, with which messages, and what becomes of the replies.

use std::time::Instant;

use tracing::{Instrument as _, field};

use super::sources::{self, SourceOf, Step};
use super::{Client, Reply, table_address};
use crate::context::Context;
use crate::error::{ConversionHookError, Error, RequestName};
use crate::outcome::Converted;
use crate::raw::RawReply;
use crate::record::Tape;
use crate::request::{EndpointInfo, Request, Target};
use crate::session::COOKIE_HOST;
use crate::source::Source;
use crate::time::DateTime;
use crate::transport::{Deadline, Incoming, Outgoing, Transport, address};

impl Client {
    /// Checks a request and has it answered, within one span.
    pub(super) async fn answer<T>(
        &self,
        request: &dyn Request,
        convert: impl Fn(&Context<'_>, &[RawReply<'_>]) -> Result<Converted<T>, ConversionHookError> + Send + Sync,
    ) -> Result<Reply<T>, Error> {
        request.validate()?;
        let info = request.info();
        let name = RequestName::new(info.name, request.subject().as_deref());
        let span = tracing::info_span!(
            "request",
            endpoint = info.name,
            ticker = name.subject(),
            source = field::Empty,
            status = field::Empty,
            bytes = field::Empty,
            duration_ms = field::Empty,
        );
        let began = Instant::now();
        let transport = Transport {
            http: &self.inner.http,
            exchange: &*self.inner.exchange,
            tape: &self.inner.tape,
            headers: &self.inner.headers,
            params: &self.inner.params,
            max_body: self.inner.max_body,
            span: &span,
            deadline: Deadline::new(&self.inner.params),
        };
        let asking = Asking { client: self, transport, request, info, name, clock: (self.inner.clock)() };
        let reply = asking.ask_sources(convert).instrument(span.clone()).await;
        let elapsed = u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX);
        span.record("duration_ms", elapsed);
        tracing::debug!(parent: &span, ok = reply.is_ok(), "request finished");
        reply
    }
}

/// One request on its way.
struct Asking<'a> {
    client: &'a Client,
    transport: Transport<'a>,
    request: &'a dyn Request,
    info: &'static EndpointInfo,
    name: RequestName,
    /// What the client's clock says.
    clock: DateTime,
}

impl Asking<'_> {
    /// The response from the first source whose replies can be converted. Where there is none the first
    /// error stands, and has the others.
    async fn ask_sources<T>(
        &self,
        convert: impl Fn(&Context<'_>, &[RawReply<'_>]) -> Result<Converted<T>, ConversionHookError> + Send + Sync,
    ) -> Result<Reply<T>, Error> {
        let inner = &self.client.inner;
        let sources = inner.remembered.order(self.info, inner.choice);
        let mut failed: Vec<(Source, Error)> = Vec::new();
        let mut turn = Some(0);
        while let Some(now) = turn
            && let Some((place, source)) = sources.get(now).copied()
        {
            match self.ask_source(source, &convert).await {
                Ok(reply) => {
                    inner.remembered.keep(self.info, place);
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

    /// The first error, with the others. What was not recorded says nothing where something else was.
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
        source: SourceOf,
        convert: impl Fn(&Context<'_>, &[RawReply<'_>]) -> Result<Converted<T>, ConversionHookError>,
    ) -> Result<Reply<T>, Error> {
        self.transport.span.record("source", field::display(source.kind()));
        let addresses = self.client.addresses(self.info);
        let cx = Context::new(&addresses, self.time_of(source, &addresses));
        let mut got: Vec<Incoming> = Vec::new();
        for step in source.steps() {
            let targets = step.targets(self.request, &cx, &bodies(&got));
            for target in targets.map_err(|error| self.not_converted(error, &got))? {
                let outgoing = self.outgoing(step, &target, cx.now())?;
                let sessions = &self.client.inner.sessions;
                let incoming = sessions.send(&self.transport, &outgoing, step.session).await?;
                if incoming.status != self.info.status {
                    let expected = self.info.status;
                    tracing::warn!(status = incoming.status, expected, "unexpected status");
                }
                got.push(incoming);
            }
        }
        let converted = convert(&cx, &bodies(&got)).map_err(|error| self.not_converted(error, &got))?;
        let status = got.last().map_or(self.info.status, |incoming| incoming.status);
        let bytes = got.iter().map(|incoming| incoming.body.len()).fold(0, usize::saturating_add);
        Ok(Reply::new(self.name.clone(), status, source.kind(), bytes, converted))
    }

    /// When the request is made: by the clock or, in a replay, at the time of the record that will answer it.
    fn time_of(&self, source: SourceOf, addresses: &[(&str, &str)]) -> DateTime {
        let Tape::Replay(replay) = &self.client.inner.tape else { return self.clock };
        let first = |now| {
            let step = *source.steps().first()?;
            let targets = step.targets(self.request, &Context::new(addresses, now), &[]).ok()?;
            table_address(step.host, targets.first()?).ok()
        };
        replay.time_of(&self.name, first).unwrap_or(self.clock)
    }

    /// A message as HTTP sends it.
    fn outgoing(&self, step: Step, target: &Target<'_>, asked: DateTime) -> Result<Outgoing, Error> {
        let refused = |reason| self.refused(reason);
        let (client, info) = (self.client, self.info);
        let home = client.address(step.host).map_err(refused)?;
        let url = address::build(&home, &target.path, &target.query).map_err(refused)?;
        let method = reqwest::Method::from_bytes(info.method.as_bytes())
            .map_err(|_| refused(format!("its method {:?} is none; check the table", info.method)))?;
        // The table's own addresses stay allowed beside the overrides.
        let defaults = info.hosts.iter().filter_map(|host| address::base(host.default).ok());
        let overrides = client.inner.hosts.iter().map(|host| host.url.clone());
        let hosts = std::iter::once(home.clone()).chain(defaults).chain(overrides).collect();
        let cookie_host = info.hosts.iter().find(|host| host.name == COOKIE_HOST);
        let cookie_host = cookie_host.map(|host| client.address(host)).transpose().map_err(refused)?;
        let address = table_address(step.host, target).map_err(refused)?;
        Ok(Outgoing { name: self.name.clone(), method, url, address, asked, home, cookie_host, hosts })
    }

    fn refused(&self, reason: String) -> Error {
        Error::Address { request: self.name.clone(), reason }
    }

    /// An error of the conversion, without the secrets that the replies may repeat.
    fn not_converted(&self, error: ConversionHookError, got: &[Incoming]) -> Error {
        let error = Error::from(error.in_request(self.name.clone()));
        got.iter().fold(error, |error, incoming| error.hiding(&incoming.secrets))
    }
}

fn bodies(got: &[Incoming]) -> Vec<RawReply<'_>> {
    got.iter().map(|incoming| RawReply::new(&incoming.body)).collect()
}
