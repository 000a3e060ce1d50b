//! The credentials that the table declares for a host. Any key, token or login is good: what counts is that the client
//! sends one, and in its place.

use serde_json::json;
use virtual_finance_core::Host;
use virtual_finance_core::catalogue::{AuthScheme, SessionUse};
use virtual_finance_core::request::EndpointInfo;
use virtual_finance_core::settings::Secret;

use crate::reply::{JSON_TYPE, Reply};
use crate::request::Sent;

/// The credentials that a client of the sample host sends.
const SAMPLE: &str = "sample";

/// Returns what a client sends to a host, where the table declares it.
pub(crate) fn secret(host: &Host) -> Option<Secret> {
    let auth = host.auth.filter(|auth| auth.scheme != AuthScheme::Custom)?;
    Some(if auth.takes_login() { Secret::login(SAMPLE, SAMPLE) } else { Secret::key(SAMPLE) })
}

/// Returns the refusal of a request that lacks the credentials of its endpoint.
pub(crate) fn refusal(info: &EndpointInfo, sent: &Sent<'_>) -> Option<Reply> {
    let auth = info.host.auth.filter(|_| info.session != SessionUse::Never)?;
    let authorized = |word: &str| sent.header("authorization").is_some_and(|sent| has_word(sent, word));
    let (is_there, wanted) = match auth.scheme {
        AuthScheme::Header(name) => (sent.header(name).is_some(), format!("a key in the header {name}")),
        AuthScheme::Contact => {
            let has_contact = |agent: &str| agent.contains(['@', '(']);
            (
                sent.header("user-agent").is_some_and(has_contact),
                "a contact in the header User-Agent".to_owned(),
            )
        }
        AuthScheme::Query(name) => (sent.query.get(name).is_some(), format!("a key as {name} in the query")),
        AuthScheme::Bearer | AuthScheme::OAuth2 { .. } => {
            (authorized(auth.word.unwrap_or("bearer")), "a token in the header Authorization".to_owned())
        }
        AuthScheme::Basic => (authorized("basic"), "a login in the header Authorization".to_owned()),
        _ => return None,
    };
    let text = || format!("the host {} wants {wanted}", info.host.name);
    (!is_there && !auth.optional && info.host.auth_or.is_empty())
        .then(|| Reply::error(401, "Unauthorized", &text()))
}

/// Returns a token, if the request asks for one at the path that the table declares.
pub(crate) fn token(endpoints: &[&EndpointInfo], sent: &Sent<'_>) -> Option<Reply> {
    let mut desks = endpoints.iter().filter_map(|info| match info.host.auth?.scheme {
        AuthScheme::OAuth2 { path, .. } => Some(path),
        _ => None,
    });
    let is_asked =
        sent.method == "POST" && desks.any(|path| sent.segments().iter().copied().eq(path.split('/')));
    let token = || json!({ "access_token": SAMPLE, "token_type": "Bearer", "expires_in": 3600 });
    is_asked.then(|| Reply::new(200, JSON_TYPE, token().to_string()))
}

/// Returns true if the value of a header begins with a word, whatever its case, and goes on.
fn has_word(value: &str, word: &str) -> bool {
    value.split_once(' ').is_some_and(|(first, rest)| first.eq_ignore_ascii_case(word) && !rest.is_empty())
}
