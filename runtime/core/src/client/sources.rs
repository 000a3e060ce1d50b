//! The sources of an endpoint: the order in which a client asks them, and when it goes on to the next.

use std::sync::Mutex;

use super::cut;
use super::source_memory::{HOLDS, SourceMemory};
use crate::catalogue::source::{Source, SourceChoice};
use crate::catalogue::{FallbackInfo, Host, RawKind, SessionUse};
use crate::context::Context;
use crate::error::{Error, ErrorKind, RecordFault, TimeoutPhase};
use crate::lock::Lock as _;
use crate::raw::RawReply;
use crate::request::{EndpointInfo, Request, Target, own_target, request_name};
use crate::time::DateTime;

/// A source of an endpoint: its own, or one of its fallbacks.
#[derive(Clone, Copy)]
pub(super) struct SourceSpec {
    info: &'static EndpointInfo,
    fallback: Option<&'static FallbackInfo>,
}

/// A step of a source, at one host.
#[derive(Clone, Copy)]
pub(super) struct Step {
    pub(super) host: &'static Host,
    pub(super) method: &'static str,
    /// True if the request only reads, whatever its method.
    pub(super) is_safe: bool,
    /// The header with a key of the request.
    pub(super) idempotency: Option<&'static str>,
    pub(super) raw: RawKind,
    pub(super) session: SessionUse,
    /// The name of the list in the query or in the path that goes in several messages.
    pub(super) split: Option<&'static str>,
    /// The names of the fallback and of its step; none where the source is the endpoint's own.
    pub(super) names: Option<(&'static str, &'static str)>,
}

impl SourceSpec {
    /// Returns the sources of an endpoint in the order of the table.
    pub(super) fn all(info: &'static EndpointInfo) -> impl Iterator<Item = Self> {
        let fallbacks = info.fallbacks.iter().map(Some);
        std::iter::once(None).chain(fallbacks).map(move |fallback| Self { info, fallback })
    }

    pub(super) fn kind(self) -> Source {
        self.provider().map_or_else(|| self.raw().source(), Source::Provider)
    }

    /// Returns its provider, if it is another than the endpoint's own.
    pub(super) fn provider(self) -> Option<&'static str> {
        self.fallback?.provider
    }

    /// Returns its name among the fallbacks; empty where it is the endpoint's own.
    pub(super) fn name(self) -> &'static str {
        self.fallback.map(|fallback| fallback.name).unwrap_or_default()
    }

    /// Returns true if sources of its kind are asked, or if it was chosen by name.
    pub(super) fn is_chosen(self, choice: SourceChoice) -> bool {
        match choice {
            SourceChoice::Auto => true,
            SourceChoice::Page => self.is_own(Source::Page),
            SourceChoice::Api => self.is_own(Source::Api),
            SourceChoice::Named(name) => {
                self.fallback.is_some_and(|fallback| fallback.provider.is_some() && fallback.name == name)
            }
        }
    }

    /// Returns true for a source of that kind at the endpoint's own provider.
    fn is_own(self, kind: Source) -> bool {
        self.provider().is_none() && self.raw().source() == kind
    }

    /// Returns its steps, in their order.
    pub(super) fn steps(self) -> Vec<Step> {
        let EndpointInfo { host, method, safe, idempotency, session, split, raw, then, .. } = *self.info;
        let first = Step { host, method, is_safe: safe, idempotency, raw, session, split, names: None };
        let (first, source, raw, steps) = match self.fallback {
            None => (Some(first), "", raw, then),
            Some(fallback) => (None, fallback.name, fallback.raw, fallback.steps),
        };
        let others = steps.iter().map(|step| Step {
            host: step.host,
            method: step.method,
            is_safe: false,
            idempotency: None,
            raw,
            session: step.session,
            split: step.split,
            names: Some((source, step.name)),
        });
        first.into_iter().chain(others).collect()
    }

    /// Returns the hosts of its steps.
    pub(super) fn hosts(self) -> impl Iterator<Item = &'static Host> {
        let own = self.fallback.is_none().then_some(self.info.host);
        let steps = self.fallback.map_or(self.info.then, |fallback| fallback.steps);
        own.into_iter().chain(steps.iter().map(|step| step.host))
    }

    /// Returns the lengths that its addresses may have, in the order in which they are tried.
    pub(super) fn limits(self) -> impl Iterator<Item = usize> {
        let is_split = self.steps().iter().any(|step| step.split.is_some());
        [Some(cut::LONG), is_split.then_some(cut::SHORT)].into_iter().flatten()
    }

    fn raw(self) -> RawKind {
        self.fallback.map_or(self.info.raw, |fallback| fallback.raw)
    }

    fn has_session(self) -> bool {
        self.steps().iter().any(|step| step.session != SessionUse::Never)
    }
}

