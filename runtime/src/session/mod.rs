//! The session that some endpoints need: cookies and a crumb, fetched once and shared by all requests
//! and clones of a client. Requests that find it missing or refused at the same time fetch one together.

mod consent;
mod cookies;
mod fetch;
mod file;

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::Mutex as AsyncMutex;
use url::Url;

use crate::catalogue::SessionUse;
use crate::error::{Error, RequestName, SessionFault};
use crate::read::envelope;
use crate::record::Tape;
use crate::transport::{Incoming, Outgoing, Transport};
pub(crate) use consent::is_form as is_consent_form;
use cookies::Jar;

/// The host of the table whose answer sets the cookie of a session.
pub(crate) const COOKIE_HOST: &str = "cookie_url";

/// The name of the query parameter that carries the crumb.
pub(crate) const CRUMB: &str = "crumb";

/// A longer reply is a page or an answer, never a refusal, in bytes.
const MAX_REFUSAL: usize = 4096;

/// What a host wants to see with a request. It has no `Debug`: nothing of it may be shown.
#[derive(Clone)]
pub(crate) struct Session {
    jar: Jar,
    crumb: Option<String>,
}

impl Session {
    /// The value of the header `Cookie` for an address.
    pub(crate) fn cookie(&self, url: &Url) -> Option<String> {
        self.jar.header(url)
    }

    /// What goes into the query as `crumb`; none where only consent was given.
    pub(crate) fn crumb(&self) -> Option<&str> {
        self.crumb.as_deref()
    }

    /// What no message may show.
    pub(crate) fn secrets(&self) -> impl Iterator<Item = &str> {
        self.jar.values().chain(self.crumb())
    }
}

/// The sessions of a client, by the origin of the host that they are with.
pub(crate) struct Sessions {
    file: Option<file::SessionFile>,
    known: Mutex<HashMap<String, Arc<Session>>>,
    /// How many fetches have ended.
    ended: AtomicU64,
    /// Held by the one request that fetches; the last failure for each origin, with its number.
    fetching: AsyncMutex<HashMap<String, (u64, Failure)>>,
}

/// Why there is no session, for all requests that waited for it.
#[derive(Clone)]
struct Failure {
    fault: SessionFault,
    source: Option<Arc<Error>>,
}

impl Failure {
    fn of(self, request: &RequestName) -> Error {
        Error::Session { request: request.clone(), fault: self.fault, source: self.source }
    }
}

impl From<SessionFault> for Failure {
    fn from(fault: SessionFault) -> Self {
        Self { fault, source: None }
    }
}

/// What a request lacks.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Need {
    /// A cookie and a crumb.
    Crumb,
    /// The cookies that a host sets after consent.
    Consent,
}

impl Sessions {
    /// The sessions of a file, where one is named, else none yet.
    ///
    /// # Errors
    /// The file cannot be used; the reason says what to do.
    pub(crate) fn new(file: Option<PathBuf>) -> Result<Self, String> {
        let file = file.map(file::SessionFile::new);
        let known = file.as_ref().map(file::SessionFile::load).transpose()?.unwrap_or_default();
        Ok(Self {
            file,
            known: Mutex::new(known),
            ended: AtomicU64::new(0),
            fetching: AsyncMutex::new(HashMap::new()),
        })
    }

    /// Sends a request with the session that its endpoint needs. Consent is given and a refused session
    /// renewed once each; a second refusal is the error.
    pub(crate) async fn send(
        &self,
        transport: &Transport<'_>,
        outgoing: &Outgoing,
        usage: SessionUse,
    ) -> Result<Incoming, Error> {
        // A record needs no session, and a caller who sends a crumb of their own has one of their own.
        let crumbs = usage != SessionUse::Never
            && !matches!(transport.tape, Tape::Replay(_))
            && !transport.params.query_pairs().any(|(name, _)| name == CRUMB);
        let mut session = self.known(&origin(&outgoing.home));
        if crumbs && usage == SessionUse::Always && session.as_ref().is_none_or(|known| known.crumb.is_none())
        {
            session = Some(self.renew(transport, outgoing, Need::Crumb, None).await?);
        }
        let (mut consented, mut renewed) = (false, false);
        loop {
            let reply = transport.fetch(outgoing, session.as_deref(), crumbs && !renewed).await;
            let need = if !consented && asks_consent(&reply) {
                consented = true;
                Need::Consent
            } else if crumbs && !renewed && is_refusal(&reply) {
                renewed = true;
                Need::Crumb
            } else {
                return reply;
            };
            session = Some(self.renew(transport, outgoing, need, session).await?);
        }
    }

    /// The session with a host, where there is one.
    fn known(&self, origin: &str) -> Option<Arc<Session>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner).get(origin).cloned()
    }

    /// A session other than the stale one: the one that another request has fetched meanwhile, or a new one.
    /// Who waited for a fetch that failed gets its failure.
    async fn renew(
        &self,
        transport: &Transport<'_>,
        outgoing: &Outgoing,
        need: Need,
        stale: Option<Arc<Session>>,
    ) -> Result<Arc<Session>, Error> {
        let name = &outgoing.name;
        let origin = origin(&outgoing.home);
        let before = self.ended.load(Ordering::SeqCst);
        let mut failures = transport.deadline.wait(self.fetching.lock(), name).await?;
        if let Some(known) = self.known(&origin)
            && stale.as_ref().is_none_or(|stale| !Arc::ptr_eq(stale, &known))
            && (need == Need::Consent || known.crumb.is_some())
        {
            return Ok(known);
        }
        if let Some((number, failure)) = failures.get(&origin)
            && *number > before
        {
            return Err(failure.clone().of(name));
        }
        let known = self.known(&origin);
        let fetched = fetch::fetch(transport, outgoing, need, known.as_deref()).await;
        let number = self.ended.fetch_add(1, Ordering::SeqCst).saturating_add(1);
        match fetched {
            Ok(session) => {
                failures.remove(&origin);
                Ok(self.keep(origin, session))
            }
            Err(failure) => {
                failures.insert(origin, (number, failure.clone()));
                Err(failure.of(name))
            }
        }
    }

    /// Keeps a session for the requests to come, and in the file.
    fn keep(&self, origin: String, session: Session) -> Arc<Session> {
        let session = Arc::new(session);
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        known.insert(origin, Arc::clone(&session));
        if let Some(file) = &self.file
            && let Err(reason) = file.save(&known)
        {
            // The request does not need the file; the next program fetches a session again.
            tracing::warn!(reason, "the session was not saved");
        }
        session
    }
}

/// What a session is with: a scheme, a host and a port.
fn origin(url: &Url) -> String {
    url.origin().ascii_serialization()
}

fn asks_consent(reply: &Result<Incoming, Error>) -> bool {
    matches!(reply, Err(Error::Session { fault: SessionFault::ConsentAsked, .. }))
}

/// Whether a session, or a new one, may cure this.
fn is_refusal(reply: &Result<Incoming, Error>) -> bool {
    match reply {
        Err(Error::Api(error)) => refuses(error.status(), &[]),
        Err(_) => false,
        Ok(incoming) => refuses(incoming.status, &incoming.body),
    }
}

/// Whether a reply of that status refuses the session, or asks for one.
pub(crate) fn refuses(status: u16, body: &[u8]) -> bool {
    matches!(status, 401 | 403)
        || (body.len() <= MAX_REFUSAL
            && envelope::host_error(body).is_some_and(|(_, description)| {
                matches!(description.as_str(), "Invalid Crumb" | "Invalid Cookie")
            }))
}
