//! One request on its way: what it is made of, and what its parts have in common.

use std::sync::Arc;

use tokio::runtime::{Handle, RuntimeFlavor};
use tokio::task::block_in_place;
use url::Url;

use super::inner::Inner;
use super::sources::{SourceSpec, Step};
use crate::auth::{Authenticator, NoCredentials};
use crate::cache::{CacheSlot, CacheUse, ClientCache, Received};
use crate::catalogue::Host;
use crate::catalogue::source::SourceChoice;
use crate::context::Context;
use crate::error::{ConversionError, Error, RequestName};
use crate::http::{HttpRequest, HttpStack};
use crate::raw::{Conversion, RawReply};
use crate::record::{RecordMode, RecordedRequest};
use crate::request::{EndpointInfo, Request};
use crate::time::DateTime;

/// The bytes of replies from which on a conversion may keep other tasks of its thread waiting noticeably: some
/// milliseconds. A page of 700 kB takes some tenths of one, which is less than the tasks lose by moving.
const LONG_CONVERSION: usize = 1 << 20;

/// Converts the replies of a source.
pub(super) trait Convert<T>: Fn(&Context<'_>, &[RawReply<'_>]) -> Conversion<T> + Send + Sync {}

impl<T, F> Convert<T> for F where F: Fn(&Context<'_>, &[RawReply<'_>]) -> Conversion<T> + Send + Sync {}

/// One request on its way.
pub(super) struct RequestRun<'a> {
    pub(super) inner: &'a Inner,
    pub(super) stack: HttpStack<'a>,
    pub(super) request: &'a dyn Request,
    pub(super) info: &'static EndpointInfo,
    pub(super) name: RequestName,
    /// The time of the client's clock.
    pub(super) clock: DateTime,
    /// The cache, where the request may use it.
    pub(super) cache: Option<&'a ClientCache>,
    /// The replies that the request takes from there.
    pub(super) usage: CacheUse,
}

/// One message of a step, ready to be sent.
pub(super) struct Message {
    pub(super) step: Step,
    /// The address of its host.
    pub(super) home: Arc<Url>,
    pub(super) request: HttpRequest,
    pub(super) asked: RecordedRequest,
    /// Its place in the cache, where the request may use it.
    pub(super) place: Option<CacheSlot>,
}

impl RequestRun<'_> {
    /// Returns the sources in the order in which they are asked.
    pub(super) fn sources(&self) -> Vec<SourceSpec> {
        let is_own = |source: &SourceSpec| source.provider().is_none();
        let is_asked = |source: &SourceSpec| {
            source.is_chosen(self.inner.choice) && (is_own(source) || self.is_wanted(*source))
        };
        let mut sources: Vec<_> = SourceSpec::all(self.info).filter(is_asked).collect();
        if sources.is_empty() {
            sources.extend(SourceSpec::all(self.info).filter(is_own));
        }
        self.inner.remembered.order(&mut sources, self.info, self.clock);
        sources
    }

    /// Returns true if another provider is asked where the host fails.
    pub(super) fn has_other_provider(&self) -> bool {
        let choice = self.inner.choice;
        let mut sources = SourceSpec::all(self.info).filter(|source| source.provider().is_some());
        !matches!(choice, SourceChoice::Named(_))
            && sources.any(|source| source.is_chosen(choice) && self.is_wanted(source))
    }

    /// Returns true for another provider that the caller chose by name, or that has what is asked for and whose key the
    /// caller has: its key is the wish to ask it.
    fn is_wanted(&self, source: SourceSpec) -> bool {
        let Inner { choice, record, declared, .. } = self.inner;
        if source.hosts().any(|host| self.stack.params.leaves_out(host)) {
            return false;
        }
        if matches!(choice, SourceChoice::Named(_)) && source.is_chosen(*choice) {
            return true;
        }
        let has_key = || source.hosts().all(|host| declared.has_secret(host));
        (matches!(record, RecordMode::Replay(_)) || has_key()) && self.may_have(source)
    }

    /// Returns true for another provider that has what is asked for, as far as its address tells.
    fn may_have(&self, source: SourceSpec) -> bool {
        let addresses = self.inner.addresses(self.info);
        let cx = Context::new(&addresses, self.clock);
        let first = source.steps().into_iter().next();
        first.is_some_and(|step| step.targets(self.request, &cx, &[]).is_ok())
    }

    /// Returns the way to ask the other providers that may have what is asked for, and are not asked.
    pub(super) fn elsewhere(&self, asked: &[SourceSpec]) -> Option<Box<str>> {
        let ways: Vec<String> = SourceSpec::all(self.info)
            .filter_map(|source| Some((source, source.provider()?)))
            .filter(|(_, name)| !asked.iter().any(|asked| asked.provider() == Some(name)))
            .filter(|(source, _)| !source.hosts().any(|host| self.stack.params.leaves_out(host)))
            .filter(|(source, _)| self.may_have(*source))
            .map(|(source, name)| {
                let mut keys: Vec<&str> =
                    source.hosts().flat_map(|host| host.declared().filter_map(|auth| auth.env)).collect();
                keys.dedup();
                match keys.as_slice() {
                    [] => format!("choose the source {}", source.name()),
                    keys => format!("set {} to ask {name}, too", keys.join(" and ")),
                }
            })
            .collect();
        (!ways.is_empty()).then(|| ways.join(", or ").into())
    }

    /// Returns the authenticator of the requests to a host: the client's, unless the table declares its credentials.
    pub(super) fn authenticator(&self, host: &Host) -> &dyn Authenticator {
        match host.declared().next() {
            Some(_) => &self.inner.declared,
            None => self.inner.authenticator.as_deref().unwrap_or(&NoCredentials),
        }
    }

    pub(super) fn refused(&self, reason: String) -> Error {
        Error::Address { request: self.name.clone(), reason }
    }

    pub(super) fn not_converted(&self, error: ConversionError) -> Error {
        error.in_request(self.name.clone()).into()
    }
}

pub(super) fn bodies<'b>(received: &'b [Received<'_>]) -> Vec<RawReply<'b>> {
    received.iter().map(|received| received.reply.raw()).collect()
}

/// Returns the length of all bodies together.
pub(super) fn bytes(received: &[Received<'_>]) -> usize {
    received.iter().map(|received| received.reply.body.len()).fold(0, usize::saturating_add)
}

/// Runs a conversion of that many bytes. If it may take long, the other tasks of the thread move to another one; a
/// runtime of a single thread has none.
pub(super) fn into_parts<T>(bytes: usize, convert: impl FnOnce() -> T) -> T {
    let has_threads =
        || Handle::try_current().is_ok_and(|handle| handle.runtime_flavor() == RuntimeFlavor::MultiThread);
    if bytes >= LONG_CONVERSION && has_threads() { block_in_place(convert) } else { convert() }
}
