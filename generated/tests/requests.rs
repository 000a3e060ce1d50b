//! The nine requests of the contract: the address of each and the values that it refuses. Values
//! are given as text, the way the command line gives them. What each sends, the examples of the table show.

use virtual_finance::error::ParamErrors;
use virtual_finance::request::ParamMap;
use virtual_finance::{ENDPOINTS, HOSTS};

/// Parameters by name, as text.
type Params<'a> = &'a [(&'a str, &'a str)];

fn build(
    name: &str,
    params: Params<'_>,
) -> Result<Box<dyn virtual_finance::request::ErasedRequest>, ParamErrors> {
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
    assert!(ENDPOINTS.iter().all(|info| info.status == 200));
    let of_contract = |name: &str| table.iter().any(|(known, ..)| *known == name);
    assert!(ENDPOINTS.iter().filter(|info| of_contract(info.name)).all(|info| info.method == "GET"));
    let contract = ["finance_url", "query_url", "cookie_url", "isin_url", "logo_service_url"];
    let hosts: Vec<_> = HOSTS.iter().map(|host| host.name).filter(|name| contract.contains(name)).collect();
    assert_eq!(hosts, contract);
}

#[test]
fn what_is_refused() {
    for (question, expected) in [
        ("Isin", "Missing in 'params': 'query'"),
        ("Profile", "Missing in 'params': 'ticker'"),
        ("Isin query=IBM max_results=-1", "'max_results' is -1: write 1 or more"),
        ("Options ticker=IBM dat=0", "unknown parameter 'dat': did you mean 'date'?"),
        ("Index index=..", "'index' is \"..\": it would change the path; write a symbol such as IBM"),
        ("History ticker=IBM adjust=up", "'adjust' is \"up\": write one of auto, back, none"),
        (
            "History ticker=IBM range=1mo period=1mo",
            "'range' and 'period' contradict each other: give one of them",
        ),
        (
            "History ticker=IBM end=2021-01-01",
            "'end' is given without 'start': add 'start' or leave 'end' out",
        ),
        (
            "History ticker=IBM range=1mo start=2021-01-01",
            "'range' and 'start' contradict each other: give one of them",
        ),
        (
            "History ticker=IBM start=10 end=10",
            "'end' is 1970-01-01T00:00:10Z: 'start' is the same; write a later value",
        ),
        (
            "History ticker=IBM actions=false events=div,splits",
            "'events' and 'actions=false' contradict each other: give one of them",
        ),
        ("Screener name=other:../x", "'name' is \"../x\": write a name that matches [A-Za-z0-9_]{1,64}"),
        (
            "Screener name=other:top-gainers",
            "'name' is \"top-gainers\": write a name that matches [A-Za-z0-9_]{1,64} (did you mean \
             \"DAY_GAINERS\"?)",
        ),
    ] {
        let mut words = question.split(' ');
        let name = words.next().unwrap_or_default();
        let params: Vec<(&str, &str)> = words.filter_map(|word| word.split_once('=')).collect();
        let found = build(name, &params).map(|_| ()).map_err(|faults| faults.to_string());
        assert_eq!(found, Err(format!("{name}: {expected}")), "{question}");
    }
}

#[test]
fn the_same_faults_are_found_in_requests_made_in_rust() {
    use virtual_finance::request::Request;
    use virtual_finance::{EventKind, History, Isin, Options, Screener, ScreenerName, Span};

    let history = History::new("IBM")
        .span(Span::dates(10, Some(10.into())))
        .actions(false)
        .events([EventKind::Dividends]);
    let cases = [
        (
            history.validate(),
            "History: 'end' is 1970-01-01T00:00:10Z: 'start' is the same; write a later value; \
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

#[test]
fn getters_return_what_was_set_and_defaults() {
    use virtual_finance::request::Request;
    use virtual_finance::{AdjustType, EventKind, History, Interval, Range, Span};

    let plain = History::new("IBM");
    assert_eq!(
        (plain.get_ticker(), plain.get_interval(), plain.get_actions()),
        ("IBM", Interval::OneDay, true)
    );
    assert_eq!((plain.get_adjust(), plain.get_events(), plain.get_span()), (None, None, None));
    let weekly = plain.clone().range(Range::OneYear).interval(Interval::OneWeek).adjust(AdjustType::Back);
    assert_eq!(
        (weekly.get_range(), weekly.get_start(), weekly.get_end()),
        (Some(Range::OneYear), None, None)
    );
    assert_eq!((weekly.get_interval(), weekly.get_adjust()), (Interval::OneWeek, Some(AdjustType::Back)));
    let dates = plain.span(Span::dates(1, Some(2.into()))).events([EventKind::Splits]);
    assert_eq!(
        (dates.get_start(), dates.get_end(), dates.get_range()),
        (Some(1.into()), Some(2.into()), None)
    );
    assert_eq!(dates.get_span(), Some(&Span::dates(1, Some(2.into()))));
    assert_eq!(dates.get_events(), Some([EventKind::Splits].as_slice()));
    assert!(std::ptr::eq(dates.info(), History::INFO));
}

/// A program that has only the catalogue reads values by name.
#[test]
fn a_request_says_its_values_by_name() {
    use virtual_finance::request::Plain;

    let history = build("History", &[("ticker", "IBM"), ("start", "2020-01-31"), ("events", "div")]).unwrap();
    assert_eq!(history.value("ticker"), Some(Plain::String("IBM")));
    assert_eq!(history.value("start"), Some(Plain::DateTime(1_580_428_800.into())));
    assert_eq!(history.value("events"), Some(Plain::List(vec![Plain::String("div")])));
    for absent in ["range", "end", "interval", "nothing"] {
        assert_eq!(history.value(absent), None, "{absent}");
    }
}
