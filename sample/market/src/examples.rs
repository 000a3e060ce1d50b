//! The replies of endpoints that have no route, which are those of their examples.

use virtual_finance::ENDPOINTS;
use virtual_finance_sample_host::Examples;

use crate::agreed::{Kind, error_envelope, is_agreed, or_usual};
use crate::asked::Sent;
use crate::reply::{Reply, TEXT_TYPE};

/// The examples of the table.
pub(crate) const EXAMPLES: Examples = Examples::of(ENDPOINTS);

/// The key of the envelopes that hosts put errors into, whatever was asked.
const JSON_KEY: &str = "finance";

/// Answers a request that no example asks: with the agreed fault of a ticker, or with an error that lists the
/// examples.
pub(crate) fn other(sent: &Sent<'_>) -> Option<Reply> {
    let (info, first) = ENDPOINTS.iter().filter(|info| Examples::is_of(info, sent)).find_map(|info| {
        let reply = info.examples.iter().find_map(|example| example.reply)?;
        Some((info, reply))
    })?;
    let subject = Examples::subject(info, sent).unwrap_or_default();
    let is_json = Examples::is_json(info);
    let kind = if is_json { Kind::Json(JSON_KEY) } else { Kind::Page };
    Some(or_usual(&subject, kind, || {
        if is_agreed(&subject) {
            return Examples::reply(info, first);
        }
        let text = format!("the sample host only answers {}", Examples::answered(info).join(" and "));
        if is_json {
            error_envelope(JSON_KEY, 404, "Not Found", &text)
        } else {
            Reply::new(404, TEXT_TYPE, text + "\n")
        }
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
