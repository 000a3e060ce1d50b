//! Pages of today: sections in scripts, each with the address that it was fetched from.

use serde_json::json;
use virtual_finance::Profile;
use virtual_finance::error::Fault;
use virtual_finance_tests::{convert, script_page};

use super::{UNPROCESSABLE, failed, summary};

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
    let sections = summary(&format!(r#""quoteType":{{"symbol":"IBM","from":"first"}},{REST}"#));
    let page = script_page(&[
        ("/v1/finance/quoteType/IBM", 200, &quote_type(r#"{"symbol":"IBM","from":"second"}"#)),
        (IBM, 200, &sections),
    ]);
    assert_eq!(convert(&Profile::new("IBM"), page).unwrap()["info"]["from"], "first");
}

#[test]
fn tickers_are_encoded_in_addresses() {
    for (ticker, address) in [
        ("^GSPC", "/v10/finance/quoteSummary/%5EGSPC?x=1"),
        ("M&M.NS", "/v10/finance/quoteSummary/M&M.NS?x=1"),
        ("EURUSD=X", "/v10/finance/quoteSummary/EURUSD%3DX"),
        ("^GSPC", "/v10/finance/quoteSummary/^GSPC#part"),
        ("BRK/B", "/v10/finance/quoteSummary/BRK%2fB"),
        // The references that the page's own escape does not make.
        ("M&M.NS", "/v10/finance/quoteSummary/M%26M.NS"),
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

fn around(before: &str, tag: &str) -> String {
    ended(before, tag, "</script>")
}

fn ended(before: &str, tag: &str, after: &str) -> String {
    let body = summary(&format!(r#""summaryProfile":{{"a":1}},{REST}"#));
    let text = json!({"status": 200, "body": body});
    format!("<html><head>{before}{tag}{text}{after}</body></html>")
}

#[test]
fn tags_are_read_as_browsers_read_them() {
    let tag = |url: &str| format!("<script type=\"application/json\" data-url=\"{url}\">");
    let ibm = tag(IBM);
    let check = |ticker: &str, page: String| {
        assert_eq!(convert(&Profile::new(ticker), &page).unwrap()["info"]["a"], 1, "{ticker} < {page}");
    };
    for page in [
        around("", &ibm),
        ended("", "<SCRIPT TYPE='Application/JSON' DATA-URL='/v10/finance/quoteSummary/IBM'>", "</SCRIPT\n>"),
        around("", &format!("<script/data-url={IBM}/ data-url=x >")).replace("IBM/", "IBM"),
        around("", &format!("<script data-url\n=\n'https://query2.example:8080{IBM}'>")),
        // Of two attributes of one name the first counts.
        around("", &ibm.replace(">", " data-url=\"/v10/finance/quoteSummary/X\">")),
        // Text that only looks like an open comment, tag, quote or string.
        around("<!--><p title='<!--'>a < b <3 </> <!-- --!> <p data-a=b\"c>", &ibm),
        around("<textarea><script></textarea ><title><!--</title><style><!--</style>", &ibm),
        around("<script>let a = '</scriptx> <!-- \"';</script>", &ibm),
        around("<scripty><titles><!doctype \"><?a \">", &ibm),
    ] {
        check("IBM", page);
    }
    // Character references, each resolved once.
    for (ticker, reference) in [
        ("^GSPC", "&#94;GSPC"),
        ("^GSPC", "&Hat;GSPC"),
        ("M&M.NS", "M&#x26;M.NS"),
        ("M&M.NS", "M&amp;M.NS"),
        ("M&lt;M", "M&amp;lt;M"),
        ("M&M;", "M&M;"),
    ] {
        check(ticker, around("", &tag(&IBM.replace("IBM", reference))));
    }
}

#[test]
fn what_only_looks_like_a_script_of_the_ticker_is_none() {
    let tag = |url: &str| format!("<script type=\"application/json\" data-url=\"{url}\">");
    let ibm = tag(IBM);
    for page in [
        ended("<!-- ", &ibm, "</script> -->"),
        ended("<!-- -- > ", &ibm, "</script> --><p>"),
        ended("<p title='", &ibm, "</script>'>"),
        ended("<p title = \"'", &ibm.replace('"', "'"), "</script>\">"),
        ended("<textarea>", &ibm, "</script></textarea>"),
        ended("<TITLE>", &ibm, "</script></title>"),
        ended("<style>", &ibm, "</script></style>"),
        ended("<noscript>", &ibm, "</script></noscript>"),
        ended("<template>", &ibm, "</script></template>"),
        ended("<iframe>", &ibm, "</script></iframe>"),
        ended("<script>let a = `", &ibm, "`</script>"),
        ended("", &ibm.replace("<script", "<scripty"), "</scripty>"),
        around("", &ibm.replace("<script", "< script")),
        around("", &ibm.replace("data-url", "data-urls")),
        around("", &ibm.replace("application/json", "text/template")),
        around("", &ibm.replace("data-url", "data-url=/x data-url")),
        // The address of another host, or of another path.
        around("", &tag(&format!("https://ads.example{IBM}"))),
        around("", &tag(&format!("https://queryx.example{IBM}"))),
        around("", &tag(&format!("https://query1.example@ads.example{IBM}"))),
        around("", &tag(&format!("//ads.example{IBM}"))),
        around("", &tag(&format!("javascript:{IBM}"))),
        around("", &tag(&format!("https://query1.example/x?y={IBM}"))),
        around("", &tag("/v10/finance/quoteSummary/IBM/options")),
        around("", &tag("/v10/finance/quoteSummary/")),
        around("", &tag("/v10/finance/quoteSummary/%49BM%00")),
    ] {
        assert_eq!(failed(convert(&Profile::new("IBM"), &page)), UNPROCESSABLE, "{page}");
    }
}

#[test]
fn a_store_stands_in_a_script_that_runs() {
    let good = virtual_finance_tests::page(
        "QuoteSummaryStore",
        &format!(r#"{{"summaryProfile":{{"a":1}},{REST}}}"#),
    );
    convert(&Profile::new("IBM"), &good).unwrap();
    convert(&Profile::new("IBM"), good.replace("<script>", "<SCRIPT nonce=x TYPE=\"text/javascript\" >"))
        .unwrap();
    for (from, to) in [
        ("<script>", "<!-- <script>"),
        ("<script>", "<script type=\"application/json\">"),
        ("<script>", "<script type=text/plain>"),
        ("<script>", "<scripty>"),
        ("<script>", "<p>"),
        ("<script>", "<textarea><script>"),
        ("<script>", "<p title='<script>"),
        ("root.App.main =", "root.App.mains ="),
        // A browser ends the script there, so that the document is cut.
        ("\"summaryProfile\"", "\"text\":\"</script>\",\"summaryProfile\""),
    ] {
        let page = good.replace(from, to);
        assert_ne!(page, good, "{from}");
        assert_eq!(failed(convert(&Profile::new("IBM"), &page)), UNPROCESSABLE, "{to}");
    }
    // The first document that is one counts, wherever the words stand before.
    let decoy = "<p>root.App.main = {\"QuoteSummaryStore\":{}};</p><script>root.App.main = 1; // root.App.main</script><p>text</p>";
    convert(&Profile::new("IBM"), good.replace("<p>text</p>", decoy)).unwrap();
}

#[test]
fn a_reply_that_names_another_instrument_is_refused() {
    let named = |naming: &str| format!(r#""summaryProfile":{{"a":1}},{naming}{REST}"#);
    for (naming, is_ours) in [
        ("", true),
        (r#""symbol":"ibm","#, true),
        (r#""quoteType":{"symbol":"IBM"},"#, true),
        (r#""price":{"symbol":"IBM","x":{"symbol":"MSFT"}},"#, true),
        // The contract of a future, and its series.
        (r#""quoteType":{"symbol":"IBMJ25","underlyingSymbol":"IBM"},"#, true),
        (r#""quoteType":{"symbol":"IBMJ25"},"price":{"symbol":"IBM","underlyingSymbol":"IBMJ25"},"#, true),
        // Sections that name no instrument.
        (r#""indexTrend":{"symbol":"SP5"},"quoteType":{"symbol":null},"price":{},"symbol":null,"#, true),
        (r#""symbol":"MSFT","#, false),
        (r#""quoteType":{"symbol":"MSFT"},"#, false),
        (r#""price":{"symbol":"MSFT"},"#, false),
        (r#""quoteType":{"symbol":"MSFT"},"price":{"symbol":"MSFT"},"#, false),
    ] {
        let sections = named(naming);
        let script = script_page(&[(IBM, 200, &summary(&sections))]);
        let store = virtual_finance_tests::page("QuoteSummaryStore", &format!("{{{sections}}}"));
        for reply in [summary(&sections), script, store] {
            let found = convert(&Profile::new("IBM"), &reply);
            if is_ours {
                assert_eq!(found.unwrap()["info"]["a"], 1, "{reply}");
            } else {
                let fault = found.unwrap_err().fault().clone();
                assert_eq!(fault, Fault::about_other("MSFT", None), "{reply}");
            }
        }
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
        "the reply could not be converted (422): the reply is about \"MSFT\"; check the name that was asked for; a saved reply must be about it"
    );
}
