//! Tests of replies without data: the hosts' own errors, texts, empty results, and pages instead of JSON.
//! None of them is converted, and each has its own fault and `Error::status`.

use std::fs;

use virtual_finance::error::{ConversionError, Fault, MarketFault};
use virtual_finance::request::{Context, ErasedRequest, ParamMap, RawReply};
use virtual_finance::{ENDPOINTS, Error};
use virtual_finance_tests::{HOSTS, NOW, captures, captures_required, convert_erased, html, script_page};

/// Every endpoint, as its command with what it requires.
const ALL: [&str; 10] = [
    "profile ticker=IBM",
    "financials ticker=IBM",
    "holders ticker=IBM",
    "history ticker=IBM",
    "options ticker=IBM",
    "screeners",
    "screener name=DAY_GAINERS",
    "index index=^IXIC",
    "isin query=IBM",
    "quote symbols=IBM",
];

/// Those whose reply may be a page.
const PAGES: [&str; 6] = [ALL[0], ALL[1], ALL[2], ALL[5], ALL[6], ALL[7]];

fn request(command: &str) -> Box<dyn ErasedRequest> {
    let mut words = command.split(' ');
    let name = words.next().unwrap();
    let info = ENDPOINTS.iter().find(|info| info.command == name).unwrap();
    let params: ParamMap = words.filter_map(|word| word.split_once('=')).collect();
    (info.build)(&params).unwrap()
}

fn error(command: &str, reply: &str) -> ConversionError {
    convert_erased(&*request(command), reply.as_bytes()).expect_err(&format!("{command} < {reply}"))
}

/// Returns the fault's name, the host's code and description, and the error's status.
fn outcome(command: &str, reply: &str) -> (String, String, String, u16) {
    let error = error(command, reply);
    let fault = error.fault().clone();
    let market = MarketFault::of(&fault);
    let name = market.map_or_else(|| format!("{fault:?}"), |fault| format!("{fault:?}"));
    let name = name.split([' ', '(']).next().unwrap().to_owned();
    let words = |words: Option<&str>| words.unwrap_or_default().to_owned();
    let code = fault.code().filter(|_| market.is_none());
    let (code, description) = (words(code), words(fault.description()));
    let contract = error.status();
    let status = Error::from(error).status().unwrap();
    // The contract's own status is 404 only where it has a message for it.
    let is_profile = command.starts_with("profile");
    let not_found = is_profile && ["NotFound", "Nothing"].contains(&name.as_str());
    assert_eq!(contract, if not_found { 404 } else { 422 }, "{command} < {reply}");
    (name, code, description, status)
}

fn expect(command: &str, reply: &str, (name, code, description, status): (&str, &str, &str, u16)) {
    let expected = (name.to_owned(), code.to_owned(), description.to_owned(), status);
    assert_eq!(outcome(command, reply), expected, "{command} < {reply}");
}

