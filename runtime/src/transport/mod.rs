//! HTTP: one request from its address to the decoded body of its reply, through the redirects that
//! are safe to follow and within the limits of the client. Nothing here knows endpoints.

pub(crate) mod address;
mod body;
mod deadline;
mod decode;
mod exchange;
mod redirect;
mod secrets;

use reqwest::Method;
use reqwest::header::HeaderMap;
use tracing::Span;
use url::Url;

use crate::client::RequestParams;
use crate::error::{Error, RedirectFault, RequestName, VirtualFinanceApiError};
use crate::record::{Recorder, Tape};
use crate::time::DateTime;
use deadline::Deadline;
pub use exchange::{Exchange, ExchangeBody, ExchangeError, ExchangeReply, ExchangeRequest, Exchanging};
pub(crate) use secrets::Secrets;

/// How many redirects are followed.
const MAX_REDIRECTS: usize = 5;

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

impl Transport<'_> {
    /// The reply to a request, from the host or from a record.
    ///
    /// The status decides first: from 400 on the error is `Error::Api`, whatever the body is.
    pub(crate) async fn fetch(&self, outgoing: &Outgoing) -> Result<Incoming, Error> {
        let answer = match self.tape {
            Tape::Off => self.ask(outgoing).await?,
            Tape::Record(recorder) => {
                let mut answer = self.ask(outgoing).await?;
                answer.keep(recorder, outgoing)?;
                answer
            }
            Tape::Replay(replay) => {
                let (status, body) = replay.answer(outgoing, self.max_body)?;
                self.span.record("status", status);
                Answer { status, body: Ok(body), secrets: Secrets::new(self.params) }
            }
        };
        self.span.record("bytes", answer.body.as_ref().map_or(0, Vec::len));
        answer.judge(outgoing)
    }

    /// Sends a request, follows its redirects and reads the whole body.
    async fn ask(&self, outgoing: &Outgoing) -> Result<Answer, Error> {
        let deadline = Deadline::new(self.params);
        let mut secrets = Secrets::new(self.params);
        let reply = self.follow(outgoing, &deadline, &mut secrets).await;
        let reply = reply.map_err(|error| error.hiding(&secrets))?;
        let status = reply.status().as_u16();
        self.span.record("status", status);
        let body = body::read(reply, &outgoing.name, &deadline, self.max_body).await;
        Ok(Answer { status, body, secrets })
    }

    /// The first reply that is not a redirect.
    async fn follow(
        &self,
        outgoing: &Outgoing,
        deadline: &Deadline,
        secrets: &mut Secrets,
    ) -> Result<ExchangeReply, Error> {
        let refused = |fault| Error::Redirect { request: outgoing.name.clone(), fault };
        let mut url = outgoing.url.clone();
        // Once a request has left its origin, what the caller added stays behind, also if it returns.
        let mut at_home = true;
        for _ in 0..=MAX_REDIRECTS {
            let request = self.request(outgoing, &url, at_home.then_some(&mut *secrets))?;
            let request = ExchangeRequest::new(request, deadline.end(), self.max_body);
            let reply = deadline.send(self.exchange.send(request), &outgoing.name).await?;
            if !redirect::is_redirect(reply.status()) {
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
        secrets: Option<&mut Secrets>,
    ) -> Result<reqwest::Request, Error> {
        let Some(secrets) = secrets else {
            return Ok(reqwest::Request::new(outgoing.method.clone(), url.clone()));
        };
        let mut full = url.clone();
        self.params.add_query(&mut full);
        let mut builder =
            self.http.request(outgoing.method.clone(), full.clone()).headers(self.headers.clone());
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
