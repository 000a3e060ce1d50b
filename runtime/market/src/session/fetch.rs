//! Fetches sessions: the cookie host sets a cookie whatever its status, the data host gives a
//! crumb for it, and a consent form on the way is answered.

use std::sync::Arc;

use http::header::COOKIE;
use url::Url;
use virtual_finance_core::Error;
use virtual_finance_core::auth::{Call, Cookies, SideReply, SideRequest};
use virtual_finance_core::read::refusal::is_too_many;

use super::consent;
use super::fault::SessionFault;
use super::state::{COOKIE_HOST, Failure, Need, Session};

/// The path at which the data host gives crumbs.
const CRUMB_PATH: [&str; 3] = ["v1", "test", "getcrumb"];

/// The maximum length of a crumb, in bytes; real ones have 11.
const MAX_CRUMB: usize = 64;

/// The maximum number of addresses that are asked for one cookie, redirects and the form of consent included.
const MAX_STEPS: usize = 10;

/// Returns a new session; what is known of an earlier one goes along.
pub(super) async fn fetch(call: &Call<'_>, need: Need, known: Option<&Session>) -> Result<Session, Failure> {
    match need {
        Need::Consent => {
            let mut chain = RedirectChain::new(call, known.map(|known| known.cookies.clone()));
            chain.follow(call.url()).await?;
            Ok(Session { cookies: chain.cookies, crumb: known.and_then(|known| known.crumb.clone()) })
        }
        Need::Crumb => {
            let Some(cookie_host) = call.host(COOKIE_HOST) else {
                return Err(SessionFault::NoCookieHost { name: COOKIE_HOST }.into());
            };
            // A refused cookie must not come back with the new crumb.
            let mut chain = RedirectChain::new(call, None);
            let status = chain.follow(&cookie_host).await?;
            let mut url = call.home().clone();
            if let Ok(mut path) = url.path_segments_mut() {
                path.pop_if_empty().extend(CRUMB_PATH);
            }
            if chain.cookies.header(&url).is_none() {
                return Err(SessionFault::NoCookie { status }.into());
            }
            let reply = chain.step(&url, None).await?;
            let crumb = crumb(&reply)?;
            Ok(Session { cookies: chain.cookies, crumb: Some(crumb) })
        }
    }
}

/// Returns the crumb of a reply.
fn crumb(reply: &SideReply) -> Result<String, SessionFault> {
    let status = status(reply);
    if status != 200 {
        return Err(SessionFault::Refused { status });
    }
    let text = String::from_utf8_lossy(reply.body());
    let text = text.trim();
    let not = |found| Err(SessionFault::NotACrumb { found });
    if text.is_empty() {
        not("an empty text")
    } else if text.contains('<') {
        not("a page")
    } else if text.len() > MAX_CRUMB {
        not("a text of more than 64 bytes")
    } else if text.starts_with(['{', '[', '"']) || !text.bytes().all(|byte| byte.is_ascii_graphic()) {
        not("a message")
    } else {
        Ok(text.to_owned())
    }
}

/// Returns the status of a reply: 429 also where it says so in words alone.
fn status(reply: &SideReply) -> u16 {
    if is_too_many(&String::from_utf8_lossy(reply.body())) { 429 } else { reply.status() }
}

/// Follows redirects and consent forms, collecting cookies.
struct RedirectChain<'a> {
    call: &'a Call<'a>,
    cookies: Cookies,
}

impl<'a> RedirectChain<'a> {
    fn new(call: &'a Call<'a>, cookies: Option<Cookies>) -> Self {
        Self { call, cookies: cookies.unwrap_or_default() }
    }

    /// Goes from an address to the first that neither redirects nor asks for consent, or back to it. Returns the status of
    /// the last reply.
    async fn follow(&mut self, start: &Url) -> Result<u16, Failure> {
        let (mut url, mut form) = (start.clone(), None);
        let mut agreed = false;
        for _ in 0..MAX_STEPS {
            let reply = self.step(&url, form.take()).await?;
            let next = self.call.redirect(reply.status(), reply.headers(), &url, start).map_err(failed)?;
            if let Some(next) = next {
                url = next;
                if agreed && url.origin() == start.origin() && url.path() == start.path() {
                    return Ok(reply.status());
                }
            } else if url != *start && consent::is_form(&url) {
                if agreed {
                    return Err(SessionFault::ConsentAsked.into());
                }
                agreed = true;
                let (to, agreement) = consent::agreement(&url, reply.body())?;
                (url, form) = (to, Some(agreement));
            } else {
                return Ok(status(&reply));
            }
        }
        Err(SessionFault::TooManySteps { limit: MAX_STEPS }.into())
    }

    /// Asks one address, with a form where there is one.
    async fn step(&mut self, url: &Url, form: Option<String>) -> Result<SideReply, Failure> {
        let mut side = SideRequest::new(url.clone());
        if let Some(cookie) = self.cookies.header(url) {
            side = side.header(COOKIE, cookie);
        }
        if let Some(form) = form {
            side = side.form(form);
        }
        let reply = self.call.fetch(side).await.map_err(failed)?;
        self.cookies.take(url, reply.headers());
        Ok(reply)
    }
}

fn failed(error: Error) -> Failure {
    Failure { fault: SessionFault::Failed, source: Some(Arc::new(error)) }
}
