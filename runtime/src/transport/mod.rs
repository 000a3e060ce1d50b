//! HTTP: one request from its address to the decoded body of its reply, through the redirects that
//! are safe to follow and within the limits of the client. Nothing here knows endpoints.

pub(crate) mod address;
mod body;
mod deadline;
mod decode;
mod redirect;
mod secrets;

use reqwest::header::HeaderMap;
use reqwest::{Method, Response};
use tracing::Span;
use url::Url;

use crate::client::RequestParams;
use crate::error::{Error, RedirectFault, RequestName, VirtualFinanceApiError};
use deadline::Deadline;
pub(crate) use secrets::Secrets;

/// How many redirects are followed.
const MAX_REDIRECTS: usize = 5;

/// What a client sends with every request, and how much it takes back.
pub(crate) struct Transport<'a> {
    /// The HTTP library's client; it follows no redirects and decodes no bodies.
    pub(crate) http: &'a reqwest::Client,
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
    /// Sends a request, follows its redirects and reads the whole body.
    ///
    /// The status decides first: from 400 on the error is `Error::Api`, whatever the body is.
    pub(crate) async fn fetch(&self, outgoing: &Outgoing) -> Result<Incoming, Error> {
        let deadline = Deadline::new(self.params);
        let mut secrets = Secrets::new(self.params);
        let response = self.follow(outgoing, &deadline, &mut secrets).await;
        let response = response.map_err(|error| error.hiding(&secrets))?;
        let status = response.status().as_u16();
        self.span.record("status", status);
        let body = body::read(response, &outgoing.name, &deadline, self.max_body).await;
        self.span.record("bytes", body.as_ref().map_or(0, Vec::len));
        if status >= 400 {
            let text = String::from_utf8_lossy(&body.unwrap_or_default()).into_owned();
            let error = VirtualFinanceApiError::new(outgoing.name.clone(), status, text);
            return Err(Error::from(error).hiding(&secrets));
        }
        let body = body.map_err(|error| error.hiding(&secrets))?;
        Ok(Incoming { status, body, secrets })
    }

    /// The first reply that is not a redirect.
    async fn follow(
        &self,
        outgoing: &Outgoing,
        deadline: &Deadline,
        secrets: &mut Secrets,
    ) -> Result<Response, Error> {
        let refused = |fault| Error::Redirect { request: outgoing.name.clone(), fault };
        let mut url = outgoing.url.clone();
        // Once a request has left its origin, what the caller added stays behind, also if it returns.
        let mut at_home = true;
        for _ in 0..=MAX_REDIRECTS {
            let request = self.request(outgoing, &url, at_home.then_some(&mut *secrets))?;
            let response = deadline.send(self.http.execute(request), &outgoing.name).await?;
            if !redirect::is_redirect(response.status()) {
                return Ok(response);
            }
            let next = redirect::target(&url, response.headers(), &outgoing.url, &outgoing.hosts)
                .map_err(refused)?;
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
