//! Tests of every error of the contract, and of its rules for requests, over real HTTP on loopback.

use std::error::Error as _;
use std::net::TcpListener;

use virtual_finance::error::ParamFault;
use virtual_finance::request::ParamMap;
use virtual_finance::{
    AdjustType, Client, ClientBuilder, ENDPOINTS, Error, Financials, HOSTS, History, Holders, Index, Isin,
    Options, Profile, Screener, ScreenerName, Screeners,
};
use virtual_finance_sample::SampleHost;
use virtual_finance_tests::hosts::{client_builder, fixed};
use virtual_finance_tests::{html, page};

fn client(url: &str) -> Client {
    client_builder(HOSTS, url).build().unwrap()
}

/// Returns the errors of every request that the sample host fails for an agreed ticker, whatever the fault.
async fn failures(client: &Client, ticker: &str) -> Vec<Error> {
    vec![
        client.request(&Profile::new(ticker)).await.unwrap_err(),
        client.request(&Financials::new(ticker)).await.unwrap_err(),
        client.request(&Holders::new(ticker)).await.unwrap_err(),
        client.request(&History::new(ticker)).await.unwrap_err(),
        client.request(&Options::new(ticker)).await.unwrap_err(),
        client.request(&Index::new(ticker)).await.unwrap_err(),
        client.request(&Screener::new(ScreenerName::other(ticker))).await.unwrap_err(),
    ]
}

const HTML: &str = "text/html; charset=utf-8";
const JSON: &str = "application/json;charset=utf-8";

#[tokio::test]
async fn a_status_of_400_or_more_is_an_api_error() {
    let sample = SampleHost::start().unwrap();
    let client = client(sample.url());
    for (ticker, status) in [("NOTFOUND", 404), ("LIMITED", 429), ("BROKEN", 500)] {
        for error in failures(&client, ticker).await {
            assert_eq!(error.status(), Some(status), "{error}");
            assert!(error.to_string().contains(ticker), "{error}");
            let Error::Api(error) = error else { panic!("not an API error: {error:?}") };
            assert_eq!(error.status(), status);
        }
    }
}

