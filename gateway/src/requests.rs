//! Requests to the hosts, each with its entity tag and the facts beside its response.

use std::borrow::Cow;
use std::sync::Arc;
use std::time::Duration;

use http::header::{AGE, CACHE_CONTROL};
use http::{HeaderMap, HeaderValue, StatusCode};
use tokio::sync::watch;
use virtual_finance_core::catalogue::Freshness;
use virtual_finance_core::params::ParamMap;
use virtual_finance_core::request::{EndpointInfo, ErasedResponse, Request as _, without_wrong};
use virtual_finance_core::{Client, DateTime, Error, Events, HostState, Notes, Reply};

use crate::content::Holds;
use crate::form::Wanted;
use crate::pages::{Links, remember};
use crate::problem::Problem;
use crate::served::{Served, Tagged, Tags};
use crate::settings::Settings;

/// The maximum numbers of tags and of addresses of pages that a gateway remembers.
const MAX_REMEMBERED: usize = 16_384;

/// The client, and what is remembered of those before.
pub(crate) struct Requests {
    version: &'static str,
    client: Client,
    /// The scope of caches in `Cache-Control`: `public` or `private`.
    scope: &'static str,
    /// The time that a request waits for its turns.
    pub(crate) max_wait: Duration,
    tags: Arc<Tags>,
    pub(crate) links: Links,
    /// True once the gateway ends.
    pub(crate) ending: watch::Sender<bool>,
}

/// A response with the facts beside it.
pub(crate) struct One {
    pub(crate) tag: String,
    /// The number of bytes of its replies.
    pub(crate) bytes: usize,
    /// The seconds for which a caller may keep it.
    pub(crate) fresh: Option<u64>,
    /// The age of its reply in the cache.
    pub(crate) age: Option<u64>,
    /// The time within which it is the same, if the cache has its reply.
    pub(crate) holds: Option<Holds>,
    pub(crate) source: String,
    pub(crate) notes: Vec<String>,
    pub(crate) subject: Option<String>,
    /// The value that chooses the next page.
    pub(crate) next: Option<String>,
    /// `None` if the caller has it.
    pub(crate) response: Option<Box<dyn ErasedResponse>>,
}

impl Requests {
    /// Creates what asks with that client. Without tokens responses are for everybody.
    pub(crate) fn new(version: &'static str, client: Client, settings: &Settings) -> Self {
        let scope = if settings.tokens.is_empty() { "public" } else { "private" };
        let max_wait = settings.max_wait;
        let (tags, links) = (Arc::new(Tags::new(MAX_REMEMBERED)), Links::new(MAX_REMEMBERED));
        Self { version, client, scope, max_wait, tags, links, ending: watch::Sender::new(false) }
    }

    /// Returns the time by the clock of the client, by which replies grow old.
    pub(crate) fn now(&self) -> DateTime {
        self.client.now()
    }

    /// Returns the states of the hosts that were asked.
    pub(crate) fn hosts(&self) -> Vec<HostState> {
        self.client.host_states()
    }

    /// Sends one request.
    pub(crate) async fn one(
        &self,
        info: &'static EndpointInfo,
        params: ParamMap,
        link: Option<String>,
        wanted: &Wanted,
        known: Option<&str>,
    ) -> Result<One, Problem> {
        let request = info.request(&params).map_err(Error::from)?;
        let (request, wrong) = match without_wrong(&*request) {
            Some((rest, wrong)) => (rest, Notes::new().with(wrong)),
            None => (request, Notes::new()),
        };
        let form = format!("{} {} {params:?} {wanted:?}", self.version, info.command);
        let subject = request.subject().map(Cow::into_owned);
        let (known, tags) = (known.map(str::to_owned), Arc::clone(&self.tags));
        let served = Served { request: Arc::new(request), params, link, form, known, tags };
        let (reply, next) = if info.pages.is_some() {
            let mut pages = self.client.pages(served);
            let none = || Problem::new(StatusCode::BAD_GATEWAY, "the host gave no page: ask again");
            let reply = pages.next().await.ok_or_else(none)??;
            let next = pages.upcoming().and_then(|(next, link)| self.name_of_page(next, link));
            (reply, next)
        } else {
            (self.client.reply(&served).await?, None)
        };
        let Reply { cached, source, notes, response, .. } = reply;
        let Tagged { tag, fresh_until, response, notes: mut said, bytes, .. } = response;
        let age = cached.map(|cached| cached.age.as_secs());
        let holds = cached.and_then(|cached| Some(Holds { since: cached.since, until: cached.until? }));
        let fresh = fresh_for(info.fresh_for, fresh_until, age, self.client.now());
        let fresh = fresh.filter(|_| !info.host.no_copies);
        said.extend(notes.lines().chain(wrong.lines()));
        let source = source.to_string();
        Ok(One { tag, bytes, fresh, age, holds, source, notes: said, subject, next, response })
    }

    /// Sends one request, and returns the events of its reply as they come, with its subject.
    pub(crate) async fn events(
        &self,
        info: &'static EndpointInfo,
        params: &ParamMap,
    ) -> Result<(Events<Box<dyn ErasedResponse>>, Option<String>), Problem> {
        let request = info.request(params).map_err(Error::from)?;
        let subject = request.subject().map(Cow::into_owned);
        Ok((self.client.events_erased(request.into()).await?, subject))
    }

    /// Returns the value that chooses a page: its parameter's, or a name for its address.
    fn name_of_page(&self, next: &Served, link: Option<&str>) -> Option<String> {
        match next.info().pages?.next.parameter() {
            Some(parameter) => next.value(parameter).map(|value| value.to_string()),
            None => link.map(|link| remember(&self.links, link)),
        }
    }

    /// Returns the headers about how long a response may be kept. `max-age` counts from the time at which its reply came, as
    /// `Age` does.
    pub(crate) fn headers(&self, fresh: Option<u64>, age: Option<u64>) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.extend(age.map(|age| (AGE, HeaderValue::from(age))));
        let lifetime = fresh.map(|fresh| fresh.saturating_add(age.unwrap_or_default()));
        let control = lifetime
            .map_or_else(|| "no-cache".to_owned(), |lifetime| format!("{}, max-age={lifetime}", self.scope));
        headers.extend(HeaderValue::from_str(&control).map(|control| (CACHE_CONTROL, control)));
        headers
    }
}

/// Returns the seconds for which a caller may keep a response.
fn fresh_for(
    table: Option<Freshness>,
    fresh_until: Option<DateTime>,
    age: Option<u64>,
    now: DateTime,
) -> Option<u64> {
    if let Some(end) = fresh_until {
        let left = end.epoch_seconds().saturating_sub(now.epoch_seconds());
        return u64::try_from(left).ok();
    }
    match table? {
        Freshness::For(time) => time.as_secs().checked_sub(age.unwrap_or_default()),
        _ => None,
    }
}
