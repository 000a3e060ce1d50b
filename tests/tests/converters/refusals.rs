//! What hosts answer instead of data: their own errors, texts, and pages where JSON is asked for. None of
//! it is ever taken for data.

use serde::Serialize;
use virtual_finance::{Endpoint, Fault, Holders, Profile, Screener, ScreenerName, Screeners};
use virtual_finance_tests::convert;

/// A reply with the fault that it must give, whatever was asked for.
fn replies() -> Vec<(&'static str, Fault)> {
    let refused = |code: &str, description: &str| Fault::ErrorReply {
        code: code.to_owned(),
        description: description.to_owned(),
    };
    let text = Fault::WrongKind { expected: "a page or JSON", found: "other text" };
    vec![
        (
            r#"{"finance":{"result":null,"error":{"code":"Unauthorized","description":"Invalid Crumb"}}}"#,
            refused("Unauthorized", "Invalid Crumb"),
        ),
        (
            r#"{"quoteSummary":{"result":null,"error":{"code":"Unauthorized","description":"Invalid Cookie"}}}"#,
            refused("Unauthorized", "Invalid Cookie"),
        ),
        (
            r#"{"anything":{"error":{"code":"Bad Request","description":"no"},"result":[]}}"#,
            refused("Bad Request", "no"),
        ),
        (r#"{"x":{"result":null,"error":"over"}}"#, refused("", "over")),
        ("Too Many Requests\r\n", text.clone()),
        ("Edge: Too Many Requests", text.clone()),
        ("a0B.c/D1eF2", text),
        (" \r\n", Fault::Empty),
    ]
}

/// What a request gives for a reply that it cannot convert: the status, the message, the fault.
fn outcome<E>(request: &E, reply: &str) -> (u16, &'static str, Fault)
where
    E: Endpoint,
    E::Response: Serialize,
{
    let error = convert(request, reply).expect_err(reply);
    (error.status(), error.message(), error.fault().clone())
}

#[test]
fn the_host_s_own_errors_are_told() {
    for (reply, fault) in replies() {
        let expected = (422, "", fault);
        assert_eq!(outcome(&Profile::new("IBM"), reply), expected, "{reply}");
        assert_eq!(outcome(&Holders::new("IBM"), reply), expected, "{reply}");
        assert_eq!(outcome(&Screener::new(ScreenerName::DayGainers), reply), expected, "{reply}");
        assert_eq!(outcome(&Screeners::new(), reply), expected, "{reply}");
    }
}

#[test]
fn a_page_that_says_something_else_is_no_data() {
    let page = "<html><body>Will be right back</body></html>";
    for (outcome, part) in [
        (outcome(&Profile::new("IBM"), page), "the page has no QuoteSummaryStore"),
        (outcome(&Holders::new("IBM"), page), "the table of major holders is missing"),
        (outcome(&Screener::new(ScreenerName::DayGainers), page), "the page has no ScreenerResultsStore"),
        (outcome(&Screeners::new(), page), "the page has no ScreenerStore"),
    ] {
        assert_eq!((outcome.0, outcome.1, outcome.2.to_string()), (422, "", part.to_owned()));
    }
}

#[test]
fn a_profile_that_the_host_does_not_know_is_not_found() {
    let unknown = r#"{"quoteSummary":{"result":null,"error":{"code":"Not Found","description":"Quote not found for symbol: X"}}}"#;
    for reply in [
        unknown,
        r#"{"quoteSummary":{"result":[],"error":null}}"#,
        r#"{"quoteSummary":{"result":[{}],"error":null}}"#,
    ] {
        let (status, message, _) = outcome(&Profile::new("X"), reply);
        assert_eq!((status, message), (404, "Profile not found"), "{reply}");
        assert_eq!(outcome(&Holders::new("X"), reply).0, 422, "{reply}");
    }
    assert_eq!(outcome(&Profile::new("X").partial(true), unknown).0, 404);
}