impl Step {
    /// Returns the targets that it asks; `replies` are those to the steps before it.
    pub(super) fn targets<'r>(
        self,
        request: &'r dyn Request,
        cx: &Context<'_>,
        replies: &[RawReply<'_>],
    ) -> Result<Vec<Target<'r>>, Error> {
        let mut targets = match self.names {
            None => vec![own_target(request, cx.now())?],
            Some((fallback, step)) => {
                let targets = request.fallback(fallback, step, cx, replies);
                targets.map_err(|error| error.in_request(request_name(request)))?
            }
        };
        for target in &mut targets {
            target.add_headers(self.host.headers);
        }
        Ok(targets)
    }
}

/// The client's knowledge about sources, which its clones share.
#[derive(Default)]
pub(super) struct Remembered(Mutex<SourceMemory>);

impl Remembered {
    pub(super) const fn new(memory: SourceMemory) -> Self {
        Self(Mutex::new(memory))
    }

    /// Returns what was learned.
    pub(super) fn memory(&self) -> SourceMemory {
        self.0.locked().clone()
    }

    /// Puts a source that is known to work where another fails before the others.
    pub(super) fn order(&self, sources: &mut [SourceSpec], info: &EndpointInfo, now: DateTime) {
        if let Some(known) = self.0.locked().first(info.name, now) {
            sources.sort_by_key(|source| source.fallback.map(|fallback| fallback.name) != Some(known));
        }
    }

    /// Learns that a source worked, after the first one that was asked failed with `before`. Another provider comes first
    /// no longer than the host wants to be left alone.
    pub(super) fn learn(&self, source: SourceSpec, before: Option<&Error>, now: DateTime) {
        let Some(fallback) = source.fallback else { return self.0.locked().forget(source.info.name) };
        // Without an error it was asked first: when the one before it failed is known already, or nothing is known of that one.
        let holds = before.and_then(|error| match fallback.provider {
            Some(_) => error.retry_after(),
            None => Some(HOLDS),
        });
        if let Some(holds) = holds {
            self.0.locked().keep(source.info.name, fallback.name, now, holds);
        }
    }
}

/// Returns which of the sources is asked after an error of the one at `turn`: the next, where its reply could not be
/// converted or was not recorded, and where it is a page that could not be had; where it was refused for want of a
/// session, the next that has one; where no session could be had, the next that needs none. What a service answers with
/// another status of 400 or more holds for all sources. Another provider is asked after these, where the host failed or
/// refused in whatever way, but not where it says that there is no such thing.
pub(super) fn next(error: &Error, turn: usize, sources: &[SourceSpec]) -> Option<usize> {
    let source = sources.get(turn)?;
    let is_foreign = |(_, source): &(usize, &SourceSpec)| source.provider().is_some();
    let (others, own): (Vec<_>, Vec<_>) =
        sources.iter().enumerate().skip(turn.checked_add(1)?).partition(is_foreign);
    let mut left = own.into_iter();
    let next = match error {
        // What another provider says holds for none but itself.
        error if source.provider().is_some() && is_of_host(error) => left.next(),
        Error::Conversion(_) => left.next(),
        error if is_unrecorded(error) || source.kind() == Source::Page && is_of_host(error) => left.next(),
        Error::Api(error) if matches!(error.status(), 401 | 403) && !source.has_session() => {
            left.find(|(_, source)| source.has_session())
        }
        Error::Session { .. } => left.find(|(_, source)| !source.has_session()),
        _ => None,
    };
    let next = next.or_else(|| others.into_iter().next().filter(|_| may_differ_elsewhere(error)));
    next.map(|(turn, _)| turn)
}

/// Returns true if another provider may have what a host failed to give, or refused.
pub(super) fn may_differ_elsewhere(error: &Error) -> bool {
    match error {
        Error::Api(_) => matches!(error.status(), Some(401 | 403 | 429 | 500..)),
        error => is_unrecorded(error) || error.kind() != ErrorKind::NotFound && is_of_host(error),
    }
}

/// Returns true if a host failed or refused, and there is time to ask another.
fn is_of_host(error: &Error) -> bool {
    !matches!(error.kind(), ErrorKind::Params | ErrorKind::Config | ErrorKind::Other)
        && !matches!(error, Error::Timeout { phase: TimeoutPhase::Total, .. })
}

/// Returns true if a replay has no record of the request. A source that was not asked has none.
pub(super) fn is_unrecorded(error: &Error) -> bool {
    matches!(error, Error::Record { fault: RecordFault::Absent { .. }, .. })
}
