//! The replies of endpoints that have no route, which are those of their examples.

use virtual_finance::ENDPOINTS;
use virtual_finance::catalogue::SessionUse;
use virtual_finance_sample_host::Examples;

use crate::agreed::{Kind, or_usual};
use crate::asked::Sent;
use crate::reply::Reply;

/// The examples of the table.
pub(crate) const EXAMPLES: Examples = Examples::of(ENDPOINTS);

/// The key of the envelopes that hosts put errors into, whatever was asked.
const JSON_KEY: &str = "finance";

/// Returns the subject of a request, if it is one of an endpoint without a route that needs a session.
pub(crate) fn subject_in_session(sent: &Sent<'_>) -> Option<String> {
    let mut needing = ENDPOINTS.iter().filter(|info| info.session == SessionUse::Always);
    let info = needing.find(|info| Examples::is_of(info, sent))?;
    Some(Examples::subject(info, sent).unwrap_or_default())
}

/// Answers a request that no example asks: with the agreed fault of a ticker, or as the first example does about another subject.
pub(crate) fn other(sent: &Sent<'_>) -> Option<Reply> {
    let (info, example, reply) =
        ENDPOINTS.iter().filter(|info| Examples::is_of(info, sent)).find_map(|info| {
            let example = info.examples.iter().find(|example| example.reply.is_some())?;
            Some((info, example, example.reply?))
        })?;
    let subject = Examples::subject(info, sent).unwrap_or_default();
    let kind = if Examples::is_json(info) { Kind::Json(JSON_KEY) } else { Kind::Page };
    Some(or_usual(&subject, kind, || {
        let name = info.params.iter().find(|param| param.required).map(|param| param.name);
        let own = example.params.iter().find(|(param, _)| Some(*param) == name);
        let quoted = |text: &str| format!("\"{}\"", text.split(',').next().unwrap_or_default());
        let body = own.map(|(_, own)| reply.replace(&quoted(own), &quoted(&subject)));
        Examples::reply(info, body.as_deref().unwrap_or(reply))
    }))
}

#[cfg(test)]
mod tests {
    use super::{EXAMPLES, other};
    use crate::asked::{SampleRequest, Sent};

    /// Quotes have a route, which comes before `other`; an endpoint that somebody adds has none.
    const PATH: &str = "/v7/finance/quote";

    fn sent<'a>(path: &'a str, query: &'a str) -> Sent<'a> {
        Sent::new(&SampleRequest::get(path, query)).unwrap()
    }

    #[test]
    fn an_endpoint_without_a_route_has_the_replies_of_its_examples() {
        let example = EXAMPLES.exact(&sent(PATH, "symbols=IBM%2CNOSUCH&crumb=any")).unwrap();
        assert!(example.status == 200 && example.body.contains("Invented Business Machines"));
        assert!(EXAMPLES.exact(&sent(PATH, "symbols=IBM")).is_none());
        for (symbols, status, has) in [
            ("LIMITED", 429, "Too Many Requests\r\n"),
            ("NOOPTIONS", 200, r#"{"symbol": "NOOPTIONS", "#),
            ("NOTHING", 200, r#"{"finance":{"result":[],"error":null}}"#),
            ("AAPL", 200, r#"{"symbol": "AAPL", "#),
        ] {
            let reply = other(&sent(PATH, &format!("symbols={symbols}"))).unwrap();
            assert_eq!(reply.status, status, "{symbols}");
            assert!(reply.body.contains(has), "{symbols}: {}", reply.body);
        }
        assert!(other(&sent("/v7/finance/chart", "")).is_none());
    }
}
