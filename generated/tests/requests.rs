//! The nine requests of the specification against its section 4: where each goes and what it refuses. Values
//! are given as text, the way the command line gives them. What each sends, the examples of the table show.

use virtual_finance::{ENDPOINTS, HOSTS, ParamErrors, ParamMap};

/// Parameters by name, as text.
type Params<'a> = &'a [(&'a str, &'a str)];

fn build(name: &str, params: Params<'_>) -> Result<Box<dyn virtual_finance::ErasedRequest>, ParamErrors> {
    match ENDPOINTS.iter().find(|info| info.name == name) {
        Some(info) => (info.build)(&params.iter().copied().collect::<ParamMap>()),
        None => Err(ParamErrors::new("not in the catalogue", Vec::new())),
    }
}

#[test]
fn the_catalogue_is_section_4() {
    let table = [
        ("Profile", "profile", "quote/{ticker}", "finance_url", "Text"),
        ("Financials", "financials", "quote/{ticker}/financials", "finance_url", "Text"),
        ("Holders", "holders", "quote/{ticker}/holders", "finance_url", "Text"),
        ("History", "history", "v8/finance/chart/{ticker}", "query_url", "Json"),
        ("Options", "options", "v7/finance/options/{ticker}", "query_url", "Json"),
        ("Screeners", "screeners", "screener", "finance_url", "Text"),
        ("Screener", "screener", "screener/predefined/{name}", "finance_url", "Text"),
        ("Index", "index", "quote/{index}/components", "finance_url", "Text"),
        ("Isin", "isin", "ajax/SearchController_Suggest", "isin_url", "Text"),
    ];
    let found: Vec<_> = ENDPOINTS
        .iter()
        .map(|info| (info.name, info.command, info.path, info.host.name, format!("{:?}", info.raw)))
        .collect();
    let expected = table.map(|(a, b, c, d, raw)| (a, b, c, d, raw.to_owned()));
    // The table may have more, but these in this order.
    let found: Vec<_> = found.into_iter().filter(|one| expected.contains(one)).collect();
    assert_eq!(found, expected);
    assert!(ENDPOINTS.iter().all(|info| info.method == "GET" && info.status == 200));
    let hosts: Vec<_> = HOSTS.iter().map(|host| host.name).collect();
    assert_eq!(hosts, ["finance_url", "query_url", "cookie_url", "isin_url", "logo_service_url"]);
}

#[test]
fn what_is_refused() {
    let cases: &[(&str, Params<'_>, &str)] = &[
        ("Isin", &[], "Isin: Missing in 'params': 'query'"),
        ("Profile", &[], "Profile: Missing in 'params': 'ticker'"),
        ("Isin", &[("query", "IBM"), ("max_results", "-1")], "Isin: 'max_results' is -1: write 1 or more"),
        (
            "Options",
            &[("ticker", "IBM"), ("dat", "0")],
            "Options: unknown parameter 'dat': did you mean 'date'?",
        ),
        (
            "Index",
            &[("index", "..")],
            "Index: 'index' is \"..\": it would change the path; write a symbol such as IBM",
        ),
        (
            "History",
            &[("ticker", "IBM"), ("adjust", "up")],
            "History: 'adjust' is \"up\": write one of auto, back",
        ),
        (
            "History",
            &[("ticker", "IBM"), ("range", "1mo"), ("period", "1mo")],
            "History: 'range' and 'period' contradict each other: give one of them",
        ),
        (
            "History",
            &[("ticker", "IBM"), ("end", "2021-01-01")],
            "History: 'end' is given without 'start': add 'start' or leave 'end' out",
        ),
        (
            "History",
            &[("ticker", "IBM"), ("range", "1mo"), ("start", "2021-01-01")],
            "History: 'range' and 'start' contradict each other: give one of them",
        ),
        (
            "History",
            &[("ticker", "IBM"), ("start", "10"), ("end", "10")],
            "History: 'end' is 1970-01-01T00:00:10Z: write a value after 'start', which is 1970-01-01T00:00:10Z",
        ),
        (
            "History",
            &[("ticker", "IBM"), ("actions", "false"), ("events", "div,splits")],
            "History: 'events' and 'actions=false' contradict each other: give one of them",
        ),
        (
            "Screener",
            &[("name", "other:../x")],
            "Screener: 'name' is \"../x\": write a name that matches [A-Za-z0-9_]{1,64}",
        ),
    ];
    for (name, params, expected) in cases {
        let found = build(name, params).map(|_| ()).map_err(|faults| faults.to_string());
        assert_eq!(found, Err((*expected).to_owned()));
    }
}

#[test]
fn the_same_faults_are_found_in_requests_made_in_rust() {
    use virtual_finance::{EventKind, History, Isin, Options, Request, Screener, ScreenerName, Span};

    let history = History::new("IBM")
        .span(Span::dates(10, Some(10.into())))
        .actions(false)
        .events([EventKind::Dividends]);
    let cases = [
        (
            history.validate(),
            "History: 'end' is 1970-01-01T00:00:10Z: write a value after 'start', which is 1970-01-01T00:00:10Z; \
             'events' and 'actions=false' contradict each other: give one of them",
        ),
        (Isin::new("IBM").max_results(0).validate(), "Isin: 'max_results' is 0: write 1 or more"),
        (Options::new(" ").validate(), "Options: 'ticker' is \" \": it is empty; write a symbol such as IBM"),
        (
            Screener::new(ScreenerName::other("a b")).validate(),
            "Screener: 'name' is \"a b\": write a name that matches [A-Za-z0-9_]{1,64}",
        ),
    ];
    for (found, expected) in cases {
        assert_eq!(found.map_err(|faults| faults.to_string()), Err(expected.to_owned()));
    }
    assert_eq!(ScreenerName::other("DAY_GAINERS"), ScreenerName::DayGainers);
    assert_eq!(History::EXPECTED_STATUS, 200);
}
