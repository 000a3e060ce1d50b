//! The answer to a request: who may ask, what is asked, and the response or the problem.

use std::net::Ipv4Addr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use http::header::{
    ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_ALLOW_ORIGIN,
    ACCESS_CONTROL_EXPOSE_HEADERS, ALLOW, AUTHORIZATION, CONTENT_SECURITY_POLICY, ETAG, HOST, ORIGIN,
    REFERRER_POLICY, VARY, X_CONTENT_TYPE_OPTIONS,
};
#[cfg(feature = "stream")]
use http::header::{CACHE_CONTROL, CONNECTION, CONTENT_TYPE, SEC_WEBSOCKET_ACCEPT, UPGRADE};
use http::{HeaderMap, HeaderName, HeaderValue, Method, Request, Response, StatusCode};
use http_body_util::BodyExt as _;
#[cfg(feature = "mcp")]
use http_body_util::Full;
use hyper::body::{Body as _, Bytes, Incoming};
#[cfg(feature = "stream")]
use hyper::upgrade::OnUpgrade;
use tokio::sync::{Semaphore, SemaphorePermit};
use virtual_finance_command::Program;

use crate::access::{is_host_known, take_token, without_token};
use crate::callers::{Caller, Callers, Patience};
use crate::compressed::Coding;
use crate::connections::Busy;
use crate::content::{Answer, Content, Sent, failed};
#[cfg(feature = "mcp")]
use crate::documents::MODELS;
#[cfg(feature = "stream")]
use crate::documents::STREAM;
use crate::documents::{Documents, HAS_STREAM, HEALTH, METRICS, READY};
use crate::heads::{
    authority, is_read, is_wanted, methods, other, plain, require_read, takes_html, well_formed,
};
use crate::kept::{Asked, Kept};
#[cfg(feature = "mcp")]
use crate::mcp::Service;
use crate::metrics::{Metrics, Now};
use crate::page::is_page;
use crate::problem::Problem;
use crate::requests::Requests;
use crate::responses;
use crate::settings::Settings;
#[cfg(feature = "stream")]
use crate::sse::MEDIA_TYPE;
#[cfg(feature = "stream")]
use crate::stream::{self, Hub};
use crate::target::{self, Target};

/// The header that names a request in logs.
const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// The header with the trace that a request is a part of (W3C Trace Context).
const TRACE: HeaderName = HeaderName::from_static("traceparent");

/// The headers beside the usual ones that a page of another origin may read.
const EXPOSED: HeaderValue = HeaderValue::from_static(
    "Age, Allow, ETag, Link, Retry-After, X-Failures, X-Notes, X-Request-Id, X-Source",
);

/// The header with which a browser says where a stream broke off.
#[cfg(feature = "stream")]
const LAST_EVENT_ID: HeaderName = HeaderName::from_static("last-event-id");

/// The time that a wrong token takes, and the name under which an address takes turns with them: nobody guesses quickly.
const GUESS: Duration = Duration::from_millis(100);
const GUESSES: &str = "token";

/// What all requests share.
pub(crate) struct State {
    pub(crate) program: &'static Program,
    pub(crate) requests: Arc<Requests>,
    pub(crate) callers: Callers,
    pub(crate) settings: Settings,
    /// True if callers need tokens.
    pub(crate) needs_token: bool,
    /// True if the gateway listens to this machine only.
    pub(crate) is_local: bool,
    pub(crate) slots: Arc<Semaphore>,
    /// The bytes that bodies of requests may have yet.
    pub(crate) bodies: Semaphore,
    pub(crate) documents: Documents,
    pub(crate) kept: Kept,
    pub(crate) metrics: Metrics,
    #[cfg(feature = "mcp")]
    pub(crate) models: Service,
    #[cfg(feature = "stream")]
    pub(crate) hub: Option<Arc<Hub>>,
}

