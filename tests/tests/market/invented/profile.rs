//! Tests of the profile and of its errors.

use serde_json::{Value, json};
use virtual_finance::Profile;
use virtual_finance::notes::{HostPrice, MissingParts};
use virtual_finance_tests::{captures, convert, converted, page, script_page};

use super::{UNPROCESSABLE, failed, summary};

const STORE: &str = "QuoteSummaryStore";
const NOT_FOUND: (u16, &str) = (404, "Profile not found");

fn store(info: &str) -> String {
    format!(
        r#"{{{info},"upgradeDowngradeHistory":{{"history":[]}},"calendarEvents":{{"maxAge":1}},"esgScores":{{"maxAge":1}}}}"#
    )
}

#[test]
fn the_logo_is_of_the_website_s_domain() {
    for (website, logo) in [
        (r#""http:\u002F\u002Fwww.apple.com""#, "https://logo.example/apple.com"),
        (r#""https://investor.example.co.uk/home?x=1""#, "https://logo.example/investor.example.co.uk"),
        (r#""www.ibm.com""#, "https://logo.example/ibm.com"),
        (r#""https://EXAMPLE.com:8080""#, "https://logo.example/example.com"),
        (r#""""#, ""),
        ("null", ""),
        ("{}", ""),
        (r#""not a site""#, ""),
        (r#""http://127.0.0.1/""#, ""),
        (r#""http://localhost/""#, ""),
        (r#""http://../""#, ""),
        (r#""mailto:a@example.com""#, ""),
        (r#""javascript://x.y/""#, ""),
        (r#""https://www.IBM.com./""#, "https://logo.example/ibm.com"),
    ] {
        let store = store(&format!(r#""summaryProfile":{{"website":{website}}}"#));
        let profile = convert(&Profile::new("IBM"), page(STORE, &store)).unwrap();
        assert_eq!(profile["info"]["logo_url"], json!(logo), "{website}");
    }
}

#[test]
fn what_cannot_be_read_is_422() {
    let good = page(STORE, &store(r#""quoteType":{"a":1}"#));
    assert!(convert(&Profile::new("IBM"), &good).is_ok());
    let mut half = good.clone();
    half.truncate(good.find("calendarEvents").unwrap());
    let deep = format!(r#"{{"quoteType":{}1{}}}"#, "[".repeat(100_000), "]".repeat(100_000));
    for (case, reply) in [
        ("empty", String::new()),
        ("white space", " \n".to_owned()),
        ("JSON of another service", r#"{"quoteType":{"result":[{"symbol":"IBM"}],"error":null}}"#.to_owned()),
        ("JSON that is cut", r#"{"quoteSummary":{"result":[{"quoteType":{"a":1}"#.to_owned()),
        ("JSON without an object", r#"{"quoteSummary":{"result":[[1]],"error":null}}"#.to_owned()),
        ("cut", half),
        ("without its end", good.replace("</html>", "")),
        ("a cut page that has its end in a string", good.replace("\"LastStore\"", "\"LastStore</html>\"").replace("</body></html>", "")),
        ("the store in a later comment", page("OtherStore", "{}").replace("</body>", "<!-- \"QuoteSummaryStore\":{} --></body>")),
        ("the document in a comment", good.replace("root.App.main = {", "root.App.main is {")),
        ("garbage after the store", good.replace("\"esgScores\":{\"maxAge\":1}}", "\"esgScores\":{\"maxAge\":1}} x")),
        ("without the document", good.replace("root.App.main", "root.App.other")),
        ("without the store", page("OtherStore", "{}")),
        ("store is a list", page(STORE, "[1]")),
        ("store is an empty list", page(STORE, "[]")),
        ("grades are a list", page(STORE, r#"{"quoteType":{},"upgradeDowngradeHistory":[[]],"calendarEvents":{},"esgScores":{}}"#)),
        ("store is null", page(STORE, "null")),
        ("section is a text", page(STORE, &store(r#""quoteType":"text""#))),
        ("history is a number", page(STORE, r#"{"quoteType":{},"upgradeDowngradeHistory":{"history":5},"calendarEvents":{},"esgScores":{}}"#)),
        ("calendar is a list", page(STORE, r#"{"quoteType":{},"upgradeDowngradeHistory":{"history":[]},"calendarEvents":[],"esgScores":{}}"#)),
        ("deep nesting", page(STORE, &deep)),
        ("encrypted", r#"<html><script>root.App.main = {"context":{"dispatcher":{"stores":"U2FsdGVkX1abc"}}};</script></html>"#.to_owned()),
    ] {
        assert_eq!(failed(convert(&Profile::new("IBM"), reply)), UNPROCESSABLE, "{case}");
    }
    let mut bytes = good.into_bytes();
    bytes[20] = 0xff;
    assert_eq!(failed(convert(&Profile::new("IBM"), bytes)), UNPROCESSABLE, "not UTF-8");
}

#[test]
fn messages_say_what_and_what_to_do() {
    let text = |reply: &str| convert(&Profile::new("IBM"), reply).unwrap_err().to_string();
    for (reply, expected) in [
        (
            "",
            "the reply could not be converted (422): the reply is empty; ask again; where it stays so, keep the reply (ClientBuilder::record) and report it",
        ),
        (
            r#"{"finance":{"result":null,"error":{"code":"Unauthorized","description":"Invalid Crumb"}}}"#,
            "the reply could not be converted (401): the host answers \"Unauthorized\": \"Invalid Crumb\"; the host refuses this caller: check the credentials, or ask again later",
        ),
        (
            "<html><script>root.App.main = {\"stores\":\"U2FsdGVkX1abc\"}</script></html>",
            "the reply could not be converted (422): the page's stores are encrypted; let the service be asked too (SourceChoice::Auto), or save a page of another time",
        ),
    ] {
        assert_eq!(text(reply), expected);
    }
}

fn today(sections: &str) -> [String; 2] {
    let reply = summary(sections);
    let page = script_page(&[("/v10/finance/quoteSummary/IBM?formatted=true", 200, &reply)]);
    [reply, page]
}

/// The sources of today have ESG scores of nobody, and no section of grades where there are none.
#[test]
fn what_the_sources_of_today_lack_is_null_with_a_note() {
    const GRADES: &str = r#""upgradeDowngradeHistory":{"history":[]}"#;
    const SCORES: &str = r#""esgScores":{"totalEsg":1}"#;
    const REST: &str = r#""quoteType":{"symbol":"IBM"},"calendarEvents":{"a":1}"#;
    for (sections, missing) in [
        (format!("{REST},{GRADES},{SCORES}"), None),
        (format!("{REST},{GRADES}"), Some(vec!["sustainability"])),
        (format!("{REST},{SCORES}"), Some(vec!["recommendations"])),
        (REST.to_owned(), Some(vec!["recommendations", "sustainability"])),
    ] {
        for reply in today(&sections) {
            let reply = converted(&Profile::new("IBM"), &[reply]).unwrap();
            let profile = json!(reply.response);
            assert_eq!(reply.notes.get().cloned(), missing.clone().map(MissingParts), "{sections}");
            for part in missing.iter().flatten() {
                assert_eq!(profile.get(part), Some(&Value::Null), "{sections}");
            }
            assert_eq!(profile["calendar"], json!({"a": 1}));
        }
        // The store is the contract's: there it is an error.
        let store = convert(&Profile::new("IBM"), page(STORE, &format!("{{{sections}}}")));
        match missing {
            None => assert!(store.is_ok()),
            Some(_) => assert_eq!(failed(store), NOT_FOUND, "{sections}"),
        }
    }
    // The sections that the host has of every company are required.
    for sections in [r#""quoteType":{"symbol":"IBM"}"#, r#""calendarEvents":{"a":1}"#] {
        for reply in today(sections) {
            assert_eq!(failed(convert(&Profile::new("IBM"), &reply)), NOT_FOUND, "{sections}");
        }
    }
}

/// Every company of the captured replies, from the service and from a page of today, with ESG scores and without.
#[test]
fn every_captured_company_of_today_has_a_profile() {
    let Ok(folder) = captures() else { return };
    let mut companies = 0;
    for file in std::fs::read_dir(folder.join("quoteSummary_all")).unwrap() {
        let text = std::fs::read_to_string(file.unwrap().path()).unwrap();
        let mut reply: Value = serde_json::from_str(&text).unwrap();
        let sections = &mut reply["quoteSummary"]["result"][0];
        if sections["quoteType"]["quoteType"] != "EQUITY" {
            continue;
        }
        companies += 1;
        let ticker = sections["quoteType"]["symbol"].as_str().unwrap().to_owned();
        let sections = sections.as_object_mut().unwrap();
        sections.shift_remove("esgScores");
        let without = reply.to_string();
        reply["quoteSummary"]["result"][0]["esgScores"] = json!({"totalEsg": 17.5});
        for (text, scores) in [(without, Value::Null), (reply.to_string(), json!({"totalEsg": 17.5}))] {
            let address = format!("/v10/finance/quoteSummary/{ticker}?formatted=false");
            for reply in [script_page(&[(&address, 200, &text)]), text] {
                let profile = convert(&Profile::new(&ticker), reply).unwrap();
                assert_eq!(profile["sustainability"], scores, "{ticker}");
                assert!(profile["info"].is_object() && profile["calendar"].is_object(), "{ticker}");
            }
        }
    }
    assert_eq!(companies, 20);
}

/// The price is the open, by the contract, and the host's own where there is none.
#[test]
fn the_price_is_the_open_or_the_host_s_own() {
    let price = |open: &str, own: &str| {
        let sections = format!(
            r#""summaryDetail":{{"z":1{open}}},"calendarEvents":{{}},"upgradeDowngradeHistory":{{"history":[]}},"esgScores":{{}}{own}"#
        );
        let mut replies = today(&sections).to_vec();
        replies.push(page(STORE, &format!("{{{sections}}}")));
        let mut found = replies.iter().map(|reply| {
            let reply = converted(&Profile::new("IBM"), &[reply]).unwrap();
            let info = json!(reply.response)["info"].clone();
            // The section of the price is no part of the contract's `info`.
            assert_eq!((&info["marketState"], &info["currencySymbol"]), (&Value::Null, &Value::Null));
            (info["regularMarketPrice"].clone(), reply.notes.get::<HostPrice>().is_some())
        });
        let first = found.next().unwrap();
        assert!(found.all(|other| other == first));
        first
    };
    let own = |own: &str| {
        format!(r#","price":{{"marketState":"x","currencySymbol":"$","regularMarketPrice":{own}}}"#)
    };
    let open = |open: &str| format!(r#","regularMarketOpen":{open}"#);
    let formatted = r#"{"raw":25.73,"fmt":"25.73"}"#;
    for (given, host, expected) in [
        (open("24.5"), own("25.73"), (json!(24.5), false)),
        (open(r#"{"raw":24.5,"fmt":"24.50"}"#), own(formatted), (json!(24.5), false)),
        // An index, and funds.
        (open("0"), own("25.73"), (json!(25.73), true)),
        (open(r#"{"raw":0.0,"fmt":"0.00"}"#), own(formatted), (json!(25.73), true)),
        (open("null"), own("150"), (json!(150), true)),
        (open("{}"), own("150.5"), (json!(150.5), true)),
        (String::new(), own("150.5"), (json!(150.5), true)),
        // Nothing is better than the open.
        (open("0"), own("0"), (json!(0), false)),
        (open("0"), own("null"), (json!(0), false)),
        (open("0"), String::new(), (json!(0), false)),
        (String::new(), own("{}"), (json!(null), false)),
        (String::new(), String::new(), (json!(null), false)),
    ] {
        assert_eq!(price(&given, &host), expected, "{given} {host}");
    }
}

/// An index, whose open is zero, and a fund, which has none.
#[test]
fn the_prices_of_captured_instruments_without_an_open() {
    let Ok(folder) = captures() else { return };
    for (ticker, expected) in [("^VXAPL", 25.73), ("0P000071W8.TO", 150.5), ("AAPL", 245.965)] {
        let file = format!("quoteSummary_all/gadicc-yf2__2025-02-24_quoteSummary-all-{ticker}.json");
        let reply = std::fs::read_to_string(folder.join(file)).unwrap();
        let reply = converted(&Profile::new(ticker).partial(true), &[reply]).unwrap();
        assert_eq!(json!(reply.response)["info"]["regularMarketPrice"], expected, "{ticker}");
        assert_eq!(reply.notes.get::<HostPrice>().is_some(), ticker != "AAPL");
    }
}
