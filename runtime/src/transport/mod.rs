//! HTTP: one request from its address to the decoded body of its reply, through the redirects that
//! are safe to follow and within the limits of the client. Nothing here knows endpoints.

pub(crate) mod address;
mod body;
mod deadline;
mod decode;
mod exchange;
pub(crate) mod redirect;
mod secrets;

use reqwest::Method;
use reqwest::header::{CONTENT_TYPE, COOKIE, HeaderMap, HeaderValue, USER_AGENT};
use tracing::Span;
use url::Url;

use crate::error::{Error, RedirectFault, RequestName, SessionFault, VirtualFinanceApiError};
use crate::record::{Recorder, Tape};
use crate::session::{self, Session};
use crate::settings::RequestParams;
use crate::time::DateTime;
pub(crate) use deadline::Deadline;
pub use exchange::{Exchange, ExchangeBody, ExchangeError, ExchangeReply, ExchangeRequest, Exchanging};
pub(crate) use secrets::Secrets;

/// How many redirects are followed.
const MAX_REDIRECTS: usize = 5;

/// The form of consent has 100 kB, and nothing else that a session needs is as long, in bytes.
const MAX_STEP_BODY: usize = 1 << 20;

/// What a client sends with every request, and how much it takes back.
pub(crate) struct Transport<'a> {
    /// Makes requests; the hooks take it as the HTTP library's.
    pub(crate) http: &'a reqwest::Client,
    /// Sends them; it follows no redirects and decodes no bodies.
    pub(crate) exchange: &'a dyn Exchange,
    /// Where replies are recorded, or taken from instead of the network.
    pub(crate) tape: &'a Tape,
    /// The caller's headers.
    pub(crate) headers: &'a HeaderMap,
    /// The caller's time limits, extra query and hooks.
    pub(crate) params: &'a RequestParams,
    /// The greatest number of bytes of a body, encoded and decoded.
    pub(crate) max_body: usize,
    /// Where the status and the size of the reply are recorded.
    pub(crate) span: &'a Span,
    /// When the request must be done, its session included.
    pub(crate) deadline: Deadline,
}

/// One request, ready to be sent.
pub(crate) struct Outgoing {
    /// Its name in messages.
    pub(crate) name: RequestName,
    pub(crate) method: Method,
    /// Its address without the caller's extra query.
    pub(crate) url: Url,
    /// Its address in the table, which carries no secret: what it is recorded under.
    pub(crate) address: Url,
    /// The time that it was made for.
    pub(crate) asked: DateTime,
    /// The address of its host, which a session is with.
    pub(crate) home: Url,
    /// The address of the host that sets the cookie of a session, where the table has one.
    pub(crate) cookie_host: Option<Url>,
    /// The addresses of the hosts that it may be redirected to.
    pub(crate) hosts: Vec<Url>,
}

/// A reply with a status below 400.
pub(crate) struct Incoming {
    pub(crate) status: u16,
    /// The decoded body.
    pub(crate) body: Vec<u8>,
    /// What no message may show, though the host may repeat it in its reply.
    pub(crate) secrets: Secrets,
}

/// One request for a session: neither the caller's additions nor redirects.
pub(crate) struct Step<'a> {
    pub(crate) url: &'a Url,
    /// The value of the header `Cookie`.
    pub(crate) cookie: Option<String>,
    /// The body of a form, which is posted.
    pub(crate) form: Option<String>,
}

/// A reply for a session, whatever its status.
pub(crate) struct StepReply {
    pub(crate) status: u16,
    pub(crate) headers: HeaderMap,
    /// The decoded body; empty where the status is an error or a redirect.
    pub(crate) body: Vec<u8>,
}

