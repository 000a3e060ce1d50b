//! The replies of endpoints without a route: their examples.

use virtual_finance::ENDPOINTS;
use virtual_finance::catalogue::{RawKind, SessionUse};
use virtual_finance_sample_host::{Examples, Nearest};

use crate::agreed::{self, Kind, NOTFOUND, or_usual};
use crate::asked::Sent;
use crate::reply::{Reply, TEXT_TYPE};

/// The examples of the table.
pub(crate) const EXAMPLES: Examples = Examples::of(ENDPOINTS);

/// The key of the envelopes that hosts put errors into, whatever was asked.
const JSON_KEY: &str = "finance";

/// The host whose suggestions of a ticker are about others where there is none.
const ISIN_HOST: &str = "isin_url";

/// Returns the agreed ticker that a request asks about, empty if there is none, if the table wants a session for it.
pub(crate) fn ticker_in_session(sent: &Sent<'_>) -> Option<String> {
    let mut needing = ENDPOINTS.iter().filter(|info| info.session == SessionUse::Always);
    let needs_session = needing.any(|info| Examples::is_of(info, sent));
    needs_session.then(|| Nearest::of(EXAMPLES, sent).as_ref().map(agreed_ticker).unwrap_or_default())
}

/// Returns the first agreed ticker of a request, empty if there is none.
fn agreed_ticker(nearest: &Nearest) -> String {
    let mut first = nearest.values().iter().filter_map(|value| value.texts.first());
    first.find(|text| agreed::is_agreed(text)).cloned().unwrap_or_default()
}

/// Returns the reply of the nearest example; an empty one if the table has none.
pub(crate) fn nearest(sent: &Sent<'_>) -> Reply {
    Nearest::of(EXAMPLES, sent).map_or_else(|| Reply::new(200, TEXT_TYPE, ""), |nearest| nearest.reply())
}

/// Answers a request that no example asks: with the agreed fault of the first ticker that it asks about, or as the nearest
/// example does.
pub(crate) fn other(sent: &Sent<'_>) -> Option<Reply> {
    let nearest = Nearest::of(EXAMPLES, sent)?;
    let info = nearest.info();
    let subject = agreed_ticker(&nearest);
    let is_list = nearest.values().iter().any(|value| value.is_list && value.texts.contains(&subject));
    let envelope = nearest.text().split('"').nth(1).filter(|_| nearest.text().contains("\"error\": null"));
    let key = envelope.unwrap_or(JSON_KEY);
    let kind = match info.raw {
        RawKind::Json if is_list || nearest.is_about(&subject) => Kind::Rows(key),
        RawKind::Json => Kind::Json(key),
        _ if info.host.name == ISIN_HOST => Kind::Suggest,
        _ => Kind::Page,
    };
    if subject == NOTFOUND && kind == Kind::Suggest {
        // The suggestions are about others.
        return Some(Examples::reply(info, nearest.text()));
    }
    Some(or_usual(&subject, kind, || nearest.without(NOTFOUND).reply()))
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
            ("NOOPTIONS", 200, r#"{"symbol":"NOOPTIONS","#),
            ("NOTHING", 200, r#"{"quoteResponse":{"result":[],"error":null}}"#),
            ("NOTFOUND", 200, r#"{"quoteResponse":{"result":[],"error":null}}"#),
            ("AAPL", 200, r#"{"symbol":"AAPL","#),
            ("AAPL,NOTFOUND,MSFT", 200, r#"{"symbol":"MSFT","#),
        ] {
            let reply = other(&sent(PATH, &format!("symbols={symbols}"))).unwrap();
            assert_eq!(reply.status, status, "{symbols}");
            assert!(reply.body.contains(has), "{symbols}: {}", reply.body);
            assert!(!reply.body.contains("NOTFOUND"), "{symbols}: {}", reply.body);
        }
        assert!(other(&sent("/v7/finance/chart", "")).is_none());
    }
}
