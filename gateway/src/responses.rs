//! The responses of endpoints: of one request, or of one for each of several subjects.

use std::borrow::Cow;
use std::sync::Arc;

use futures_util::{FutureExt as _, StreamExt as _, stream};
use http::header::{AGE, CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH, LINK};
use http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode};
use hyper::body::Bytes;
use serde_json::Value;
use virtual_finance_command::parts::{Format, Outline, Rendering};
use virtual_finance_core::catalogue::{Freshness, RawKind};
use virtual_finance_core::params::ParamMap;
use virtual_finance_core::request::{EndpointInfo, ErasedResponse, Request as _, without_wrong};
use virtual_finance_core::{Client, DateTime, Error, HostState, Notes, Reply};

use crate::content::{Answer, Content, Holds};
use crate::headers::{harmless, list, quoted, word};
use crate::pages::{self, Links, NEXT};
use crate::problem::Problem;
use crate::served::{Served, Tagged, Tags, has_tag, tag_of_all};
use crate::target::Target;

/// The headers about what stands beside a response, percent-encoded.
const SOURCE: HeaderName = HeaderName::from_static("x-source");
const NOTES: HeaderName = HeaderName::from_static("x-notes");

/// The header with the subjects that failed, each with its status.
const FAILURES: HeaderName = HeaderName::from_static("x-failures");

/// The number of requests for the subjects of one request that are under way at once.
const AT_ONCE: usize = 8;

/// What makes responses: the client, and what is remembered of those before.
pub(crate) struct Responses {
    version: &'static str,
    client: Client,
    /// Who may keep responses, as `Cache-Control` says it.
    scope: &'static str,
    tags: Arc<Tags>,
    links: Links,
}

/// A response with the facts beside it.
struct One {
    tag: String,
    /// The seconds for which a caller may keep it.
    fresh: Option<u64>,
    /// The age of its reply in the cache.
    age: Option<u64>,
    /// The time within which it is the same, if the cache has its reply.
    holds: Option<Holds>,
    source: String,
    notes: Vec<String>,
    subject: Option<String>,
    /// The value that chooses the next page.
    next: Option<String>,
    /// `None` if the caller has it.
    response: Option<Box<dyn ErasedResponse>>,
}

/// The responses by subject, and the problems of those that failed.
type Gathered = (Vec<(String, One)>, Vec<(String, Problem)>);

impl Responses {
    /// Creates what asks with that client. Without tokens responses are for everybody.
    pub(crate) fn new(version: &'static str, client: Client, has_tokens: bool) -> Self {
        let scope = if has_tokens { "private" } else { "public" };
        Self { version, client, scope, tags: Arc::default(), links: Links::default() }
    }

    /// Returns the time by the clock of the client, by which replies grow old.
    pub(crate) fn now(&self) -> DateTime {
        self.client.now()
    }

    /// Returns the states of the hosts that were asked.
    pub(crate) fn hosts(&self) -> Vec<HostState> {
        self.client.host_states()
    }

    /// Returns the answer to a request for an endpoint.
    pub(crate) async fn answer(
        &self,
        target: Target,
        head: &http::request::Parts,
    ) -> Result<Answer, Problem> {
        match &target.several {
            None => self.single(target, head).await,
            Some((name, subjects)) => self.several(&target, (name, subjects), &head.headers).await,
        }
    }

    async fn single(&self, target: Target, head: &http::request::Parts) -> Result<Answer, Problem> {
        let Target { info, params, rendering, page, .. } = target;
        let link = page.map(|page| {
            let detail = "the gateway does not know that page any more: begin again with the first one";
            self.links.get(&page).ok_or_else(|| Problem::bad(detail))
        });
        let known = list(&head.headers, IF_NONE_MATCH);
        let one = self.one(info, params, link.transpose()?, &rendering, known.as_deref()).await?;
        let mut headers = self.headers(one.fresh, one.age);
        headers.extend(harmless(&one.source).map(|source| (SOURCE, source)));
        if !one.notes.is_empty() {
            headers.extend(harmless(&one.notes.join("; ")).map(|notes| (NOTES, notes)));
        }
        headers.extend(link_header(info, head, one.next.as_deref()).map(|link| (LINK, link)));
        let Some(response) = one.response else { return Ok(not_modified(headers, &one.tag, one.age)) };
        // The name that the gateway gave the address of a page may be forgotten before.
        let is_named = info.pages.is_some_and(|pages| pages.next.parameter().is_none());
        let holds = one.holds.filter(|_| !is_named);
        let (content_type, body) = match response.bytes().filter(|_| info.raw == RawKind::Bytes) {
            Some(bytes) => {
                let media_type = bytes.media_type.as_deref().unwrap_or("application/octet-stream");
                (HeaderValue::from_str(media_type), bytes.content.clone())
            }
            None => {
                let outline = Outline::of(info).about(one.subject.as_deref());
                (media_type(&rendering), rendering.render(&*response, &outline)?)
            }
        };
        headers.insert(
            CONTENT_TYPE,
            content_type.unwrap_or(HeaderValue::from_static("application/octet-stream")),
        );
        Ok(Answer { holds, ..whole(headers, Some(&one.tag), body, one.age) })
    }

