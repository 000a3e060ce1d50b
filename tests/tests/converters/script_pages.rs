//! Pages of today: sections in scripts, each with the address that it was fetched from.

use serde_json::json;
use virtual_finance::Profile;
use virtual_finance_tests::{convert, script_page};

use crate::{UNPROCESSABLE, failed, summary};

const REST: &str =
    r#""upgradeDowngradeHistory":{"history":[]},"calendarEvents":{"maxAge":1},"esgScores":{"maxAge":1}"#;

fn quote_type(section: &str) -> String {
    format!(r#"{{"quoteType":{{"result":[{section}],"error":null}}}}"#)
}

const IBM: &str = "/v10/finance/quoteSummary/IBM?formatted=true&modules=summaryProfile";

#[test]
fn the_scripts_of_the_ticker_merge_and_the_first_one_wins() {
    let first = summary(r#""summaryProfile":{"a":1,"text":"</p> & \"quoted\""},"price":{"z":1}"#);
    let second = summary(&format!(
        r#""summaryProfile":{{"a":2}},"summaryDetail":{{"b":{{"raw":5,"fmt":"5"}}}},{REST}"#
    ));
    let other = summary(r#""summaryProfile":{"a":3},"assetProfile":{"leak":true}"#);
    let page = script_page(&[
        ("/v10/finance/quoteSummary/IBMX?formatted=true", 200, &other),
        ("/v1/test/getcrumb?lang=en-US", 401, "Too Many Requests"),
        ("/v1/finance/quoteType/IBM?formatted=true", 200, &quote_type(r#"{"symbol":"IBM"}"#)),
        ("/v1/finance/quoteType/MSFT?formatted=true", 200, &quote_type(r#"{"symbol":"MSFT"}"#)),
        ("/v10/finance/quoteSummary/MSFT?formatted=true", 200, &other),
        (IBM, 200, &first),
        (IBM, 200, &second),
    ]);
    for ticker in ["IBM", "ibm"] {
        assert_eq!(
            convert(&Profile::new(ticker), &page).unwrap(),
            json!({
                "info": {
                    "a": 1, "text": "</p> & \"quoted\"", "b": 5, "symbol": "IBM",
                    "regularMarketPrice": null, "logo_url": ""
                },
                "recommendations": [], "calendar": {"maxAge": 1}, "sustainability": {"maxAge": 1}
            })
        );
    }
}

#[test]
fn the_summary_s_own_quote_type_comes_before_the_other_service_s() {
    let sections = summary(&format!(r#""quoteType":{{"symbol":"first"}},{REST}"#));
    let page = script_page(&[
        ("/v1/finance/quoteType/IBM", 200, &quote_type(r#"{"symbol":"second"}"#)),
        (IBM, 200, &sections),
    ]);
    assert_eq!(convert(&Profile::new("IBM"), page).unwrap()["info"]["symbol"], "first");
}

#[test]
fn tickers_are_encoded_in_addresses() {
    for (ticker, address) in [
        ("^GSPC", "/v10/finance/quoteSummary/%5EGSPC?x=1"),
        ("M&M.NS", "/v10/finance/quoteSummary/M&M.NS?x=1"),
        ("EURUSD=X", "/v10/finance/quoteSummary/EURUSD%3DX"),
    ] {
        let page = script_page(&[(address, 200, &summary(&format!(r#""summaryProfile":{{"a":1}},{REST}"#)))]);
        assert_eq!(convert(&Profile::new(ticker), page).unwrap()["info"]["a"], 1, "{ticker}");
    }
}

#[test]
fn attributes_stand_in_any_order_and_with_any_quotes() {
    let good = script_page(&[(IBM, 200, &summary(&format!(r#""summaryProfile":{{"a":1}},{REST}"#)))]);
    let tag = "<script type=\"application/json\" data-sveltekit-fetched data-url=\"https://query.example/v10/finance/quoteSummary/IBM?formatted=true&amp;modules=summaryProfile\" data-ttl=\"1\">";
    assert!(good.contains(tag));
    for other in [
        "<script data-url='https://query.example/v10/finance/quoteSummary/IBM' type='application/json'>",
        "<script\n data-ttl=1 data-url = https://query.example/v10/finance/quoteSummary/IBM>",
        "<script title=\"a > b data-url='x'\" data-url=\"/v10/finance/quoteSummary/IBM\" >",
    ] {
        let page = good.replace(tag, other);
        assert_eq!(convert(&Profile::new("IBM"), page).unwrap()["info"]["a"], 1, "{other}");
    }
}

#[test]
fn what_fails() {
    let whole = summary(&format!(r#""summaryProfile":{{"a":1}},{REST}"#));
    let refused = |code: &str| {
        format!(r#"{{"quoteSummary":{{"result":null,"error":{{"code":"{code}","description":"no"}}}}}}"#)
    };
    let good = script_page(&[(IBM, 200, &whole)]);
    let not_found = (404, "Profile not found");
    for (case, page, expected) in [
        (
            "another ticker's page",
            script_page(&[("/v10/finance/quoteSummary/MSFT", 200, &whole)]),
            UNPROCESSABLE,
        ),
        ("no summary", script_page(&[("/v1/finance/quoteType/IBM", 200, &quote_type("{}"))]), UNPROCESSABLE),
        ("401 inside", script_page(&[(IBM, 401, &refused("Unauthorized"))]), UNPROCESSABLE),
        ("401 inside without words", script_page(&[(IBM, 401, "")]), UNPROCESSABLE),
        ("404 inside", script_page(&[(IBM, 404, &refused("Not Found"))]), not_found),
        ("an error with status 200", script_page(&[(IBM, 200, &refused("Not Found"))]), not_found),
        (
            "a section that is missing",
            script_page(&[(IBM, 200, &summary(r#""summaryProfile":{}"#))]),
            not_found,
        ),
        (
            "no result",
            script_page(&[(IBM, 200, r#"{"quoteSummary":{"result":[],"error":null}}"#)]),
            not_found,
        ),
        ("a body that is cut", script_page(&[(IBM, 200, &whole[..40])]), UNPROCESSABLE),
        ("a body of text", script_page(&[(IBM, 200, "Too Many Requests")]), UNPROCESSABLE),
        ("a script that is cut", good.replace("statusText", "\"statusText"), UNPROCESSABLE),
        ("a page that is cut", good.replace("</body></html>", ""), UNPROCESSABLE),
        (
            "a tag without an end",
            "<html><script data-url=\"/v10/finance/quoteSummary/IBM </html>".to_owned(),
            UNPROCESSABLE,
        ),
        (
            "a script without an end",
            "<html><script data-url=\"/v10/finance/quoteSummary/IBM\">{} </html>".to_owned(),
            UNPROCESSABLE,
        ),
    ] {
        assert_eq!(failed(convert(&Profile::new("IBM"), page)), expected, "{case}");
    }
}

#[test]
fn a_refused_script_does_not_matter_beside_a_good_one() {
    let whole = summary(&format!(r#""summaryProfile":{{"a":1}},{REST}"#));
    let page = script_page(&[(IBM, 401, ""), (IBM, 200, &whole)]);
    assert_eq!(convert(&Profile::new("IBM"), page).unwrap()["info"]["a"], 1);
}

#[test]
fn messages_say_what_and_what_to_do() {
    let page = script_page(&[("/v10/finance/quoteSummary/MSFT", 200, "{}")]);
    assert_eq!(
        convert(&Profile::new("IBM"), page).unwrap_err().to_string(),
        "the reply could not be converted (422): the reply is about \"MSFT\"; ask for that ticker, or save the reply for the one that is wanted"
    );
}