impl Transport<'_> {
    /// The reply to a request, from the host or from a record.
    ///
    /// `curable` says that a refusal of the session will be asked again with a new one.
    ///
    /// The status decides first: from 400 on the error is `Error::Api`, whatever the body is.
    pub(crate) async fn fetch(
        &self,
        outgoing: &Outgoing,
        session: Option<&Session>,
        curable: bool,
    ) -> Result<Incoming, Error> {
        let answer = match self.tape {
            Tape::Off => self.ask(outgoing, session).await?,
            Tape::Record(recorder) => {
                let mut answer = self.ask(outgoing, session).await?;
                let body = answer.body.as_deref().unwrap_or_default();
                // What a new session cures is not the reply.
                if !(curable && session::refuses(answer.status, body)) {
                    answer.keep(recorder, outgoing)?;
                }
                answer
            }
            Tape::Replay(replay) => {
                let (status, body) = replay.answer(outgoing, self.max_body)?;
                self.span.record("status", status);
                Answer { status, body: Ok(body), secrets: Secrets::new(self.params, session) }
            }
        };
        self.span.record("bytes", answer.body.as_ref().map_or(0, Vec::len));
        answer.judge(outgoing)
    }

    /// Sends a request, follows its redirects and reads the whole body.
    async fn ask(&self, outgoing: &Outgoing, session: Option<&Session>) -> Result<Answer, Error> {
        let mut secrets = Secrets::new(self.params, session);
        let reply = self.follow(outgoing, session, &mut secrets).await;
        let reply = reply.map_err(|error| error.hiding(&secrets))?;
        let status = reply.status().as_u16();
        self.span.record("status", status);
        let body = body::read(reply, &outgoing.name, &self.deadline, self.max_body).await;
        Ok(Answer { status, body, secrets })
    }

    /// The first reply that is not a redirect.
    async fn follow(
        &self,
        outgoing: &Outgoing,
        session: Option<&Session>,
        secrets: &mut Secrets,
    ) -> Result<ExchangeReply, Error> {
        let refused = |fault| Error::Redirect { request: outgoing.name.clone(), fault };
        let mut url = outgoing.url.clone();
        // Once a request has left its origin, what the caller added stays behind, also if it returns.
        let mut at_home = true;
        for _ in 0..=MAX_REDIRECTS {
            let request = self.request(outgoing, &url, session, at_home.then_some(&mut *secrets))?;
            let request = ExchangeRequest::new(request, self.deadline.end(), self.max_body);
            let reply = self.deadline.send(self.exchange.send(request), &outgoing.name).await?;
            if url != outgoing.url && session::is_consent_form(&url) {
                let (request, fault) = (outgoing.name.clone(), SessionFault::ConsentAsked);
                return Err(Error::Session { request, fault, source: None });
            }
            if !redirect::is_redirect(reply.status().as_u16()) {
                return Ok(reply);
            }
            let next =
                redirect::target(&url, reply.head(), &outgoing.url, &outgoing.hosts).map_err(refused)?;
            at_home &= next.origin() == url.origin();
            url = if at_home { next } else { secrets.strip(next) };
        }
        Err(refused(RedirectFault::TooMany { limit: MAX_REDIRECTS }))
    }

    /// The request for one address; with the caller's additions where `secrets` is given.
    fn request(
        &self,
        outgoing: &Outgoing,
        url: &Url,
        session: Option<&Session>,
        secrets: Option<&mut Secrets>,
    ) -> Result<reqwest::Request, Error> {
        let Some(secrets) = secrets else {
            return Ok(reqwest::Request::new(outgoing.method.clone(), url.clone()));
        };
        let mut full = url.clone();
        self.params.add_query(&mut full);
        let crumb = session.and_then(Session::crumb);
        if let Some(crumb) = crumb.filter(|_| !full.query_pairs().any(|(name, _)| name == session::CRUMB)) {
            full.query_pairs_mut().append_pair(session::CRUMB, crumb);
        }
        let mut builder =
            self.http.request(outgoing.method.clone(), full.clone()).headers(self.headers_with(session, url));
        for hook in self.params.hooks() {
            builder = hook(builder);
        }
        let mut request = builder.build().map_err(|source| deadline::transport(&outgoing.name, source))?;
        // A hook may add headers of its own; what goes out is never shown, whoever added it.
        for value in request.headers_mut().values_mut() {
            value.set_sensitive(true);
        }
        secrets.learn(&full, &request);
        Ok(request)
    }

    /// The caller's headers, and the cookies of the session after the caller's own.
    fn headers_with(&self, session: Option<&Session>, url: &Url) -> HeaderMap {
        let mut headers = self.headers.clone();
        if let Some(cookie) = session.and_then(|session| session.cookie(url)) {
            let own = headers.get(COOKIE).and_then(|value| value.to_str().ok());
            let all = own.map_or_else(|| cookie.clone(), |own| format!("{own}; {cookie}"));
            if let Ok(value) = HeaderValue::from_str(&all) {
                headers.insert(COOKIE, value);
            }
        }
        headers
    }

    /// Sends one request for a session. Of what the caller adds only the name of the browser goes along.
    pub(crate) async fn step(&self, name: &RequestName, step: Step<'_>) -> Result<StepReply, Error> {
        let method = if step.form.is_some() { Method::POST } else { Method::GET };
        let mut request = reqwest::Request::new(method, step.url.clone());
        let cookie = step.cookie.and_then(|cookie| HeaderValue::from_str(&cookie).ok());
        let form = HeaderValue::from_static("application/x-www-form-urlencoded");
        let added = [
            (USER_AGENT, self.headers.get(USER_AGENT).cloned()),
            (COOKIE, cookie),
            (CONTENT_TYPE, step.form.is_some().then_some(form)),
        ];
        for (header, value) in added {
            if let Some(mut value) = value {
                value.set_sensitive(true);
                request.headers_mut().insert(header, value);
            }
        }
        let mut secrets = Secrets::new(self.params, None);
        secrets.learn(step.url, &request);
        *request.body_mut() = step.form.map(Into::into);
        let limit = self.max_body.min(MAX_STEP_BODY);
        let request = ExchangeRequest::new(request, self.deadline.end(), limit);
        let reply = self.deadline.send(self.exchange.send(request), name).await?;
        let (status, headers) = (reply.status().as_u16(), reply.head().clone());
        // The cookie host answers with errors of its own making; nobody reads them.
        let body = if (200..300).contains(&status) {
            let body = body::read(reply, name, &self.deadline, limit).await;
            body.map_err(|error| error.hiding(&secrets))?
        } else {
            Vec::new()
        };
        Ok(StepReply { status, headers, body })
    }
}

