//! The replies that the table's own examples carry. An endpoint whose examples have some is served without
//! any code here.

use percent_encoding::percent_decode_str;
use virtual_finance::catalogue::{EndpointInfo, ExampleInfo, Place, RawKind};
use virtual_finance::request::RequestBody;
use virtual_finance::responses::Value;
use virtual_finance::{DateTime, ENDPOINTS};

use crate::agreed::{Kind, error_envelope, is_agreed, or_usual};
use crate::asked::Sent;
use crate::query::Query;
use crate::reply::{BYTES_TYPE, HTML_TYPE, JSON_TYPE, Reply, TEXT_TYPE};

/// The key of the envelopes that hosts put errors into, whatever was asked.
const JSON_KEY: &str = "finance";

/// Returns the reply of the example that asks just this.
pub(crate) fn exact(sent: &Sent<'_>) -> Option<Reply> {
    let mut known =
        ENDPOINTS.iter().flat_map(|info| info.examples.iter().map(move |example| (info, example)));
    known
        .find(|(info, example)| example.reply.is_some() && is_asked(info, example, sent))
        .and_then(|(info, example)| Some(Reply::new(info.status, content_type(info), example.reply?)))
}

/// Answers a request that no example asks: with the agreed fault of a ticker, or with an error that lists the
/// examples.
pub(crate) fn other(sent: &Sent<'_>) -> Option<Reply> {
    let (info, first) = ENDPOINTS.iter().filter(|info| is_of(info, sent)).find_map(|info| {
        let reply = info.examples.iter().find_map(|example| example.reply)?;
        Some((info, reply))
    })?;
    let subject = subject(info, sent).unwrap_or_default();
    let subject = subject.as_str();
    let kind = if is_json(info) { Kind::Json(JSON_KEY) } else { Kind::Page };
    Some(or_usual(subject, kind, || {
        if is_agreed(subject) { Reply::new(info.status, content_type(info), first) } else { refusal(info) }
    }))
}

const fn content_type(info: &EndpointInfo) -> &'static str {
    match info.raw {
        RawKind::Json => JSON_TYPE,
        RawKind::Bytes => BYTES_TYPE,
        _ => HTML_TYPE,
    }
}

const fn is_json(info: &EndpointInfo) -> bool {
    matches!(info.raw, RawKind::Json)
}

fn refusal(info: &EndpointInfo) -> Reply {
    let known = info.examples.iter().filter(|example| example.reply.is_some()).map(|example| {
        let (path, query) = example.path_and_query(info);
        let (method, blank) = if info.method == "GET" { ("", "") } else { (info.method, " ") };
        let (with, body) = example.body.map_or(("", ""), |body| (" with ", body.trim()));
        [method, blank, path, if query.is_empty() { "" } else { "?" }, query, with, body].concat()
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
fn is_asked(info: &EndpointInfo, example: &ExampleInfo, sent: &Sent<'_>) -> bool {
    if info.method != sent.method || !has_body(info, example, sent.body) {
        return false;
    }
    let (own_path, own_query) = example.path_and_query(info);
    let own_query = Query::parse(own_query);
    let counts =
        |name: &str| own_query.get(name).is_some() || info.params.iter().any(|param| param.wire == name);
    let segments = own_path.trim_start_matches('/').split('/');
    let segments = segments.map(|segment| percent_decode_str(segment).decode_utf8_lossy());
    let pairs = sent.query.pairs().filter(|(name, _)| counts(name));
    segments.eq(sent.segments()) && pairs.eq(own_query.pairs())
}

/// Returns true if a body is the one that an example sends; the order of the members of JSON does not count.
fn has_body(info: &EndpointInfo, example: &ExampleInfo, given: &str) -> bool {
    let now = DateTime::from(example.now.unwrap_or_default());
    let request = (info.build)(&example.param_map()).ok();
    match request.and_then(|request| request.body(now).ok()).flatten() {
        Some(RequestBody::Json(own)) => serde_json::from_str::<Value>(given).is_ok_and(|given| given == own),
        Some(own) => own.text() == given,
        None => true,
    }
}

/// Returns true if a request is one of an endpoint's, whatever it asks for.
pub(crate) fn is_of(info: &EndpointInfo, sent: &Sent<'_>) -> bool {
    info.method == sent.method && has_path(info, sent)
}

/// Returns the methods of the endpoints whose path it is and whose examples have replies.
pub(crate) fn methods(sent: &Sent<'_>) -> impl Iterator<Item = &'static str> {
    let served = |info: &&&EndpointInfo| info.examples.iter().any(|example| example.reply.is_some());
    ENDPOINTS.iter().filter(served).filter(|info| has_path(info, sent)).map(|info| info.method)
}

fn has_path(info: &EndpointInfo, sent: &Sent<'_>) -> bool {
    info.path_values(&sent.segments()).is_some()
}

/// Returns the subject of a request: its first required parameter that is sent to the host.
fn subject(info: &EndpointInfo, sent: &Sent<'_>) -> Option<String> {
    let body = || serde_json::from_str::<Value>(sent.body).ok();
    info.params.iter().filter(|param| param.required).find_map(|param| match param.place {
        Place::Path => {
            let values = info.path_values(&sent.segments())?;
            values.into_iter().find(|(name, _)| *name == param.name).map(|(_, value)| value.to_owned())
        }
        Place::Query => sent.query.get(param.wire).map(str::to_owned),
        Place::Body => text_at(&body()?, param.wire),
        _ => None,
    })
}

/// Returns the text at the path of a member, `a.b`, or the first one of a list there.
fn text_at(body: &Value, path: &str) -> Option<String> {
    let found = path.split('.').try_fold(body, |value, name| value.get(name))?;
    let first = found.as_array().map_or(Some(found), |list| list.first())?;
    first.as_str().map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::{exact, other};
    use crate::asked::{SampleRequest, Sent};

    /// Quotes have a route, which comes before `other`; an endpoint that somebody adds has none.
    const PATH: &str = "/v7/finance/quote";

    fn sent<'a>(path: &'a str, query: &'a str) -> Sent<'a> {
        Sent::new(&SampleRequest::get(path, query)).unwrap()
    }

    #[test]
    fn an_endpoint_without_a_route_has_the_replies_of_its_examples() {
        let example = exact(&sent(PATH, "symbols=IBM%2CNOSUCH&crumb=any")).unwrap();
        assert!(example.status == 200 && example.body.contains("Invented Business Machines"));
        assert!(exact(&sent(PATH, "symbols=IBM")).is_none());
        for (symbols, status, has) in [
            ("LIMITED", 429, "Too Many Requests\r\n"),
            ("NOOPTIONS", 200, example.body.as_str()),
            ("NOTHING", 200, r#"{"finance":{"result":[],"error":null}}"#),
            ("AAPL", 404, "the sample host only answers /v7/finance/quote?symbols=IBM%2CNOSUCH"),
        ] {
            let reply = other(&sent(PATH, &format!("symbols={symbols}"))).unwrap();
            assert_eq!(reply.status, status, "{symbols}");
            assert!(reply.body.contains(has), "{symbols}: {}", reply.body);
        }
        assert!(other(&sent("/v7/finance/chart", "")).is_none());
    }
}
