//! The replies of endpoints without a route.

use super::{EXAMPLES, reply};
use crate::asked::{SampleRequest, Sent};
use crate::reply::DEFAULT_NOW;

/// Quotes have a route, which comes first; an endpoint that somebody adds has none.
const PATH: &str = "/v7/finance/quote";

fn sent<'a>(path: &'a str, query: &'a str) -> Sent<'a> {
    Sent::new(&SampleRequest::get(path, query)).unwrap()
}

#[test]
fn an_endpoint_without_a_route_has_the_replies_of_its_examples() {
    let example = EXAMPLES.exact(&sent(PATH, "symbols=IBM%2CNOTFOUND&crumb=any")).unwrap();
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
        let reply = reply(&sent(PATH, &format!("symbols={symbols}")), DEFAULT_NOW).unwrap();
        assert_eq!(reply.status, status, "{symbols}");
        assert!(reply.body.contains(has), "{symbols}: {}", reply.body);
        assert!(!reply.body.contains("NOTFOUND"), "{symbols}: {}", reply.body);
    }
    assert!(reply(&sent("/v7/finance/chart", ""), DEFAULT_NOW).is_none());
}
