//! The credentials of hosts as the security schemes of the document.

use virtual_finance_core::Host;
use virtual_finance_core::Value;
use virtual_finance_core::catalogue::{AuthScheme, SessionUse};
use virtual_finance_core::request::EndpointInfo;

use crate::json::{named, object};

/// Returns the schemes of the hosts that endpoints ask, by the names of the hosts.
pub(super) fn schemes(endpoints: &[&EndpointInfo]) -> Option<Value> {
    let mut schemes: Vec<(String, Value)> = Vec::new();
    for info in endpoints {
        if let Some(scheme) = scheme(info.host, info.hosts)
            && schemes.iter().all(|(name, _)| name != info.host.name)
        {
            schemes.push((info.host.name.to_owned(), scheme));
        }
    }
    (!schemes.is_empty()).then(|| named(schemes))
}

/// Returns the requirement of an endpoint. Where the host may do without credentials, so does the document.
pub(super) fn requirement(info: &EndpointInfo) -> Option<Value> {
    scheme(info.host, info.hosts).filter(|_| info.session != SessionUse::Never)?;
    let scopes: Vec<&str> = match info.host.auth?.scheme {
        AuthScheme::OAuth2 { scopes, .. } => scopes.to_vec(),
        _ => Vec::new(),
    };
    let wanted = named([(info.host.name.to_owned(), scopes.into())]);
    let optional = (info.session == SessionUse::OnRefusal).then(|| object([]));
    Some(optional.into_iter().chain([wanted]).collect())
}

/// Returns the scheme of a host; none for what only its authenticator knows.
fn scheme(host: &Host, hosts: &[&Host]) -> Option<Value> {
    let key = |place: &str, name: &str| {
        object([("type", Some("apiKey".into())), ("in", Some(place.into())), ("name", Some(name.into()))])
    };
    let http = |scheme: &str| object([("type", Some("http".into())), ("scheme", Some(scheme.into()))]);
    Some(match host.auth?.scheme {
        AuthScheme::Header(name) => key("header", name),
        AuthScheme::Query(name) => key("query", name),
        AuthScheme::Bearer => http("bearer"),
        AuthScheme::Basic => http("basic"),
        AuthScheme::OAuth2 { host, path, scopes } => {
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
    })
}
