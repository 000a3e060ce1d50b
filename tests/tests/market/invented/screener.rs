//! Section 2.7.

use serde_json::json;
use virtual_finance::{Screener, ScreenerName};
use virtual_finance_tests::{convert, page, script_page};

use super::{UNPROCESSABLE, failed};

const STORE: &str = "ScreenerResultsStore";

fn request() -> Screener {
    Screener::new(ScreenerName::DayGainers)
}

#[test]
fn rows_stay_as_they_are() {
    let results = json!({
        "rows": [
            {"symbol": "A", "regularMarketPrice": {"raw": 29.39, "fmt": "29.39"}, "marketCap": {},
             "regularMarketVolume": {"raw": 1_268_153, "fmt": "1.268M", "longFmt": "1,268,153"}, "priceHint": 2, "newer": [{}]},
            {"symbol": "B", "trailingPE": {"raw": 12, "fmt": "12.00"}, "longName": null}
        ],
        "columns": [{"data": "symbol"}, {"data": "marketCap"}],
        "total": 4422,
        "filters": {}
    });
    let store = format!(r#"{{"meta":{{}},"results":{results},"fields":{{"x":[1,2]}}}}"#);
    // An empty figure is none.
    let mut expected = results;
    expected["rows"][0]["marketCap"] = json!(null);
    expected["rows"][0]["newer"] = json!([null]);
    assert_eq!(convert(&request(), page(STORE, &store)).unwrap(), expected);
}

fn service(quote: &str) -> String {
    format!(
        r#"{{"finance":{{"result":[{{"canonicalName":"DAY_GAINERS","quotes":[{quote}],"total":76}}],"error":null}}}}"#
    )
}

#[test]
fn the_service_s_bare_figures_get_their_texts() {
    let quote = r#"{"language":"en-US","symbol":"A","shortName":"A, Inc.","longName":null,"quoteType":"EQUITY",
        "currency":"USD","priceHint":2,"marketState":"PRE","ask":0,"regularMarketPrice":28,"regularMarketChange":-0.36000061,
        "regularMarketChangePercent":30.4145,"regularMarketOpen":1234567.5,"fiftyTwoWeekLow":{"raw":1,"fmt":"1.0"},
        "trailingPE":"Infinity","regularMarketVolume":61661819,"averageDailyVolume3Month":842390,"marketCap":{}}"#;
    let columns = [
        "symbol",
        "shortName",
        "longName",
        "quoteType",
        "currency",
        "currencyCode",
        "underlyingSymbol",
        "regularMarketPrice",
        "regularMarketChange",
        "regularMarketChangePercent",
        "regularMarketVolume",
        "averageDailyVolume3Month",
        "marketCap",
        "trailingPE",
        "fiftyTwoWeekLow",
        "fiftyTwoWeekHigh",
        "regularMarketOpen",
    ];
    assert_eq!(
        convert(&request(), service(quote)).unwrap(),
        json!({
            "rows": [{
                "symbol": "A", "shortName": "A, Inc.", "longName": null, "quoteType": "EQUITY", "currency": "USD",
                "priceHint": 2,
                "regularMarketPrice": {"raw": 28, "fmt": "28.00"},
                "regularMarketChange": {"raw": -0.360_000_61, "fmt": "-0.36"},
                "regularMarketChangePercent": {"raw": 30.4145, "fmt": "30.41%"},
                "regularMarketOpen": {"raw": 1_234_567.5, "fmt": "1,234,567.50"},
                "fiftyTwoWeekLow": {"raw": 1, "fmt": "1.0"},
                "trailingPE": null,
                "regularMarketVolume": {"raw": 61_661_819, "fmt": "61.662M", "longFmt": "61,661,819"},
                "averageDailyVolume3Month": {"raw": 842_390, "fmt": "842,390", "longFmt": "842,390"},
                "marketCap": null, "language": "en-US", "marketState": "PRE", "ask": 0
            }],
            "columns": columns.map(|name| json!({"data": name})),
            "total": 76,
            "filters": {}
        })
    );
}

