//! Section 2.7.

use serde_json::json;
use virtual_finance::{Screener, ScreenerName};
use virtual_finance_tests::{convert, script_page};

use super::{UNPROCESSABLE, failed};

fn request() -> Screener {
    Screener::new(ScreenerName::DayGainers)
}

fn service(quote: &str) -> String {
    format!(
        r#"{{"finance":{{"result":[{{"canonicalName":"DAY_GAINERS","quotes":[{quote}],"total":76}}],"error":null}}}}"#
    )
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
