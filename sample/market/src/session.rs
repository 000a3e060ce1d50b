//! The session of the real hosts: the cookie and the crumb, refusals without them, and the consent form.

use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use virtual_finance::{ENDPOINTS, Host};

use crate::agreed::{self, CONSENT, TOO_MANY, error_envelope, right_back};
use crate::asked::{SampleRequest, Sent};
use crate::examples;
use crate::reply::{HTML_TYPE, Query, Reply, TEXT_TYPE};

/// The host of the table whose answer sets the cookie.
const COOKIE_HOST: &str = "cookie_url";
/// The host of live prices.
const STREAM_HOST: &str = "streamer_url";

/// The one cookie and the one crumb. Crumbs of the real host have signs that a query must encode, too.
const COOKIE: &str = "A3=sample-cookie";
const CRUMB: &str = "smp/l.CrUmb";

/// The path of the consent form.
const FORM_PATH: &str = "/v2/collectConsent";

/// The cookie after consent, and what the form carries.
const CONSENTED: &str = "GUC=sample-consent";
const CSRF_TOKEN: &str = "smpCsrf";
const CONSENT_ID: &str = "3_cc-session_sample";

/// The answer to a request for a crumb that carries the cookie.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Crumb {
    /// The crumb.
    #[default]
    Good,
    /// 200 with a "Will be right back" page.
    Html,
    /// 429 with the text `Too Many Requests`.
    Limited,
    /// 200 with that text.
    Limited200,
    /// 401 "Invalid Cookie".
    Refused,
}

impl Crumb {
    fn reply(self) -> Reply {
        match self {
            Self::Good => Reply::new(200, TEXT_TYPE, CRUMB),
            Self::Html => right_back(),
            Self::Limited => Reply::new(429, TEXT_TYPE, TOO_MANY),
            Self::Limited200 => Reply::new(200, TEXT_TYPE, TOO_MANY),
            Self::Refused => refusal("Invalid Cookie"),
        }
    }
}

/// A request as far as it matters here.
pub(crate) struct SessionRequest<'a> {
    pub(crate) asked: SampleRequest<'a>,
    /// True for the form of consent.
    pub(crate) is_form: bool,
}

/// Returns true if the sample host stands for a host of the table: for every host that a client asks, the host of live
/// prices included, so that no client asks the real one.
pub(crate) fn serves(host: &Host) -> bool {
    host.name == COOKIE_HOST
        || host.name == STREAM_HOST
        || ENDPOINTS.iter().any(|info| info.host.name == host.name)
}

/// Returns true if a form may be posted to a path.
pub(crate) fn takes_form(path: &str) -> bool {
    path == FORM_PATH
}

/// Returns the answer where the session, or the consent, decides it.
pub(crate) fn answer(request: &SessionRequest<'_>, crumb: Crumb) -> Option<Reply> {
    let (path, query) = (request.asked.path, Query::parse(request.asked.query));
    let segments: Vec<&str> = path.trim_start_matches('/').split('/').collect();
    if request.is_form {
        return Some(agreed(&Query::parse(request.asked.body)));
    }
    match *segments.as_slice() {
        [""] => {
            let reply = Reply::new(404, TEXT_TYPE, "Only a cookie is served here\n");
            Some(with_cookie(reply, COOKIE))
        }
        ["v1", "test", "getcrumb"] if request.has(COOKIE) => Some(crumb.reply()),
        ["v1", "test", "getcrumb"] => Some(refusal("Invalid Cookie")),
        ["consent"] => Some(led(302, &format!("{FORM_PATH}?sessionId={CONSENT_ID}&{}", request.asked.query))),
        ["v2", "collectConsent"] => Some(form(query.get("done").unwrap_or("/"))),
        ["copyConsent"] => {
            let done = query.get("done").filter(|done| done.starts_with("/quote/")).unwrap_or("/");
            Some(with_cookie(led(302, done), CONSENTED))
        }
        ["quote", ticker, ..] if ticker.eq_ignore_ascii_case(CONSENT) && !request.has(CONSENTED) => {
            Some(led(307, &format!("/consent?done={}", encoded(path))))
        }
        _ => refused(request, &query).map(refusal),
    }
}

/// Returns the reason why a request that needs a session is refused, if it is.
fn refused(request: &SessionRequest<'_>, query: &Query) -> Option<&'static str> {
    let sent = Sent::new(&request.asked)?;
    let ticker = examples::ticker_in_session(&sent)?;
    match query.get("crumb") {
        Some(CRUMB) if agreed::refuses_crumbs(&ticker) => Some("Invalid Crumb"),
        Some(CRUMB) => (!request.has(COOKIE)).then_some("Invalid Cookie"),
        _ => Some("Invalid Crumb"),
    }
}

impl SessionRequest<'_> {
    fn has(&self, cookie: &str) -> bool {
        let sent = self.asked.headers.iter().filter(|(name, _)| *name == "cookie");
        sent.flat_map(|(_, value)| value.split(';')).any(|given| given.trim() == cookie)
    }
}

/// Returns the answer to the form: on, where it carries all that it should.
fn agreed(form: &Query) -> Reply {
    let whole = form.pairs().filter(|pair| *pair == ("agree", "agree")).count() == 2
        && form.get("csrfToken") == Some(CSRF_TOKEN)
        && form.get("sessionId") == Some(CONSENT_ID)
        && form.get("namespace") == Some("yahoo")
        && form.get("consentUUID").is_some();
    match form.get("originalDoneUrl") {
        Some(done) if whole => {
            led(302, &format!("/copyConsent?sessionId={CONSENT_ID}&done={}", encoded(done)))
        }
        _ => Reply::new(400, TEXT_TYPE, "The form is not complete\n"),
    }
}

/// Returns the page with the form, whose button `agree` a browser sends too.
fn form(done: &str) -> Reply {
    let done = done.replace(['<', '>', '"', '&'], "");
    let page = format!(
        "<!DOCTYPE html><html><head><title>Before you go on</title></head><body>\
         <form method=\"post\" class=\"consent-form\" action=\"\"><p>An invented host asks for consent.</p>\
         <input type=\"hidden\" name=\"csrfToken\" value=\"{CSRF_TOKEN}\">\
         <input type=\"hidden\" name=\"sessionId\" value=\"{CONSENT_ID}\">\
         <input type=\"hidden\" name=\"originalDoneUrl\" value=\"{done}\">\
         <input type=\"hidden\" name=\"namespace\" value=\"yahoo\">\
         <button type=\"submit\" name=\"agree\" value=\"agree\">Accept all</button></form></body></html>\n"
    );
    Reply::new(200, HTML_TYPE, page)
}

fn refusal(description: &str) -> Reply {
    error_envelope("finance", 401, "Unauthorized", description)
}

fn with_cookie(reply: Reply, cookie: &str) -> Reply {
    reply.with_header("set-cookie", format!("{cookie}; Path=/; HttpOnly"))
}

fn led(status: u16, location: &str) -> Reply {
    Reply::new(status, TEXT_TYPE, "").with_header("location", location)
}

fn encoded(text: &str) -> String {
    utf8_percent_encode(text, NON_ALPHANUMERIC).to_string()
}
