//! The credentials of hosts as the security schemes of the document.

use virtual_finance_core::Host;
use virtual_finance_core::Value;
use virtual_finance_core::catalogue::{AuthScheme, HostAuth, SessionUse};
use virtual_finance_core::request::EndpointInfo;

use crate::json::{named, object};

/// Returns the schemes of the hosts that endpoints ask, by the names of the hosts.
pub(super) fn schemes(endpoints: &[&EndpointInfo]) -> Option<Value> {
    let mut schemes: Vec<(String, Value)> = Vec::new();
    for info in endpoints {
        if schemes.iter().all(|(name, _)| name != info.host.name) {
            schemes.extend(forms(info).into_iter().flatten().map(|(name, scheme, _)| (name, scheme)));
        }
    }
    (!schemes.is_empty()).then(|| named(schemes))
}

/// Returns the requirement of an endpoint. Where the host may do without credentials, so does the document.
pub(super) fn requirement(info: &EndpointInfo) -> Option<Value> {
    let wanted = forms(info);
    if wanted.is_empty() || info.session == SessionUse::Never {
        return None;
    }
    let wanted =
        wanted.into_iter().map(|all| named(all.into_iter().map(|(name, _, scopes)| (name, scopes.into()))));
    let is_optional =
        info.session == SessionUse::OnRefusal || info.host.auth.is_some_and(|auth| auth.optional);
    Some(is_optional.then(|| object([])).into_iter().chain(wanted).collect())
}

/// A scheme with its name and its scopes.
type Scheme = (String, Value, Vec<&'static str>);

/// Returns the forms of the credentials of an endpoint, each as the schemes that it consists of: the first has the name of the
/// host.
fn forms(info: &EndpointInfo) -> Vec<Vec<Scheme>> {
    let mut count = 0_usize;
    let mut named = |auth| {
        let (scheme, scopes) = scheme(auth, info.hosts)?;
        count = count.saturating_add(1);
        let name = info.host.name;
        Some((if count == 1 { name.to_owned() } else { format!("{name}_{count}") }, scheme, scopes))
    };
    let parts = |auth: HostAuth| {
        let second = match (auth.scheme, auth.second) {
            (AuthScheme::Header(_), Some(second)) => Some(AuthScheme::Header(second)),
            (AuthScheme::Query(_), Some(second)) => Some(AuthScheme::Query(second)),
            _ => None,
        };
        std::iter::once(auth).chain(second.map(HostAuth::new)).filter_map(&mut named).collect::<Vec<_>>()
    };
    info.host.credentials().map(parts).filter(|all| !all.is_empty()).collect()
}

/// Returns the scheme of credentials and its scopes; none for what only an authenticator knows.
fn scheme(auth: HostAuth, hosts: &[&Host]) -> Option<(Value, Vec<&'static str>)> {
    let key = |place: &str, name: &str| {
        object([("type", Some("apiKey".into())), ("in", Some(place.into())), ("name", Some(name.into()))])
    };
    let http = |scheme: &str| object([("type", Some("http".into())), ("scheme", Some(scheme.into()))]);
    let mut all = Vec::new();
    let scheme = match auth.scheme {
        AuthScheme::Header(name) => key("header", name),
        AuthScheme::Contact => key("header", "User-Agent"),
        AuthScheme::Query(name) => key("query", name),
        AuthScheme::Bearer => http(&auth.word.unwrap_or("bearer").to_lowercase()),
        AuthScheme::Basic => http("basic"),
        AuthScheme::OAuth2 { host, path, scopes } => {
            all.extend(scopes);
            let desk = hosts.iter().find(|known| known.name == host)?;
            let scopes = scopes.iter().map(|scope| ((*scope).to_owned(), "".into()));
            let flow = object([
                ("tokenUrl", Some(format!("{}/{path}", desk.default).into())),
                ("scopes", Some(named(scopes))),
            ]);
            object([
                ("type", Some("oauth2".into())),
                ("flows", Some(object([("clientCredentials", Some(flow))]))),
            ])
        }
        _ => return None,
    };
    Some((scheme, all))
}