#[tokio::test]
async fn the_status_is_checked_before_the_body() {
    // A body that would convert does not make an error a success.
    let good = page("ScreenerStore", r#"{"predefinedList":[]}"#);
    for status in [400, 401, 403, 404, 408, 422, 429, 500, 503, 599] {
        let host = fixed(status, HTML, good.clone());
        let error = client(host.url()).request(&Screeners::new()).await.unwrap_err();
        let Error::Api(error) = error else { panic!("not an API error: {error:?}") };
        assert_eq!(error.status(), status);
        assert_eq!(error.body(), good);
    }
    let host = fixed(203, HTML, good);
    let reply = client(host.url()).reply(&Screeners::new()).await.unwrap();
    assert_eq!(reply.status, 203, "another status below 400 is converted as usual");
}

#[tokio::test]
async fn the_host_s_words_are_in_the_message() {
    let body = r#"{"chart":{"result":null,"error":{"code":"Not Found","description":"No data found"}}}"#;
    let host = fixed(404, JSON, body);
    let error = client(host.url()).request(&History::new("GONE")).await.unwrap_err();
    assert_eq!(
        error.to_string(),
        r#"History GONE: the host answered with status 404 ("Not Found": "No data found"); check the ticker"#
    );
}

#[tokio::test]
async fn a_refusal_names_the_file_of_the_session() {
    let words = r#"{"chart":{"result":null,"error":{"code":"Unauthorized","description":"no"}}}"#;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("session.json");
    for (status, message, elsewhere) in [
        (200, "the reply could not be converted (401): the host answers \"Unauthorized\": \"no\"", ""),
        (
            403,
            "the host answered with status 403 (\"Unauthorized\": \"no\")",
            ", or set TIINGO_API_KEY to ask Tiingo, too",
        ),
    ] {
        let host = fixed(status, JSON, words);
        let ask = async |client: ClientBuilder| {
            client.build().unwrap().request(&History::new("IBM")).await.unwrap_err().to_string()
        };
        let refused = format!("History IBM: {message}; the host refuses this caller: ");
        let client = || client_builder(HOSTS, host.url());
        assert_eq!(ask(client()).await, format!("{refused}ask again later{elsewhere}"));
        let expected =
            format!("{refused}remove the session file {}, or ask again later{elsewhere}", file.display());
        assert_eq!(ask(client().session_file(&file)).await, expected);
    }
}

#[tokio::test]
async fn the_host_s_code_and_description_are_told_apart() {
    let gone = r#"{"chart":{"result":null,"error":{"code":"Not Found","description":"No data found"}}}"#;
    let other_key = r#"{"finance":{"result":null,"error":{"code":"Unauthorized","description":null}}}"#;
    for (status, body, code, description, kind) in [
        (404, gone, Some("Not Found"), Some("No data found"), 404),
        (401, other_key, Some("Unauthorized"), Some(""), 401),
        // The reply's own status stands, but for a host that says in words that it is asked too much.
        (500, gone, Some("Not Found"), Some("No data found"), 500),
        (429, "Too Many Requests\r\n", None, None, 429),
        (403, "Too Many Requests\r\n", None, None, 429),
        (403, "no", None, None, 403),
    ] {
        let host = fixed(status, JSON, body);
        let error = client(host.url()).request(&History::new("GONE")).await.unwrap_err();
        assert_eq!(error.status(), Some(kind), "{status} {body}");
        let Error::Api(error) = error else { panic!("not an API error: {error:?}") };
        assert_eq!((error.status(), error.code(), error.description()), (status, code, description));
        assert_eq!(error.to_string().contains("ask less often"), kind == 429, "{error}");
    }
}

#[tokio::test]
async fn an_error_with_status_200_has_the_status_of_its_kind() {
    for (body, kind) in [
        (r#"{"chart":{"result":null,"error":{"code":"Not Found","description":"gone"}}}"#, 404),
        (r#"{"finance":{"result":null,"error":{"code":"Bad Request","description":"no"}}}"#, 422),
        ("Too Many Requests", 429),
    ] {
        let host = fixed(200, JSON, body);
        let error = client(host.url()).request(&History::new("GONE")).await.unwrap_err();
        assert_eq!(error.status(), Some(kind), "{body}");
        let Error::Conversion(error) = error else { panic!("not a conversion error: {error:?}") };
        assert_eq!((error.status(), error.message()), (422, ""), "the contract's own");
    }
}

#[tokio::test]
async fn a_transport_failure_is_the_library_s_own_error() {
    let port = TcpListener::bind(("127.0.0.1", 0)).unwrap().local_addr().unwrap();
    // The listener is gone, so that nobody answers there.
    let error = client(&format!("http://{port}")).request(&Profile::new("IBM")).await.unwrap_err();
    assert_eq!(error.status(), None);
    let source =
        error.source().and_then(|source| source.downcast_ref::<reqwest::Error>()).expect("reqwest's error");
    assert!(source.is_connect() && source.url().is_none());
    assert!(error.to_string().starts_with("Profile IBM: "), "{error}");
}

#[tokio::test]
async fn a_reply_that_cannot_be_converted_is_422_without_a_message() {
    let sample = SampleHost::start().unwrap();
    let client = client(sample.url());
    for ticker in ["EMPTY", "CUT"] {
        let isin = client.request(&Isin::new(ticker)).await.unwrap_err();
        for error in failures(&client, ticker).await.into_iter().chain([isin]) {
            let Error::Conversion(error) = error else { panic!("not a conversion error: {error:?}") };
            assert_eq!((error.status(), error.message()), (422, ""), "{error}");
            assert!(error.to_string().contains(ticker), "{error}");
        }
    }
    for error in [
        client.request(&History::new("HTML")).await.unwrap_err(),
        client.request(&Options::new("HTML")).await.unwrap_err(),
    ] {
        assert_eq!(error.status(), Some(422), "{error}");
    }
    // What the host does not have is not found.
    let error = client.request(&Options::new("NOOPTIONS")).await.unwrap_err();
    assert_eq!(error.status(), Some(404), "{error}");
}

#[tokio::test]
async fn the_list_of_screeners_and_the_isin_fail_alike() {
    for status in [404, 429, 500] {
        let host = fixed(status, HTML, "");
        let client = client(host.url());
        assert_eq!(client.request(&Screeners::new()).await.unwrap_err().status(), Some(status));
        assert_eq!(client.request(&Isin::new("IBM")).await.unwrap_err().status(), Some(status));
    }
    let host = fixed(200, HTML, html("<p>Will be right back</p>"));
    for error in [
        client(host.url()).request(&Screeners::new()).await.unwrap_err(),
        client(host.url()).request(&Isin::new("IBM")).await.unwrap_err(),
    ] {
        let Error::Conversion(error) = error else { panic!("not a conversion error: {error:?}") };
        assert_eq!((error.status(), error.message()), (422, ""));
    }
}

#[tokio::test]
async fn a_profile_without_a_section_is_404() {
    let parts = [
        r#""quoteType":{"a":1}"#,
        r#""upgradeDowngradeHistory":{"history":[]}"#,
        r#""calendarEvents":{}"#,
        r#""esgScores":{}"#,
    ];
    for missing in parts {
        let store: Vec<&str> = parts.into_iter().filter(|part| *part != missing).collect();
        let page = page("QuoteSummaryStore", &format!("{{{}}}", store.join(",")));
        let host = fixed(200, HTML, page);
        let error = client(host.url()).request(&Profile::new("VFINX")).await.unwrap_err();
        let Error::Conversion(error) = error else { panic!("not a conversion error: {error:?}") };
        assert_eq!((error.status(), error.message()), (404, "Profile not found"), "{missing}");
    }
}

#[tokio::test]
async fn what_is_missing_and_no_error() {
    let host = fixed(200, HTML, html("<h3>Major Holders</h3><table></table>"));
    let holders = client(host.url()).request(&Holders::new("X")).await.unwrap();
    assert!(holders.institutional.is_none() && holders.mutualfund.is_none());

    let sample = SampleHost::start().unwrap();
    let history = client(sample.url()).request(&History::new("IBM").actions(false)).await.unwrap();
    assert!(history.dividends.is_none() && history.splits.is_none());

    let chart = r#"{"chart":{"result":[{"meta":{},"indicators":{"quote":[{}]},"events":{"dividends":{}}}],"error":null}}"#;
    let host = fixed(200, JSON, chart);
    let history = client(host.url()).request(&History::new("IBM")).await.unwrap();
    assert_eq!((history.dividends, history.splits), (Some(vec![]), Some(vec![])));

    let isin = client(sample.url()).request(&Isin::new("NOTFOUND")).await.unwrap_err();
    assert_eq!(isin.status(), Some(404));
}

#[tokio::test]
async fn all_nine_requests_succeed_on_the_sample_host() {
    let sample = SampleHost::start().unwrap();
    let client = client(sample.url());
    let profile = client.request(&Profile::new("IBM")).await.unwrap();
    assert_eq!(profile.info.unwrap()["symbol"], "IBM");
    assert!(client.request(&Financials::new("IBM")).await.unwrap().balancesheet.is_some());
    assert_eq!(client.request(&Holders::new("IBM")).await.unwrap().major.len(), 4);
    let history = client.reply(&History::new("BRK/B").adjust(AdjustType::Auto)).await.unwrap();
    assert_eq!(history.notes.get().copied().map(virtual_finance::notes::Adjustment::as_str), Some("auto"));
    assert_eq!(history.response.meta.symbol.get().map(String::as_str), Some("BRK/B"));
    let options = client.request(&Options::new("IBM")).await.unwrap();
    let second = options.expiration_dates[1];
    let other = client.request(&Options::new("IBM").date(second)).await.unwrap();
    assert_eq!(other.options[0].expiration_date.get(), Some(&second));
    assert_eq!(client.request(&Screeners::new()).await.unwrap().screeners.len(), 16);
    assert_eq!(client.request(&Screener::new(ScreenerName::MostActives)).await.unwrap().rows.len(), 25);
    assert_eq!(client.request(&Index::new("^GSPC")).await.unwrap().symbol.len(), 3);
    assert_eq!(client.request(&Isin::new("IBM")).await.unwrap().ticker, "IBM");
}

/// The faults of parameters, which are found before anything is sent.
#[test]
fn wrong_parameters_are_all_reported_at_once() {
    let faults = |command: &str, params: &[(&str, &str)]| {
        let info = ENDPOINTS.iter().find(|info| info.command == command).unwrap();
        match (info.build)(&ParamMap::from_iter(params.iter().copied())) {
            Ok(_) => panic!("{command} {params:?} should be refused"),
            Err(errors) => errors.to_string(),
        }
    };
    for (command, params, expected) in [
        ("isin", &[][..], "Isin: Missing in 'params': 'query'"),
        (
            "isin",
            &[("max_result", "5"), ("max_results", "ten")],
            "Isin: Missing in 'params': 'query'; 'max_results' is \"ten\": write an integer; \
             unknown parameter 'max_result': did you mean 'max_results'?",
        ),
        (
            "history",
            &[("ticker", "IBM"), ("adjust", "full")],
            "History: 'adjust' is \"full\": write one of auto, back, none",
        ),
        (
            "history",
            &[
                ("ticker", ".."),
                ("period", "1mo"),
                ("start", "2020-01-01"),
                ("events", "div"),
                ("actions", "false"),
            ],
            "History: 'ticker' is \"..\": it would change the path; write a symbol such as IBM; \
             'range' and 'start' contradict each other: give one of them; \
             'events' and 'actions=false' contradict each other: give one of them",
        ),
        (
            "history",
            &[("ticker", "IBM"), ("end", "2020-01-01")],
            "History: 'end' is given without 'start': add 'start' or leave 'end' out",
        ),
        (
            "history",
            &[("ticker", "IBM"), ("range", "1mo"), ("period", "1y")],
            "History: 'range' and 'period' contradict each other: give one of them",
        ),
        (
            "screener",
            &[("name", "day_gainers")],
            "Screener: 'name' is \"day_gainers\": write one of FAIR_VALUE_SCREENER, MOST_SHORTED_STOCKS, \
             UNDERVALUED_GROWTH_STOCKS, GROWTH_TECHNOLOGY_STOCKS, DAY_GAINERS, DAY_LOSERS, MOST_ACTIVES, \
             UNDERVALUED_LARGE_CAPS, AGGRESSIVE_SMALL_CAPS, SMALL_CAP_GAINERS, TOP_MUTUAL_FUNDS, PORTFOLIO_ANCHORS, \
             SOLID_LARGE_GROWTH_FUNDS, SOLID_MIDCAP_GROWTH_FUNDS, CONSERVATIVE_FOREIGN_FUNDS, HIGH_YIELD_BOND, \
             or other:NAME for a newer one (did you mean \"DAY_GAINERS\"?)",
        ),
    ] {
        assert_eq!(faults(command, params), expected);
    }
}

#[tokio::test]
async fn a_request_made_in_rust_is_checked_before_it_is_sent() {
    // Nobody listens there: an attempt to send would be a transport error.
    let client = client("http://127.0.0.1:1");
    let request = History::new("").actions(false).events([virtual_finance::EventKind::Splits]);
    let Error::Params(errors) = client.request(&request).await.unwrap_err() else {
        panic!("not a parameter error")
    };
    assert_eq!(errors.faults().iter().map(ParamFault::param).collect::<Vec<_>>(), ["ticker", "events"]);
    let Error::Params(errors) = client.request(&Isin::new("IBM").max_results(0)).await.unwrap_err() else {
        panic!("not a parameter error")
    };
    assert_eq!(errors.faults().len(), 1);
}