/// The facts about a request that its line in the log has.
pub(crate) struct Line {
    pub(crate) id: String,
    pub(crate) caller: Option<String>,
    /// The trace that the request is a part of, as its caller says.
    pub(crate) trace: Option<String>,
    pub(crate) method: Method,
    pub(crate) path: String,
    pub(crate) status: u16,
    pub(crate) bytes: usize,
    pub(crate) took: Duration,
}

impl State {
    /// Answers a request. Whatever goes wrong is an answer.
    ///
    /// On a spare connection only the health of the gateway is told.
    pub(crate) async fn answer(
        &self,
        request: Request<Incoming>,
        random: u64,
        is_spare: bool,
    ) -> (Response<Sent>, Line) {
        let start = Instant::now();
        let (mut head, body) = request.into_parts();
        let path = without_token(head.uri.path()).into_owned();
        if let Some(host) = authority(&head) {
            head.headers.insert(HOST, host);
        }
        if self.settings.has_tokens_in_paths {
            take_token(&mut head);
        }
        let id = plain(&head.headers, REQUEST_ID).unwrap_or_else(|| format!("{random:016x}"));
        let address = head.extensions.get::<Arc<Busy>>().map(|busy| busy.address());
        let mut caller = self.callers.of_address(address.unwrap_or(Ipv4Addr::LOCALHOST.into()));
        let mut endpoint = "";
        let coding = Coding::accepted(&head.headers);
        let asked = Asked::of(&head, coding);
        let answered = self.answered(&head, body, asked.as_ref(), is_spare, &mut caller, &mut endpoint).await;
        let answer = answered.unwrap_or_else(|problem| {
            let is_unknown = endpoint.is_empty() && problem.status == StatusCode::NOT_FOUND;
            let is_for_people = is_unknown && takes_html(&head.headers);
            if is_for_people { self.page(problem.status) } else { failed(&problem, &path) }
        });
        let is_other = matches!(answer.status, StatusCode::OK | StatusCode::NOT_MODIFIED)
            && !is_wanted(&head.headers, answer.headers.get(ETAG));
        let answer = if is_other { failed(&other(), &path) } else { answer };
        let mut answer = answer.compressed(coding);
        answer
            .headers
            .insert(VARY, HeaderValue::from_static("Accept, Accept-Encoding, Authorization, Origin"));
        // A text of a host is never a page, whatever it looks like.
        answer.headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
        if let Some(asked) = &asked {
            self.kept.put(asked, endpoint, &answer);
        }
        answer = caller.counted(answer, head.version).unwrap_or_else(|problem| failed(&problem, &path));
        if let Some(origin) = self.origin(&head.headers) {
            answer.headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, origin);
            answer.headers.insert(ACCESS_CONTROL_EXPOSE_HEADERS, EXPOSED);
        }
        answer.headers.extend(HeaderValue::from_str(&id).map(|id| (REQUEST_ID, id)));
        let took = start.elapsed();
        self.metrics.count(endpoint, answer.status.as_u16(), took, answer.is_cached);
        let line = Line {
            id,
            caller: caller.token.clone(),
            trace: plain(&head.headers, TRACE),
            method: head.method,
            path,
            status: answer.status.as_u16(),
            bytes: answer.body.len(),
            took,
        };
        let mut response = Response::new(answer.body.into_body());
        *response.status_mut() = answer.status;
        *response.headers_mut() = answer.headers;
        (response, line)
    }

    async fn answered(
        &self,
        head: &http::request::Parts,
        body: Incoming,
        asked: Option<&Asked<'_>>,
        is_spare: bool,
        caller: &mut Arc<Caller>,
        endpoint: &mut &'static str,
    ) -> Result<Answer, Problem> {
        well_formed(head)?;
        let busy = head.extensions.get::<Arc<Busy>>();
        // A page cannot send a token of others.
        let is_checked = self.is_local || !self.needs_token;
        if is_checked && !is_host_known(head, &self.settings.hosts, self.is_local) {
            let detail = "the header Host names another machine: ask for localhost or an address, or start the \
                          gateway with --allow-host NAME";
            return Err(Problem::new(StatusCode::MISDIRECTED_REQUEST, detail));
        }
        let path = head.uri.path();
        if head.method == Method::OPTIONS {
            return Ok(self.options(&head.headers, path));
        }
        if matches!(path, HEALTH | READY) {
            require_read(head)?;
            let content_type = HeaderValue::from_static("text/plain");
            return Ok(Answer::new(StatusCode::OK, content_type, Bytes::from_static(b"ok\n")));
        }
        if is_spare {
            return Err(Problem::busy("too many connections are open: come back later"));
        }
        let is_read = is_read(&head.method);
        #[cfg(feature = "stream")]
        let is_socket = stream::is_wanted(&head.headers);
        #[cfg(not(feature = "stream"))]
        let is_socket = false;
        // Browsers let every page send a form, or open a websocket, and say only which page it is.
        if (!is_read || is_socket) && !self.is_own(&head.headers) {
            let detail = "a page of another origin asks: start the gateway with --allow-origin ORIGIN";
            return Err(Problem::new(StatusCode::FORBIDDEN, detail));
        }
        // It has no data: its script asks for the token.
        if takes_html(&head.headers) && is_page(self.program, path, HAS_STREAM) {
            require_read(head)?;
            return Ok(self.page(StatusCode::OK));
        }
        if self.needs_token {
            let Some(known) = self.settings.tokens.caller(&head.headers) else {
                if head.headers.contains_key(AUTHORIZATION) {
                    let _waiting = busy.map(|busy| busy.waiting());
                    let _turn = caller.turn(GUESSES, &mut Patience(self.settings.max_wait)).await?;
                    tokio::time::sleep(GUESS).await;
                }
                let detail = "the request has no token that is known: send 'Authorization: Bearer TOKEN'";
                return Err(Problem::new(StatusCode::UNAUTHORIZED, detail));
            };
            *caller = self.callers.of_token(&known);
        }
        if is_read && !body.is_end_stream() {
            return Err(Problem::bad("a GET has no body: put its parameters into the query"));
        }
        // A slow body takes no slot of a request.
        let waiting = busy.map(|busy| busy.waiting());
        let (body, _rooms) = self.body(body, caller).await?;
        drop(waiting);
        let slot = self.slots.try_acquire();
        let _slot =
            slot.map_err(|_| Problem::busy("too many requests are under way: send it again later"))?;
        let _slot_of_caller = caller.slot()?;
        if let Some((known, answer)) = asked.and_then(|asked| self.kept.get(asked, self.requests.now())) {
            *endpoint = known;
            self.metrics.count_kept();
            return Ok(answer);
        }
        // Whatever is made anew has a future so large that a connection would have its bytes for every answer.
        Box::pin(self.made(head, body, caller, endpoint)).await
    }

    /// Makes the answer to a request of somebody who may ask.
    async fn made(
        &self,
        head: &http::request::Parts,
        body: Bytes,
        caller: &Arc<Caller>,
        endpoint: &mut &'static str,
    ) -> Result<Answer, Problem> {
        let path = head.uri.path();
        if path == METRICS {
            require_read(head)?;
            let under_way = self.settings.max_requests.saturating_sub(self.slots.available_permits());
            let all_streams = &self.callers.all_streams;
            let streams = self.settings.max_streams.saturating_sub(all_streams.available_permits());
            let (kept_bytes, hosts) = (self.kept.bytes(), self.requests.hosts());
            let now = Now { program: self.program, under_way, streams, kept_bytes, hosts };
            let text = self.metrics.text(&now);
            let content_type = HeaderValue::from_static("text/plain; version=0.0.4");
            return Ok(Answer::new(StatusCode::OK, content_type, text));
        }
        #[cfg(feature = "stream")]
        if path == STREAM {
            *endpoint = "stream";
            return self.stream(head, caller);
        }
        #[cfg(feature = "mcp")]
        if path == MODELS {
            *endpoint = "mcp";
            return self.models(head, body, caller).await;
        }
        if let Some(document) = self.documents.get(path) {
            require_read(head)?;
            return Ok(responses::document(document, &head.headers));
        }
        let info = target::endpoint(self.program.endpoints, path)?;
        *endpoint = info.command;
        if head.method != *info.method && !(is_read(&head.method) && info.only_reads()) {
            let detail = format!("/{} is asked with {}", info.command, info.method);
            return Err(Problem::of_method(detail, methods(info.method, info.only_reads())));
        }
        // What may change something is not sent before.
        if !info.only_reads() && !is_wanted(&head.headers, None) {
            return Err(other());
        }
        let target = Target::read(self.program.endpoints, &head.uri, &head.headers, &body)?;
        responses::answer(&self.requests, target, head, caller).await
    }

    /// Answers a message of a client for models.
    #[cfg(feature = "mcp")]
    async fn models(
        &self,
        head: &http::request::Parts,
        body: Bytes,
        caller: &Arc<Caller>,
    ) -> Result<Answer, Problem> {
        if head.method != Method::POST {
            let detail = format!("{MODELS} is asked with POST, by a client for models");
            return Err(Problem::of_method(detail, "POST"));
        }
        let _turn = caller.turn(MODELS, &mut Patience(self.settings.max_wait)).await?;
        let mut head = head.clone();
        head.extensions.insert(Arc::clone(caller));
        let response = self.models.handle(Request::from_parts(head, Full::new(body))).await;
        let (parts, body) = response.into_parts();
        let body = match body.collect().await {
            Ok(body) => body.to_bytes(),
            Err(never) => match never {},
        };
        Ok(Answer::of(parts.status, parts.headers, Content::Whole(body)))
    }

    /// Begins a stream of live values: events, or a websocket for who asks for one.
    #[cfg(feature = "stream")]
    fn stream(&self, head: &http::request::Parts, caller: &Caller) -> Result<Answer, Problem> {
        let Some(hub) = &self.hub else { return Err(stream::absent(self.program.name)) };
        if head.method != Method::GET {
            let detail = format!("{STREAM} is asked with GET");
            return Err(Problem::of_method(detail, "GET"));
        }
        let subjects = stream::subjects(head.uri.query().unwrap_or_default())?;
        let seats = caller.stream()?;
        let after = head.headers.get(LAST_EVENT_ID).and_then(|id| id.to_str().ok());
        if !stream::is_wanted(&head.headers) {
            let listener = hub.listen(subjects, after, seats)?;
            let headers = HeaderMap::from_iter([
                (CONTENT_TYPE, HeaderValue::from_static(MEDIA_TYPE)),
                (CACHE_CONTROL, HeaderValue::from_static("no-store")),
            ]);
            let busy = head.extensions.get::<Arc<Busy>>().cloned();
            return Ok(Answer::of(StatusCode::OK, headers, Content::events(stream::events(listener), busy)));
        }
        let handshake = stream::agreed(&head.headers).zip(head.extensions.get::<OnUpgrade>().cloned());
        let Some((agreed, upgrade)) = handshake else {
            return Err(Problem::bad("the websocket has no key, or is not of version 13"));
        };
        tokio::spawn(stream::serve(upgrade, hub.listen(subjects, after, seats)?));
        let headers = HeaderMap::from_iter([
            (CONNECTION, HeaderValue::from_static("upgrade")),
            (UPGRADE, HeaderValue::from_static("websocket")),
            (SEC_WEBSOCKET_ACCEPT, agreed),
        ]);
        Ok(Answer::of(StatusCode::SWITCHING_PROTOCOLS, headers, Content::Whole(Bytes::new())))
    }

    /// Returns true if no page asks, or if the page is the gateway's own or allowed.
    fn is_own(&self, headers: &HeaderMap) -> bool {
        let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
        let Some(origin) = text(ORIGIN) else { return !headers.contains_key(ORIGIN) };
        let host = origin.split_once("://").map(|(_, host)| host);
        self.origin(headers).is_some() || (host.is_some() && host == text(HOST))
    }

    /// Returns the page for people. It says itself what is at its address.
    fn page(&self, status: StatusCode) -> Answer {
        let page = self.documents.page(self.settings.is_invented);
        let mut answer =
            Answer::new(status, HeaderValue::from_static("text/html; charset=utf-8"), page.html.clone());
        answer.headers.extend([
            (CONTENT_SECURITY_POLICY, page.policy.clone()),
            (REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
        ]);
        answer
    }

    /// Reads the body of a request within its bounds, the caller's and the bounds of all bodies together.
    async fn body<'s>(
        &'s self,
        mut body: Incoming,
        caller: &'s Caller,
    ) -> Result<(Bytes, [Option<SemaphorePermit<'s>>; 2]), Problem> {
        if body.is_end_stream() {
            return Ok((Bytes::new(), [None, None]));
        }
        let too_large = || {
            let detail = format!("the body has more than {} bytes: send less", self.settings.max_body);
            Problem::new(StatusCode::PAYLOAD_TOO_LARGE, detail)
        };
        // As its head says; nobody waits for the rest.
        if usize::try_from(body.size_hint().lower()).is_ok_and(|length| length > self.settings.max_body) {
            return Err(too_large());
        }
        let read = async {
            let (mut bytes, mut rooms) = (Vec::new(), [None, None]);
            while let Some(frame) = body.frame().await {
                let frame = frame.map_err(|_| Problem::bad("the body broke off: send it again"))?;
                let Ok(data) = frame.into_data() else { continue };
                if bytes.len().saturating_add(data.len()) > self.settings.max_body {
                    return Err(too_large());
                }
                for (room, all) in rooms.iter_mut().zip([&caller.bodies, &self.bodies]) {
                    let more =
                        u32::try_from(data.len()).ok().and_then(|more| all.try_acquire_many(more).ok());
                    let busy = "too many bodies are under way: send it again later";
                    let more = more.ok_or_else(|| Problem::busy(busy))?;
                    match room {
                        Some(room) => SemaphorePermit::merge(room, more),
                        None => *room = Some(more),
                    }
                }
                bytes.extend_from_slice(&data);
            }
            Ok((bytes.into(), rooms))
        };
        let slow =
            |_| Problem::new(StatusCode::REQUEST_TIMEOUT, "the body did not come in time: send it again");
        tokio::time::timeout(self.settings.read_timeout, read).await.map_err(slow)?
    }

    /// Returns the origin of a page that may read the response.
    fn origin(&self, headers: &HeaderMap) -> Option<HeaderValue> {
        let origin = headers.get(ORIGIN)?;
        self.settings
            .origins
            .iter()
            .any(|known| known.as_bytes() == origin.as_bytes())
            .then(|| origin.clone())
    }

    /// Answers the question of a browser whether a page may ask.
    fn options(&self, headers: &HeaderMap, path: &str) -> Answer {
        let allow = match target::endpoint(self.program.endpoints, path) {
            Ok(info) => methods(info.method, info.only_reads()),
            #[cfg(feature = "mcp")]
            Err(_) if path == MODELS => methods("POST", false),
            Err(_) => methods("GET", true),
        };
        let allowed = HeaderMap::from_iter([(ALLOW, HeaderValue::from_static(allow))]);
        let mut answer = Answer::of(StatusCode::NO_CONTENT, allowed, Content::Whole(Bytes::new()));
        if self.origin(headers).is_some() {
            let allowed = [
                (ACCESS_CONTROL_ALLOW_METHODS, HeaderValue::from_static("GET, HEAD, POST")),
                (
                    ACCESS_CONTROL_ALLOW_HEADERS,
                    HeaderValue::from_static("Authorization, Content-Type, If-Match, If-None-Match"),
                ),
            ];
            answer.headers.extend(allowed);
        }
        answer
    }
}
