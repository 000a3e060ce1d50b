//! The session that some endpoints need: cookies and a crumb, fetched once and shared by all requests
//! and clones of a client. Requests that find it missing or refused at the same time fetch one together.

mod consent;
mod fault;
mod fetch;
mod file;
mod state;

use std::borrow::Cow;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::Mutex as AsyncMutex;
use url::Url;
use virtual_finance_core::auth::{AuthFuture, Authenticator, Call, HttpReply};
use virtual_finance_core::catalogue::SessionUse;
use virtual_finance_core::read::host_error::host_error;
use virtual_finance_core::{Error, Host};

pub use fault::SessionFault;
use state::{CRUMB, Failure, Need, Session};

/// The hosts that ask visitors for consent before a page.
const CONSENT_HOSTS: [&str; 2] = ["guce.yahoo.com", "consent.yahoo.com"];

/// A longer reply is a page or an answer, never a refusal, in bytes.
const MAX_REFUSAL: usize = 4096;

/// The sessions of a client, by the origin of the host that they are with.
pub struct Sessions {
    file: Option<file::SessionFile>,
    known: Mutex<HashMap<String, Arc<Session>>>,
    /// The number of fetches that have ended.
    ended: AtomicU64,
    /// Held by the one request that fetches; the last failure for each origin, with its number.
    fetching: AsyncMutex<HashMap<String, (u64, Failure)>>,
}

impl Sessions {
    /// Creates the sessions of a file, if one is named, else none yet.
    ///
    /// # Errors
    /// The file cannot be used; the reason says what to do.
    pub fn new(file: Option<PathBuf>) -> Result<Self, String> {
        let file = file.map(file::SessionFile::new);
        let known = file.as_ref().map(file::SessionFile::load).transpose()?.unwrap_or_default();
        Ok(Self {
            file,
            known: Mutex::new(known),
            ended: AtomicU64::new(0),
            fetching: AsyncMutex::new(HashMap::new()),
        })
    }

    /// Checks the file of the sessions to come.
    ///
    /// # Errors
    /// The file cannot be used; the reason says what to do.
    pub(crate) fn check_file(file: &Path) -> Result<(), String> {
        file::SessionFile::new(file.to_owned()).load().map(drop)
    }

    /// Sends a request with the session that its endpoint needs. Consent is given and a refused session
    /// renewed once each.
    async fn send_with_session(&self, call: &Call<'_>) -> Result<HttpReply, Error> {
        // A caller who sends a crumb of their own has a session of their own.
        let crumbs = call.usage() != SessionUse::Never && !call.has_query(CRUMB);
        let mut session = self.known(&origin(call.home()));
        let has_crumb = session.as_ref().is_some_and(|known| known.crumb.is_some());
        if crumbs && call.usage() == SessionUse::Always && !has_crumb {
            session = Some(self.renew(call, Need::Crumb, None).await?);
        }
        let (mut consented, mut renewed) = (false, false);
        loop {
            let credentials =
                session.as_ref().map(|session| session.credentials(call.url())).unwrap_or_default();
            let reply = call.send(&credentials).await?;
            let need = if consent::is_form(reply.url()) && reply.url() != call.url() {
                if consented {
                    return Err(Failure::from(SessionFault::ConsentAsked).of(call));
                }
                consented = true;
                Need::Consent
            } else if crumbs && !renewed && is_refusal(&reply) {
                renewed = true;
                Need::Crumb
            } else {
                // A host that leads a visitor through others before a page knows by them who was there.
                if !crumbs && reply.status() < 400 && !reply.cookies().is_empty() {
                    self.keep(origin(call.home()), Session { cookies: reply.cookies().clone(), crumb: None });
                }
                return Ok(reply);
            };
            session = Some(self.renew(call, need, session).await?);
        }
    }

    /// Returns the session with a host, if there is one.
    fn known(&self, origin: &str) -> Option<Arc<Session>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner).get(origin).cloned()
    }

    /// Returns a session other than the stale one: fetched by another request meanwhile, or a new one. Waiters share
    /// the error of a failed fetch.
    async fn renew(
        &self,
        call: &Call<'_>,
        need: Need,
        stale: Option<Arc<Session>>,
    ) -> Result<Arc<Session>, Error> {
        let origin = origin(call.home());
        let before = self.ended.load(Ordering::SeqCst);
        let mut failures = call.wait(self.fetching.lock()).await?;
        if let Some(known) = self.known(&origin)
            && stale.as_ref().is_none_or(|stale| !Arc::ptr_eq(stale, &known))
            && (need == Need::Consent || known.crumb.is_some())
        {
            return Ok(known);
        }
        if let Some((number, failure)) = failures.get(&origin)
            && *number > before
        {
            return Err(failure.clone().of(call));
        }
        let known = self.known(&origin);
        let fetched = fetch::fetch(call, need, known.as_deref()).await;
        let number = self.ended.fetch_add(1, Ordering::SeqCst).saturating_add(1);
        match fetched {
            Ok(session) => {
                failures.remove(&origin);
                Ok(self.keep(origin, session))
            }
            Err(failure) => {
                failures.insert(origin, (number, failure.clone()));
                Err(failure.of(call))
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

impl Authenticator for Sessions {
    fn send<'a>(&'a self, call: Call<'a>) -> AuthFuture<'a, HttpReply> {
        Box::pin(async move { self.send_with_session(&call).await })
    }

    /// Everybody gets the same replies with a session, which only tells browsers from programs.
    fn cache_name(&self) -> Option<Cow<'_, str>> {
        Some(Cow::Borrowed(""))
    }

    /// A refused session was renewed already, so that another file may help and a new request later.
    fn advice(&self, _: &Host) -> Cow<'_, str> {
        match &self.file {
            Some(file) => {
                format!("remove the session file {}, or ask again later", file.path().display()).into()
            }
            None => "ask again later".into(),
        }
    }

    fn redirect_hosts(&self) -> &[&str] {
        &CONSENT_HOSTS
    }

    fn intercepts(&self, url: &Url) -> bool {
        consent::is_form(url)
    }
}

/// Returns the origin that a session is with: a scheme, a host and a port.
fn origin(url: &Url) -> String {
    url.origin().ascii_serialization()
}

/// Returns true for a reply that a session, or a new one, may cure.
fn is_refusal(reply: &HttpReply) -> bool {
    match reply.status() {
        401 | 403 => true,
        400.. => false,
        _ => {
            let body = reply.body();
            body.len() <= MAX_REFUSAL
                && host_error(body).is_some_and(|(_, description)| {
                    matches!(description.as_str(), "Invalid Crumb" | "Invalid Cookie")
                })
        }
    }
}
