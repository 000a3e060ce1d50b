//! The replies that the table's own examples carry. An endpoint whose examples have some is served without
//! any code here.

use percent_encoding::percent_decode_str;
use virtual_finance::{ENDPOINTS, EndpointInfo, ExampleInfo, Place, RawKind};

use crate::agreed::{ALL, Kind, or_usual};
use crate::query::Query;
use crate::reply::{HTML_TYPE, JSON_TYPE, Reply, TEXT_TYPE};

/// The reply of the example that asks just this.
pub(crate) fn exact(path: &[&str], query: &Query) -> Option<Reply> {
    let mut known =
        ENDPOINTS.iter().flat_map(|info| info.examples.iter().map(move |example| (info, example)));
    known
        .find(|(info, example)| example.reply.is_some() && is_asked(info, example, path, query))
        .and_then(|(info, example)| Some(Reply::new(info.status, content_type(info), example.reply?)))
}

/// What an endpoint with such replies answers to everything else: the agreed faults, or a refusal that
/// lists what it would answer to.
pub(crate) fn other(path: &[&str], query: &Query) -> Option<Reply> {
    let (info, first) = ENDPOINTS.iter().filter(|info| has_path(info, path)).find_map(|info| {
        let reply = info.examples.iter().find_map(|example| example.reply)?;
        Some((info, reply))
    })?;
    let subject = subject(info, path, query).unwrap_or_default();
    let kind = match info.raw {
        RawKind::Json => Kind::Json("finance"),
        RawKind::Text => Kind::Page,
    };
    Some(or_usual(subject, kind, || {
        if ALL.iter().any(|agreed| agreed.eq_ignore_ascii_case(subject)) {
            Reply::new(info.status, content_type(info), first)
        } else {
            refusal(info)
        }
    }))
}

const fn content_type(info: &EndpointInfo) -> &'static str {
    match info.raw {
        RawKind::Json => JSON_TYPE,
        RawKind::Text => HTML_TYPE,
    }
}

fn refusal(info: &EndpointInfo) -> Reply {
    let mut text = "The sample host answers only to these addresses of this endpoint:\n".to_owned();
    for example in info.examples.iter().filter(|example| example.reply.is_some()) {
        let (path, query) = example.path_and_query(info);
        text.push_str(&[path, if query.is_empty() { "" } else { "?" }, query, "\n"].concat());
    }
    Reply::new(404, TEXT_TYPE, text)
}

/// Whether an example asks this. Names that neither the table nor the example has, such as a session's,
/// do not count.
fn is_asked(info: &EndpointInfo, example: &ExampleInfo, path: &[&str], query: &Query) -> bool {
    let (own_path, own_query) = example.path_and_query(info);
    let own_query = Query::parse(own_query);
    let counts =
        |name: &str| own_query.get(name).is_some() || info.params.iter().any(|param| param.wire == name);
    let segments = own_path.trim_start_matches('/').split('/');
    let segments = segments.map(|segment| percent_decode_str(segment).decode_utf8_lossy());
    segments.eq(path.iter().copied()) && query.pairs().filter(|(name, _)| counts(name)).eq(own_query.pairs())
}

/// Whether a path is one of an endpoint's.
fn has_path(info: &EndpointInfo, path: &[&str]) -> bool {
    let template: Vec<&str> = info.path.split('/').collect();
    template.len() == path.len()
        && template.iter().zip(path).all(|(part, at)| part.starts_with('{') || part == at)
}

/// What a request is about: the first required parameter that the host sees.
fn subject<'q>(info: &EndpointInfo, path: &[&'q str], query: &'q Query) -> Option<&'q str> {
    info.params.iter().filter(|param| param.required).find_map(|param| match param.place {
        Place::Path => {
            let place = info.path.split('/').position(|part| part.trim_matches(['{', '}']) == param.name)?;
            path.get(place).copied()
        }
        Place::Query => query.get(param.wire),
        Place::Client => None,
    })
}