fn envelope(key: &str, error: &str) -> String {
    format!(r#"{{"{key}":{{"result":null,"error":{error}}}}}"#)
}

const GONE: (&str, &str, &str, u16) = ("NotFound", "Not Found", "no such", 404);

#[test]
fn every_endpoint_tells_the_host_s_own_errors() {
    let unknown = r#"{"code":"Not Found","description":"no such"}"#;
    // Whichever endpoint's key the envelope has, and whether or not a result stands beside the error.
    for key in ["quoteSummary", "timeseries", "chart", "optionChain", "finance", "quoteResponse", "anything"]
    {
        for command in ALL {
            expect(command, &envelope(key, unknown), GONE);
            for result in ["[]", "[{}]", "{}", "7"] {
                let reply = format!(r#"{{"{key}":{{"error":{unknown},"result":{result}}}}}"#);
                expect(command, &reply, GONE);
            }
        }
    }
    for (error, expected) in [
        (
            r#"{"code":"Unauthorized","description":"Invalid Crumb"}"#,
            ("Unauthorized", "Unauthorized", "Invalid Crumb", 401),
        ),
        (r#"{"code":"Bad","description":"Invalid Cookie"}"#, ("Unauthorized", "Bad", "Invalid Cookie", 401)),
        (r#"{"code":"Forbidden","description":null}"#, ("Unauthorized", "Forbidden", "", 401)),
        (r#"{"code":404,"description":"gone"}"#, ("NotFound", "404", "gone", 404)),
        (r#"{"code":"NOT_FOUND"}"#, ("NotFound", "NOT_FOUND", "", 404)),
        (
            r#"{"code":"Too Many Requests","description":"slow"}"#,
            ("RateLimited", "Too Many Requests", "slow", 429),
        ),
        (
            r#"{"code":"Bad Request","description":"Not Found in words"}"#,
            ("ErrorReply", "Bad Request", "Not Found in words", 422),
        ),
        (
            r#"{"code":"Unprocessable Entity","description":"1m"}"#,
            ("ErrorReply", "Unprocessable Entity", "1m", 422),
        ),
        (r#""over""#, ("ErrorReply", "", "over", 422)),
        ("{}", ("ErrorReply", "", "", 422)),
    ] {
        for command in ALL {
            expect(command, &envelope("finance", error), expected);
            // An error without an envelope.
            expect(command, &format!(r#"{{"error":{error}}}"#), expected);
        }
    }
}

#[test]
fn every_endpoint_tells_texts() {
    for (reply, expected) in [
        ("Too Many Requests\r\n", ("RateLimited", "", "Too Many Requests", 429)),
        ("Edge: Too Many Requests", ("RateLimited", "", "Edge: Too Many Requests", 429)),
        ("a0B.c/D1eF2", ("WrongKind", "", "", 422)),
        ("null", ("WrongKind", "", "", 422)),
        (" \r\n", ("Empty", "", "", 422)),
    ] {
        for command in ALL {
            expect(command, reply, expected);
        }
    }
}

#[test]
fn every_endpoint_tells_pages_that_are_no_data() {
    let consent = html(
        "<form class=\"consent-form\" action=\"\"><input type=\"hidden\" name=\"csrfToken\" value=\"a\"></form>",
    );
    let login = html("<form><input name=user><input type=\"password\" name=\"p\"></form>");
    let mended = html("<h1>Will be\nright back...</h1>");
    for (page, expected) in [
        (consent.as_str(), ("ConsentPage", "", "", 401)),
        (&login, ("LoginPage", "", "", 401)),
        (&mended, ("MaintenancePage", "", "", 422)),
        // Without an end it is a page all the same.
        ("<h1>Will be right back", ("MaintenancePage", "", "", 422)),
        ("<html><h1>429 Too Many Requests</h1></html>", ("RateLimited", "", "Too Many Requests", 429)),
    ] {
        for command in ALL {
            expect(command, page, expected);
        }
    }
    // Another page: where JSON is asked for it is of the wrong kind, else it lacks what is looked for.
    let other = html("<p>Sign in, consent, news</p>");
    for command in ALL {
        let expected = match command.split(' ').next().unwrap() {
            "profile" | "financials" | "screeners" | "screener" => "NoStore",
            "holders" | "index" => "Missing",
            _ => "WrongKind",
        };
        expect(command, &other, (expected, "", "", 422));
    }
}

#[test]
fn pages_with_data_may_speak_of_all_that() {
    let store = r#"{"symbol":"IBM","summaryProfile":{"longBusinessSummary":"right back, csrfToken, consent, Too Many Requests"},
        "upgradeDowngradeHistory":{"history":[]},"calendarEvents":{},"esgScores":{}}"#;
    let page = virtual_finance_tests::page("QuoteSummaryStore", store);
    convert_erased(&*request(ALL[0]), page.as_bytes()).unwrap();
}

#[test]
fn an_empty_result_is_what_each_endpoint_makes_of_it() {
    let nothing = ("Nothing", "", "", 404);
    for (command, key, list, null) in [
        (ALL[0], "quoteSummary", nothing, nothing),
        (ALL[1], "quoteSummary", nothing, nothing),
        (ALL[1], "timeseries", nothing, nothing),
        (ALL[2], "quoteSummary", nothing, nothing),
        (ALL[3], "chart", nothing, nothing),
        (ALL[4], "optionChain", ("NoData", "", "", 404), nothing),
        // The list of screeners is about nothing that could be unknown.
        (ALL[5], "finance", ("Malformed", "", "", 422), ("Missing", "", "", 422)),
        (ALL[6], "finance", nothing, nothing),
        (ALL[7], "quoteSummary", nothing, nothing),
        (ALL[7], "quoteResponse", ("Missing", "", "", 422), nothing),
    ] {
        expect(command, &format!(r#"{{"{key}":{{"result":[],"error":null}}}}"#), list);
        expect(command, &envelope(key, "null"), null);
        expect(command, &format!(r#"{{"{key}":{{}}}}"#), null);
    }
    // No quote at all is of no symbol.
    expect(ALL[9], r#"{"quoteResponse":{"result":[],"error":null}}"#, ("NoneKnown", "", "", 404));
    expect(ALL[9], &envelope("quoteResponse", "null"), nothing);
    // The list of suggestions too, with the contract's own message.
    let isin = error(ALL[8], "mmSuggestDeliver(0, new Array(\"Name\"), new Array(), 0, 0);");
    assert_eq!((isin.status(), isin.message()), (404, "ISIN not found"));
    assert_eq!(Error::from(isin).status(), Some(404));
}

#[test]
fn an_error_within_a_page_s_script_is_the_page_s() {
    let path = |command: &str| match command.split(' ').next().unwrap() {
        "screeners" => "/ws/screeners/v1/finance/screener/discover?count=1",
        "screener" => "/v1/finance/screener/predefined/saved?scrIds=day_gainers",
        _ => "/v10/finance/quoteSummary/IBM?modules=x",
    };
    let crumb = envelope("finance", r#"{"code":"Unauthorized","description":"Invalid Crumb"}"#);
    let unknown = envelope("quoteSummary", r#"{"code":"Not Found","description":"no such"}"#);
    for (status, body, expected) in [
        (401, crumb.as_str(), ("Unauthorized", "Unauthorized", "Invalid Crumb", 401)),
        (200, &crumb, ("Unauthorized", "Unauthorized", "Invalid Crumb", 401)),
        (401, "", ("Unauthorized", "401", "", 401)),
        (403, "", ("Unauthorized", "403", "", 401)),
        (404, &unknown, GONE),
        (200, &unknown, GONE),
        (404, "", ("NotFound", "404", "", 404)),
        (429, "Too Many Requests\r\n", ("RateLimited", "429", "Too Many Requests\r\n", 429)),
        (200, "Too Many Requests\r\n", ("RateLimited", "", "Too Many Requests", 429)),
        (500, "oh", ("ErrorReply", "500", "oh", 422)),
    ] {
        // An index has no scripts.
        for command in PAGES.into_iter().filter(|command| !command.starts_with("index")) {
            expect(command, &script_page(&[(path(command), status, body)]), expected);
        }
    }
}

#[test]
fn the_captured_errors() {
    let Ok(folder) = captures() else {
        assert!(!captures_required(), "there are no captures");
        return;
    };
    for (file, name, status) in [
        ("attested_1m_range.json", "ErrorReply", 422),
        ("attested_401_invalid_crumb.json", "Unauthorized", 401),
        ("attested_401_unable.json", "Unauthorized", 401),
        ("attested_429_text.txt", "RateLimited", 429),
        ("yfinance-rs__2025-10_embedded_getcrumb_AAPL_status401.txt", "Unauthorized", 401),
        ("yfinance-rs__2025-10_embedded_getcrumb_VFINX_status200.txt", "WrongKind", 422),
    ] {
        let reply = fs::read_to_string(folder.join("errors").join(file)).unwrap();
        for command in ALL {
            let (found, .., with) = outcome(command, &reply);
            assert_eq!((found.as_str(), with), (name, status), "{command} < {file}");
        }
    }
    for (file, name) in [
        ("gadicc-yf2__2023-05-08_consent_page_2023.html", "ConsentPage"),
        ("gadicc-yf2__2025-02-16_getCrumb-quote-AAPL-collectConsent.html.html", "ConsentPage"),
        (
            "gadicc-yf2__2025-02-16_getCrumb-quote-AAPL-consent-final-redirect.html__status301.html",
            "MaintenancePage",
        ),
    ] {
        let reply = fs::read_to_string(folder.join("auth").join(file)).unwrap();
        for command in ALL {
            assert_eq!(outcome(command, &reply).0, name, "{command} < {file}");
        }
    }
}

#[test]
fn messages_end_in_what_to_do() {
    for (command, reply, expected) in [
        (
            ALL[3],
            envelope("chart", r#"{"code":"Not Found","description":"No data found"}"#),
            "not found (404): the host answers \"Not Found\": \"No data found\"; check the name that was asked for",
        ),
        (
            ALL[0],
            r#"{"quoteSummary":{"result":[],"error":null}}"#.to_owned(),
            "Profile not found (404): the host knows nothing: it gives no quoteSummary.result[0]; check the name that was asked for",
        ),
        (
            ALL[4],
            "Too Many Requests\r\n".to_owned(),
            "the reply could not be converted (429): the host answers \"Too Many Requests\"; ask less often and wait before the next request",
        ),
        (
            ALL[9],
            envelope("finance", r#"{"code":"Unauthorized","description":"Invalid Crumb"}"#),
            "the reply could not be converted (401): the host answers \"Unauthorized\": \"Invalid Crumb\"; the host refuses this caller: check the credentials, or ask again later",
        ),
        (
            ALL[3],
            html("Will be right back"),
            "the reply could not be converted (422): the reply is a page that says that the host will be right back; ask again later",
        ),
        (
            ALL[3],
            envelope("finance", "{}"),
            "the reply could not be converted (422): the host answers an error without words; change what the host objects to, or ask again later",
        ),
    ] {
        assert_eq!(error(command, &reply).to_string(), expected);
    }
}

#[test]
fn a_profile_that_the_host_does_not_know_is_not_found() {
    let unknown = envelope("quoteSummary", r#"{"code":"Not Found","description":"Quote not found"}"#);
    let section = r#"{"quoteSummary":{"result":[{}],"error":null}}"#;
    for reply in [&unknown, section] {
        let error = error(ALL[0], reply);
        assert_eq!((error.status(), error.message()), (404, "Profile not found"), "{reply}");
        assert_eq!(Error::from(error).status(), Some(404));
    }
    let partial = error("profile ticker=IBM partial=true", &unknown);
    assert!(matches!(partial.fault(), Fault::NotFound { .. }) && partial.status() == 404);
}

#[test]
fn one_reply_is_one_reply() {
    for command in ["profile ticker=IBM", "history ticker=IBM", "screeners", "isin query=IBM"] {
        let (name, params) = command.split_once(' ').unwrap_or((command, ""));
        let info = ENDPOINTS.iter().find(|info| info.command == name).unwrap();
        let request = (info.build)(&params.split_once('=').into_iter().collect()).unwrap();
        let replies = [RawReply::new(b"{}"), RawReply::new(b"{}")];
        let error =
            request.convert_erased(&Context::new(&HOSTS, NOW.into()), &replies).map(drop).unwrap_err();
        assert_eq!(*error.fault(), Fault::Several { given: 2 }, "{command}");
    }
}