    /// Returns the answer of a request for each of several subjects. Those that failed are told beside the others.
    async fn several(
        &self,
        target: &Target,
        (name, subjects): (&'static str, &[String]),
        asked: &HeaderMap,
    ) -> Result<Answer, Problem> {
        let Target { info, rendering, .. } = target;
        if rendering.format.is_drawn() {
            let format = rendering.format.as_str();
            return Err(Problem::bad(format!("{format} draws one '{name}': ask for each by itself")));
        }
        let (found, failures) = self.gathered(target, name, subjects).await;
        if found.is_empty() {
            return Err(Problem::of_all(failures));
        }
        let age = found.iter().filter_map(|(_, one)| one.age).max();
        // What failed may be there the next time.
        let fresh = found.iter().map(|(_, one)| one.fresh).min().flatten().filter(|_| failures.is_empty());
        // All of them, and what failed may be there the next time.
        let holds = found.iter().map(|(_, one)| one.holds).reduce(|all, one| Some(all?.and(one?)));
        let holds = holds.flatten().filter(|_| failures.is_empty());
        let mut headers = self.headers(fresh, age);
        let notes: Vec<String> = found
            .iter()
            .flat_map(|(subject, one)| one.notes.iter().map(move |note| format!("{subject}: {note}")))
            .collect();
        if !notes.is_empty() {
            headers.extend(harmless(&notes.join("; ")).map(|notes| (NOTES, notes)));
        }
        let tag = tag_of_all(found.iter().map(|(_, one)| one.tag.as_str()));
        let tag = failures.is_empty().then_some(tag);
        let known = list(asked, IF_NONE_MATCH);
        if let Some((tag, _)) = tag.as_ref().zip(known.as_deref()).filter(|(tag, known)| has_tag(known, tag))
        {
            return Ok(not_modified(headers, tag, age));
        }
        headers.extend(failures_header(&failures).map(|failed| (FAILURES, failed)));
        headers.extend(media_type(rendering).map(|media_type| (CONTENT_TYPE, media_type)));
        let outline = Outline::of(info);
        let responses = found.into_iter().filter_map(|(subject, one)| Some((subject, one.response?)));
        let responses: Vec<_> = responses.collect();
        let body = match rendering.format {
            Format::Json => object(rendering, &responses, &failures, &outline)?,
            _ => rendering.render_rows(&responses, name, &outline)?,
        };
        Ok(Answer { holds, ..whole(headers, tag.as_deref(), body, age) })
    }

    /// Sends the request of each subject. Returns the responses, and the problems of those that failed.
    async fn gathered(&self, target: &Target, name: &'static str, subjects: &[String]) -> Gathered {
        let each = subjects.iter().map(|subject| {
            let mut params = target.params.clone();
            params.insert(name, subject.clone());
            self.one(target.info, params, None, &target.rendering, None).boxed()
        });
        let each: Vec<_> = each.collect();
        let mut results = stream::iter(each).buffered(AT_ONCE);
        let (mut found, mut failures) = (Vec::new(), Vec::new());
        for subject in subjects {
            match results.next().await {
                Some(Ok(one)) => found.push((subject.clone(), one)),
                Some(Err(problem)) => failures.push((subject.clone(), problem)),
                None => break,
            }
        }
        (found, failures)
    }

    /// Sends one request.
    async fn one(
        &self,
        info: &'static EndpointInfo,
        params: ParamMap,
        link: Option<String>,
        rendering: &Rendering,
        known: Option<&str>,
    ) -> Result<One, Problem> {
        let request = (info.build)(&params).map_err(Error::from)?;
        let (request, wrong) = match without_wrong(&*request) {
            Some((rest, wrong)) => (rest, Notes::new().with(wrong)),
            None => (request, Notes::new()),
        };
        let form = format!("{} {} {params:?} {rendering:?}", self.version, info.command);
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
        let Tagged { tag, fresh_until, response, notes: mut said, .. } = response;
        let age = cached.map(|cached| cached.age.as_secs());
        let holds = cached.and_then(|cached| Some(Holds { since: cached.since, until: cached.until? }));
        let fresh = fresh_for(info.fresh_for, fresh_until, age, self.client.now());
        said.extend(notes.lines().chain(wrong.lines()));
        Ok(One { tag, fresh, age, holds, source: source.to_string(), notes: said, subject, next, response })
    }

    /// Returns the value that chooses a page: that of its parameter, or a name for its address.
    fn name_of_page(&self, next: &Served, link: Option<&str>) -> Option<String> {
        match next.info().pages?.next.parameter() {
            Some(parameter) => next.value(parameter).map(|value| value.to_string()),
            None => link.map(|link| self.links.remember(link)),
        }
    }

    /// Returns the headers about how long a response may be kept. `max-age` counts from the time at which its reply came, as
    /// `Age` does.
    fn headers(&self, fresh: Option<u64>, age: Option<u64>) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.extend(age.map(|age| (AGE, HeaderValue::from(age))));
        let lifetime = fresh.map(|fresh| fresh.saturating_add(age.unwrap_or_default()));
        let control = lifetime
            .map_or_else(|| "no-cache".to_owned(), |lifetime| format!("{}, max-age={lifetime}", self.scope));
        headers.extend(HeaderValue::from_str(&control).map(|control| (CACHE_CONTROL, control)));
        headers
    }
}

