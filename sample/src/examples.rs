//! The replies that the table's own examples carry. An endpoint whose examples have some is served without
//! any code here.

use percent_encoding::percent_decode_str;
use virtual_finance::ENDPOINTS;
use virtual_finance::catalogue::{EndpointInfo, ExampleInfo, Place, RawKind};

use crate::agreed::{Kind, error_envelope, is_agreed, or_usual};
use crate::query::Query;
use crate::reply::{HTML_TYPE, JSON_TYPE, Reply, TEXT_TYPE};

/// The key of the envelopes that hosts put errors into, whatever was asked.
const JSON_KEY: &str = "finance";

/// Returns the reply of the example that asks just this.
pub(crate) fn exact(path: &[&str], query: &Query) -> Option<Reply> {
    let mut known =
        ENDPOINTS.iter().flat_map(|info| info.examples.iter().map(move |example| (info, example)));
    known
        .find(|(info, example)| example.reply.is_some() && is_asked(info, example, path, query))
        .and_then(|(info, example)| Some(Reply::new(info.status, content_type(info), example.reply?)))
}

/// Answers a request that no example asks: with the agreed fault of a ticker, or with an error that lists the
/// examples.
pub(crate) fn other(path: &[&str], query: &Query) -> Option<Reply> {
    let (info, first) = ENDPOINTS.iter().filter(|info| has_path(info, path)).find_map(|info| {
        let reply = info.examples.iter().find_map(|example| example.reply)?;
        Some((info, reply))
    })?;
    let subject = subject(info, path, query).unwrap_or_default();
    let kind = if is_json(info) { Kind::Json(JSON_KEY) } else { Kind::Page };
    Some(or_usual(subject, kind, || {
        if is_agreed(subject) { Reply::new(info.status, content_type(info), first) } else { refusal(info) }
    }))
}

const fn content_type(info: &EndpointInfo) -> &'static str {
    if is_json(info) { JSON_TYPE } else { HTML_TYPE }
}

const fn is_json(info: &EndpointInfo) -> bool {
    matches!(info.raw, RawKind::Json)
}

fn refusal(info: &EndpointInfo) -> Reply {
    let known = info.examples.iter().filter(|example| example.reply.is_some()).map(|example| {
        let (path, query) = example.path_and_query(info);
        [path, if query.is_empty() { "" } else { "?" }, query].concat()
    });
    let text = format!("the sample host only answers {}", known.collect::<Vec<_>>().join(" and "));
    if is_json(info) {
        error_envelope(JSON_KEY, 404, "Not Found", &text)
    } else {
        Reply::new(404, TEXT_TYPE, text + "\n")
    }
}

/// Returns true if an example asks this. Names that neither the table nor the example has, such as a
/// session's, do not count.
fn is_asked(info: &EndpointInfo, example: &ExampleInfo, path: &[&str], query: &Query) -> bool {
    let (own_path, own_query) = example.path_and_query(info);
    let own_query = Query::parse(own_query);
    let counts =
        |name: &str| own_query.get(name).is_some() || info.params.iter().any(|param| param.wire == name);
    let segments = own_path.trim_start_matches('/').split('/');
    let segments = segments.map(|segment| percent_decode_str(segment).decode_utf8_lossy());
    segments.eq(path.iter().copied()) && query.pairs().filter(|(name, _)| counts(name)).eq(own_query.pairs())
}

/// Returns true if a path is one of an endpoint's.
pub(crate) fn has_path(info: &EndpointInfo, path: &[&str]) -> bool {
    info.path_values(path).is_some()
}

/// Returns the subject of a request: its first required parameter that is sent to the host.
fn subject<'q>(info: &EndpointInfo, path: &[&'q str], query: &'q Query) -> Option<&'q str> {
    info.params.iter().filter(|param| param.required).find_map(|param| match param.place {
        Place::Path => {
            let values = info.path_values(path)?;
            values.into_iter().find(|(name, _)| *name == param.name).map(|(_, value)| value)
        }
        Place::Query => query.get(param.wire),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::{Query, exact, other};

    /// Quotes have a route, which comes before `other`; an endpoint that somebody adds has none.
    const PATH: [&str; 3] = ["v7", "finance", "quote"];

    #[test]
    fn an_endpoint_without_a_route_has_the_replies_of_its_examples() {
        let example = exact(&PATH, &Query::parse("symbols=IBM%2CNOSUCH&crumb=any")).unwrap();
        assert!(example.status == 200 && example.body.contains("Invented Business Machines"));
        assert!(exact(&PATH, &Query::parse("symbols=IBM")).is_none());
        for (symbols, status, has) in [
            ("LIMITED", 429, "Too Many Requests\r\n"),
            ("NOOPTIONS", 200, example.body.as_str()),
            ("NOTHING", 200, r#"{"finance":{"result":[],"error":null}}"#),
            ("AAPL", 404, "the sample host only answers /v7/finance/quote?symbols=IBM%2CNOSUCH"),
        ] {
            let reply = other(&PATH, &Query::parse(&format!("symbols={symbols}"))).unwrap();
            assert_eq!(reply.status, status, "{symbols}");
            assert!(reply.body.contains(has), "{symbols}: {}", reply.body);
        }
        assert!(other(&["v7", "finance", "chart"], &Query::parse("")).is_none());
    }
}