/// A reply before its status is judged. A body that cannot be read matters only below 400.
struct Answer {
    status: u16,
    body: Result<Vec<u8>, Error>,
    secrets: Secrets,
}

impl Answer {
    /// Records the reply, where there is a whole one. The secrets in its body are taken out here, for what
    /// is converted now too: the results of this run and of its replay are then the same.
    fn keep(&mut self, recorder: &Recorder, outgoing: &Outgoing) -> Result<(), Error> {
        if self.status >= 400 && self.body.is_err() {
            self.body = Ok(Vec::new());
        }
        let Ok(body) = &mut self.body else { return Ok(()) };
        let hidden = self.secrets.hide_in_body(body);
        if hidden > 0 {
            tracing::warn!(hidden, "the reply repeated secrets of the caller, which are not recorded");
        }
        recorder.keep(outgoing, self.status, body, hidden)
    }

    fn judge(self, outgoing: &Outgoing) -> Result<Incoming, Error> {
        let Self { status, body, secrets } = self;
        if status >= 400 {
            let text = String::from_utf8_lossy(&body.unwrap_or_default()).into_owned();
            let error = VirtualFinanceApiError::new(outgoing.name.clone(), status, text);
            return Err(Error::from(error).hiding(&secrets));
        }
        let body = body.map_err(|error| error.hiding(&secrets))?;
        Ok(Incoming { status, body, secrets })
    }
}