/// Returns the header that names what failed, each with its status; `None` if nothing did.
fn failures_header(failures: &[(String, Problem)]) -> Option<HeaderValue> {
    let words =
        failures.iter().map(|(subject, problem)| format!("{} {}", word(subject), problem.status.as_u16()));
    let words: Vec<String> = words.collect();
    (!words.is_empty()).then(|| HeaderValue::from_str(&words.join(", ")).ok())?
}

/// Returns the header about the pages around a response, if its items come in pages that have addresses.
fn link_header(
    info: &'static EndpointInfo,
    head: &http::request::Parts,
    next: Option<&str>,
) -> Option<HeaderValue> {
    let parameter = info.pages?.next.parameter().unwrap_or(NEXT);
    matches!(head.method, Method::GET | Method::HEAD).then(|| pages::header(&head.uri, parameter, next))?
}

/// Returns several responses as one JSON object, and the problems of what failed.
fn object(
    rendering: &Rendering,
    responses: &[(String, Box<dyn ErasedResponse>)],
    failures: &[(String, Problem)],
    outline: &Outline,
) -> Result<Vec<u8>, Problem> {
    let mut body = b"{\"responses\":{".to_vec();
    for (index, (subject, response)) in responses.iter().enumerate() {
        if index > 0 {
            body.push(b',');
        }
        body.extend(Value::from(subject.as_str()).to_string().into_bytes());
        body.push(b':');
        body.extend(rendering.render(&**response, outline)?.trim_ascii_end());
    }
    body.extend(b"},\"failures\":");
    body.extend(Problem::members_of(failures).to_string().into_bytes());
    body.extend(b"}\n");
    Ok(body)
}

fn media_type(rendering: &Rendering) -> Result<HeaderValue, http::header::InvalidHeaderValue> {
    HeaderValue::from_str(rendering.format.media_type().unwrap_or("application/json"))
}

/// Returns the answer to who has the response already.
fn not_modified(mut headers: HeaderMap, tag: &str, age: Option<u64>) -> Answer {
    headers.extend(quoted(tag).map(|tag| (ETAG, tag)));
    let body = Content::Whole(Bytes::new());
    Answer { is_cached: age.is_some(), ..Answer::of(StatusCode::NOT_MODIFIED, headers, body) }
}

/// Returns the answer with a body.
fn whole(mut headers: HeaderMap, tag: Option<&str>, body: Vec<u8>, age: Option<u64>) -> Answer {
    headers.extend(tag.and_then(quoted).map(|tag| (ETAG, tag)));
    let body = Content::Whole(body.into());
    Answer { is_cached: age.is_some(), ..Answer::of(StatusCode::OK, headers, body) }
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