#[test]
fn a_page_never_has_fewer_rows_than_are_wanted_and_there() {
    let of_total = |total: u64| {
        let results = json!({
            "rows": [{"symbol": "A"}, {"symbol": "B"}], "columns": [], "total": total, "filters": {}
        });
        page(STORE, &format!(r#"{{"results":{results}}}"#))
    };
    let rows = |total, count| {
        let converted = convert(&request().count(count), of_total(total));
        converted.map(|response| response["rows"].as_array().unwrap().len())
    };
    assert_eq!(rows(76, 1).unwrap(), 1);
    assert_eq!(rows(76, 2).unwrap(), 2);
    assert_eq!(rows(2, 250).unwrap(), 2);
    let error = rows(76, 3).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the reply could not be converted (422): a page has only the first rows of a screener; ask the service \
         (SourceChoice::Auto or Api), or for what the page has"
    );
    let few = convert(&request().count(1), service(r#"{"symbol":"A"},{"symbol":"B"}"#)).unwrap();
    assert_eq!(few["rows"], json!([{"symbol": "A"}]));
}

#[test]
fn a_page_of_today_carries_the_service_s_reply_among_others() {
    const SERVICE: &str = "/v1/finance/screener/predefined/saved";
    let refused =
        r#"{"finance":{"result":null,"error":{"code":"Unauthorized","description":"Invalid Crumb"}}}"#;
    let address = |name: &str| format!("{SERVICE}?count=25&formatted=false&scrIds={name}&start=0");
    let (losers, gainers) = (address("day_losers"), address("day_gainers"));
    let (other, wanted) = (service(r#"{"symbol":"L"}"#), service(r#"{"symbol":"G"}"#));
    let elsewhere = format!("{SERVICE}/more?scrIds=day_gainers");
    let good = script_page(&[(&elsewhere, 200, &other), (&losers, 200, &other), (&gainers, 200, &wanted)]);
    assert_eq!(convert(&request(), &good).unwrap()["rows"], json!([{"symbol": "G"}]));
    for page in [
        script_page(&[(&losers, 200, &other)]),
        script_page(&[(&gainers, 401, refused)]),
        script_page(&[(&gainers, 200, refused)]),
        script_page(&[(&gainers, 429, "Too Many Requests")]),
        script_page(&[(&gainers, 200, "<html></html>")]),
        good.replace("</html>", ""),
    ] {
        assert_eq!(failed(convert(&request(), &page)), UNPROCESSABLE, "{page}");
    }
}

#[test]
fn texts_of_figures_are_those_of_the_page() {
    for (field, hint, raw, fmt, long) in [
        ("regularMarketPrice", "2", "58.515", "58.51", None),
        ("regularMarketPrice", "2", "61.845", "61.85", None),
        ("regularMarketPrice", "4", "3.42", "3.4200", None),
        ("regularMarketPrice", "0", "150.4", "150", None),
        ("regularMarketPrice", "99", "0.5", "0.5000000000", None),
        ("regularMarketPrice", "null", "1.1", "1.10", None),
        ("regularMarketChange", "4", "0.07999992", "0.0800", None),
        ("regularMarketChange", "2", "-1234.5", "-1,234.50", None),
        ("regularMarketChangePercent", "4", "-12.307693", "-12.31%", None),
        ("trailingPE", "4", "1022.222223", "1,022.22", None),
        ("marketCap", "2", "1574779776", "1.575B", Some("1,574,779,776")),
        ("marketCap", "2", "85453463958.61816", "85.453B", Some("85,453,463,958")),
        ("marketCap", "2", "3989615935488.0", "3.99T", Some("3,989,615,935,488")),
        ("marketCap", "2", "2000000000000000", "2,000T", Some("2,000,000,000,000,000")),
        ("regularMarketVolume", "2", "5620010", "5.62M", Some("5,620,010")),
        ("regularMarketVolume", "2", "1000000", "1M", Some("1,000,000")),
        ("regularMarketVolume", "2", "999999", "999,999", Some("999,999")),
        ("regularMarketVolume", "2", "0", "0", Some("0")),
        ("regularMarketVolume", "2", "-0.5", "0", Some("0")),
    ] {
        let row =
            convert(&request(), service(&format!(r#"{{"symbol":"A","{field}":{raw},"priceHint":{hint}}}"#)))
                .unwrap();
        let figure = &row["rows"][0][field];
        assert_eq!((&figure["fmt"], figure["longFmt"].as_str()), (&json!(fmt), long), "{field} {raw}");
    }
}

#[test]
fn replies_that_cannot_be_read_are_422() {
    for reply in [
        r#"{"finance":{"result":[],"error":null}}"#.to_owned(),
        r#"{"finance":{"result":[{"records":[],"total":1}],"error":null}}"#.to_owned(),
        r#"{"finance":{"result":[{"quotes":[]}],"error":null}}"#.to_owned(),
        service("5"),
        service(r#"{"symbol":5}"#),
        service(r#"{"regularMarketPrice":"much"}"#),
    ] {
        assert_eq!(failed(convert(&request(), &reply)), UNPROCESSABLE, "{reply}");
    }
    let empty =
        convert(&request(), r#"{"finance":{"result":[{"quotes":[],"total":0}],"error":null}}"#).unwrap();
    assert_eq!((&empty["rows"], &empty["total"]), (&json!([]), &json!(0)));
}

/// Hosts give 250 rows at most. A row takes a kilobyte, however short its text is.
#[test]
fn more_rows_than_a_host_gives_are_422() {
    let row = |index: usize| format!(r#"{{"symbol":"A{index}"}}"#);
    let rows = |count: usize| service(&(0..count).map(row).collect::<Vec<_>>().join(","));
    let most = convert(&request(), rows(1_000)).unwrap();
    assert_eq!(most["rows"].as_array().unwrap().len(), 1_000);
    assert_eq!(failed(convert(&request(), rows(1_001))), UNPROCESSABLE);
}

#[test]
fn what_cannot_be_read_is_422() {
    for results in [
        "null",
        "[]",
        "{}",
        r#"{"columns":[],"total":1,"filters":{}}"#,
        r#"{"rows":[],"total":1,"filters":{}}"#,
        r#"{"rows":[],"columns":[],"filters":{}}"#,
        r#"{"rows":[],"columns":[],"total":1}"#,
        r#"{"rows":[5],"columns":[],"total":1,"filters":{}}"#,
        r#"{"rows":[],"columns":[],"total":"many","filters":{}}"#,
    ] {
        let page = page(STORE, &format!(r#"{{"results":{results}}}"#));
        assert_eq!(failed(convert(&request(), page)), UNPROCESSABLE, "{results}");
    }
    assert_eq!(failed(convert(&request(), page(STORE, "{}"))), UNPROCESSABLE);
}

#[test]
fn the_rows_of_another_screener_are_an_error() {
    let named = |name: &str| {
        format!(
            r#"{{"finance":{{"result":[{{"canonicalName":"{name}","total":0,"quotes":[]}}],"error":null}}}}"#
        )
    };
    assert!(convert(&request(), named("day_gainers")).is_ok());
    let error = convert(&request(), named("DAY_LOSERS")).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the reply could not be converted (422): the reply is of the screener \"DAY_LOSERS\"; check the name; a \
         saved reply must be of the one that is asked for"
    );
}
